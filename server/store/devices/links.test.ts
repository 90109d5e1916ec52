// The statements of links on a real database: each item of a batch gets its own answer, and no order of calls makes a
// device two links, two journals or a wrong presence.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { createDatabase, openInspector } from '../../../test/support/database.ts';
import { type SeededAccount, seedAccounts } from '../../../test/support/seed_accounts.ts';
import { hashSecret } from '../../domain/keys/api_key.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import { migrateSchema } from '../postgres/migrating/migrate.ts';
import { createStore, type Store } from '../store.ts';
import { fenceOf } from './links.ts';

const nowMs = Date.parse('2026-03-10T12:00:00.000Z');
const untilMs = nowMs + 45_000;

let url: string;
let database: Database;
let store: Store;
let inspect: ReturnType<typeof openInspector>;
let accounts: SeededAccount[];

beforeAll(async () => {
  url = await createDatabase();
  await migrateSchema(url);
  database = openDatabase({ url, clock: systemClock, deadlineMs: 5_000 });
  store = createStore(database);
  inspect = openInspector(url);
});
beforeEach(async () => {
  accounts = await seedAccounts(url, 3, 0);
});
afterAll(async () => {
  await database.close();
  await inspect.end();
});

interface Fields {
  journalId?: string;
  sims?: number[];
  lastEpoch?: bigint;
}

const openingOf = ({ id }: SeededAccount, fields: Fields = {}) => ({
  lastEpoch: 0n,
  accountId: id,
  deviceId: 1n,
  journalId: 'journal-1',
  agentVersion: '1',
  driver: 'raw',
  sims: [1],
  givesReceipts: null,
  ...fields,
});
const open = async (account: SeededAccount, fields?: Fields) => {
  const [known] = await store.findDevicesByTokens([hashSecret(account.deviceToken)]);
  const { lastEpoch = 0n } = known ?? {};
  const [opened] = await store.openLinks([openingOf(account, { lastEpoch, ...fields })], nowMs, untilMs);
  if (!opened || !('linkEpoch' in opened)) throw new Error('it was not opened');
  return { ...opened, accountId: account.id, deviceId: 1n };
};
const onlineUntil = async ({ id }: SeededAccount) => {
  const [row] = await inspect`select online_until from device where account_id = ${id}`;
  return (row?.online_until as Date | null)?.getTime();
};

test('a locked device keeps no other one from being seen', async () => {
  const [first, second] = accounts as [SeededAccount, SeededAccount, SeededAccount];
  const links = [await open(first), await open(second)];
  await inspect.begin(async (sql) => {
    await sql`select from device where account_id = ${first.id} for update`;
    await store.renewPresence(links, nowMs, untilMs + 1_000);
  });
  expect(await onlineUntil(first)).toBe(untilMs);
  expect(await onlineUntil(second)).toBe(untilMs + 1_000);
});

test('each of a batch gets its own answer, whatever becomes of the others', async () => {
  const [first, unpaired, last] = accounts as [SeededAccount, SeededAccount, SeededAccount];
  await open(last);
  await store.unpairDevice(unpaired.id, 1n, nowMs);
  const opened = await store.openLinks(
    [
      openingOf(last, { lastEpoch: 1n }),
      openingOf(unpaired),
      openingOf({ ...first, id: 1n }),
      openingOf(first),
    ],
    nowMs,
    untilMs,
  );
  expect(opened.map((link) => link && 'linkEpoch' in link && link.linkEpoch)).toEqual([
    2n,
    undefined,
    undefined,
    1n,
  ]);
  const tokens = [last.deviceToken, 'unknown', unpaired.deviceToken, first.deviceToken, last.deviceToken];
  const found = await store.findDevicesByTokens(tokens.map(hashSecret));
  expect(found.map((device) => device?.accountId)).toEqual([
    last.id,
    undefined,
    undefined,
    first.id,
    last.id,
  ]);
});

