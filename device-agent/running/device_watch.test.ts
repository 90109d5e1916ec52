// How the core hears of the device's state.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DeviceProblem } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { DeviceConnection } from '../../proto/gen/textrelay/v1/device_pb.ts';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { AgentBench } from '../testing/agent_bench.ts';
import { ScriptedDriver } from '../testing/scripted_driver.ts';

const simulated = simulateEachTest();
const { run, idle } = simulated;
let bench: AgentBench;
beforeEach(async () => {
  bench = await AgentBench.open(simulated);
});
afterEach(() => bench.close());

const states = () => bench.core.received('deviceState');

test('the core hears of the state at once, of changes within a second, and otherwise every 30 seconds', async () => {
  const driver = new ScriptedDriver();
  driver.healthNow = { detail: 'ready', signalPercent: 60 };
  await bench.startLinked({ driver });
  await idle();
  expect(states()).toHaveLength(1);
  expect(states()[0]).toMatchObject({ ok: true, detail: 'ready', signalPercent: 60, queueLength: 0 });
  await run('10 s');
  expect(states()).toHaveLength(1);
  driver.healthNow = { problem: 'no_network', detail: 'not registered', signalPercent: 58 };
  await run('1 s');
  expect(states()).toHaveLength(2);
  expect(states()[1]).toMatchObject({ ok: false, problem: DeviceProblem.NO_NETWORK });
  await run('30 s');
  expect(states()).toHaveLength(3);
});

test('a signal that moves a little is no news, one that moves much is', async () => {
  const driver = new ScriptedDriver();
  driver.healthNow = { detail: 'ready', signalPercent: 60 };
  await bench.startLinked({ driver });
  await idle();
  expect(states()).toHaveLength(1);
  driver.healthNow = { detail: 'ready', signalPercent: 56 };
  await run('2 s');
  expect(states()).toHaveLength(1);
  driver.healthNow = { detail: 'ready', signalPercent: 55 };
  await run('2 s');
  expect(states()).toHaveLength(2);
});

test('what a phone says of itself is news whenever it is another, and is cut to what the core takes', async () => {
  const driver = new ScriptedDriver();
  driver.healthNow = { detail: 'ready', model: `${'x'.repeat(99)}📱`, appVersion: '1.68.0' };
  await bench.startLinked({ driver });
  await idle();
  expect(states()).toHaveLength(1);
  expect(states()[0]).toMatchObject({ model: `${'x'.repeat(99)}\ufffd`, appVersion: '1.68.0' });
  expect(states()[0]).toMatchObject({ connection: DeviceConnection.UNSPECIFIED });
  expect(states()[0]?.charging).toBeUndefined();
  driver.healthNow = { detail: 'ready', connection: 'polling', charging: false, model: 'a', appVersion: '2' };
  await run('1 s');
  expect(states()).toHaveLength(2);
  const said = { connection: DeviceConnection.POLLING, charging: false, model: 'a', appVersion: '2' };
  expect(states()[1]).toMatchObject(said);
  for (const fields of [{ connection: 'lost' as const }, { charging: true }, { appVersion: '3' }]) {
    driver.healthNow = { ...driver.healthNow, ...fields };
    const before = states().length;
    await run('1 s');
    expect(states()).toHaveLength(before + 1);
  }
});

test('a core that comes back gets the state again, with what waits in the queue', async () => {
  const driver = new ScriptedDriver();
  driver.healthNow = { problem: 'pin_required', detail: 'the SIM asks for its PIN' };
  const agent = await bench.startLinked({ driver });
  bench.core.sendJob(1n, '+15005550101');
  await idle();
  expect(bench.core.received('accepted')).toHaveLength(1);
  bench.core.cut();
  await idle();
  expect(agent.state()?.link).toBe('down');
  await run('5 s');
  expect(agent.state()?.link).toBe('up');
  await idle();
  expect(states().length).toBeGreaterThanOrEqual(2);
  expect(states().at(-1)).toMatchObject({ problem: DeviceProblem.PIN_REQUIRED, queueLength: 1 });
});

test('what a driver says out of bounds is brought within them', async () => {
  const driver = new ScriptedDriver();
  driver.healthNow = { detail: 'x'.repeat(500), signalPercent: 140, batteryPercent: -3 };
  await bench.startLinked({ driver });
  await idle();
  expect(states()).toHaveLength(1);
  expect(states()[0]).toMatchObject({ detail: 'x'.repeat(200), signalPercent: 100, batteryPercent: 0 });
});
