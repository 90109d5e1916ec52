// A journal of the first version, with everything open in it, is moved up and carried on with.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { QueuedJob } from './job.ts';
import { Journal } from './journal.ts';
import { migrate, schemaOfVersion } from './schema.ts';

const startMs = Date.UTC(2026, 0, 1);
const [anna, ben] = ['+4917012345678', '+15005550102'] as const;
let dir: string;
let journal: Journal;

/** What an agent of the first version left behind when its power went. */
const contents = `
insert into meta values ('journal_id', '0123456789abcdef'), ('paired_as', 'p'), ('core_offset_ms', '5');
insert into job (message_id, attempt, address, body, expires_at_ms, state, tries, accepted_at_ms, intent_at_ms,
    finished_at_ms, receipt, receipt_at_ms) values
  (1, 1, '${anna}', 'waits', 9e15, 'accepted', 0, ${startMs}, null, null, null, null),
  (2, 1, '${anna}', 'under way', 9e15, 'intent', 1, ${startMs}, ${startMs}, null, null, null),
  (3, 1, '${ben}', 'under way, and reported', 9e15, 'intent', 0, ${startMs}, ${startMs}, null, null, null),
  (4, 2, '', '', 9e15, 'sent', 0, ${startMs}, ${startMs}, ${startMs}, null, null),
  (5, 1, '', '', 9e15, 'sent', 0, ${startMs}, ${startMs}, ${startMs}, 'delivered', ${startMs}),
  (6, 1, '', '', 9e15, 'unknown', 0, ${startMs}, ${startMs}, ${startMs}, null, null),
  (4, 1, '', '', 9e15, 'superseded', 0, ${startMs}, null, ${startMs}, null, null);
insert into job_ref values
  (4, 2, 0, '7', '${anna}', ${startMs}, 1), (4, 2, 1, '8', '${anna}', ${startMs}, 0),
  (5, 1, 0, '9', '${ben}', ${startMs}, 1);
insert into early_receipt (message_id, attempt, ref, address, outcome, detail, at_ms) values
  (3, 1, null, null, 'delivered', '', ${startMs}), (null, null, '77', '${anna}', 'delivered', '', ${startMs});
insert into report (kind, message_id, attempt, outcome, error, at_ms) values
  ('progress', 4, 2, 'sent', '', ${startMs});
insert into inbound (inbound_id, address, body, received_at_ms, acked_at_ms) values
  ('old', '', '', ${startMs}, ${startMs}), ('new', '${ben}', 'hello', ${startMs}, null);
`;

function leave(name: string, sql: string): void {
  const db = new DatabaseSync(join(dir, name));
  for (const step of schemaOfVersion(1)) db.exec(step);
  db.exec(sql);
  db.exec('pragma user_version = 1');
  db.close();
}

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'journal-'));
  leave('journal.db', contents);
  journal = new Journal({ dir, pairedAs: 'p', onBroken: () => undefined });
});
afterEach(() => {
  journal.close();
  rmSync(dir, { recursive: true, force: true });
});

const reports = () =>
  journal.reports.listAfter(0n, 100).map(({ kind, messageId, outcome }) => `${kind} ${messageId} ${outcome}`);
const handOver = (messageId: bigint, attempt: number): QueuedJob => ({
  messageId,
  identity: '',
  attempt,
  address: anna,
  body: 'waits',
  encoding: 'gsm7',
  parts: ['waits'],
  referenceBits: 8,
  sim: 1,
  expiresAtMs: 9e15,
  next: 1,
  tries: 0,
});
const accept = (messageId: bigint, attempt = 1) =>
  journal.write(() => journal.jobs.accept(handOver(messageId, attempt), startMs));

for (const idempotent of [false, true])
  test(`what was under way is not submitted anew (idempotent: ${idempotent})`, async () => {
    await journal.write(() => journal.jobs.closeInterrupted(idempotent, startMs));
    const again = journal.jobs.listQueued().map(({ messageId, next }) => [messageId, next]);
    if (idempotent)
      expect(again).toEqual([
        [2n, 1],
        [3n, 1],
      ]);
    else expect(again).toEqual([]);
    expect(await accept(2n, 2)).toBe('refused');
    if (idempotent) return;
    expect(reports()).toEqual([
      'progress 4 sent',
      'progress 2 unknown',
      'receipt 2 delivered',
      'progress 3 sent',
      'receipt 3 delivered',
      'progress 2 unknown',
    ]);
  });

test('what was never submitted is taken anew from the core, with its parts', async () => {
  await journal.write(() => journal.jobs.closeInterrupted(false, startMs));
  expect(await accept(1n)).toBe('new');
  expect(journal.jobs.listQueued()).toMatchObject([{ messageId: 1n, parts: ['waits'], next: 1 }]);
  expect(await accept(1n)).toBe('known');
});

test('refs of earlier submits still find their receipts', async () => {
  await journal.write(() => journal.jobs.closeInterrupted(false, startMs));
  const receive = (ref: string, address: string) =>
    journal.write(() =>
      journal.receipts.apply(
        { match: { by: 'ref', ref, address }, outcome: 'delivered', atMs: startMs },
        startMs,
      ),
    );
  expect(await receive('7', anna)).toBe('unmatched');
  expect(await receive('8', '0170 12345678')).toBe('applied');
  expect(reports().filter((line) => line.includes(' 4 '))).toEqual([
    'progress 4 sent',
    'receipt 4 delivered',
  ]);
});

test('names of received texts, keys of jobs, reports and the journal itself are kept', async () => {
  expect(journal.id).toBe('0123456789abcdef');
  expect(journal.meta.get('core_offset_ms')).toBe('5');
  expect(reports()).toEqual(['progress 4 sent']);
  expect(await accept(6n, 2)).toBe('refused');
  expect(await accept(4n, 1)).toBe('known');
  expect(await accept(5n)).toBe('known');
  expect(reports().slice(1)).toEqual(['progress 6 unknown', 'progress 5 sent', 'receipt 5 delivered']);
  expect(journal.inbound.listAfter(0n, 10)).toMatchObject([{ inboundId: 'new', body: 'hello' }]);
  const text = { inboundId: 'old', address: ben, body: 'again', receivedAtMs: startMs };
  expect(await journal.write(() => journal.inbound.store(text))).toBe('acked');
});

test('a moved journal has the tables and indexes of a new one', () => {
  const shape = (db: DatabaseSync) =>
    db.prepare("select name from sqlite_schema where name not like 'sqlite_%' order by name").all();
  const moved = new DatabaseSync(join(dir, 'journal.db'));
  const fresh = new DatabaseSync(':memory:');
  migrate(fresh);
  expect(shape(moved)).toEqual(shape(fresh));
  for (const table of ['job', 'part', 'report', 'early_receipt', 'inbound', 'inbound_part']) {
    const columns = (db: DatabaseSync) => db.prepare(`pragma table_info(${table})`).all();
    expect(columns(moved)).toEqual(columns(fresh));
  }
  moved.close();
  fresh.close();
});
