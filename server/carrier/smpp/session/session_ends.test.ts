// Every way in which a connection can end, and every deadline: each submit is settled once, as unknown if and only if
// it may have left, and the carrier submits again afterwards.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type OpenCarrier, submissionOf } from '../../../../test/support/smsc/open_carrier.ts';
import { provideSmsc } from '../../../../test/support/smsc/provide_smsc.ts';
import type { Smsc } from '../../../../test/support/smsc/smsc.ts';
import type { SmscSession } from '../../../../test/support/smsc/smsc_session.ts';
import type { SubmitResult } from '../../carrier.ts';
import { command, encodePdu, genericNack, responseTo } from '../pdu/pdu.ts';

let smsc: Smsc;
const { run, idle, during, open, openBound } = provideSmsc((started) => {
  smsc = started;
});

/** A text submitted after the trouble is accepted, on a connection that is bound again. */
async function expectRecovery({ carrier, whenCapacity }: OpenCarrier): Promise<void> {
  smsc.onSubmit = () => ({ kind: 'accept' });
  await during(whenCapacity());
  expect(await carrier.submit(submissionOf('after'))).toMatchObject({ kind: 'accepted' });
}

const steps = (count: number) => Array.from({ length: count });

describe('a drop in mid-window', () => {
  const ends: [string, (session: SmscSession) => void][] = [
    ['a reset', (session) => session.drop()],
    ['an end in order', (session) => session.end()],
    ['a PDU of impossible length', (session) => session.raw(Uint8Array.of(0, 0, 0, 1, 9, 9))],
    ['a PDU that is far too long', (session) => session.raw(Uint8Array.of(0x7f, 0xff, 0xff, 0xff))],
    ['another protocol', (session) => session.raw(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'))],
    [
      'a generic_nack of nothing in particular',
      (session) => session.raw(encodePdu({ command: genericNack, status: 2, sequence: 0 })),
    ],
    ['an unbind', (session) => void session.unbind()],
    ['silence', () => {}],
  ];

  test.each(ends)('%s: what was answered keeps its answer, the rest is unknown', async (_, end) => {
    const opened = await openBound({ window: 30 });
    smsc.onSubmit = ({ index }) => ({
      kind: index < 10 ? 'accept' : index < 15 ? 'refuse' : 'silence',
      status: 0x0b,
    });
    const settled: SubmitResult[] = [];
    const results = steps(30).map(async () => {
      const result = await opened.carrier.submit(submissionOf('hello'));
      settled.push(result);
      return result;
    });
    await idle();
    expect(settled).toHaveLength(15);
    end(opened.session);
    const kinds = (await during(Promise.all(results))).map(({ kind }) => kind);
    expect(kinds).toEqual([
      ...Array(10).fill('accepted'),
      ...Array(5).fill('rejected'),
      ...Array(15).fill('unknown'),
    ]);
    expect(settled).toHaveLength(30);
    await expectRecovery(opened);
    expect(smsc.submits).toHaveLength(31);
  });

  test('an answer that came just before the garbage is received', async () => {
    const opened = await openBound();
    smsc.onSubmit = ({ session, sequence }) => {
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
    expect(smsc.sessions[0]?.receivedOf(genericNack)).toMatchObject([{ status: 2, sequence: 0 }]);
  });

  test('a drop at any point of any window settles every submit once, and nothing that arrived is called rejected', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('accept', 'refuse', 'silence', 'nack'), { minLength: 1, maxLength: 40 }),
        fc.constantFrom('drop', 'end', 'raw'),
        fc.nat(40),
        async (answers, how, at) => {
          const opened = await openBound({ window: 50 });
          const first = smsc.submits.length;
          const cut = Math.min(at, answers.length - 1);
          smsc.onSubmit = ({ index }) => {
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
          await during(opened.carrier.stop());
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('deadlines', () => {
  test('a bind that is not answered within 10 s ends the connection', async () => {
    smsc.onBind = () => 'silence';
    open();
    await run(9_999);
    expect(smsc.sessions[0]?.receivedOf(command.bindTransceiver)).toHaveLength(1);
    expect(smsc.sessions[0]?.isClosed).toBe(false);
    await run(1);
    expect(smsc.sessions[0]?.isClosed).toBe(true);
  });

  test('a connection that does not open within 20 s is ended, and another is made', async () => {
    // It never answers the handshake.
    const { carrier } = open({ tls: true });
    await run(19_999);
    expect(carrier.health().detail).toBe('0 of 1 connections bound; connecting');
    await run(1);
    expect(smsc.sessions.map(({ isClosed }) => isClosed)).toEqual([true]);
    expect(carrier.health().detail).toContain('did not open in time');
    await run('1 s');
    expect(smsc.sessions).toHaveLength(2);
  });

  test('silence is answered with enquire_link, and silence after that with another connection', async () => {
    const opened = await openBound({ enquire_after_s: 10, response_timeout_s: 5 });
    const { session } = opened;
    const enquiries = () => session.receivedOf(command.enquireLink).length;
    await run(9_999);
    expect(enquiries()).toBe(0);
    await run(1);
    expect(enquiries()).toBe(1);
    // Answered: another ten seconds of silence are wanted.
    session.answersEnquiries = false;
    await run(9_999);
    expect(enquiries()).toBe(1);
    await run(1);
    expect(enquiries()).toBe(2);
    await run(4_999);
    expect(session.isClosed).toBe(false);
    await run(1);
    expect(session.isClosed).toBe(true);
    await expectRecovery(opened);
  });

  test('octets that never become a PDU do not pass for life', async () => {
    const opened = await openBound({ enquire_after_s: 10, response_timeout_s: 5 });
    const { session } = opened;
    // The beginning of a PDU of 60,000 octets, which swallows all answers.
    session.raw(Uint8Array.of(0, 0, 0xea, 0x60));
    await run('10 s');
    expect(session.receivedOf(command.enquireLink)).toHaveLength(1);
    await run('5 s');
    expect(session.isClosed).toBe(true);
    await expectRecovery(opened);
  });
});
