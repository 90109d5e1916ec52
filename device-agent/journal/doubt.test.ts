// What may have left is never taken for unsent, and a receipt is never credited to a text that it is not about.
import { expect, test } from 'vitest';
import type { DriverReceipt, Result } from '../drivers/driver.ts';
import { jobOfParts, provideJournal, startMs } from '../testing/provide_journal.ts';
import type { QueuedJob } from './job.ts';
import type { Journal } from './journal.ts';

const anna = '+4917012345678';
let journal: Journal;

const open = provideJournal((provided) => {
  ({ journal } = provided);
});

const job = (messageId: number, total = 1, attempt = 1): QueuedJob =>
  jobOfParts(total, { messageId: BigInt(messageId), attempt, address: anna });
const took = (ref: string | null): Result => ({ kind: 'accepted', refs: [ref] });
const lost: Result = { kind: 'unknown', detail: 'unplugged' };
const refused: Result = { kind: 'rejected', code: 'device_failed', detail: 'no', retryable: false };
const take = (one: QueuedJob) => journal.write(() => journal.jobs.accept(one, startMs));
const intend = (one: QueuedJob, number = 1) =>
  journal.write(() => journal.jobs.intend(one, { number, total: one.parts.length }, startMs));
const end = (one: QueuedJob, result: Result, number = 1) =>
  journal.write(() => journal.jobs.end(one, { number, total: one.parts.length }, result, startMs));
const putBack = (one: QueuedJob, number = 1, tries = 1) =>
  journal.write(() => journal.jobs.putBack(one, number, tries, startMs));
const expire = (one: QueuedJob) => journal.write(() => journal.jobs.expire(one, startMs));
const receive = (ref: string, outcome: DriverReceipt['outcome'] = 'delivered') =>
  journal.write(() =>
    journal.receipts.apply({ match: { by: 'ref', ref, address: anna }, outcome, atMs: startMs }, startMs),
  );
const reports = () =>
  journal.reports
    .listAfter(0n, 1_000)
    .map(({ kind, messageId, attempt, outcome }) => `${kind} ${messageId}.${attempt} ${outcome}`);

async function submit(one: QueuedJob, ...results: Result[]): Promise<void> {
  await take(one);
  for (const [index, result] of results.entries()) {
    await intend(one, index + 1);
    await end(one, result, index + 1);
  }
}

/** The power went during a submit, and the device refuses a second one by itself. */
async function interrupt(one: QueuedJob, number = 1): Promise<void> {
  await intend(one, number);
  journal.close();
  journal = open();
  expect(await journal.write(() => journal.jobs.closeInterrupted(true, startMs))).toBe(1);
}

test('a text that may have left in an earlier run stays so when the device is not ready to be asked', async () => {
  await take(job(1));
  await interrupt(job(1));
  await intend(job(1));
  await putBack(job(1));
  expect(journal.jobs.listQueued()).toMatchObject([{ messageId: 1n, next: 1 }]);
  expect(await take(job(1, 1, 2))).toBe('refused');
  await expire(job(1));
  expect(reports()).toEqual(['progress 1.2 unknown', 'progress 1.1 unknown']);
});

test('it may be asked for again until the device answers, and that answer counts', async () => {
  await take(job(1));
  await interrupt(job(1));
  await intend(job(1));
  await putBack(job(1));
  expect(await intend(job(1))).toBe(true);
  await end(job(1), took('1'));
  await receive('1');
  expect(reports()).toEqual(['progress 1.1 sent', 'receipt 1.1 delivered']);
});

test('a text that did not leave at its first refusal is free for a newer hand-over', async () => {
  await take(job(1));
  await intend(job(1));
  await putBack(job(1));
  expect(await take(job(1, 1, 2))).toBe('new');
  expect(await intend(job(1))).toBe(false);
  await expire(job(1));
  expect(reports()).toEqual([]);
});

test('no hand-over is accepted after a newer one, and none of it may be submitted', async () => {
  expect(await take(job(1, 1, 3))).toBe('new');
  expect(await take(job(1, 1, 2))).toBe('refused');
  expect(await intend(job(1, 1, 2))).toBe(false);
  expect(await intend(job(1, 1, 3))).toBe(true);
});

test('a part that was begun may have left even when another part of its text failed meanwhile', async () => {
  const text = job(1, 3);
  await take(text);
  await intend(text);
  await end(text, took('1'));
  await receive('1', 'failed');
  await journal.write(() => journal.parts.begin({ ...text, number: 2 }, anna, startMs));
  await journal.write(() => journal.jobs.closeInterrupted(true, startMs));
  expect(await intend(text, 2)).toBe(false);
  expect(journal.parts.tally(text)).toMatchObject({ intent: 0, unknown: 1, left: 2 });
  expect(journal.parts.awaitsAnswer('12345678')).toBe(false);
});

