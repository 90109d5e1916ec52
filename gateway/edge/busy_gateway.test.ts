// Programs that all come back at once while the gateway is busy. This thread is the gateway's own, so that nothing is taken in while it
// waits for the thread of the clients.
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Pair, startPair } from '../testing/start_pair.ts';

const many = 1_000;
/** Connections that this machine lets any listener keep. */
const kept = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
/** How long a failing test waits. A client that is not let in tries again for minutes. */
const patienceMs = 20_000;

const clients = `
  const { workerData } = require('node:worker_threads');
  const { connect } = require('node:net');
  const opened = new Int32Array(workerData.opened);
  for (let index = 0; index < workerData.many; index++)
    connect(workerData.port, '127.0.0.1', () => {
      if (Atomics.add(opened, 0, 1) + 1 === workerData.many) Atomics.notify(opened, 0);
    }).on('error', () => {});
`;

let pair: Pair;
beforeAll(async () => {
  pair = await startPair();
});
afterAll(() => pair.stop());

test.skipIf(kept < many)(
  'a thousand connections that come at once are let in while the gateway is busy',
  async () => {
    const opened = new Int32Array(new SharedArrayBuffer(4));
    const port = Number(new URL(pair.gateway.url).port);
    const worker = new Worker(clients, { eval: true, workerData: { port, many, opened: opened.buffer } });
    const deadline = Date.now() + patienceMs;
    for (let seen = 0; seen < many && Date.now() < deadline; seen = Atomics.load(opened, 0))
      Atomics.wait(opened, 0, seen, 100);
    await worker.terminate();
    expect(Atomics.load(opened, 0)).toBe(many);
  },
);
