// Webhooks while cores die: real processes and an endpoint that keeps a ledger. Nothing is lost or out of order, and at most
// the request under way is repeated.
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { WebhookService } from '../../proto/gen/textrelay/v1/webhook_service_pb.ts';
import { systemClock } from '../../runtime/clock.ts';
import { until } from '../../runtime/testing/until.ts';
import { openDatabase } from '../../server/store/database/database.ts';
import { clientOf } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';
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

test('a core that is killed while it delivers: the other takes over, in order, without a gap, repeating one request at most', async () => {
  const [account] = await seedAccounts(url, 1, 1);
  const accountId = account?.id ?? 0n;
  const survivor = cores[1] as CoreProcess;
  const webhooks = clientOf(WebhookService, survivor);
  const { secret = '' } = await webhooks.putWebhook({ accountId, name: 'shop', url: end.url, types: [] });
  end.secrets.push(secret);
  const messages = clientOf(MessageService, survivor);
  const send = async (count: number) => {
    const texts = Array.from({ length: count }, () => ({ accountId, address: '+15005550006', body: 'x' }));
    const { results } = await messages.sendMessages({ texts });
    expect(results.every(({ outcome }) => outcome.case === 'accepted')).toBe(true);
  };
  let repeats = 0;
  let expected = 0;
  for (const victimAt of [0, 1]) {
    // The request that is under way when a core dies is never answered; nobody knows which core's it is.
    end.answer = () => undefined;
    const before = end.requests.length;
    await send(150);
    expected += 150;
    await until(() => end.requests.length > before);
    end.answer = take;
    const victim = cores[victimAt] as CoreProcess;
    const exited = once(victim.child, 'exit');
    victim.child.kill('SIGKILL');
    await exited;
    cores[victimAt] = await startCoreProcess(url, environment);
    await until(() => new Set(end.seqs()).size === expected);
    repeats = end.seqs().length - expected;
  }
  const firsts = [...new Set(end.seqs())];
  expect(firsts).toEqual(Array.from({ length: expected }, (_, index) => index + 1));
  expect(end.refused).toEqual([]);
  expect(repeats).toBeLessThanOrEqual(200);
  expect(end.mostAtOnce).toBeLessThanOrEqual(2);
}, 180_000);

test('a claim that was superseded moves nothing', async () => {
  const [account] = await seedAccounts(url, 1, 1);
  const accountId = account?.id ?? 0n;
  for (const core of cores.splice(0)) core.child.kill('SIGKILL');
  const database = openDatabase({ url, clock: systemClock, deadlineMs: 5_000 });
  const { createStore } = await import('../../server/store/store.ts');
  const store = createStore(database);
  const nowMs = systemClock.nowMs();
  await store.addWebhook({
    ...{ accountId, name: 'shop', url: end.url, secret: 's', types: ['text.updated'], withBody: true },
    ...{ most: 20, nowMs },
  });
  await store.replayWebhook({ accountId, name: 'shop', seq: -1n, nowMs });
  const claim = (atMs: number) =>
    store.claimWebhooks({ nowMs: atMs, untilMs: atMs + 6_000, quick: 9, slow: 9 }, [accountId]);
  const [first] = await claim(nowMs);
  expect(await claim(nowMs + 5_999)).toEqual([]);
  const [second] = await claim(nowMs + 6_000);
  expect([first?.claim, second?.claim]).toEqual([2n, 3n]);
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
  });
  expect(await store.concludeDeliveries([conclusion(first)])).toEqual([false]);
  expect((await store.findWebhook({ accountId, name: 'shop' }))?.cursorSeq).toBe(-1n);
  expect(await store.renewClaims([{ accountId, name: 'shop', claim: 2n }], nowMs)).toEqual([]);
  expect(await store.concludeDeliveries([conclusion(second)])).toEqual([true]);
  await database.close();
});
