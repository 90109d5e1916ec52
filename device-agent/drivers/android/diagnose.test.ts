// What doctor says of a phone, in each state that a person may find it in.
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../../runtime/testing/free_port.ts';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { AndroidBench } from '../../testing/android_bench.ts';

const simulated = simulateEachTest();
let bench: AndroidBench;
afterEach(() => bench.close());

async function worst(env: Record<string, string> = {}) {
  const findings = await bench.diagnose(env);
  for (const { level, detail, advice, what } of findings) {
    expect(detail.length).toBeLessThanOrEqual(200);
    expect(what).not.toBe('');
    if (level !== 'ok') expect(advice).toBeTruthy();
  }
  expect(JSON.stringify(findings)).not.toContain('password-that-nobody-may-see');
  return findings.filter(({ level }) => level !== 'ok').map(({ level, what }) => `${level}: ${what}`);
}

test('a phone as it should be has no fault, and nothing is sent or changed', async () => {
  bench = await AndroidBench.open(simulated);
  expect(await worst({ TEXTRELAY_AGENT_SIMS: '1,2' })).toEqual([]);
  expect(bench.phone.calls.every((call) => call.startsWith('GET '))).toBe(true);
});

test('nothing configured, nobody there, something else there, wrong password', async () => {
  bench = await AndroidBench.open(simulated);
  expect(await worst({ TEXTRELAY_AGENT_PHONE_URL: '' })).toEqual(['fault: phone']);
  bench.phone.password = 'another';
  expect(await worst()).toEqual(['fault: credentials']);
  bench.phone.planFault({ at: 'before', action: 'garbage' });
  expect(await worst()).toEqual(['fault: phone']);
  bench.phone.planFault({ at: 'before', action: 'silence' });
  expect(await worst()).toEqual(['fault: phone']);
  await bench.phone.unplug();
  expect(await worst()).toEqual(['fault: phone']);
});

test('an old app, a wrong clock, an empty battery, a missing SIM and a limit of the app are seen', async () => {
  const traits = {
    version: '1.30.0',
    battery: 12,
    charging: 0,
    sims: [1],
    limitPeriod: 'PerHour',
    listsInbox: false,
  };
  bench = await AndroidBench.open(simulated, { traits, aheadMs: 120_000 });
  expect(await worst({ TEXTRELAY_AGENT_SIMS: '2' })).toEqual([
    'warning: phone',
    'fault: SIM',
    'warning: clock',
    'warning: battery',
    'fault: received texts',
    'warning: app limit',
  ]);
});

test('two SIMs without a choice, webhooks over plain http, without internet and without a key', async () => {
  bench = await AndroidBench.open(simulated, { traits: { online: false } });
  const port = await freePort();
  const env = {
    TEXTRELAY_AGENT_WEBHOOK_LISTEN: `0.0.0.0:${port}`,
    TEXTRELAY_AGENT_WEBHOOK_URL: 'https://agent.example/',
  };
  expect(await worst(env)).toEqual(['warning: SIM', 'warning: webhooks', 'warning: webhooks']);
  const plain = { ...env, TEXTRELAY_AGENT_WEBHOOK_URL: 'http://192.168.1.5:9000/' };
  expect(await worst(plain)).toEqual(['warning: SIM', 'warning: webhooks', 'warning: webhooks']);
});

test('webhooks of a running agent are found at the phone', async () => {
  bench = await AndroidBench.open(simulated);
  const env = { TEXTRELAY_AGENT_WEBHOOK_LISTEN: `127.0.0.1:${await freePort()}`, TEXTRELAY_AGENT_SIMS: '1' };
  await bench.startReady(env);
  await bench.passUntil('registered', () => bench.phone.state.webhooks.size === 4);
  expect(await worst(env)).toEqual([]);
  bench.phone.state.webhooks.clear();
  expect(await worst(env)).toEqual(['warning: webhooks']);
});

test('a phone that answers for ever is given up within the time of a diagnosis', async () => {
  bench = await AndroidBench.open(simulated);
  for (const call of ['GET /device', 'GET /inbox', 'GET /settings', 'GET /webhooks'])
    bench.phone.planFault({ at: 'before', call, action: 'silence', times: 10 });
  const startedMs = bench.clock.nowMs();
  await bench.diagnose();
  expect(bench.clock.nowMs() - startedMs).toBeLessThanOrEqual(30_000);
});
