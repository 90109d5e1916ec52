// What the journal promises of texts that leave in parts, and of receipts for what was never answered.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DriverReceipt, Result } from '../drivers/driver.ts';
import { jobOfParts, provideJournal, startMs } from '../testing/provide_journal.ts';
import type { QueuedJob } from './job.ts';
import type { Journal } from './journal.ts';

const anna = '+4917012345678';
let journal: Journal;
const restart = () => {
  journal.close();
  journal = open();
};

const open = provideJournal((provided) => {
  ({ journal } = provided);
});

const job = (messageId: number, total: number, address = anna): QueuedJob =>
  jobOfParts(total, { messageId: BigInt(messageId), address });
const took = (ref: string | null): Result => ({ kind: 'accepted', refs: [ref] });
const lost: Result = { kind: 'unknown', detail: 'unplugged' };
const refused: Result = { kind: 'rejected', code: 'rejected_by_network', detail: 'no', retryable: false };
const take = (one: QueuedJob) => journal.write(() => journal.jobs.accept(one, startMs));
const intend = (one: QueuedJob, number: number) =>
  journal.write(() => journal.jobs.intend(one, { number, total: one.parts.length }, startMs));
const end = (one: QueuedJob, number: number, result: Result) =>
  journal.write(() => journal.jobs.end(one, { number, total: one.parts.length }, result, startMs));
const receive = (ref: string, outcome: DriverReceipt['outcome'] = 'delivered', address = anna) =>
  journal.write(() =>
    journal.receipts.apply({ match: { by: 'ref', ref, address }, outcome, atMs: startMs }, startMs),
  );
const reports = () =>
  journal.reports
    .listAfter(0n, 1_000)
    .map(({ kind, messageId, outcome, partlySent }) =>
      [kind, messageId, outcome, ...(partlySent ? ['partly'] : [])].join(' '),
    );

async function submit(one: QueuedJob, results: Result[]): Promise<void> {
  await take(one);
  for (const [index, result] of results.entries()) {
    await intend(one, index + 1);
    await end(one, index + 1, result);
  }
}

test('a text is sent when its last part is, and delivered when all parts are', async () => {
  const text = job(1, 3);
  await submit(text, [took('1'), took('2')]);
  expect(reports()).toEqual([]);
  await receive('1');
  await intend(text, 3);
  await end(text, 3, took('3'));
  await receive('3');
  expect(reports()).toEqual(['progress 1 sent']);
  expect(journal.parts.tally(text)).toMatchObject({ delivered: 2, sent: 1, awaited: 1 });
  await receive('2');
  expect(reports()).toEqual(['progress 1 sent', 'receipt 1 delivered']);
});

test('a part that is refused for good ends the text, which says that some of it has left', async () => {
  await submit(job(1, 3), [took('1'), refused]);
  expect(reports()).toEqual(['progress 1 failed partly']);
  await submit(job(2, 3), [refused]);
  expect(reports()[1]).toBe('progress 2 failed');
});

test('a text is not carried on once the network has given up on a part of it', async () => {
  const text = job(1, 3);
  await submit(text, [took('1')]);
  await receive('1', 'failed');
  expect(await intend(text, 2)).toBe(false);
  expect(reports()).toEqual(['progress 1 failed partly']);
});

test('after a crash the parts that were not begun are still sent, and the open one never again', async () => {
  const text = job(1, 3);
  await submit(text, [took('1')]);
  await intend(text, 2);
  restart();
  expect(await journal.write(() => journal.jobs.closeInterrupted(false, startMs))).toBe(1);
  expect(journal.jobs.listQueued()).toMatchObject([{ messageId: 1n, next: 3 }]);
  expect(reports()).toEqual([]);
  await intend(text, 3);
  await end(text, 3, took('3'));
  expect(reports()).toEqual(['progress 1 unknown']);
  expect(journal.jobs.listQueued()).toEqual([]);
});

test('a device that refuses a second submit by itself is asked again after a crash', async () => {
  const text = job(1, 1);
  await take(text);
  await intend(text, 1);
  restart();
  await journal.write(() => journal.jobs.closeInterrupted(true, startMs));
  expect(journal.jobs.listQueued()).toMatchObject([{ messageId: 1n, next: 1 }]);
  expect(await intend(text, 1)).toBe(true);
  await end(text, 1, took('1'));
  expect(reports()).toEqual(['progress 1 sent']);
});

test('a text that such a device may have sent before the crash expires as unknown, never as unsent', async () => {
  const text = job(1, 1);
  await take(text);
  await intend(text, 1);
  restart();
  await journal.write(() => journal.jobs.closeInterrupted(true, startMs));
  await journal.write(() => journal.jobs.expire(text, startMs));
  expect(reports()).toEqual(['progress 1 unknown']);
});

test('a receipt under a ref that we were never given proves the one unanswered part', async () => {
  await submit(job(1, 3), [took('1'), lost, took('3')]);
  expect(reports()).toEqual(['progress 1 unknown']);
  await receive('1');
  await receive('3');
  expect(reports()).toHaveLength(1);
  restart();
  expect(await receive('200', 'delivered', '017012345679')).toBe('unmatched');
  expect(await receive('2', 'delivered', '017012345678')).toBe('applied');
  expect(reports()).toEqual(['progress 1 unknown', 'receipt 1 delivered']);
});

test('a receipt proves nothing when two parts to its recipient were never answered', async () => {
  await submit(job(1, 1), [lost]);
  await submit(job(2, 1), [lost]);
  expect(await receive('9')).toBe('unmatched');
});

test('a text that expires half way says that some of it has left', async () => {
  const text = job(1, 2);
  await submit(text, [took('1')]);
  await journal.write(() => journal.jobs.expire(text, startMs));
  expect(reports()).toEqual(['progress 1 failed partly']);
});

test('a network that writes the recipient without country code is understood, another number is not', async () => {
  await submit(job(1, 1), [took('5')]);
  expect(await receive('5', 'delivered', '+4917012345679')).toBe('unmatched');
  expect(await receive('5', 'delivered', '0170 12345678')).toBe('applied');
});

test('refs that go round at 256, receipts before answers and restarts: each text ends by its own receipts', async () => {
  const plan = fc.array(
    fc.record({
      total: fc.integer({ min: 1, max: 5 }),
      recipient: fc.constantFrom(anna, '+4917087654321'),
      early: fc.boolean(),
      outcome: fc.constantFrom('delivered' as const, 'failed' as const),
      crash: fc.boolean(),
    }),
    { minLength: 60, maxLength: 120 },
  );
  let nextId = 0;
  await fc.assert(
    fc.asyncProperty(plan, async (texts) => {
      let reference = 250;
      const expected: string[] = [];
      for (const { total, recipient, early, outcome, crash } of texts) {
        nextId += 1;
        const text = job(nextId, total, recipient);
        await take(text);
        const owed: string[] = [];
        for (let number = 1; number <= total; number += 1) {
          reference = (reference + 1) % 256;
          const ref = String(reference);
          await intend(text, number);
          if (early && number === total) await receive(ref, outcome, recipient);
          else owed.push(ref);
          if (crash && number === 1 && total > 1) {
            await end(text, number, took(ref));
            restart();
          } else await end(text, number, took(ref));
        }
        for (const ref of owed) await receive(ref, outcome, recipient);
        expected.push(`progress ${nextId} sent`, `receipt ${nextId} ${outcome}`);
      }
      expect(reports()).toEqual(expected);
      await journal.write(() => {
        for (const report of journal.reports.listAfter(0n, 1_000)) journal.reports.delete(report.id);
      });
    }),
    { numRuns: 5 },
  );
});
