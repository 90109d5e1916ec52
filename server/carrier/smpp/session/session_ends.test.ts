// Every way in which a connection can end, and every deadline: each submit is settled once, as unknown if and only if
// it may have left, and the carrier submits again afterwards.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../../../runtime/testing/until.ts';
import { MessageCentre } from '../../../../test/support/message_centre/centre.ts';
import type { CentreSession } from '../../../../test/support/message_centre/centre_session.ts';
import {
  type OpenCarrier,
  openBound,
  openCarrier,
  submissionOf,
} from '../../../../test/support/message_centre/open_carrier.ts';
import type { SubmitResult } from '../../carrier.ts';
import { command, encodePdu, genericNack, responseTo } from '../pdu/pdu.ts';

let centre: MessageCentre;
beforeEach(async () => {
  centre = await MessageCentre.start();
});
afterEach(() => centre.close());

/** A text submitted after the trouble is accepted, on a connection that is bound again. */
async function expectRecovery({ carrier, passUntil }: OpenCarrier): Promise<void> {
  centre.onSubmit = () => ({ kind: 'accept' });
  await passUntil(() => carrier.capacity() > 0);
  expect(await carrier.submit(submissionOf('after'))).toMatchObject({ kind: 'accepted' });
}

const steps = (count: number) => Array.from({ length: count });

