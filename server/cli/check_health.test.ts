// What the health check says of the parts that answer, and how it ends.
import { expect, test } from 'vitest';
import type { Readiness } from '../ops/ask_readiness.ts';
import { checkHealth } from './check_health.ts';

const at = (port: number) => ({ host: '127.0.0.1', port });
const listeners = { core: at(1), gateway: at(2), agent: undefined };

async function check(words: string, core: Readiness, gateway: Readiness, agent?: Readiness) {
  let [out, error] = ['', ''];
  const answers: Record<number, Readiness | undefined> = { 1: core, 2: gateway, 3: agent };
  const code = await checkHealth({
    words: words.split(' ').filter((word) => word !== ''),
    readListeners: () => ({ ...listeners, agent: agent && at(3) }),
    ask: async ({ port }) => answers[port] ?? 'away',
    writeOut: (text) => {
      out += text;
    },
    writeError: (text) => {
      error += text;
    },
  });
  return [code, out, error];
}

test('without a name every part that is here has to be ready', async () => {
  expect(await check('', 'ready', 'away')).toEqual([0, 'core: ready\n', '']);
  expect(await check('', 'ready', 'ready', 'ready')).toEqual([
    0,
    'core: ready, gateway: ready, agent: ready\n',
    '',
  ]);
  expect(await check('', 'ready', 'not ready')).toEqual([1, '', 'core: ready, gateway: not ready\n']);
});

test('where nothing runs, nothing is healthy', async () => {
  expect(await check('', 'away', 'away')).toEqual([1, '', 'no part of the service runs here\n']);
});

test('a part that was named has to be here, and the all-in-one is core and gateway', async () => {
  expect(await check('core', 'ready', 'away')).toEqual([0, 'core: ready\n', '']);
  expect(await check('start', 'ready', 'away')).toEqual([1, '', 'core: ready, gateway: not here\n']);
  expect(await check('start gateway', 'ready', 'ready')).toEqual([0, 'core: ready, gateway: ready\n', '']);
  expect(await check('agent', 'ready', 'ready')).toEqual([1, '', 'agent: not here\n']);
});

test('an unknown name is refused with those there are', async () => {
  const named = 'no part "hub": type core, gateway, agent, start, or none of them\n';
  expect(await check('core hub', 'ready', 'ready')).toEqual([2, '', named]);
  expect((await check('toString', 'ready', 'ready'))[0]).toBe(2);
});