test('a lost journal is found lost again until it is adopted, and only by the newest link', async () => {
  const [account] = accounts as [SeededAccount];
  expect((await open(account)).journalChanged).toBe(false);
  expect((await open(account, { journalId: 'journal-2' })).journalChanged).toBe(true);
  const older = await open(account, { journalId: 'journal-2' });
  expect(older.journalChanged).toBe(true);
  const newer = await open(account, { journalId: 'journal-3' });
  expect(newer.journalChanged).toBe(true);
  await store.adoptJournal(older, 'journal-2');
  expect((await open(account, { journalId: 'journal-2' })).journalChanged).toBe(true);
  const newest = await open(account, { journalId: 'journal-3' });
  await store.adoptJournal(newest, 'journal-3');
  expect((await open(account, { journalId: 'journal-3' })).journalChanged).toBe(false);
});

test('the SIMs are those that the newest link names, and each of their rows is written', async () => {
  const [account] = accounts as [SeededAccount];
  const rows = () =>
    inspect`select slot, present, xmin::text as version from sim where account_id = ${account.id} order by slot`;
  await open(account, { sims: [1, 2] });
  const before = await rows();
  await open(account, { sims: [2, 3] });
  const after = await rows();
  expect(after.map(({ slot, present }) => [slot, present])).toEqual([
    [1, false],
    [2, true],
    [3, true],
  ]);
  expect(after[1]?.version).not.toBe(before[1]?.version);
});

test('a link that is not the newest says nothing of its device, and is found ended', async () => {
  const [account, other, unpaired] = accounts as [SeededAccount, SeededAccount, SeededAccount];
  const older = await open(account);
  const newer = await open(account);
  const rest = [await open(other), await open(unpaired)];
  await store.renewPresence([older], nowMs, nowMs);
  expect(await onlineUntil(account)).toBe(untilMs);
  await store.renewPresence([newer], nowMs, nowMs);
  expect(await onlineUntil(account)).toBe(nowMs);
  await store.unpairDevice(unpaired.id, 1n, nowMs);
  const ended = await store.listEndedLinks([newer, ...rest]);
  expect(ended).toEqual([{ accountId: unpaired.id, deviceId: 1n, unpaired: true }]);
  expect(await store.listEndedLinks([older])).toEqual([
    { accountId: account.id, deviceId: 1n, unpaired: false },
  ]);
});

test('a link of which a restored database knows nothing, or an older one only, is found ended', async () => {
  const [account, other] = accounts as [SeededAccount, SeededAccount];
  await open(account);
  const newest = await open(account);
  const forgotten = await open(other);
  await inspect`update device set link_epoch = link_epoch - 1 where account_id = ${account.id}`;
  await inspect`delete from device where account_id = ${other.id}`;
  const ended = await store.listEndedLinks([newest, forgotten]);
  expect(ended.toSorted((a, b) => Number(a.unpaired) - Number(b.unpaired))).toEqual([
    { accountId: account.id, deviceId: 1n, unpaired: false },
    { accountId: other.id, deviceId: 1n, unpaired: true },
  ]);
});

test('what each device holds comes in order, and none of another’s', async () => {
  const [first, second, idle] = accounts as [SeededAccount, SeededAccount, SeededAccount];
  for (const { id } of [first, second]) {
    await inspect`
      insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments, encoding,
        charged, device_id, attempt, created_at, deadline_at)
      select ${id}::int8, n, n, 'out', '+1', '+1', ${id} || ' ' || n, (case when n < 4 then 'sending' else 'sent' end)::message_status,
        'device', 1, 'gsm7', true, case when n = 2 then 2 else 1 end, 1, now(), now() from generate_series(1, 5) n`;
  }
  const lists = await store.listHandedOverTo(
    [second, idle, first].map(({ id }) => ({ accountId: id, deviceId: 1n })),
  );
  const held = ({ id }: SeededAccount) => [
    [1n, `${id} 1`, 1],
    [3n, `${id} 3`, 1],
  ];
  expect(lists.map((list) => list.map(({ id, body, sim }) => [id, body, sim]))).toEqual([
    held(second),
    [],
    held(first),
  ]);
});

/** A state in which nothing is wrong and nothing is known. */
const sound = {
  ...{ atMs: nowMs, problem: '', detail: '', signalPercent: null, batteryPercent: null, queueLength: 0 },
  ...{ inboxFull: false, connection: null, charging: null, model: '', appVersion: '' },
};

