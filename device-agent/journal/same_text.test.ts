// Ids begin again when the core's database is restored, and journals are older than identities: what is reported of a job,
// and whether it is submitted, is decided by the text that it is of.
import { beforeEach, describe, expect, test } from 'vitest';
import { jobOf, provideJournal, startMs } from '../testing/provide_journal.ts';
import type { QueuedJob } from './job.ts';
import type { Journal } from './journal.ts';

const expiresAtMs = startMs + 86_400_000;
const only = { number: 1, total: 1 };
let journal: Journal;

provideJournal((provided) => {
  ({ journal } = provided);
});

const job = (identity: string, change: Partial<QueuedJob> = {}): QueuedJob =>
  jobOf({ identity, address: '+15005550102', ...change });
const accept = (one: QueuedJob) => journal.write(() => journal.jobs.accept(one, startMs));
const intend = (one: QueuedJob) => journal.write(() => journal.jobs.intend(one, only, startMs));
const reports = () => journal.reports.listAfter(0n, 100).map((one) => `${one.identity} ${one.outcome}`);

async function send(one: QueuedJob): Promise<void> {
  await accept(one);
  await intend(one);
  await journal.write(() => journal.jobs.end(one, only, { kind: 'accepted', refs: ['7'] }, startMs));
}
const forget = () =>
  journal.write(() => {
    for (const { id } of journal.reports.listAfter(0n, 100)) journal.reports.delete(id);
  });

describe('a job under the id and attempt of one that was sent', () => {
  beforeEach(async () => {
    await send(job('a'));
    await forget();
  });

  test('a job under the id and attempt of one that was sent with the same identity is not submitted, and its outcome is reported again', async () => {
    expect(await accept(job('a'))).toBe('known');
    expect(reports()).toEqual(['a sent']);
  });

  test('a job under the id and attempt of one that was sent with another identity is submitted, whatever attempt it is, and nothing old is reported of it', async () => {
    expect(await accept(job('b', { attempt: 1 }))).toBe('new');
    expect(await accept(job('c', { attempt: 2 }))).toBe('new');
    expect(await intend(job('b'))).toBe(true);
    expect(reports()).toEqual([]);
  });

  test('a job under the id and attempt of one that was sent keeps its own receipts: a late one of the old text is reported for the old text', async () => {
    await send(job('b', { address: '+15005550103' }));
    await forget();
    const match = { by: 'ref', ref: '7', address: '+15005550102' } as const;
    await journal.write(() =>
      journal.receipts.apply({ match, outcome: 'delivered', atMs: startMs }, startMs),
    );
    expect(reports()).toEqual(['a delivered']);
  });

  test('a job under the id and attempt of one that was sent with the same identity and a later attempt is not submitted', async () => {
    expect(await accept(job('a', { attempt: 2 }))).toBe('refused');
  });
});

describe('where one side is older than identities', () => {
  for (const [had, comes] of [
    ['', 'a'],
    ['a', ''],
  ] as const) {
    test(`the same expiry is the same text (journal "${had}", job "${comes}")`, async () => {
      await send(job(had));
      await forget();
      expect(await accept(job(comes))).toBe('known');
      expect(reports()).toEqual([`${had} sent`]);
    });

    test(`another expiry is never submitted, and ends as unknown (journal "${had}", job "${comes}")`, async () => {
      await send(job(had));
      await forget();
      expect(await accept(job(comes, { expiresAtMs: expiresAtMs + 1 }))).toBe('refused');
      expect(reports()).toEqual([`${comes} unknown`]);
      expect(await intend(job(comes))).toBe(false);
    });
  }

  test('a waiting hand-over makes way for a later one of the same text', async () => {
    await accept(job(''));
    expect(await accept(job('a', { attempt: 2 }))).toBe('new');
    expect(await intend(job(''))).toBe(false);
    expect(await intend(job('a', { attempt: 2 }))).toBe(true);
  });
});