test('a receipt that is repeated says nothing of another text to the same recipient', async () => {
  await submit(job(1), took('5'));
  await receive('5');
  await submit(job(2), lost);
  expect(await receive('5')).toBe('unmatched');
  expect(await receive('5', 'failed')).toBe('unmatched');
  await take(job(3));
  await intend(job(3));
  expect(await receive('5')).toBe('kept');
  await end(job(3), took('6'));
  expect(reports()).toEqual([
    'progress 1.1 sent',
    'receipt 1.1 delivered',
    'progress 2.1 unknown',
    'progress 3.1 sent',
  ]);
  expect(await receive('7')).toBe('applied');
  expect(reports()).toContain('receipt 2.1 delivered');
});

test('a receipt before the answer is for the new text, though an older one has the same ref', async () => {
  await submit(job(1), took('5'));
  await take(job(2));
  await intend(job(2));
  await receive('5');
  await end(job(2), took('5'));
  expect(reports()).toEqual(['progress 1.1 sent', 'progress 2.1 sent', 'receipt 2.1 delivered']);
  await receive('5');
  expect(reports()[3]).toBe('receipt 1.1 delivered');
});

for (const [how, finish] of [
  ['is refused', () => end(job(2), refused)],
  ['is put back', () => putBack(job(2))],
] as const)
  test(`a receipt that came during a later submit is not forgotten when that one ${how}`, async () => {
    await submit(job(1), lost);
    await take(job(2));
    await intend(job(2));
    expect(await receive('9')).toBe('kept');
    await finish();
    expect(reports()).toContain('receipt 1.1 delivered');
  });

test('a text whose awaited receipts were all there before its last submit ended is delivered', async () => {
  const text = job(1, 2);
  await take(text);
  await intend(text, 1);
  await end(text, took('1'), 1);
  await receive('1');
  await intend(text, 2);
  await end(text, took(null), 2);
  expect(reports()).toEqual(['progress 1.1 sent', 'receipt 1.1 delivered']);
});

test('without any receipt a text is not delivered, and with none to come neither', async () => {
  await submit(job(1, 2), took(null), took(null));
  await submit(job(2, 2), took('1'), lost);
  await receive('1');
  expect(reports()).toEqual(['progress 1.1 sent', 'progress 2.1 unknown']);
});

test('tries count for one part, and are kept over a restart as they were reported', async () => {
  const text = job(1, 2);
  await take(text);
  await intend(text, 1);
  await putBack(text, 1, 3);
  expect(journal.jobs.listQueued()[0]?.tries).toBe(3);
  await intend({ ...text, tries: 3 }, 1);
  await end(text, took('1'), 1);
  expect(journal.jobs.listQueued()[0]).toMatchObject({ next: 2, tries: 0 });
});

test('a late answer names the unanswered part, and only that, and the text was sent once all parts are taken', async () => {
  await submit(job(1, 2), lost, took('2'));
  expect(reports()).toEqual(['progress 1.1 unknown']);
  for (const [number, ref] of [
    [1, '1'],
    [2, '3'],
    [1, '4'],
  ] as const)
    await journal.write(() => journal.jobs.acceptLate(job(1, 2), number, [ref], startMs));
  const sent = ['progress 1.1 unknown', 'progress 1.1 sent'];
  expect(reports()).toEqual(sent);
  for (const unknown of ['3', '4']) expect(await receive(unknown)).toBe('unmatched');
  await receive('2');
  expect(reports()).toEqual(sent);
  await receive('1');
  expect(reports()).toEqual([...sent, 'receipt 1.1 delivered']);
});

test('one late answer of two is no proof that the text was sent', async () => {
  await submit(job(1, 2), lost, lost);
  await journal.write(() => journal.jobs.acceptLate(job(1, 2), 1, ['1'], startMs));
  expect(reports()).toEqual(['progress 1.1 unknown']);
});

test('a device that says late that a text was sent is believed once', async () => {
  await submit(job(1), lost);
  for (const isNews of [true, false])
    expect(await journal.write(() => journal.jobs.sentLate(job(1), startMs))).toBe(isNews);
  expect(reports()).toEqual(['progress 1.1 unknown', 'progress 1.1 sent']);
  await submit(job(2), took('2'));
  await take(job(3));
  for (const id of [2, 3])
    expect(await journal.write(() => journal.jobs.sentLate(job(id), startMs))).toBe(false);
});

test('receipts that never find a text are bounded', async () => {
  await take(job(1));
  await intend(job(1));
  await journal.write(() => {
    for (let ref = 0; ref < 1_100; ref += 1)
      journal.receipts.apply(
        { match: { by: 'ref', ref: `r${ref}`, address: anna }, outcome: 'delivered', atMs: startMs },
        startMs,
      );
  });
  await end(job(1), took('r50'));
  expect(reports()).toEqual(['progress 1.1 sent']);
  await submit(job(2), took('r1099'));
  expect(await receive('r1099')).toBe('applied');
});
