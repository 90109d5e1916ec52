// Two servers of one cluster that both take writes at one timeline: a core acknowledges nothing, and says which two they are.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { until } from '../../runtime/testing/until.ts';
import { clientOf, operatorOf } from '../support/core.ts';
import { type DatabasePair, startDatabasePair } from '../support/database_pair.ts';
import { sendRequest } from '../support/http_client.ts';
import { type CoreProcess, startCoreProcess } from '../support/processes.ts';

let pair: DatabasePair;
let core: CoreProcess;

beforeAll(async () => {
  pair = await startDatabasePair();
  core = await startCoreProcess(pair.url);
}, 60_000);
afterAll(async () => {
  await core?.stop();
  await pair?.stop();
}, 60_000);

const readiness = async () => {
  const { status, text } = await sendRequest(`http://127.0.0.1:${core.opsPort}`, { path: '/readyz' });
  return `${status} ${text}`;
};

test('two primaries of one timeline are named at /readyz, and nothing is acknowledged until one of them follows the other', async () => {
  const { account } = await operatorOf(core).createAccount({ name: 'Two', country: 'US', exempt: true });
  expect(await readiness()).toBe('200 ready\n');
  await pair.second.stop();
  await pair.startTwin();
  const names = `127.0.0.1:${pair.first.port} and 127.0.0.1:${pair.second.port}`;
  await until(async () => (await readiness()).startsWith(`503 not ready: ${names} both take themselves`));
  const text = { accountId: account?.id as bigint, address: '+15005550006', body: 'hello' };
  const sent = clientOf(MessageService, core).sendMessages({ texts: [text] }, { timeoutMs: 30_000 });
  const outcome = await sent.then(
    ({ results: [result] }) => result?.outcome.case,
    () => 'unavailable',
  );
  expect(outcome).not.toBe('accepted');
  await pair.startSecond();
  await until(async () => (await readiness()) === '200 ready\n');
}, 60_000);
