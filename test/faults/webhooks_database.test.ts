// Webhooks while the database dies or fails over, with two cores under load: no change is lost or overtakes another, and
// at most the requests that were under way are repeated.
import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { SubscriptionService } from '../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { until } from '../../runtime/testing/until.ts';
import { clientOf, operatorOf } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { startDatabasePair } from '../support/database_pair.ts';
import { startThrowAway } from '../support/embedded.ts';
import { extent } from '../support/extent.ts';
import { pairDevice } from '../support/pairing.ts';
import { type CoreProcess, startCoreProcess } from '../support/processes.ts';
import { startWebhookEnd, take } from '../support/webhook_end.ts';

const environment = {
  TEXTRELAY_WEBHOOK_ALLOW_HTTP: 'true',
  TEXTRELAY_WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
};
const kills = extent({ suite: 1, nightly: 3 });
/** Most events of a request. */
const maxChanges = 100;

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
}, 60_000);

/** Two cores on a database. Both send texts of one account that has an endpoint. */
async function startUnderLoad(url: string) {
  const end = await startWebhookEnd();
  const cores: CoreProcess[] = [];
  endings.push(
    () => end.stop(),
    async () => {
      for (const { child } of cores) child.kill('SIGKILL');
    },
  );
  for (let index = 0; index < 2; index += 1) cores.push(await startCoreProcess(url, environment));
  const [core] = cores as [CoreProcess];
  const admin = operatorOf(core);
  const created = await admin.createAccount({ name: 'Shop', country: 'US', exempt: true });
  const accountId = created.account?.id as bigint;
  await pairDevice(core, admin, accountId);
  const put = { accountId, name: 'shop', url: end.url, types: ['text.updated'] };
  const { secret = '' } = await clientOf(SubscriptionService, core).putWebhook(put);
  end.secrets.push(secret);

  let isRunning = true;
  let unknown = 0;
  const texts = Array.from({ length: 5 }, () => ({ accountId, address: '+15005550006', body: 'x' }));
  const work = async (through: CoreProcess) => {
    const messages = clientOf(MessageService, through);
    while (isRunning) {
      const { results } = await messages.sendMessages({ texts }, { timeoutMs: 10_000 });
      unknown += results.filter(({ outcome }) => outcome.case !== 'accepted').length;
    }
  };
  const load = Promise.all(cores.map(work));
  const taken = () => end.seqs().length;
  return {
    /** Breaks the database after this many more events, while a request is under way that is answered afterwards. */
    async breakAfter(count: number, fault: () => unknown) {
      const before = taken();
      await until(() => taken() >= before + count);
      const held: ServerResponse[] = [];
      end.answer = (response) => held.push(response);
      await until(() => held.length > 0);
      await fault();
      end.answer = take;
      for (const response of held) response.writeHead(200).end('ok');
    },
    /** Ends the load after 300 more events, waits until every stored one was taken, and returns how many were repeated. */
    async settle(storedUrl: string): Promise<number> {
      const before = taken();
      await until(() => taken() >= before + 300);
      isRunning = false;
      await load;
      const sql = openInspector(storedUrl);
      const rows = await sql<{ seq: bigint }[]>`select seq from message order by seq`;
      await sql.end();
      const stored = rows.map(({ seq }) => Number(seq));
      await until(() => new Set(end.seqs()).size >= stored.length);
      expect([...new Set(end.seqs())]).toEqual(stored);
      expect(unknown).toBeGreaterThan(0);
      expect(end.refused).toEqual([]);
      return end.seqs().length - stored.length;
    },
  };
}

test('PostgreSQL is killed while events are delivered: nothing is lost or out of order, and at most one request repeated each time', async () => {
  const embedded = await startThrowAway();
  endings.push(() => embedded.stop());
  const { breakAfter, settle } = await startUnderLoad(embedded.url);
  for (let kill = 0; kill < kills; kill += 1)
    await breakAfter(300, () => process.kill(embedded.postmasterPid(), 'SIGKILL'));
  expect(await settle(embedded.url)).toBeLessThanOrEqual(kills * maxChanges);
}, 90_000);

test('the database fails over while events are delivered: nothing is lost or out of order, and at most one request repeated', async () => {
  const pair = await startDatabasePair();
  endings.push(() => pair.stop());
  const { breakAfter, settle } = await startUnderLoad(pair.url);
  await breakAfter(300, async () => {
    await pair.first.stop();
    await pair.promote();
  });
  expect(await settle(pair.second.url)).toBeLessThanOrEqual(maxChanges);
}, 90_000);
