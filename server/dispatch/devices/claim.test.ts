import { expect, test } from 'vitest';
import { noFailpoint } from '../../../runtime/failpoint.ts';
import { createLog } from '../../../runtime/log.ts';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import type { Link } from '../../device/link/link.ts';
import type { ClaimVerdict } from '../../store/devices/claim_texts.ts';
import type { WaitingText } from '../../store/devices/list_queue.ts';
import { Claims } from './claim.ts';
import { SimQueue } from './sim_queue.ts';

const { clock } = simulateEachTest();

test('a text that is wanted back while its claim is under way is asked for after it was handed over', async () => {
  const happened: string[] = [];
  const claimed = Promise.withResolvers<ClaimVerdict[]>();
  const claims = new Claims({
    store: { claimTexts: () => claimed.promise },
    ...{ clock, log: createLog('test', 'silent'), failpoint: noFailpoint },
    traces: { load: async () => undefined },
    lifetimes: { sendingGraceMs: 0, sentMs: 0 } as never,
    onDoubt: () => happened.push('in doubt'),
    onVerdicts: () => happened.push('handed over'),
  });
  const link = { device: { accountId: 1n, deviceId: 2n }, jobs: new Map() };
  const queue = new SimQueue(link as unknown as Link, 1, 0);
  const sim = queue.toPlacing({ capacity: 4, load: 0, window: 4 }, 0);
  const placements = [{ text: { id: 7n } as WaitingText, sim, isMove: false }];
  const search = { accountId: 1n, afterId: 0n, most: 50, queues: [queue] };
  const claim = claims.claim([{ search, placements, left: new Map(), last: 7n, looked: 1 }]);
  claims.afterClaimOf(1n, 7n, () => happened.push('asked back'));
  claims.afterClaimOf(1n, 8n, () => happened.push('another asked back'));
  claimed.resolve([{ kind: 'claimed' } as ClaimVerdict]);
  await claim;
  expect(happened).toEqual(['another asked back', 'handed over', 'asked back']);
});
