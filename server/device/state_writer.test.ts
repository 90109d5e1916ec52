import { afterEach, expect, test } from 'vitest';
import { createLog } from '../../runtime/log.ts';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import type { DeviceStateRow } from '../store/devices/devices.ts';
import { StateWriter } from './states.ts';

const { clock, run, idle } = simulateEachTest();

const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A store whose writes a test lets through or fails. */
function startWriter() {
  const writes: {
    states: readonly DeviceStateRow[];
    settle: (error?: Error, locked?: readonly bigint[]) => void;
  }[] = [];
  const store = {
    storeStates: (states: readonly DeviceStateRow[]) =>
      new Promise<boolean[]>((resolve, reject) => {
        writes.push({
          states,
          settle: (error, locked = []) =>
            error ? reject(error) : resolve(states.map(({ deviceId }) => !locked.includes(deviceId))),
        });
      }),
  };
  const writer = new StateWriter({ store, clock, log: createLog('test', 'silent') });
  ends.push(() => writer.stop());
  return { writes, writer };
}

const state = (deviceId: bigint, problem = ''): DeviceStateRow => ({
  accountId: 1n,
  deviceId,
  linkEpoch: 1n,
  atMs: 0,
  problem,
  detail: '',
  signalPercent: null,
  batteryPercent: null,
  queueLength: 0,
  inboxFull: false,
  connection: null,
  charging: null,
  model: '',
  appVersion: '',
});

test('many devices are written in one statement every 5 seconds, each with its newest state', async () => {
  const { writes, writer } = startWriter();
  for (let id = 1n; id <= 900n; id++) writer.note(state(id), false);
  writer.note({ ...state(1n), signalPercent: 40 }, false);
  await run('4999 ms');
  expect(writes).toEqual([]);
  await run('1 ms');
  expect(writes).toHaveLength(1);
  expect(writes[0]?.states).toHaveLength(900);
  expect(writes[0]?.states.find(({ deviceId }) => deviceId === 1n)?.signalPercent).toBe(40);
});

test('a problem is written at once, but never two statements at a time', async () => {
  const { writes, writer } = startWriter();
  writer.note(state(1n, 'absent'), true);
  await idle();
  expect(writes).toHaveLength(1);
  for (let id = 1n; id <= 50n; id++) writer.note(state(id, 'no_network'), true);
  await idle();
  expect(writes).toHaveLength(1);
  writes[0]?.settle();
  await idle();
  expect(writes[1]?.states).toHaveLength(50);
});

test('what could not be written is written later, unless something newer was said', async () => {
  const { writes, writer } = startWriter();
  writer.note(state(1n, 'absent'), true);
  writer.note(state(2n, 'absent'), false);
  await idle();
  expect(writes).toHaveLength(1);
  writer.note(state(1n), false);
  writes[0]?.settle(new Error('away'));
  await run('5 s');
  expect(writes[1]?.states.map(({ deviceId, problem }) => [deviceId, problem])).toEqual([
    [1n, ''],
    [2n, 'absent'],
  ]);
});

test('a state whose device is locked by somebody is written with the next ones', async () => {
  const { writes, writer } = startWriter();
  for (let id = 1n; id <= 3n; id++) writer.note(state(id, 'absent'), true);
  await idle();
  expect(writes).toHaveLength(1);
  writes[0]?.settle(undefined, [2n]);
  await run('5 s');
  expect(writes[1]?.states.map(({ deviceId }) => deviceId)).toEqual([2n]);
});
