// Whatever happens to texts, and whenever somebody looks, the stats equal a plain count of the texts at that moment.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../runtime/log.ts';
import { createReadStats, type ReadStats } from '../../server/app/accounts/stats.ts';
import type { AskedStats } from '../../server/app/accounts/stats_range.ts';
import { openDatabase } from '../../server/store/postgres/database.ts';
import { prepareCountTexts } from '../../server/store/stats/count_texts.ts';
import { createStore, type Store } from '../../server/store/store.ts';
import { type SimulatedCore, SimulatedService } from '../simulation/simulated_service.ts';
import type { PartClock } from '../simulation/time.ts';
import { openInspector } from '../support/database.ts';
import { extent } from '../support/extent.ts';

let service: SimulatedService;
let core: SimulatedCore;
/** The core's, and that of all who read: it leaps, because each second of forty hours would ask the database. */
let clock: PartClock;
let store: Store;
let inspect: ReturnType<typeof openInspector>;
/** Two cores that count, each with its own connections. */
let readers: ReadStats[];
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  service = await SimulatedService.begin();
  core = await service.startCore();
  clock = core.clock;
  inspect = openInspector(service.databaseUrl);
  const urls = [await service.database.open('reader 1'), await service.database.open('reader 2')];
  const databases = urls.map((url) => openDatabase({ url, clock, deadlineMs: 10_000 }));
  const stores = databases.map((database) => ({
    ...createStore(database),
    // Blocks are small, so that a few texts fill many.
    ...prepareCountTexts(database, 4),
  }));
  store = stores[0] as Store;
  readers = stores.map((each) => createReadStats({ store: each, clock, log: createLog('test', 'silent') }));
  closing.push(...databases.map((database) => database.close), () => inspect.end());
});
afterAll(async () => {
  for (const close of closing) await service.simulation.during(close());
  await service.end();
});

const startMs = Date.parse('2026-03-06T20:00:00Z');
const zones = ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati'] as const;
const reasons = ['device_failed', 'outcome_unknown', 'rejected_by_network', 'carrier_failed'] as const;