describe('a drop in mid-window', () => {
  const ends: [string, (session: CentreSession, opened: OpenCarrier) => void][] = [
    ['a reset', (session) => session.drop()],
    ['an end in order', (session) => session.end()],
    ['a PDU of impossible length', (session) => session.raw(Uint8Array.of(0, 0, 0, 1, 9, 9))],
    ['a PDU that is far too long', (session) => session.raw(Uint8Array.of(0x7f, 0xff, 0xff, 0xff))],
    ['another protocol', (session) => session.raw(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'))],
    [
      'a generic_nack of nothing in particular',
      (session, { clock }) => {
        session.raw(encodePdu({ command: genericNack, status: 2, sequence: 0 }));
        void until(() => {
          clock.advance(500);
          return session.isClosed;
        });
      },
    ],
    [
      'an unbind',
      (session, { clock }) => {
        void session.unbind();
        void until(() => {
          clock.advance(500);
          return session.isClosed;
        });
      },
    ],
    ['silence', (_, { clock }) => clock.advance(30_000)],
  ];

  test.each(ends)('%s: what was answered keeps its answer, the rest is unknown', async (_, end) => {
    const opened = await openBound(centre, { window: 30 });
    centre.onSubmit = ({ index }) => ({
      kind: index < 10 ? 'accept' : index < 15 ? 'refuse' : 'silence',
      status: 0x0b,
    });
    const settled: SubmitResult[] = [];
    const results = steps(30).map(async () => {
      const result = await opened.carrier.submit(submissionOf('hello'));
      settled.push(result);
      return result;
    });
    await centre.whenSubmitted(30);
    await until(() => settled.length === 15);
    end(centre.sessions[0] as CentreSession, opened);
    const kinds = (await Promise.all(results)).map(({ kind }) => kind);
    expect(kinds).toEqual([
      ...Array(10).fill('accepted'),
      ...Array(5).fill('rejected'),
      ...Array(15).fill('unknown'),
    ]);
    expect(settled).toHaveLength(30);
    await expectRecovery(opened);
    expect(centre.submits).toHaveLength(31);
  });

  test('an answer that came just before the garbage is received', async () => {
    const opened = await openBound(centre);
    centre.onSubmit = ({ session, sequence }) => {
      const answer = encodePdu(
        { command: responseTo(command.submitSm), status: 0, sequence },
        Buffer.from('id\0'),
      );
      session.raw(Buffer.concat([answer, Buffer.from([0, 0, 0, 0, 1, 2])]));
      return { kind: 'silence' };
    };
    expect(await opened.carrier.submit(submissionOf('hello'))).toEqual({ kind: 'accepted', ref: 'id' });
    await expectRecovery(opened);
    // It was reported why it is left.
    expect(centre.sessions[0]?.receivedOf(genericNack)).toMatchObject([{ status: 2, sequence: 0 }]);
  });

  test('a drop at any point of any window settles every submit once, and nothing that arrived is called rejected', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('accept', 'refuse', 'silence', 'nack'), { minLength: 1, maxLength: 40 }),
        fc.constantFrom('drop', 'end', 'raw'),
        fc.nat(40),
        async (answers, how, at) => {
          const opened = await openBound(centre, { window: 50 });
          const first = centre.submits.length;
          const cut = Math.min(at, answers.length - 1);
          centre.onSubmit = ({ index }) => {
            if (index - first === cut) return { kind: how, octets: Buffer.from('\0\0\0\0') };
            return { kind: answers[index - first] ?? 'silence', status: 0x0b };
          };
          const kinds = (
            await Promise.all(answers.map(() => opened.carrier.submit(submissionOf('hello'))))
          ).map(({ kind }) => kind);
          for (const [index, kind] of kinds.entries()) {
            const wanted = { accept: 'accepted', refuse: 'rejected', nack: 'rejected', silence: 'unknown' }[
              answers[index] as string
            ];
            if (index === cut) expect(kind).toBe('unknown');
            else if (index > cut) expect(['unknown', wanted]).toContain(kind);
            // A reset may overtake answers that were sent before it.
            else expect(how === 'drop' ? ['unknown', wanted] : [wanted]).toContain(kind);
          }
          await opened.carrier.stop();
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('deadlines', () => {
  test('a bind that is not answered within 10 s ends the connection', async () => {
    centre.onBind = () => 'silence';
    const { clock } = openCarrier(centre.port);
    await until(() => centre.sessions[0]?.receivedOf(command.bindTransceiver).length === 1);
    clock.advance(9_999);
    expect(centre.sessions[0]?.isClosed).toBe(false);
    clock.advance(1);
    await until(() => centre.sessions[0]?.isClosed);
  });

  test('a connection that does not open within 20 s is ended, and another is made', async () => {
    // It never answers the handshake.
    const { clock, carrier } = openCarrier(centre.port, { tls: true });
    await until(() => centre.sessions.length === 1);
    clock.advance(19_999);
    expect(carrier.health().detail).toBe('0 of 1 connections bound; connecting');
    clock.advance(1);
    await until(() => centre.sessions[0]?.isClosed);
    expect(carrier.health().detail).toContain('did not open in time');
    clock.advance(1_000);
    await until(() => centre.sessions.length === 2);
  });

  test('silence is answered with enquire_link, and silence after that with another connection', async () => {
    const opened = await openBound(centre, { enquire_after_s: 10, response_timeout_s: 5 });
    const session = centre.sessions[0] as CentreSession;
    const enquiries = () => session.receivedOf(command.enquireLink).length;
    for (let second = 0; second < 9; second++) opened.clock.advance(1_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(enquiries()).toBe(0);
    opened.clock.advance(1_000);
    await until(() => enquiries() === 1);
    await until(() => opened.clock.pendingTimeouts(5_000) === 0);
    // Answered: another ten seconds of silence are wanted.
    session.answersEnquiries = false;
    for (let second = 0; second < 10; second++) opened.clock.advance(1_000);
    await until(() => enquiries() === 2);
    opened.clock.advance(5_000);
    await until(() => session.isClosed);
    await expectRecovery(opened);
  });

  test('octets that never become a PDU do not pass for life', async () => {
    const opened = await openBound(centre, { enquire_after_s: 10, response_timeout_s: 5 });
    const session = centre.sessions[0] as CentreSession;
    // The beginning of a PDU of 60,000 octets, which swallows all answers.
    session.raw(Uint8Array.of(0, 0, 0xea, 0x60));
    for (let second = 0; second < 10; second++) opened.clock.advance(1_000);
    await until(() => session.receivedOf(command.enquireLink).length === 1);
    opened.clock.advance(5_000);
    await until(() => session.isClosed);
    await expectRecovery(opened);
  });
});
