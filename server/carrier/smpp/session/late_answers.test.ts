// Answers that are forgotten or come late, and PDUs without sense: they end no connection, and take no other text along.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../../../runtime/testing/until.ts';
import { MessageCentre } from '../../../../test/support/message_centre/centre.ts';
import type { CentreSession } from '../../../../test/support/message_centre/centre_session.ts';
import {
  type OpenCarrier,
  openBound,
  submissionOf,
} from '../../../../test/support/message_centre/open_carrier.ts';
import { command, encodePdu, encodeText, genericNack, responseTo } from '../pdu/pdu.ts';

let centre: MessageCentre;
let session: CentreSession;
beforeEach(async () => {
  centre = await MessageCentre.start();
});
afterEach(() => centre.close());

const turn = () => new Promise((resolve) => setImmediate(resolve));
const answer = (sequence: number, id: string, status = 0) =>
  session.raw(encodePdu({ command: responseTo(command.submitSm), status, sequence }, encodeText(id)));

/** A carrier whose centre answers nothing by itself; `sequences` are those of what was submitted. */
async function openSilent() {
  const sequences: number[] = [];
  centre.onSubmit = ({ sequence }) => {
    sequences.push(sequence);
    return { kind: 'silence' };
  };
  const opened = await openBound(centre, { response_timeout_s: 20, enquire_after_s: 3_600 });
  session = centre.sessions[0] as CentreSession;
  const submit = async () => {
    const result = opened.carrier.submit(submissionOf('hello'));
    await centre.whenSubmitted(sequences.length + 1);
    return { result };
  };
  return { opened, sequences, submit };
}

const unknown = { kind: 'unknown', detail: 'the message centre did not answer in time' };

describe('an answer that does not come in time', () => {
  test('an answer that does not come in time leaves the connection open where later ones came', async () => {
    const { opened, sequences, submit } = await openSilent();
    const forgotten = await submit();
    opened.clock.advance(19_999);
    await turn();
    const others = [await submit(), await submit()];
    answer(sequences[1] as number, 'b');
    expect(await others[0]?.result).toEqual({ kind: 'accepted', ref: 'b' });
    opened.clock.advance(1);
    expect(await forgotten.result).toMatchObject(unknown);
    expect(opened.carrier.capacity()).toBeGreaterThan(0);
    // What is under way has its own time.
    opened.clock.advance(19_998);
    answer(sequences[2] as number, 'c');
    expect(await others[1]?.result).toEqual({ kind: 'accepted', ref: 'c' });
    expect(session.isClosed).toBe(false);
    expect(session.receivedOf(command.enquireLink)).toEqual([]);
  });

  test('an answer that does not come in time makes the centre be asked; nothing is submitted until it answers', async () => {
    const { opened, submit } = await openSilent();
    session.answersEnquiries = false;
    const first = await submit();
    opened.clock.advance(20_000);
    expect(await first.result).toMatchObject(unknown);
    expect(opened.carrier.capacity()).toBe(0);
    await until(() => session.receivedOf(command.enquireLink).length === 1);
    const calls = opened.capacityCalls();
    const [enquiry] = session.receivedOf(command.enquireLink);
    session.raw(
      encodePdu({ command: responseTo(command.enquireLink), status: 0, sequence: enquiry?.sequence ?? 0 }),
    );
    await until(() => opened.carrier.capacity() > 0);
    expect(opened.capacityCalls()).toBe(calls + 1);
    expect(session.isClosed).toBe(false);
  });

  test('a centre that answers nothing at all is left, after what is under way has had its time', async () => {
    const { opened, submit } = await openSilent();
    session.answersEnquiries = false;
    const results = [await submit()];
    opened.clock.advance(10_000);
    results.push(await submit());
    opened.clock.advance(10_000);
    await until(() => session.receivedOf(command.enquireLink).length === 1);
    opened.clock.advance(10_000);
    for (const { result } of results) expect(await result).toMatchObject(unknown);
    expect(session.isClosed).toBe(false);
    opened.clock.advance(10_000);
    await until(() => session.isClosed);
    centre.onSubmit = () => ({ kind: 'accept' });
    await opened.passUntil(() => opened.carrier.capacity() > 0);
    expect(await opened.carrier.submit(submissionOf('after'))).toMatchObject({ kind: 'accepted' });
  });

  test('an answer that comes late is reported with the name that the centre gave', async () => {
    const { opened, sequences, submit } = await openSilent();
    const { result } = await submit();
    opened.clock.advance(20_000);
    const settled = await result;
    expect(settled).toMatchObject(unknown);
    await until(() => opened.carrier.capacity() > 0);
    opened.clock.advance(100_000);
    answer(sequences[0] as number, 'late-1');
    expect(settled.kind === 'unknown' && (await settled.late)).toBe('late-1');
  });

  test('a refusal that comes late, and a second late answer, report nothing', async () => {
    const { opened, sequences, submit } = await openSilent();
    const { result } = await submit();
    opened.clock.advance(20_000);
    const settled = await result;
    const late: unknown[] = [];
    if (settled.kind === 'unknown') void settled.late?.then((ref) => late.push(ref));
    answer(sequences[0] as number, '', 0x0b);
    answer(sequences[0] as number, 'late-2');
    await session.enquire();
    await turn();
    expect(late).toEqual([]);
  });
});

const senseless: [string, (session: CentreSession, opened: OpenCarrier) => void][] = [
  [
    'unknown commands',
    (to) => {
      for (let sequence = 1; sequence <= 50; sequence++)
        to.raw(encodePdu({ command: 0x77, status: 0, sequence }));
    },
  ],
  [
    'texts that cannot be read',
    (to) => {
      for (let sequence = 1; sequence <= 50; sequence++)
        to.raw(encodePdu({ command: command.deliverSm, status: 0, sequence }, Uint8Array.of(1, 2, 3)));
    },
  ],
  [
    'answers to nothing',
    (to) => {
      for (let sequence = 1; sequence <= 50; sequence++)
        to.raw(encodePdu({ command: responseTo(command.submitSm), status: 0, sequence: 9_000 + sequence }));
    },
  ],
];

test.each(senseless)('fifty %s in a row end no connection, and lose no answer', async (_name, send) => {
  const { opened, sequences, submit } = await openSilent();
  const { result } = await submit();
  send(session, opened);
  await session.enquire();
  answer(sequences[0] as number, 'a');
  expect(await result).toEqual({ kind: 'accepted', ref: 'a' });
  expect([session.isClosed, opened.carrier.capacity() > 0]).toEqual([false, true]);
});

test('what is under way is still answered when the centre has lost the thread, and when it asks to unbind', async () => {
  for (const leave of [
    () => session.raw(encodePdu({ command: genericNack, status: 2, sequence: 0 })),
    () => session.raw(encodePdu({ command: command.unbind, status: 0, sequence: 77 })),
  ]) {
    const { opened, sequences, submit } = await openSilent();
    const { result } = await submit();
    leave();
    await until(() => opened.carrier.capacity() === 0);
    opened.clock.advance(19_999);
    await turn();
    answer(sequences[0] as number, 'a');
    expect(await result).toEqual({ kind: 'accepted', ref: 'a' });
    await until(() => session.isClosed);
    await opened.carrier.stop();
    centre.sessions.length = 0;
    centre.submits.length = 0;
  }
});
