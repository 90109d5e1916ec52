// Texts used never exceed the cap and equal the rows charged, under any concurrency and on any number of replicas.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import type { SendResult } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { UsageReason } from '../../proto/gen/textrelay/v1/usage_pb.ts';
import { defaultTiers } from '../../server/domain/plans/tier.ts';
import { type SimulatedCore, SimulatedService } from '../simulation/simulated_service.ts';
import { openInspector } from '../support/database.ts';
import { extent } from '../support/extent.ts';

const cap = 40;
const tiers = defaultTiers.map((tier) => ({ ...tier, textsCap: cap }));
let service: SimulatedService;
let cores: SimulatedCore[];
let inspect: ReturnType<typeof openInspector>;

beforeAll(async () => {
  service = await SimulatedService.begin();
  cores = [await service.startCore({ tiers }), await service.startCore({ tiers })];
  inspect = openInspector(service.databaseUrl);
});

afterAll(async () => {
  await inspect.end();
  await service.end();
});

const first = () => cores[0] as SimulatedCore;
/** Sets the clocks of both cores. */
const jumpTo = (instant: number | string) => {
  for (const { clock } of cores) clock.set(new Date(instant).getTime() - clock.nowMs());
};
const sweep = () => service.simulation.during(first().sweep());
const outcome = (result: SendResult | undefined) =>
  result?.outcome.case === 'accepted'
    ? result.outcome.value.replayed
      ? 'replayed'
      : 'accepted'
    : result?.outcome.case === 'error'
      ? result.outcome.value.code
      : 'nothing';

async function sendOne(core: SimulatedCore, accountId: bigint, clientRef?: string) {
  const text = {
    accountId,
    address: '+15005550006',
    body: 'hello',
    ...(clientRef !== undefined && { clientRef }),
  };
  return outcome((await core.messages.sendMessages({ texts: [text] })).results[0]);
}

async function charged(accountId: bigint) {
  const [row] = await inspect`
    select texts_used::int as used, (select count(*)::int from message m where m.account_id = a.id and m.charged) as rows
    from account a where id = ${accountId}`;
  return row as unknown as { used: number; rows: number };
}

test('of 500 parallel sends with 10 left in the cap, on two replicas, exactly 10 are accepted', async () => {
  const { id } = await first().createAccount();
  await first().messages.sendMessages({
    texts: Array.from({ length: cap - 10 }, () => ({ accountId: id, address: '+15005550006', body: 'x' })),
  });
  const outcomes = await Promise.all(
    Array.from({ length: 500 }, (_, index) => sendOne(cores[index % 2] as SimulatedCore, id)),
  );
  expect(outcomes.filter((one) => one === 'accepted')).toHaveLength(10);
  expect(outcomes.filter((one) => one === ErrorCode.CAP_REACHED)).toHaveLength(490);
  expect(await charged(id)).toEqual({ used: cap, rows: cap });
  const { usage } = await first().usage.getUsage({ accountId: id });
  expect(usage).toMatchObject({ canSend: false, reason: UsageReason.CAP_REACHED, textsRemaining: 0n });
});

test('a replay at the cap answers with the original', async () => {
  const { id } = await first().createAccount();
  expect(await sendOne(first(), id, 'original')).toBe('accepted');
  await Promise.all(Array.from({ length: cap }, () => sendOne(first(), id)));
  expect(await sendOne(first(), id)).toBe(ErrorCode.CAP_REACHED);
  expect(await sendOne(first(), id, 'original')).toBe('replayed');
});

test('a repeated client_ref is one message, on two replicas at once and however often', async () => {
  const { id } = await first().createAccount();
  const refs = Array.from({ length: 200 }, (_, index) => `ref-${index % 20}`);
  const outcomes = await Promise.all(
    refs.map((ref, index) => sendOne(cores[index % 2] as SimulatedCore, id, ref)),
  );
  expect(outcomes.filter((one) => one === 'accepted')).toHaveLength(20);
  expect(outcomes.filter((one) => one === 'replayed')).toHaveLength(180);
  expect(await charged(id)).toEqual({ used: 20, rows: 20 });
});

