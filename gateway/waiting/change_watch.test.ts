import { create } from '@bufbuild/protobuf';
import { afterEach, describe, expect, test } from 'vitest';
import { type Advance, AdvanceSchema } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import type { Ask } from '../core_client/ask.ts';
import { ChangeWatch } from './change_watch.ts';
import { type Place, WaitingList } from './waiting_list.ts';

const advance = (accountId: bigint, seq: bigint) => create(AdvanceSchema, { accountId, seq });
const { clock, run, idle } = simulateEachTest();

interface Stream {
  onAdvances(advances: Advance[]): void;
  onEnd(): void;
  cancelled: boolean;
}

function start() {
  const waitingList = new WaitingList(clock, 30_000);
  const streams: Stream[] = [];
  const looks: bigint[][] = [];
  const cursors = { answer: async (_ids: bigint[]): Promise<Advance[]> => [] };
  const watch = new ChangeWatch({
    clock,
    waitingList,
    random: () => 1,
    core: {
      watchChanges(listener) {
        const stream: Stream = {
          cancelled: false,
          onAdvances: (advances) => listener.onAdvances(advances),
          onEnd: () => listener.onEnd(),
        };
        streams.push(stream);
        return () => {
          stream.cancelled = true;
        };
      },
    },
    ask: (async (_method: unknown, { accountIds }: { accountIds: bigint[] }) => {
      looks.push(accountIds);
      return { cursors: await cursors.answer(accountIds) };
    }) as unknown as Ask,
  });
  started.push({ watch, waitingList });
  return { waitingList, streams, looks, cursors, watch };
}

const started: { watch: ChangeWatch; waitingList: WaitingList }[] = [];
afterEach(() => {
  for (const { watch, waitingList } of started.splice(0)) {
    watch.stop();
    waitingList.close();
  }
});

describe('the watch of changes', () => {
  test('the watch of changes passes what the stream says on to those who wait', () => {
    const { waitingList, streams } = start();
    const place = waitingList.enter(1n, 'key', 0n, 9_000) as Place;
    streams[0]?.onAdvances([]);
    streams[0]?.onAdvances([advance(1n, 3n), advance(2n, 8n)]);
    expect(place.newestSeq).toBe(3n);
  });

  test('looks at the cursors once a second, but only while somebody waits', async () => {
    const { waitingList, looks, cursors } = start();
    await run(3_000);
    expect(looks).toEqual([]);
    const place = waitingList.enter(1n, 'key', 0n, 25_000) as Place;
    cursors.answer = async () => [advance(1n, 4n)];
    await run(1_000);
    await idle();
    expect(looks).toEqual([[1n]]);
    expect(place.newestSeq).toBe(4n);
  });

  test('the watch of changes does not start a look while the one before still runs', async () => {
    const { waitingList, looks, cursors } = start();
    waitingList.enter(1n, 'key', 0n, 25_000);
    cursors.answer = () => new Promise(() => {});
    await run(5_000);
    await idle();
    expect(looks).toHaveLength(1);
  });

  test('a look that fails is followed by the next', async () => {
    const { waitingList, looks, cursors } = start();
    waitingList.enter(1n, 'key', 0n, 25_000);
    cursors.answer = async () => Promise.reject(new Error('down'));
    await run(1_000);
    await idle();
    await run(1_000);
    expect(looks).toHaveLength(2);
  });

  test('the watch of changes asks for at most 10,000 accounts at once', async () => {
    const { waitingList, looks } = start();
    for (let account = 1n; account <= 10_001n; account++) waitingList.enter(account, 'key', 0n, 25_000);
    await run(1_000);
    expect(looks.map((ids) => ids.length)).toEqual([10_000, 1]);
  });

  test('a stream that breaks is opened anew, with growing pauses, and a look follows at once', async () => {
    const { waitingList, streams, looks } = start();
    waitingList.enter(1n, 'key', 0n, 25_000);
    streams[0]?.onEnd();
    await run(99);
    expect(streams).toHaveLength(1);
    await run(1);
    expect(streams).toHaveLength(2);
    streams[1]?.onEnd();
    await run(199);
    expect(streams).toHaveLength(2);
    await run(1);
    expect(streams).toHaveLength(3);
    expect(looks).toHaveLength(0);
    streams[2]?.onAdvances([]);
    expect(looks).toHaveLength(1);
    streams[2]?.onEnd();
    await run(100);
    expect(streams).toHaveLength(4);
  });

  test('a stream that does not say that it holds is given up', async () => {
    const { streams } = start();
    await run(5_000);
    expect(streams[0]?.cancelled).toBe(true);
    await run(100);
    expect(streams).toHaveLength(2);
  });

  test('a stopped watch opens nothing any more', async () => {
    const { waitingList, streams, looks, watch } = start();
    waitingList.enter(1n, 'key', 0n, 25_000);
    watch.stop();
    streams[0]?.onEnd();
    await run(20_000);
    expect([streams.length, looks.length, streams[0]?.cancelled]).toEqual([1, 0, true]);
  });
});