test('statements over the same devices in any order never wait for each other in a circle', async () => {
  const shared = await seedAccounts(url, 60, 0);
  const links = shared.map(({ id }) => ({ accountId: id, deviceId: 1n, linkEpoch: 0n }));
  const work: Promise<unknown>[] = [];
  for (let round = 0; round < 15; round++) {
    const order = round % 2 === 0 ? shared : shared.toReversed();
    const refs = (round % 2 === 0 ? links.toReversed() : links).map((link) => ({
      ...link,
      linkEpoch: BigInt(round),
    }));
    work.push(
      store.openLinks(
        order.map((account) => openingOf(account, { sims: [2, 1] })),
        nowMs,
        untilMs,
      ),
    );
    work.push(store.renewPresence(refs, nowMs, untilMs));
    work.push(store.storeStates(refs.map((link) => ({ ...link, ...sound }))));
  }
  const outcomes = await Promise.allSettled(work);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  // Whoever comes first for a device opens its link; the others are refused.
  const [row] = await inspect`
    select min(link_epoch)::int as least, max(link_epoch)::int as most from device
    where account_id in ${inspect(shared.map(({ id }) => id))}`;
  expect(row).toEqual({ least: 1, most: 1 });
});

test('an opening that is written late opens nothing, names no SIM and changes no journal', async () => {
  const [account] = accounts as [SeededAccount];
  const late = openingOf(account, { lastEpoch: 0n, journalId: 'journal-2', sims: [1, 2] });
  await open(account);
  expect(await store.openLinks([late], nowMs, untilMs)).toEqual([{ lastEpoch: 1n }]);
  const [row] =
    await inspect`select link_epoch, journal_id, (select count(*)::int from sim s where s.account_id = d.account_id) as sims
    from device d where account_id = ${account.id}`;
  expect(row).toEqual({ link_epoch: 1n, journal_id: 'journal-1', sims: 1 });
});

test('a device whose row or SIM is locked by somebody keeps none of the others waiting', async () => {
  const [locked, ofLockedSim, free] = accounts as [SeededAccount, SeededAccount, SeededAccount];
  await open(ofLockedSim);
  await inspect.begin(async (sql) => {
    await sql`select from device where account_id = ${locked.id} for update`;
    await sql`select from sim where account_id = ${ofLockedSim.id} for update`;
    const openings = [openingOf(locked), openingOf(ofLockedSim, { lastEpoch: 1n }), openingOf(free)];
    expect(await store.openLinks(openings, nowMs, untilMs)).toEqual([
      { lastEpoch: 0n },
      { lastEpoch: 1n },
      { linkEpoch: 1n, journalChanged: false, hadProblem: false },
    ]);
    const refs = [locked, free].map(({ id }, index) => ({
      accountId: id,
      deviceId: 1n,
      linkEpoch: BigInt(index),
    }));
    await store.renewPresence(refs, nowMs, untilMs + 1);
    const states = refs.map((ref) => ({ ...ref, ...sound, problem: 'absent' }));
    expect(await store.storeStates(states)).toEqual([false, true]);
    const fences = [ofLockedSim, free].map(({ id }) => ({ accountId: id, deviceId: 1n, fence: 1n << 30n }));
    expect(await store.fenceLinks(fences)).toEqual([false, true]);
  });
  expect(await onlineUntil(free)).toBe(untilMs + 1);
});

test('what is claimed under an older fence than its SIM has seen is void, however late a fence is written', async () => {
  const [account] = accounts as [SeededAccount];
  const { linkEpoch } = await open(account);
  const fence = (doubts: number) => ({
    accountId: account.id,
    deviceId: 1n,
    fence: fenceOf(linkEpoch, doubts),
  });
  expect(await store.fenceLinks([fence(2)])).toEqual([true]);
  expect(await store.fenceLinks([fence(1)])).toEqual([true]);
  const [row] = await inspect`select fence from sim where account_id = ${account.id}`;
  expect(row?.fence).toBe(fenceOf(linkEpoch, 2));
  // The next link begins above every fence of this one.
  expect(fenceOf(linkEpoch + 1n, 0)).toBeGreaterThan(fenceOf(linkEpoch, 1_000_000));
});
