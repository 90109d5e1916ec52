// Webhooks while cores die: real processes and an endpoint that keeps a ledger. No event is lost or out of order, and at most
// the request under way is repeated.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { SubscriptionService } from '../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { systemClock } from '../../runtime/clock.ts';
import { until } from '../../runtime/testing/until.ts';
import { openDatabase } from '../../server/store/postgres/database.ts';
import { clientOf } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';
import { isNightly } from '../support/extent.ts';
import { type CoreProcess, startCoreProcess } from '../support/processes.ts';
import { seedAccounts } from '../support/seed_accounts.ts';
import { startWebhookEnd, take, type WebhookEnd } from '../support/webhook_end.ts';

const environment = {
  TEXTRELAY_WEBHOOK_ALLOW_HTTP: 'true',
  TEXTRELAY_WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
};
let url: string;
let end: WebhookEnd;
const cores: CoreProcess[] = [];

beforeAll(async () => {
  url = await createDatabase();
  end = await startWebhookEnd();
  cores.push(...(await Promise.all([0, 1].map(() => startCoreProcess(url, environment)))));
}, 120_000);
afterAll(async () => {
  for (const { child } of cores) child.kill('SIGKILL');
  await end.stop();
});

/** A new account whose changes go to the endpoint, set up through a core. */
async function startDelivering(through: CoreProcess) {
  const [account] = await seedAccounts(url, 1, 1);
  const accountId = account?.id ?? 0n;
  end.requests.splice(0);
  end.answer = take;
  const put = { accountId, name: 'shop', url: end.url, types: [] };
  const { secret = '' } = await clientOf(SubscriptionService, through).putWebhook(put);
  end.secrets = [secret];
  return {
    accountId,
    async send(count: number, by: CoreProcess = through) {
      const texts = Array.from({ length: count }, () => ({ accountId, address: '+15005550006', body: 'x' }));
      const { results } = await clientOf(MessageService, by).sendMessages({ texts });
      expect(results.every(({ outcome }) => outcome.case === 'accepted')).toBe(true);
    },
  };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('when a core is killed while it delivers, the other takes over in order, without a gap, and repeats at most one request', async () => {
  const { send } = await startDelivering(cores[0] as CoreProcess);
  let expected = 0;
  for (const victimAt of isNightly ? [0, 1] : [0]) {
    const [victim, survivor] = [cores[victimAt], cores[1 - victimAt]] as [CoreProcess, CoreProcess];
    end.answer = () => undefined;
    const before = end.requests.length;
    // The other core sleeps, so the request comes from the core that is to die. It is never answered.
    survivor.child.kill('SIGSTOP');
    await send(150, victim);
    expected += 150;
    await until(() => end.requests.length > before);
    end.answer = take;
    const exited = once(victim.child, 'exit');
    victim.child.kill('SIGKILL');
    await exited;
    survivor.child.kill('SIGCONT');
    await until(() => new Set(end.seqs()).size === expected);
    cores[victimAt] = await startCoreProcess(url, environment);
  }
  expect([...new Set(end.seqs())]).toEqual(upTo(expected));
  expect(end.seqs().length - expected).toBeLessThanOrEqual(200);
  expect(end.refused).toEqual([]);
  expect(end.mostAtOnce).toBe(1);
}, 90_000);

test('when a core freezes while it delivers, the other takes over, and the frozen one repeats nothing and moves nothing back once it wakes', async () => {
  const [frozen, other] = cores as [CoreProcess, CoreProcess];
  const { accountId, send } = await startDelivering(other);
  const held: ServerResponse[] = [];
  end.answer = (response) => held.push(response);
  // The other core sleeps, so the request comes from the core that is to freeze.
  other.child.kill('SIGSTOP');
  await send(150, frozen);
  await until(() => held.length === 1);
  frozen.child.kill('SIGSTOP');
  end.answer = take;
  other.child.kill('SIGCONT');
  await until(() => end.seqs().includes(150));
  await send(20);
  await until(() => end.seqs().includes(170));
  const repeated = end.requests[0]?.events.length ?? 0;
  expect(end.seqs().slice(repeated)).toEqual(upTo(170));
  const cursors = async () =>
    (await clientOf(SubscriptionService, frozen).getWebhook({ accountId, name: 'shop' })).webhook?.cursor;

  // Its request is answered as it wakes; then it reports that it works again.
  held[0]?.writeHead(200).end('ok');
  frozen.child.kill('SIGCONT');
  await until(async () => (await cursors()) === 170n);
  for (let round = 0; round < 10; round += 1) await send(1, round % 2 === 0 ? frozen : other);
  await until(() => end.seqs().includes(180));
  await until(async () => (await cursors()) === 180n);
  expect(end.seqs().slice(repeated)).toEqual(upTo(180));
  expect(end.refused).toEqual([]);
}, 60_000);

test('a superseded claim moves nothing, and neither does a claim of a webhook that was removed and made again', async () => {
  const [account] = await seedAccounts(url, 1, 1);
  const accountId = account?.id ?? 0n;
  for (const core of cores.splice(0)) core.child.kill('SIGKILL');
  const database = openDatabase({ url, clock: systemClock, deadlineMs: 5_000 });
  const { createStore } = await import('../../server/store/store.ts');
  const store = createStore(database);
  const nowMs = systemClock.nowMs();
  const add = async () => {
    await store.webhooks.add({
      ...{
        accountId,
        name: 'shop',
        url: end.url,
        secret: 's',
        types: ['text.updated'],
        withBody: true,
        format: 'standard' as const,
      },
      ...{ most: 20, nowMs },
    });
    await store.webhooks.move({ accountId, name: 'shop', seq: -1n, nowMs });
  };
  await add();
  const claim = (atMs: number) =>
    store.claimWebhooks({ nowMs: atMs, untilMs: atMs + 6_000, quick: 9, slow: 9, held: [] }, [accountId]);
  const [first] = await claim(nowMs);
  expect(await claim(nowMs + 5_999)).toEqual([]);
  const [second] = await claim(nowMs + 6_000);
  expect(second?.claim).toBe((first?.claim ?? 0n) + 1n);
  const conclusion = (of: typeof first) => ({
    ...{ accountId, name: 'shop', claim: of?.claim ?? 0n, cursorSeq: 0n, cursorNotice: 0n, untilMs: null },
    ...{ failures: 0, failingSinceMs: null, isSlow: false, nextAttemptAtMs: null, disabledReason: null },
    ...{
      eventCount: 1,
      firstEvent: '1.1',
      lastEvent: '1.1',
      atMs: nowMs,
      tookMs: 1,
      status: 200,
      error: null,
    },
    answer: '',
    payload: '',
    ...{ messageId: null, noticeId: null, addressNorm: null },
  });
  expect(await store.concludeDeliveries([conclusion(first)])).toEqual(['superseded']);
  expect((await store.webhooks.find({ accountId, name: 'shop' }))?.cursorSeq).toBe(-1n);
  expect(await store.renewClaims([{ accountId, name: 'shop', claim: first?.claim ?? 0n }], nowMs)).toEqual(
    [],
  );
  expect(await store.concludeDeliveries([conclusion(second)])).toEqual(['kept']);

  await store.webhooks.remove({ accountId, name: 'shop' });
  await add();
  const [third] = await claim(nowMs);
  expect(third?.claim).not.toBe(second?.claim);
  expect(await store.concludeDeliveries([conclusion(second)])).toEqual(['superseded']);
  await database.close();
});
