import { expect, test } from 'vitest';
import type { Advance } from '../../../app/messages/advances.ts';
import { watchChanges } from './watch_changes.ts';

test('a watcher hears the newest seq of an account, in whatever order commits are announced, and of no text asked back', async () => {
  let announce: (advances: readonly Advance[]) => void = () => undefined;
  const leaving = new AbortController();
  const subscribe = (listener: typeof announce) => {
    announce = listener;
    return () => undefined;
  };
  const watch = watchChanges({ subscribe }, leaving.signal);
  expect((await watch.next()).value).toEqual({ advances: [] });
  const queued = false;
  announce([{ accountId: 1n, seq: 6n, queued }]);
  announce([
    { accountId: 1n, seq: 5n, queued },
    { accountId: 1n, seq: 0n, queued, wantedBack: 3n },
    { accountId: 2n, seq: 0n, queued, wantedBack: 4n },
  ]);
  expect((await watch.next()).value).toEqual({ advances: [{ accountId: 1n, seq: 6n }] });
  leaving.abort();
  await watch.return();
});
