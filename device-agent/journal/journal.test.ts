// What the journal promises by itself.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { DriverReceipt } from '../drivers/driver.ts';
import { jobOf, provideJournal, startMs } from '../testing/provide_journal.ts';
import { maxUnackedInbound } from './inbound_rows.ts';
import type { Submit } from './job.ts';
import { maxQueuedJobs } from './job_rows.ts';
import type { Journal } from './journal.ts';
import { openDatabase } from './open_database.ts';

const dayMs = 86_400_000;
let dir: string;
let journal: Journal;

const open = provideJournal((provided) => {
  ({ dir, journal } = provided);
});

const job = (messageId: number, attempt = 1) => jobOf({ messageId: BigInt(messageId), attempt });
const only: Submit = { number: 1, total: 1 };
const byRef = (ref: string, outcome: 'delivered' | 'failed' = 'delivered'): DriverReceipt => ({
  match: { by: 'ref', ref, address: '+15005550101' },
  outcome,
  atMs: startMs,
});
const receive = (receipt: DriverReceipt) => journal.write(() => journal.receipts.apply(receipt, startMs));
const reports = () =>
  journal.reports.listAfter(0n, 100).map(({ kind, messageId, outcome }) => `${kind} ${messageId} ${outcome}`);

async function submit(messageId: number, refs: (string | null)[], atMs = startMs): Promise<void> {
  await journal.write(() => {
    journal.jobs.accept(job(messageId), atMs);
    journal.jobs.intend(job(messageId), only, atMs);
    journal.jobs.end(job(messageId), only, { kind: 'accepted', refs }, atMs);
  });
}

test('a long text is delivered when all its parts are', async () => {
  await submit(1, ['7', '8', null]);
  expect(await receive(byRef('7'))).toBe('applied');
  expect(reports()).toEqual(['progress 1 sent']);
  await receive(byRef('8'));
  expect(reports()).toEqual(['progress 1 sent', 'receipt 1 delivered']);
});

test('a long text fails when one part does, and later receipts change nothing', async () => {
  await submit(1, ['7', '8']);
  await receive(byRef('8', 'failed'));
  await receive(byRef('7'));
  expect(reports()).toEqual(['progress 1 sent', 'receipt 1 failed']);
});

test('a receipt before the answer to its submit is kept and applied, even over a restart', async () => {
  await journal.write(() => {
    journal.jobs.accept(job(1), startMs);
    journal.jobs.intend(job(1), only, startMs);
  });
  expect(await receive(byRef('7'))).toBe('kept');
  expect(reports()).toEqual([]);
  journal.close();
  journal = open();
  await journal.write(() => journal.jobs.end(job(1), only, { kind: 'accepted', refs: ['7'] }, startMs));
  expect(reports()).toEqual(['progress 1 sent', 'receipt 1 delivered']);
});

test('a receipt that names its job proves that an interrupted submit was sent', async () => {
  await journal.write(() => {
    journal.jobs.accept(job(1), startMs);
    journal.jobs.intend(job(1), only, startMs);
  });
  await receive({
    match: { by: 'job', messageId: 1n, attempt: 1, identity: '' },
    outcome: 'delivered',
    atMs: startMs,
  });
  await journal.write(() => journal.jobs.closeInterrupted(false, startMs));
  expect(reports()).toEqual(['progress 1 sent', 'receipt 1 delivered']);
});

test('a ref that came round again means the newest part, and an old one means nothing', async () => {
  await submit(1, ['7'], startMs - 10 * dayMs);
  expect(await receive(byRef('7'))).toBe('unmatched');
  await submit(2, ['7'], startMs - dayMs);
  await submit(3, ['7'], startMs);
  await receive(byRef('7'));
  expect(reports()).toContain('receipt 3 delivered');
  await receive(byRef('7'));
  expect(reports()).toContain('receipt 2 delivered');
  const other: DriverReceipt = { ...byRef('7'), match: { by: 'ref', ref: '7', address: '+15005550199' } };
  expect(await receive(other)).toBe('unmatched');
});

