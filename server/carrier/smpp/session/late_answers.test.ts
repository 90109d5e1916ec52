// Answers that are forgotten or come late, and PDUs without sense: they end no connection, and take no other text along.
import { describe, expect, test } from 'vitest';
import { submissionOf } from '../../../../test/support/smsc/open_carrier.ts';
import { provideSmsc } from '../../../../test/support/smsc/provide_smsc.ts';
import type { Smsc } from '../../../../test/support/smsc/smsc.ts';
import type { SmscSession } from '../../../../test/support/smsc/smsc_session.ts';
import { command, encodePdu, encodeText, genericNack, responseTo } from '../pdu/pdu.ts';

let smsc: Smsc;
let session: SmscSession;
const { run, idle, during, openBound } = provideSmsc((started) => {
  smsc = started;
});

const answer = (sequence: number, id: string, status = 0) =>
  session.raw(encodePdu({ command: responseTo(command.submitSm), status, sequence }, encodeText(id)));

/** A carrier whose SMSC answers nothing by itself; `sequences` are those of what was submitted. */
async function openSilent() {
  const sequences: number[] = [];
  smsc.onSubmit = ({ sequence }) => {
    sequences.push(sequence);
    return { kind: 'silence' };
  };
  const opened = await openBound({ response_timeout_s: 20, enquire_after_s: 3_600 });
  session = smsc.sessions[0] as SmscSession;
  const submit = async () => {
    const result = opened.carrier.submit(submissionOf('hello'));
    await idle();
    return { result };
  };
  return { opened, sequences, submit };
}

const unknown = { kind: 'unknown', detail: 'the SMSC did not answer in time' };

describe('an answer that does not come in time', () => {
  test('an answer that does not come in time leaves the connection open where later ones came', async () => {
    const { opened, sequences, submit } = await openSilent();
    const forgotten = await submit();
    await run(19_999);
    const others = [await submit(), await submit()];
    answer(sequences[1] as number, 'b');
    expect(await others[0]?.result).toEqual({ kind: 'accepted', ref: 'b' });
    await run(1);
    expect(await forgotten.result).toMatchObject(unknown);
    expect(opened.carrier.capacity()).toBeGreaterThan(0);
    // What is under way has its own time.
    await run(19_998);
    answer(sequences[2] as number, 'c');
    expect(await others[1]?.result).toEqual({ kind: 'accepted', ref: 'c' });
    expect(session.isClosed).toBe(false);
    expect(session.receivedOf(command.enquireLink)).toEqual([]);
  });

  test('an answer that does not come in time makes the SMSC be asked; nothing is submitted until it answers', async () => {
    const { opened, submit } = await openSilent();
    session.answersEnquiries = false;
    const first = await submit();
    await run('20 s');
    expect(await first.result).toMatchObject(unknown);
    expect(opened.carrier.capacity()).toBe(0);
    expect(session.receivedOf(command.enquireLink)).toHaveLength(1);
    const calls = opened.capacityCalls();
    const [enquiry] = session.receivedOf(command.enquireLink);
    session.raw(
      encodePdu({ command: responseTo(command.enquireLink), status: 0, sequence: enquiry?.sequence ?? 0 }),
    );
    await idle();
    expect(opened.carrier.capacity()).toBeGreaterThan(0);
    expect(opened.capacityCalls()).toBe(calls + 1);
    expect(session.isClosed).toBe(false);
  });

  test('an SMSC that answers nothing at all is left, after what is under way has had its time', async () => {
    const { opened, submit } = await openSilent();
    session.answersEnquiries = false;
    const results = [await submit()];
    await run('10 s');
    results.push(await submit());
    await run('10 s');
    expect(session.receivedOf(command.enquireLink)).toHaveLength(1);
    await run('10 s');
    for (const { result } of results) expect(await result).toMatchObject(unknown);
    expect(session.isClosed).toBe(false);
    await run('10 s');
    expect(session.isClosed).toBe(true);
    smsc.onSubmit = () => ({ kind: 'accept' });
    await during(opened.whenCapacity());
    expect(await opened.carrier.submit(submissionOf('after'))).toMatchObject({ kind: 'accepted' });
  });

  test('an answer that comes late is reported with the name that the SMSC gave', async () => {
    const { opened, sequences, submit } = await openSilent();
    const { result } = await submit();
    await run('20 s');
    const settled = await result;
    expect(settled).toMatchObject(unknown);
    expect(opened.carrier.capacity()).toBeGreaterThan(0);
    await run('100 s');
    answer(sequences[0] as number, 'late-1');
    expect(settled.kind === 'unknown' && (await settled.late)).toBe('late-1');
  });

  test('a refusal that comes late, and a second late answer, report nothing', async () => {
    const { sequences, submit } = await openSilent();
    const { result } = await submit();
    await run('20 s');
    const settled = await result;
    const late: unknown[] = [];
    if (settled.kind === 'unknown') void settled.late?.then((ref) => late.push(ref));
    answer(sequences[0] as number, '', 0x0b);
    answer(sequences[0] as number, 'late-2');
    await idle();
    expect(late).toEqual([]);
  });
});

const senseless: [string, (session: SmscSession) => void][] = [
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
  send(session);
  await session.enquire();
  answer(sequences[0] as number, 'a');
  expect(await result).toEqual({ kind: 'accepted', ref: 'a' });
  expect([session.isClosed, opened.carrier.capacity() > 0]).toEqual([false, true]);
});

test('what is under way is still answered when the SMSC has lost the thread, and when it asks to unbind', async () => {
  for (const leave of [
    () => session.raw(encodePdu({ command: genericNack, status: 2, sequence: 0 })),
    () => session.raw(encodePdu({ command: command.unbind, status: 0, sequence: 77 })),
  ]) {
    const { opened, sequences, submit } = await openSilent();
    const { result } = await submit();
    leave();
    await run(19_999);
    expect(opened.carrier.capacity()).toBe(0);
    answer(sequences[0] as number, 'a');
    expect(await result).toEqual({ kind: 'accepted', ref: 'a' });
    await idle();
    expect(session.isClosed).toBe(true);
    await opened.carrier.stop();
    smsc.sessions.length = 0;
    smsc.submits.length = 0;
  }
});
