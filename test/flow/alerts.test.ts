// Alerts to the operator, with two cores on one database: one message when a problem begins, one when it ends, and no others.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../runtime/log.ts';
import { freePort } from '../../runtime/testing/free_port.ts';
import type { AlertMessage } from '../../server/app/operations/alerts/message.ts';
import { type AlertWatch, startAlertWatch } from '../../server/app/operations/alerts/watch.ts';
import { type Database, openDatabase } from '../../server/store/postgres/database.ts';
import { DatabaseUnavailable } from '../../server/store/postgres/driver.ts';
import { createStore, type Store } from '../../server/store/store.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { PartClock } from '../simulation/time.ts';
import { openInspector } from '../support/database.ts';
import { startMailServer } from '../support/mail_server.ts';
import { seedAccounts } from '../support/seed_accounts.ts';

let service: SimulatedService;
let clock: PartClock;
let database: Database;
let store: Store;
let sql: ReturnType<typeof openInspector>;
let accountId: bigint;
beforeAll(async () => {
  service = await SimulatedService.begin();
  clock = service.simulation.clockOf('cores');
  database = openDatabase({ url: await service.database.open('cores'), clock, deadlineMs: 5_000 });
  store = createStore(database);
  sql = openInspector(service.databaseUrl);
  const [account] = await seedAccounts(service.databaseUrl, 1, 1);
  accountId = account?.id ?? 0n;
  await sql`update device set unpaired_at = now()`;
});
afterAll(async () => {
  await sql?.end();
  await database?.close();
  await service?.end();
});

let sent: AlertMessage[];
let isTaken: boolean;
const watches: AlertWatch[] = [];
beforeEach(async () => {
  sent = [];
  isTaken = true;
  await sql`delete from alert`;
  await sql`delete from alert_reporter`;
  await sql`delete from device where id = 77`;
});
afterEach(async () => {
  await service.simulation.during(Promise.all(watches.splice(0).map((watch) => watch.stop())));
});

/** A core that watches. The test supplies its carriers, its line to the database and its line to the operator. */
function startCore({
  carriers = {} as Record<string, boolean>,
  reach = { isAway: false },
  way = Promise.resolve(),
} = {}) {
  const guarded = new Proxy(store, {
    get: (target, name) =>
      reach.isAway ? () => Promise.reject(new DatabaseUnavailable('cut off')) : Reflect.get(target, name),
  });
  const watch = startAlertWatch({
    store: guarded,
    clock,
    log: createLog('core', 'silent'),
    targets: [
      {
        name: 'post',
        deliver: async (message) => {
          await way;
          if (!isTaken) throw new Error('away');
          sent.push(message);
        },
      },
    ],
    instance: 'one:4101',
    carriers: () =>
      Object.entries(carriers).map(([name, up]) => ({
        ...{ name, up, kind: 'smpp', priority: 1, sharedSender: null, detail: '', capacity: 1 },
      })),
    certificateEnds: () => new Map(),
    readDisk: async () => undefined,
  });
  watches.push(watch);
  return watch;
}

/** Lets so much time pass: each core looks every 15 seconds. */
const pass = (seconds: number) => service.simulation.run(seconds * 1_000);

const subjects = () => sent.splice(0).map(({ subject }) => subject);

const addDevice = (onlineUntilMs: number) =>
  sql`insert into device (account_id, id, name, token_hash, link_epoch, agent_version, driver, created_at, online_until, last_seen_at)
    values (${accountId}, 77, 'Ada', 'alerts', 0, '1', 'at', now(), ${new Date(onlineUntilMs)}, ${new Date(onlineUntilMs)})`;

test('a lasting problem is reported once, and so is its end; neither a second core nor a restart repeats them', async () => {
  await addDevice(clock.nowMs() - 1_000);
  const [first, second] = [startCore(), startCore()];
  await pass(585);
  expect(subjects()).toEqual([]);
  await pass(60);
  expect(subjects()).toEqual([`[Textrelay] Device 77 of account ${accountId} was linked today and is away`]);
  await pass(300);
  await Promise.all([first.stop(), second.stop()]);
  startCore();
  await pass(300);
  expect(subjects()).toEqual([]);
  await sql`update device set online_until = ${new Date(clock.nowMs() + 3_600_000)} where id = 77`;
  await pass(60);
  expect(subjects()).toEqual([
    `[Textrelay] over: Device 77 of account ${accountId} was linked today and is away`,
  ]);
  await pass(60);
  expect([subjects(), await sql`select from alert`]).toMatchObject([[], []]);
});

