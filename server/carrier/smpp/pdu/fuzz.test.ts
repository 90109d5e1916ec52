// An SMSC that has gone mad: whatever octets it sends, nothing crashes, no submit is left waiting, and no
// connection stays deaf.
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { receiptOf, shortMessage, textOf } from '../../../../test/support/smsc/deliveries.ts';
import { type OpenCarrier, submissionOf } from '../../../../test/support/smsc/open_carrier.ts';
import { provideSmsc } from '../../../../test/support/smsc/provide_smsc.ts';
import type { Smsc } from '../../../../test/support/smsc/smsc.ts';
import {
  command,
  encodeDataMessage,
  encodePdu,
  encodeShortMessage,
  encodeText,
  genericNack,
  responseTo,
} from './pdu.ts';

let smsc: Smsc;
let opened: OpenCarrier;
const { clock, run, idle, during, open } = provideSmsc((started) => {
  smsc = started;
});
beforeEach(() => {
  opened = open({ window: 20, response_timeout_s: 10, enquire_after_s: 10 });
});

/** A text that is worth delivering for a day from now. */
const submit = () =>
  opened.carrier.submit(submissionOf('hello', { expiresAtMs: clock.nowMs() + 86_400_000 }));

/** Submits again and again until a text is accepted, 5 times at most. Returns how often. */
async function triesUntilAccepted(): Promise<number> {
  for (let tries = 1; tries <= 5; tries++) {
    await during(opened.whenCapacity());
    if ((await during(submit())).kind === 'accepted') return tries;
  }
  throw new Error('no text is accepted any more');
}

const sequence = fc.integer({ min: 0, max: 40 });
const bodies = fc.constantFrom(
  encodeText('name'),
  encodeShortMessage(textOf('+15005550006', '+15005550100', 'hello')),
  encodeShortMessage(receiptOf('a', 'DELIVRD', 'both')),
  encodeDataMessage(shortMessage({ tlvs: new Map([[0x424, Buffer.from('hello')]]) })),
  Buffer.alloc(0),
);
const ids = fc.constantFrom(
  ...Object.values(command),
  ...Object.values(command).map(responseTo),
  genericNack,
  0x77,
  0x8000_0077,
);
const status = fc.constantFrom(0, 2, 4, 8, 0x58, 0xffff_ffff);
const valid = fc
  .tuple(ids, status, sequence, bodies)
  .map(([command, status, sequence, body]) => encodePdu({ command, status, sequence }, body));
const mutated = fc
  .tuple(valid, fc.array(fc.tuple(fc.nat(300), fc.nat(255)), { maxLength: 4 }), fc.nat(300))
  .map(([pdu, changes, length]) => {
    for (const [at, value] of changes) pdu[at % pdu.length] = value;
    return length % 5 === 0 ? pdu.subarray(0, length) : pdu;
  });
/** Some connections survive what is only strange, and none what is no PDU. */
const octets = fc.oneof(
  fc.array(valid, { minLength: 1, maxLength: 12 }),
  fc.array(fc.oneof(valid, mutated, fc.uint8Array({ maxLength: 64 })), { minLength: 1, maxLength: 12 }),
);

test('after any octets every submit is settled, and submits work again', async () => {
  await fc.assert(
    fc.asyncProperty(
      octets,
      fc.nat(5),
      fc.array(fc.nat(2_000), { maxLength: 3 }),
      async (pieces, submits, cuts) => {
        await during(opened.whenCapacity());
        smsc.onSubmit = () => ({ kind: 'silence' });
        const session = smsc.bound.at(-1);
        const under = Array.from({ length: submits }, () => submit());
        const stream = Buffer.concat(pieces);
        let start = 0;
        for (const cut of [...cuts, stream.length].sort((a, b) => a - b)) {
          session?.raw(stream.subarray(start, cut));
          start = cut;
          await idle();
        }
        for (const result of under)
          expect(['accepted', 'rejected', 'unknown']).toContain((await during(result)).kind);

        smsc.onSubmit = () => ({ kind: 'accept' });
        // One may be lost on a connection that has gone bad, and one be answered by what was left in it.
        expect(await triesUntilAccepted()).toBeLessThanOrEqual(4);
      },
    ),
    { numRuns: 500 },
  );
  expect(smsc.sessions.length).toBeGreaterThan(10);
});

test('garbage in place of any answer to the bind ends in another connection', async () => {
  await fc.assert(
    fc.asyncProperty(octets, async (pieces) => {
      let isMad = true;
      smsc.onBind = (_bind, session) => {
        if (!isMad) return 'accept';
        isMad = false;
        session.raw(Buffer.concat(pieces));
        return 'silence';
      };
      const before = smsc.sessions.length;
      smsc.dropAll();
      await idle();
      await during(opened.whenCapacity());
      expect([smsc.sessions.length > before, isMad]).toEqual([true, false]);
      smsc.onSubmit = () => ({ kind: 'accept' });
      await triesUntilAccepted();
    }),
    { numRuns: 60 },
  );
  await during(opened.carrier.stop());
  await run('2 s');
  expect(smsc.sessions.every(({ isClosed }) => isClosed)).toBe(true);
});
