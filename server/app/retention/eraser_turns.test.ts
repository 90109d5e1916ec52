// Erasures of several accounts: nobody waits for all that another account has asked for.
import { expect, test } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { startEraser } from './eraser.ts';

const { clock } = simulateEachTest();

const request = (accountId: bigint, id: bigint) => ({ accountId, id, kind: 'account' as const });

/** An eraser whose steps of account 1 stay until they are let go. */
function startHeld(open: ReturnType<typeof request>[]) {
  const done: string[] = [];
  const held = Promise.withResolvers<void>();
  let [running, most] = [0, 0];
  const store = {
    listOpenErasures: async () => open.splice(0),
    erasureSteps: () => 1,
    async eraseStep({ accountId }: { accountId: bigint }) {
      most = Math.max(most, ++running);
      if (accountId === 1n) await held.promise;
      else await new Promise(setImmediate);
      running--;
      return { rows: 0, hasMore: false, isTurn: true, isClear: true };
    },
    async finishErasure({ accountId, id }: { accountId: bigint; id: bigint }) {
      done.push(`${accountId}/${id}`);
      return true;
    },
  };
  const eraser = startEraser({
    ...{ store, clock: clock, log: createLog('core', 'silent') },
    ...{ publish: () => undefined, failpoint: () => undefined },
  } as unknown as Parameters<typeof startEraser>[0]);
  return { eraser, done, release: held.resolve, mostAtOnce: () => most };
}

test('other accounts’ requests are done while one account’s takes long, and its own come one after the other', async () => {
  const requests = [request(1n, 1n), request(2n, 1n), request(3n, 1n), request(1n, 2n), request(2n, 2n)];
  const { eraser, done, release } = startHeld(requests);
  const round = eraser.wake();
  while (done.length < 3) await new Promise(setImmediate);
  expect(done.toSorted()).toEqual(['2/1', '2/2', '3/1']);
  release();
  await round;
  expect(done.slice(3)).toEqual(['1/1', '1/2']);
  await eraser.stop();
});

test('four accounts are erased at a time', async () => {
  const requests = Array.from({ length: 9 }, (_, index) => request(BigInt(index + 2), 1n));
  const { eraser, done, mostAtOnce } = startHeld(requests);
  await eraser.wake();
  expect([done.length, mostAtOnce()]).toEqual([9, 4]);
  await eraser.stop();
});
