// What the journal forgets, what it keeps, and that neither this nor anything else reads through all of its history.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { jobOf, provideJournal, startMs } from '../testing/provide_journal.ts';
import type { Journal } from './journal.ts';
import { migrate } from './schema.ts';

const dayMs = 86_400_000;
const anna = '+4917012345678';
let dir: string;
let journal: Journal;

const open = provideJournal((provided) => {
  ({ dir, journal } = provided);
});

const job = (messageId: number) => jobOf({ messageId: BigInt(messageId), address: anna, body: 'x' });

function sendAndAck(messageId: number): void {
  const only = { number: 1, total: 1 };
  journal.jobs.accept(job(messageId), startMs);
  journal.jobs.intend(job(messageId), only, startMs);
  journal.jobs.end(job(messageId), only, { kind: 'accepted', refs: ['1'] }, startMs);
  for (const report of journal.reports.listAfter(0n, 10)) journal.reports.delete(report.id);
}

test('what is young is kept, however much there is; what is old goes with its parts', async () => {
  await journal.write(() => {
    for (let id = 1; id <= 100; id += 1) sendAndAck(id);
  });
  expect(await journal.prune(startMs + 13 * dayMs)).toEqual({ deleted: 0, more: false });
  expect(journal.parts.tally(job(7))).toMatchObject({ sent: 1 });
  expect(await journal.prune(startMs + 15 * dayMs)).toEqual({ deleted: 100, more: false });
  expect(journal.parts.tally(job(7))).toMatchObject({ sent: 0 });
});

test('names of received texts are kept for two weeks after the core has them, others for as long as it takes', async () => {
  const part = (number: number) => ({
    inboundId: `part-${number}`,
    address: anna,
    body: 'x',
    receivedAtMs: startMs,
    concat: { reference: 1, total: 2, number },
  });
  const waiting = { inboundId: 'waits', address: anna, body: 'x', receivedAtMs: startMs };
  await journal.write(() => {
    journal.inboundParts.store(part(1), startMs);
    journal.inboundParts.store(part(2), startMs);
    journal.inboundParts.store({ ...part(1), inboundId: 'alone', address: 'b' }, startMs);
    journal.inbound.ack(journal.inbound.listAfter(0n, 1)[0]!.inboundId, startMs);
    journal.inbound.store(waiting);
  });
  await journal.prune(startMs + 13 * dayMs);
  expect(await journal.write(() => journal.inboundParts.store(part(1), startMs))).toBe('acked');
  expect(await journal.prune(startMs + 15 * dayMs)).toEqual({ deleted: 1, more: false });
  expect(await journal.write(() => journal.inboundParts.store(part(1), startMs))).toBe('stored');
  expect(journal.inboundParts.namesOf('waits')).toEqual(['waits']);
  expect(journal.inbound.listAfter(0n, 10).map((text) => text.inboundId)).toEqual(['waits']);
  expect(await journal.write(() => journal.inboundParts.releaseStale(startMs + dayMs))).toBe(2);
});

test('more than one pass takes at a time is reported, and gone after the next', async () => {
  await journal.write(() => {
    for (let id = 1; id <= 2_100; id += 1) sendAndAck(id);
  });
  expect(await journal.prune(startMs + 15 * dayMs)).toEqual({ deleted: 2_000, more: true });
  expect(await journal.prune(startMs + 15 * dayMs)).toEqual({ deleted: 100, more: false });
});

test('500,000 done texts and names of received ones are kept, and with one more the oldest of each goes', async () => {
  // Rows are counted by the numbers that they are given, which go on here at the bound.
  const goOnAt = (arrival: number) => {
    const db = new DatabaseSync(join(dir, 'journal.db'));
    db.prepare("update sqlite_sequence set seq = ? where name in ('job', 'inbound')").run(arrival - 1);
    db.close();
  };
  const take = (id: number) =>
    journal.write(() => {
      sendAndAck(id);
      journal.inbound.store({ inboundId: `text ${id}`, address: anna, body: 'x', receivedAtMs: startMs });
      journal.inbound.ack(`text ${id}`, startMs);
    });
  const kept = () =>
    [1, 2, 3].map((id) => [journal.parts.tally(job(id)).sent, journal.inbound.find(`text ${id}`)]);
  await take(1);
  goOnAt(500_000);
  await take(2);
  expect(await journal.prune(startMs)).toEqual({ deleted: 0, more: false });
  await take(3);
  expect(await journal.prune(startMs)).toEqual({ deleted: 2, more: false });
  expect(kept()).toEqual([
    [0, undefined],
    [1, 'acked'],
    [1, 'acked'],
  ]);
});

test('no statement reads through all jobs, parts, reports or received texts', async () => {
  journal.close();
  const prepared: string[] = [];
  const { prepare } = DatabaseSync.prototype;
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
    this: DatabaseSync,
    ...args
  ) {
    prepared.push(args[0]);
    return prepare.apply(this, args);
  });
  journal = open();
  await journal.prune(startMs);
  spy.mockRestore();
  const db = new DatabaseSync(':memory:');
  migrate(db);
  const scans = prepared
    .filter((sql) => /^\s*(select|insert|update|delete)/.test(sql))
    .flatMap((sql) => db.prepare(`explain query plan ${sql}`).all())
    .map((row) => String(row.detail))
    .filter((detail) => detail.startsWith('SCAN'));
  db.close();
  expect(prepared.length).toBeGreaterThan(30);
  // What waits is bounded, and so are early receipts.
  const bounded = /^SCAN (early_receipt|inbound(_part)? USING INDEX inbound_(unacked|part_open|part_group))$/;
  expect(scans.filter((detail) => !bounded.test(detail))).toEqual([]);
});

test('a journal of another pairing is set aside whole, also while someone reads it', async () => {
  await journal.write(() => sendAndAck(1));
  const reader = new DatabaseSync(join(dir, 'journal.db'), { readOnly: true });
  reader.prepare('select count(*) from job').get();
  journal.close();
  journal = open({ pairedAs: 'other' });
  expect(journal.counts().jobs.sent).toBe(0);
  reader.close();
  const previous = new DatabaseSync(join(dir, 'journal.previous.db'));
  expect(previous.prepare('select count(*) as n from job').get()).toEqual({ n: 1 });
  previous.close();
});