test('a problem that ends before it has lasted is never reported', async () => {
  await addDevice(clock.nowMs() - 1_000);
  startCore();
  await pass(300);
  await sql`update device set online_until = ${new Date(clock.nowMs() + 30_000)} where id = 77`;
  await pass(30);
  await pass(585);
  expect(subjects()).toEqual([]);
});

test('a carrier is down when no core can submit through it, whichever core reports', async () => {
  const [here, there] = [{ main: false }, { main: true }];
  for (const carriers of [here, there]) startCore({ carriers });
  await pass(600);
  expect(subjects()).toEqual([]);
  there.main = false;
  await pass(330);
  expect(subjects()).toEqual(['[Textrelay] No core can submit through the carrier main']);
  there.main = true;
  await pass(60);
  expect(subjects()).toEqual(['[Textrelay] over: No core can submit through the carrier main']);
});

test('while the database is away the core that reported last says so, once, and that it is back', async () => {
  const reach = { isAway: false };
  for (const _ of [1, 2]) startCore({ reach });
  await pass(30);
  reach.isAway = true;
  await pass(15);
  expect(subjects()).toEqual([]);
  await pass(120);
  expect(subjects()).toEqual(['[Textrelay] The core at one:4101 does not reach its database']);
  reach.isAway = false;
  // The lease has run out, so the other core may have taken it.
  await pass(60);
  expect(subjects()).toEqual(['[Textrelay] over: The core at one:4101 does not reach its database']);
});

test('a report that nobody took is repeated until somebody takes it', async () => {
  await addDevice(clock.nowMs() - 1_000);
  startCore();
  isTaken = false;
  await pass(900);
  isTaken = true;
  await pass(60);
  expect(subjects()).toHaveLength(1);
});

test('the next core repeats the report that a core was making when it ended, and marks it as a possible repeat', async () => {
  await addDevice(clock.nowMs() - 1_000);
  const way = Promise.withResolvers<void>();
  startCore({ way: way.promise });
  await pass(585);
  await pass(30);
  expect(await sql`select from alert where saying_since is not null`).toHaveLength(1);
  startCore();
  await pass(75);
  expect(sent).toEqual([]);
  await pass(60);
  expect(sent.map(({ text }) => text.includes('You may have got some of this before'))).toEqual([true]);
  await sql`update device set online_until = ${new Date(clock.nowMs() + 3_600_000)} where id = 77`;
  await pass(60);
  expect(sent.map(({ subject, text }) => [subject.includes('over'), text.includes('before')])).toEqual([
    [false, true],
    [true, false],
  ]);
  way.reject(new Error('it ended'));
});

test('a core that lost the right to report before it spoke says nothing', async () => {
  await addDevice(clock.nowMs() - 1_000);
  startCore();
  await pass(300);
  const [alert] = await store.listAlerts(10);
  const taken = async () => await store.takeAlerts(randomUUID(), alert ? [alert] : [], clock.nowMs());
  expect([alert?.rule, await taken()]).toEqual(['TextrelayDeviceAway', []]);
});

test('a problem that no core has seen for half an hour is over', async () => {
  const carriers = { old: false };
  const gone = startCore({ carriers });
  await pass(330);
  expect(subjects()).toHaveLength(1);
  await gone.stop();
  startCore();
  await pass(1_700);
  expect(subjects()).toEqual([]);
  await pass(200);
  expect(subjects()).toEqual(['[Textrelay] over: No core can submit through the carrier old']);
});

test('a running core sends the trial mail that the operator asks for, and says when nobody takes its post', async () => {
  const mails = await startMailServer();
  const core = await service.startCore({
    mail: { url: mails.url, from: 'texts@example.com' },
    alerts: {
      mail: ['ops@example.com'],
      post: { url: `http://127.0.0.1:${await freePort()}/`, format: 'text' },
    },
  });
  try {
    const { targets } = await core.admin.testAlerts({});
    expect(targets.map(({ name, error }) => [name, error])).toEqual([
      ['mail 1', ''],
      ['post', 'it cannot be reached (ECONNREFUSED)'],
    ]);
    expect(mails.mails).toEqual([
      expect.stringMatching(/To: ops@example\.com[\s\S]*Subject: \[Textrelay\] a test/),
    ]);
    expect((await core.admin.listAlerts({})).alerts).toEqual([]);
  } finally {
    await core.stop();
    mails.stop();
  }
});