/** An event; `nth` picks a text or a reader. */
const step = fc.oneof(
  fc.record({ does: fc.constant('send' as const), nth: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ does: fc.constant('schedule' as const), nth: fc.constant(1) }),
  fc.record({
    does: fc.constantFrom('receive' as const, 'wait' as const),
    nth: fc.integer({ min: 1, max: 40 }),
  }),
  fc.record({
    does: fc.constantFrom(
      'hand' as const,
      'sent' as const,
      'delivered' as const,
      'failed' as const,
      'cancel' as const,
    ),
    nth: fc.nat(60),
  }),
  fc.record({
    does: fc.constantFrom('sweep' as const, 'prune' as const, 'look' as const, 'look' as const),
    nth: fc.nat(1),
  }),
  fc.record({ does: fc.constant('zone' as const), nth: fc.nat(zones.length - 1) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Life {
  accountId: bigint;
  zone: string;
}

const textOf = async ({ accountId }: Life, nth: number): Promise<bigint> => {
  const [account] = await inspect`select last_message_id as last from account where id = ${accountId}`;
  return 1n + (BigInt(nth) % ((account?.last as bigint) || 1n));
};

const report = async (life: Life, nth: number, status: 'sent' | 'delivered' | 'failed') =>
  store.updateMessages([
    {
      accountId: life.accountId,
      id: await textOf(life, nth),
      attempt: null,
      from: null,
      status,
      error: status === 'failed' ? `${reasons[nth % reasons.length]}: x` : null,
      atMs: clock.nowMs(),
      deadlineMs: status === 'sent' ? clock.nowMs() + 72 * 3_600_000 : null,
    },
  ]);

const send = (accountId: bigint, texts: number, more: object = {}) =>
  core.messages.sendMessages({
    texts: Array.from({ length: texts }, () => ({ accountId, address: '+15005550006', body: 'x', ...more })),
  });

/** A person who writes, and sometimes gets a text. */
const correspondent = '+15005550007';
let received = 0;
const doings: Record<Step['does'], (life: Life, nth: number) => Promise<unknown>> = {
  send: ({ accountId }, nth) => send(accountId, nth, nth < 3 ? { address: correspondent } : {}),
  schedule: ({ accountId }) =>
    send(accountId, 1, { sendAt: { seconds: BigInt(Math.floor(clock.nowMs() / 1000) + 7_200), nanos: 0 } }),
  receive: ({ accountId }, nth) =>
    store.insertInbound(
      [
        {
          ...{
            accountId,
            deviceId: BigInt(1 + (nth % 2)),
            carrier: null,
            sim: null,
            inboundId: `in-${received++}`,
            ownNumber: null,
          },
          ...{
            address: correspondent,
            addressNorm: correspondent,
            body: 'in',
            segments: 1,
            encoding: 'gsm7',
          },
          // A phone may deliver a text that it received hours ago.
          ...{
            receivedAtMs: clock.nowMs() - nth * 3_600_000,
            plainWords: 'in',
            commonKeyword: null,
            otherSender: null,
          },
        },
      ],
      clock.nowMs(),
    ),
  wait: async (_, nth) => clock.set(nth * 3_600_000),
  // Does what a claim does, for texts of any device.
  hand: async (life, nth) =>
    inspect`with a as (
      update account set last_seq = last_seq + 1 where id = ${life.accountId} returning last_seq
    ) update message m set status = 'sending', device_id = ${1 + (nth % 3)}, attempt = m.attempt + 1, seq = a.last_seq
      from a where m.account_id = ${life.accountId} and m.id = ${await textOf(life, nth)} and m.status = 'queued'`,
  sent: (life, nth) => report(life, nth, 'sent'),
  delivered: (life, nth) => report(life, nth, 'delivered'),
  failed: (life, nth) => report(life, nth, 'failed'),
  cancel: async (life, nth) => store.cancelText(life.accountId, { id: await textOf(life, nth) }),
  sweep: () => service.simulation.during(core.sweep()),
  prune: () => store.prune.devices(clock.nowMs(), 500),
  zone: async (life, nth) => {
    life.zone = zones[nth] as string;
    await store.setQuietHours(life.accountId, { zone: life.zone, from: 0, until: 1 });
  },
  look: (life, nth) => compare(life, nth, { by: 'day', split: null }),
};

const startOf = (day: string, by: AskedStats['by']): string => {
  const at = new Date(`${day}T00:00:00Z`);
  if (by === 'week') at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  if (by === 'month') at.setUTCDate(1);
  return at.toISOString().slice(0, 10);
};

/** Counts each text by itself, without a statement of the product. */
async function plainCount(life: Life, { by, split }: AskedStats): Promise<Record<string, number>> {
  const form = new Intl.DateTimeFormat('en-CA', { timeZone: life.zone });
  const counts: Record<string, number> = {};
  const add = (key: string) => {
    counts[key] = (counts[key] ?? 0) + 1;
  };
  const rows =
    await inspect`select direction, status::text, error, device_id, created_at, address_norm from message
    where account_id = ${life.accountId} order by id`;
  const said: Record<string, string[]> = {};
  for (const { direction, status, error, device_id: device, created_at: at, address_norm: whom } of rows) {
    said[whom] ??= [];
    const isReply = direction === 'in' && said[whom].slice(-10).includes('out');
    said[whom].push(direction);
    const reason = status === 'failed' ? String(error).split(':', 1)[0] : null;
    const isCancelled = reason === 'cancelled';
    const part =
      split === 'device'
        ? ['queued', 'scheduled', 'sending'].includes(status)
          ? null
          : device
        : split === 'reason' && !isCancelled
          ? reason
          : null;
    const period = `${startOf(form.format(at), by)} ${part ?? '-'}`;
    if (isReply) add(`${period} replied`);
    if (direction === 'in') add(`${period} received`);
    else if (isCancelled) add(`${period} cancelled`);
    else {
      add(`${period} sent`);
      if (status === 'delivered') add(`${period} delivered`);
      if (reason !== null) add(`${period} failed`);
    }
  }
  return counts;
}

async function compare(life: Life, reader: number, asked: AskedStats): Promise<void> {
  const range = { from: '2026-02-23', to: '2027-03-28' };
  const read = readers[reader] as ReadStats;
  const { stats, zone, isComplete } = await read(life.accountId, { ...asked, ...range });
  expect({ zone, isComplete }).toEqual({ zone: life.zone, isComplete: true });
  const found: Record<string, number> = {};
  for (const { day, deviceId, deviceName: _, carrier, reason, ...counts } of stats)
    for (const [name, texts] of Object.entries(counts))
      if (texts > 0)
        found[`${startOf(day, asked.by)} ${deviceId ?? carrier ?? reason ?? '-'} ${name}`] = texts;
  expect(found).toEqual(await plainCount(life, asked));
}

test(
  'whatever happens to texts, the stats equal a plain count at every look, by two cores, in any zone',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        clock.set(startMs - clock.nowMs());
        const { id: accountId } = await core.createAccount({ exempt: true });
        const life: Life = { accountId, zone: 'UTC' };
        for (const { does, nth } of steps) await doings[does](life, nth);
        for (const by of ['day', 'week', 'month'] as const)
          for (const split of [null, 'device', 'reason'] as const) await compare(life, 1, { by, split });
      }),
      { numRuns: extent({ suite: 5, nightly: 200 }) },
    );
  },
  extent({ suite: 240_000, nightly: 3_600_000 }),
);

test('two cores that count at the same time count nothing twice', async () => {
  clock.set(startMs - clock.nowMs());
  const { id: accountId } = await core.createAccount({ exempt: true });
  const life: Life = { accountId, zone: 'UTC' };
  for (let round = 0; round < 5; round++) {
    await send(accountId, 30);
    for (let nth = 0; nth < 20; nth++) await doings.failed(life, round * 30 + nth);
    const looks = Array.from({ length: 8 }, (_, index) => readers[index % 2] as ReadStats);
    await Promise.all(looks.map((read) => read(accountId, { by: 'day', split: null })));
    await compare(life, round % 2, { by: 'day', split: 'reason' });
  }
});