test('a core that forgot an acknowledged end gets it again', async () => {
  await submit(1, ['7']);
  await receive(byRef('7'));
  await journal.write(() => {
    for (const report of journal.reports.listAfter(0n, 10)) journal.reports.delete(report.id);
  });
  expect(await journal.write(() => journal.jobs.accept(job(1), startMs))).toBe('known');
  expect(reports()).toEqual(['progress 1 sent', 'receipt 1 delivered']);
  await journal.write(() => journal.jobs.accept(job(1), startMs));
  expect(reports()).toHaveLength(2);
});

test('more jobs than the bound are not accepted', async () => {
  await journal.write(() => {
    for (let id = 1; id <= maxQueuedJobs; id += 1) journal.jobs.accept(job(id), startMs);
  });
  const accept = (id: number) => journal.write(() => journal.jobs.accept(job(id), startMs));
  expect(await accept(5_000)).toBe('full');
  expect(await accept(1)).toBe('known');
  await journal.write(() => journal.jobs.expire(job(1), startMs));
  expect(await accept(5_000)).toBe('new');
});

test('more inbound texts than the bound stay on the phone', async () => {
  const store = (id: string) =>
    journal.inbound.store({ inboundId: id, address: 'a', body: 'b', receivedAtMs: 1 });
  await journal.write(() => {
    for (let i = 0; i < maxUnackedInbound; i += 1) store(String(i));
  });
  expect(await journal.write(() => [store('more'), store('1')])).toEqual(['full', 'stored']);
});

test('only what has ended, is acknowledged and is old is forgotten', async () => {
  await submit(1, ['7']);
  await submit(2, ['8']);
  await journal.write(() => {
    journal.reports.delete(journal.reports.listAfter(0n, 1)[0]!.id);
    journal.jobs.accept(job(3), startMs);
  });
  expect(await journal.prune(startMs + 13 * dayMs)).toEqual({ deleted: 0, more: false });
  expect(await journal.prune(startMs + 15 * dayMs)).toEqual({ deleted: 1, more: false });
  expect(journal.counts().jobs).toMatchObject({ sent: 1, accepted: 1 });
});

test('changes of one turn are one transaction, and none of them survives a failure', async () => {
  let broken = 0;
  journal.close();
  journal = open({ onBroken: () => (broken += 1) });
  const first = journal.write(() => journal.jobs.accept(job(1), startMs));
  const second = journal.write(() => {
    throw new Error('disk full');
  });
  await expect(first).rejects.toThrow('disk full');
  await expect(second).rejects.toThrow('disk full');
  await expect(journal.write(() => 1)).rejects.toThrow('closed');
  expect(broken).toBe(1);
  journal.abandon(new Error('x'));
  journal = open();
  expect(journal.jobs.listQueued()).toEqual([]);
});

test('the journal is write-ahead logged and fsynced at every commit', () => {
  journal.close();
  const db = openDatabase(dir, 'p');
  expect(db.prepare('pragma journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
  // 2 is FULL.
  expect(db.prepare('pragma synchronous').get()).toMatchObject({ synchronous: 2n });
  db.close();
});

test('a journal keeps its name until it is lost', () => {
  const { id } = journal;
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  journal.close();
  journal = open();
  expect(journal.id).toBe(id);
  journal.close();
  rmSync(join(dir, 'journal.db'));
  journal = open();
  expect(journal.id).not.toBe(id);
});

test('a journal of a newer agent, and a file that is none, are refused with one line', () => {
  journal.close();
  const db = new DatabaseSync(join(dir, 'journal.db'));
  db.exec('pragma user_version = 99');
  db.close();
  expect(open).toThrow(/newer agent/);
  writeFileSync(join(dir, 'journal.db'), 'this is no database, and long enough to be seen as none');
  expect(open).toThrow(/cannot be used/);
  rmSync(join(dir, 'journal.db'));
  journal = open();
});
