import { create } from '@bufbuild/protobuf';
import { afterEach, describe, expect, test } from 'vitest';
import { type Advance, AdvanceSchema } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import type { Ask } from '../core/ask.ts';
import { ChangeWatch } from './change_watch.ts';
import { type Place, WaitingList } from './waiting_list.ts';

const advance = (accountId: bigint, seq: bigint) => create(AdvanceSchema, { accountId, seq });
const settled = () => new Promise((resolve) => setImmediate(resolve));

interface Stream {
  onAdvances(advances: Advance[]): void;
  onEnd(): void;
  cancelled: boolean;
}

function start() {
  const clock = new ManualClock();
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
  watches.push(watch);
  return { clock, waitingList, streams, looks, cursors, watch };
}

const watches: ChangeWatch[] = [];
afterEach(() => {
  for (const watch of watches.splice(0)) watch.stop();
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
    const { clock, waitingList, looks, cursors } = start();
    clock.advance(3_000);
    expect(looks).toEqual([]);
    const place = waitingList.enter(1n, 'key', 0n, 25_000) as Place;
    cursors.answer = async () => [advance(1n, 4n)];
    clock.advance(1_000);
    await settled();
    expect(looks).toEqual([[1n]]);
    expect(place.newestSeq).toBe(4n);
  });

  test('the watch of changes does not start a look while the one before still runs', async () => {
    const { clock, waitingList, looks, cursors } = start();
    waitingList.enter(1n, 'key', 0n, 25_000);
    cursors.answer = () => new Promise(() => {});
    clock.advance(5_000);
    await settled();
    expect(looks).toHaveLength(1);
  });

  test('a look that fails is followed by the next', async () => {
    const { clock, waitingList, looks, cursors } = start();
    waitingList.enter(1n, 'key', 0n, 25_000);
    cursors.answer = async () => Promise.reject(new Error('down'));
    clock.advance(1_000);
    await settled();
    clock.advance(1_000);
    expect(looks).toHaveLength(2);
  });

  test('the watch of changes asks for at most 10,000 accounts at once', async () => {
    const { clock, waitingList, looks } = start();
    for (let account = 1n; account <= 10_001n; account++) waitingList.enter(account, 'key', 0n, 25_000);
    clock.advance(1_000);
    expect(looks.map((ids) => ids.length)).toEqual([10_000, 1]);
  });

  test('a stream that breaks is opened anew, with growing pauses, and a look follows at once', () => {
    const { clock, waitingList, streams, looks } = start();
    waitingList.enter(1n, 'key', 0n, 25_000);
    streams[0]?.onEnd();
    clock.advance(99);
    expect(streams).toHaveLength(1);
    clock.advance(1);
    expect(streams).toHaveLength(2);
    streams[1]?.onEnd();
    clock.advance(199);
    expect(streams).toHaveLength(2);
    clock.advance(1);
    expect(streams).toHaveLength(3);
    expect(looks).toHaveLength(0);
    streams[2]?.onAdvances([]);
    expect(looks).toHaveLength(1);
    streams[2]?.onEnd();
    clock.advance(100);
    expect(streams).toHaveLength(4);
  });

  test('a stream that does not say that it holds is given up', () => {
    const { clock, streams } = start();
    clock.advance(5_000);
    expect(streams[0]?.cancelled).toBe(true);
    clock.advance(100);
    expect(streams).toHaveLength(2);
  });

  test('a stopped watch opens nothing any more', () => {
    const { clock, waitingList, streams, looks, watch } = start();
    waitingList.enter(1n, 'key', 0n, 25_000);
    watch.stop();
    streams[0]?.onEnd();
    clock.advance(20_000);
    expect([streams.length, looks.length, streams[0]?.cancelled]).toEqual([1, 0, true]);
  });
});
