// Cores on machines with wrong clocks. The database's time counts: no text expires early, no month moves, and instants
// of two cores compare.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { toTimestamp } from '../../server/connect/proto_values.ts';
import { clientOf } from '../support/core.ts';
import { createDatabase, openInspector } from '../support/database.ts';
import { type CoreProcess, startCoreProcess } from '../support/processes.ts';
import { seedAccounts } from '../support/seed_accounts.ts';
import { type WrittenTables, watchTables } from '../support/written_tables.ts';

const hourMs = 3_600_000;
const [ahead, farAhead, behind] = [25 * hourMs, 40 * 24 * hourMs, -90_000];

let url: string;
let sql: ReturnType<typeof openInspector>;
let written: WrittenTables;
let core: CoreProcess;
let accountId: bigint;

/** A core on a machine whose clock is off by this much, or its first words if it does not start. */
function startSkewed(byMs: number): Promise<CoreProcess> {
  const skew = `const now = Date.now; Date.now = () => now() + ${byMs};
    globalThis.Date = class extends Date { constructor(...a) { super(...(a.length ? a : [Date.now()])); } };`;
  return startCoreProcess(url, { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(skew)}` });
}

const send = async (through: CoreProcess, body: string) => {
  const texts = [{ accountId, address: '+15005550006', body }];
  const { results } = await clientOf(MessageService, through).sendMessages({ texts });
  expect(results[0]?.outcome.case).toBe('accepted');
};

beforeAll(async () => {
  url = await createDatabase();
  sql = openInspector(url);
  written = await watchTables(sql, 'message');
  core = await startCoreProcess(url);
  accountId = (await seedAccounts(url, 1, 0))[0]?.id ?? 0n;
}, 90_000);

afterAll(async () => {
  await core?.stop();
  await sql?.end();
}, 90_000);

test("a replica 25 hours ahead expires nobody's queue, and still ends overdue texts", async () => {
  await send(core, 'waits');
  await send(core, 'overdue');
  await core.stop();
  const skewed = await startSkewed(ahead);
  await sql`update message set deadline_at = now() - interval '1 second' where body = 'overdue'`;
  const statusOf = async (body: string) =>
    (await sql`select status from message where body = ${body}`)[0]?.status as string;
  await written.until(async () => (await statusOf('overdue')) === 'failed');
  expect(await statusOf('waits')).toBe('queued');
  await skewed.stop();
  core = await startCoreProcess(url);
}, 90_000);

test('a replica an hour ahead accepts and releases texts for later by the database’s clock', async () => {
  const skewed = await startSkewed(hourMs);
  const statusOf = async (body: string) =>
    (await sql`select status from message where body = ${body}`)[0]?.status as string;
  const through = (body: string, afterMs: number) => {
    const texts = [{ accountId, address: '+15005550006', body, sendAt: toTimestamp(Date.now() + afterMs) }];
    return clientOf(MessageService, skewed).sendMessages({ texts });
  };
  const halfHour = hourMs / 2;
  await core.stop();
  await through('in half an hour', halfHour);
  await through('released', halfHour);
  await through('soon', 1_000);
  await sql`update message set send_at = now() where body = 'released'`;
  await written.until(async () => (await statusOf('released')) === 'queued');
  await written.until(async () => (await statusOf('soon')) === 'queued');
  expect(await statusOf('in half an hour')).toBe('scheduled');
  const [soon] =
    await sql`select substring(steps from 'l(\d+)')::int8 - extract(epoch from send_at) * 1000 as late_ms
    from message where body = 'soon'`;
  expect(Number(soon?.late_ms)).toBeGreaterThanOrEqual(0);
  await skewed.stop();
  core = await startCoreProcess(url);
}, 90_000);

test('a replica 40 days ahead moves no month and no deadline', async () => {
  const [before] = await sql`select period::text, texts_used from account where id = ${accountId}`;
  const skewed = await startSkewed(farAhead);
  await send(skewed, 'from far ahead');
  const [after] = await sql`select period::text, texts_used from account where id = ${accountId}`;
  expect(after).toEqual({ period: before?.period, texts_used: before?.texts_used + 1 });
  const [text] = await sql`select deadline_at < now() + interval '25 hours' as is_near from message
    where body = 'from far ahead'`;
  expect(text?.is_near).toBe(true);
  await skewed.stop();
}, 90_000);

test('instants from two replicas whose clocks are minutes apart are in the order of events', async () => {
  const skewed = await Promise.all([startSkewed(behind), startSkewed(ahead)]);
  for (let turn = 0; turn < 6; turn++) await send(skewed[turn % 2] as CoreProcess, `turn ${turn}`);
  const rows = await sql`select body from message where body like 'turn %' order by created_at, id`;
  expect(rows.map(({ body }) => body)).toEqual([0, 1, 2, 3, 4, 5].map((turn) => `turn ${turn}`));
  const [row] =
    await sql`select max(abs(extract(epoch from now() - created_at)))::float8 as worst_s from message
    where body like 'turn %'`;
  expect(row?.worst_s).toBeLessThan(20);
  await Promise.all(skewed.map((each) => each.stop()));
}, 90_000);
