// Floods from outside: whatever one connection pours out, or thousands of connections hold open, the processes live, their memory
// stays bounded, and everybody else is answered while it lasts.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type HostileWorld, type ListenerName, startHostileWorld } from '../support/hostile/hostile_world.ts';
import { http2Floods } from '../support/hostile/http2_floods.ts';
import { type Fired, fire } from '../support/hostile/shot.ts';

let world: HostileWorld;
const fired: Fired[] = [];
const held: Socket[] = [];
beforeAll(async () => {
  world = await startHostileWorld();
});
afterEach(() => {
  for (const { drop } of fired.splice(0)) drop();
  for (const socket of held.splice(0)) socket.destroy();
});
afterAll(() => world.stop());

/** Resident memory of a process in MiB. */
function memoryOf({ child }: { child: { pid?: number | undefined } }): number {
  const [, kib] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

test.each(http2Floods)('a flood of HTTP/2 by four connections holds nobody up: %s', async (_, make) => {
  const pieces = [make()];
  const shots = Array.from({ length: 4 }, () => fire(world.ports.rpc, { pieces, leaves: 'open' }));
  await world.judge();
  fired.push(...(await Promise.all(shots)));
  await world.judge();
  expect(memoryOf(world.core)).toBeLessThan(700);
});

/** Opens connections that send this much and then nothing. */
async function hold(name: ListenerName, count: number, bytes: string): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(world.ports[name], '127.0.0.1')
      .on('error', () => {})
      .resume();
    held.push(socket);
    if (bytes !== '') socket.write(bytes);
    return socket;
  });
  await Promise.all(
    sockets.map((socket) => (socket.connecting ? once(socket, 'connect').catch(() => {}) : undefined)),
  );
  return sockets;
}

const halfHead = 'POST / HTTP/1.1\r\nHost: x\r\nX-';
const halfBody =
  'POST /textrelay.v1.PairingService/PairDevice HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{';
test.each<[ListenerName, number, string]>([
  ['core ops', 400, ''],
  ['core ops', 400, halfHead],
  ['gateway ops', 400, ''],
  ['gateway ops', 400, halfHead],
  ['agent ops', 400, halfHead],
  ['phones', 400, halfHead],
  ['phones', 400, halfBody],
  ['rpc', 400, ''],
  ['rpc', 400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['device', 2_000, halfHead],
  ['device', 2_000, halfBody],
  ['rest', 2_000, halfHead],
])(
  'connections that hold the listener %s, %i of them, with %j shut nobody out',
  async (name, count, bytes) => {
    await hold(name, count, bytes);
    await world.judge();
  },
);
