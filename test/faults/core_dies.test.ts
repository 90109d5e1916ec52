// One of two cores dies or freezes: the other one answers, and requests of every kind get their next 200 within two
// seconds.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import { operatorOf } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';
import { extent } from '../support/extent.ts';
import { sendRequest } from '../support/http_client.ts';
import { pairDevice } from '../support/pairing.ts';
import {
  type CoreProcess,
  type GatewayProcess,
  startCoreProcess,
  startGatewayProcess,
} from '../support/processes.ts';

const rounds = extent({ suite: 1, nightly: 5 });
const patienceMs = 2_000;

let cores: CoreProcess[];
let gateway: GatewayProcess;
let databaseUrl: string;
const keys: string[] = [];

beforeAll(async () => {
  databaseUrl = await createDatabase();
  cores = [await startCoreProcess(databaseUrl), await startCoreProcess(databaseUrl)];
  gateway = await startGatewayProcess(cores);
  const [core] = cores as [CoreProcess];
  const admin = operatorOf(core);
  const created = await admin.createAccount({ name: 'Fault', country: 'US', exempt: true });
  const accountId = created.account?.id as bigint;
  await pairDevice(core, admin, accountId);
  for (let key = 0; key < 40; key++) keys.push((await admin.createKey({ accountId })).secret);
}, 60_000);

afterAll(async () => {
  for (const { child } of cores ?? []) child.kill('SIGCONT');
  await gateway?.stop();
  await Promise.all((cores ?? []).map((core) => core.stop()));
}, 60_000);

let turn = 0;
const ask = async (method: 'GET' | 'POST', path: string, body?: object): Promise<number> => {
  const key = keys[turn++ % keys.length] as string;
  const url = `http://127.0.0.1:${gateway.port}`;
  return (await sendRequest(url, { method, path: `/api/v1/${path}`, key, ...(body && { body }) })).status;
};
const text = { address: '+15005550006', body: 'hello' };

/** The requests that a tenant makes all day. */
const kinds: Record<string, () => Promise<number>> = {
  'a send': () => ask('POST', 'messages', text),
  'a send with a client_ref': () => ask('POST', 'messages', { ...text, client_ref: randomUUID() }),
  'a feed page': () => ask('GET', 'messages?limit=5'),
  'one text': () => ask('GET', 'messages/1'),
  conversations: () => ask('GET', 'threads'),
  usage: () => ask('GET', 'usage'),
  accounts: () => ask('GET', 'accounts'),
};

/** A busy machine is slow: this many times the time of the same requests just before does not count. */
const usualTimes = 10;

/** Starts requests of every kind, and returns how long each kind took to its next 200. */
async function timesToSuccess(): Promise<number[]> {
  const startMs = performance.now();
  return Promise.all(
    Object.values(kinds).map(async (asks) => {
      for (;;) if ((await asks()) === 200) return performance.now() - startMs;
    }),
  );
}

/** How much longer each kind waits for its next 200 once a core is gone. */
async function timesWithout(take: () => void): Promise<number[]> {
  const usual = Math.max(...(await timesToSuccess()));
  take();
  return (await timesToSuccess()).map((time) => time - usualTimes * usual);
}

/** Resolves when the gateway knows that both cores serve. */
const bothServe = () =>
  until(async () => {
    const { text: metrics } = await sendRequest(`http://127.0.0.1:${gateway.opsPort}`, { path: '/metrics' });
    return metrics.includes('textrelay_gateway_cores{standing="serving"} 2');
  });

const percentile = (times: number[], share: number) =>
  times.sort((a, b) => a - b)[Math.ceil(times.length * share) - 1] as number;

test('after kill -9 of one of two cores, the next 200 of every kind comes within two seconds', async () => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await bothServe();
    const [, victim] = cores as [CoreProcess, CoreProcess];
    times.push(...(await timesWithout(() => victim.child.kill('SIGKILL'))));
    const environment = { TEXTRELAY_CORE_LISTEN: `127.0.0.1:${victim.rpc.port}` };
    cores[1] = { ...(await startCoreProcess(databaseUrl, environment)), rpc: victim.rpc };
  }
  expect(percentile(times, 0.9)).toBeLessThan(patienceMs);
}, 120_000);

test('while one of two cores is frozen, the next 200 of every kind comes within two seconds', async () => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await bothServe();
    const [, victim] = cores as [CoreProcess, CoreProcess];
    times.push(...(await timesWithout(() => victim.child.kill('SIGSTOP'))));
    victim.child.kill('SIGCONT');
  }
  expect(percentile(times, 0.9)).toBeLessThan(patienceMs);
}, 120_000);

test('a gateway is ready while one core serves, and becomes ready again without a restart when all are back', async () => {
  await bothServe();
  const ready = async () =>
    (await sendRequest(`http://127.0.0.1:${gateway.opsPort}`, { path: '/readyz' })).status === 200;
  for (const { child } of cores) child.kill('SIGSTOP');
  await until(async () => !(await ready()));
  cores[0]?.child.kill('SIGCONT');
  await until(ready);
  cores[1]?.child.kill('SIGCONT');
  await bothServe();
  expect(await ready()).toBe(true);
}, 60_000);