test(
  'the month rolls over at midnight UTC of the first, whatever the sends around it',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2026, max: 2031 }),
        fc.integer({ min: 0, max: 11 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 3 }),
        async (year, month, before, after) => {
          const edgeMs = Date.UTC(year, month, 1);
          jumpTo(edgeMs - 1);
          const { id } = await first().createAccount();
          for (let index = 0; index < before; index++) expect(await sendOne(first(), id)).toBe('accepted');
          const old = (await first().usage.getUsage({ accountId: id })).usage;
          expect(old?.textsUsed).toBe(BigInt(before));
          expect(old?.resetsAt?.seconds).toBe(BigInt(edgeMs / 1000));

          jumpTo(edgeMs);
          const fresh = (await first().usage.getUsage({ accountId: id })).usage;
          expect(fresh?.textsUsed).toBe(0n);
          for (let index = 0; index < after; index++) expect(await sendOne(first(), id)).toBe('accepted');
          expect((await charged(id)).used).toBe(after);
          expect(fresh?.resetsAt?.seconds).toBe(BigInt(Date.UTC(year, month + 1, 1) / 1000));
        },
      ),
      { numRuns: extent({ suite: 4, nightly: 200 }) },
    );
  },
  extent({ suite: 60_000, nightly: 1_800_000 }),
);

test('a text that never left gives its unit back within its month, and only then', async () => {
  jumpTo('2026-03-10T12:00:00.000Z');
  const { id } = await first().createAccount();
  await sendOne(first(), id);
  jumpTo('2026-03-31T12:00:00.000Z');
  await sendOne(first(), id);
  expect(await charged(id)).toEqual({ used: 2, rows: 2 });

  expect(await sweep()).toBeGreaterThanOrEqual(1);
  expect(await charged(id)).toEqual({ used: 1, rows: 1 });

  jumpTo('2026-04-01T13:00:00.000Z');
  await sendOne(first(), id);
  expect(await sweep()).toBeGreaterThanOrEqual(1);
  expect((await charged(id)).used).toBe(1);
});

test('an account that a fast clock moved into a later month comes back, with everything charged meanwhile', async () => {
  jumpTo('2026-03-10T12:00:00.000Z');
  const core = first();
  const { id } = await core.createAccount();
  const read = await core.createAccount();
  for (let index = 0; index < 3; index++) expect(await sendOne(core, id)).toBe('accepted');
  jumpTo('2026-04-19T12:00:00.000Z');
  for (let index = 0; index < 5; index++) expect(await sendOne(core, id)).toBe('accepted');
  expect(await sendOne(core, read.id)).toBe('accepted');

  jumpTo('2026-03-10T12:00:01.000Z');
  // Each text of a batch on two replicas is charged once, whichever replica heals the account.
  const outcomes = await Promise.all(
    Array.from({ length: cap }, (_, index) => sendOne(cores[index % 2] as SimulatedCore, id)),
  );
  expect(outcomes.filter((one) => one === 'accepted')).toHaveLength(cap - 8);
  expect(outcomes.filter((one) => one === ErrorCode.CAP_REACHED)).toHaveLength(8);
  expect(await charged(id)).toEqual({ used: cap, rows: cap });
  const { usage } = await core.usage.getUsage({ accountId: read.id });
  expect(usage).toMatchObject({ textsUsed: 1n, canSend: true });

  jumpTo('2026-04-01T00:00:00.000Z');
  expect(await sendOne(core, id)).toBe('accepted');
  expect((await charged(id)).used).toBe(1);
});

test('a send without a plan, a live subscription or a route is refused with its own code', async () => {
  const noPlan = await first().createAccount({ plan: '' });
  expect(await sendOne(first(), noPlan.id)).toBe(ErrorCode.NO_PLAN);
  const lapsed = await first().createAccount();
  await first().admin.updateAccount({ accountId: lapsed.id, subscriptionStatus: 'canceled' });
  expect(await sendOne(first(), lapsed.id)).toBe(ErrorCode.NO_SUBSCRIPTION);
  const pathless = await first().createAccount({ paired: false });
  expect(await sendOne(first(), pathless.id)).toBe(ErrorCode.NO_ROUTE);
  const exempt = await first().createAccount({ plan: '', exempt: true });
  const sends = await Promise.all(Array.from({ length: cap + 5 }, () => sendOne(first(), exempt.id)));
  expect(new Set(sends)).toEqual(new Set(['accepted']));
});
