// A stream whose reader never reads holds what is bounded, and is then let go.
import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { EventStreams } from './event_streams.ts';

const simulated = simulateEachTest();
const { clock, run, idle } = simulated;

const event = 'event: MessageEnqueued\ndata: null\n\n';
const mostUnread = 8 * 1024;

/** An answer of which nothing is taken until `read`. */
class Unread extends Writable {
  written = 0;
  #next: (() => void)[] = [];

  writeHead(): void {}
  flushHeaders(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.written += chunk.length;
    this.#next.push(done);
  }

  async read(): Promise<void> {
    for (let done = this.#next.shift(); done !== undefined; done = this.#next.shift()) {
      done();
      await idle();
    }
  }
}

function open() {
  const streams = new EventStreams(clock);
  const answer = new Unread();
  const ended: unknown[] = [];
  const stream = streams.open(answer as unknown as ServerResponse, (closed) => ended.push(closed));
  return { streams, answer, ended, stream };
}

test('a reader that never reads is let go once its stream holds 8 KiB, and not before', async () => {
  const { streams, answer, ended, stream } = open();
  while (answer.writableLength <= mostUnread) stream.send('MessageEnqueued');
  expect(answer.destroyed).toBe(false);
  expect(answer.writableLength).toBeLessThanOrEqual(mostUnread + event.length);
  stream.send('MessageEnqueued');
  await idle();
  expect([answer.destroyed, ended]).toEqual([true, [stream]]);
  // Nothing is kept for it any more.
  const heldBytes = answer.writableLength;
  for (let times = 0; times < 1_000; times += 1) stream.send('MessageEnqueued');
  expect(answer.writableLength).toBe(heldBytes);
  streams.stop();
  expect(simulated.simulation.time.describe()).toEqual([]);
});

test('the line that keeps a stream alive counts as well', async () => {
  const { streams, answer, ended } = open();
  for (let times = 0; times < mostUnread && ended.length === 0; times += 1) {
    await run('20 s');
  }
  expect(answer.destroyed).toBe(true);
  streams.stop();
});

test('one that reads in time stays, however much there is to read', async () => {
  const { streams, answer, ended, stream } = open();
  for (let times = 0; times < 1_000; times += 1) {
    stream.send('MessageEnqueued');
    await answer.read();
  }
  expect([answer.destroyed, ended]).toEqual([false, []]);
  streams.stop();
});
