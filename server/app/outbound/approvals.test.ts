// Who learns of a decision about a text that waits for a person.
import { expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { defaultTiers } from '../../domain/plans/tier.ts';
import type { Advance } from '../messages/advances.ts';
import { createApprovals, type UsersDecision } from './approvals.ts';

const { clock } = simulateEachTest();

const decided = (decision: UsersDecision) => ({
  ...{ accountId: 7n, id: 3n, decision, userId: 1n, tokenHash: null },
});

test.each([
  ['approved', true],
  ['rejected', false],
] as const)('a text that was %s is work for a phone or a carrier: %s', async (decision, queued) => {
  const published: Advance[] = [];
  const approvals = createApprovals({
    store: {
      decideApprovals: async () => [{ verdict: 'done', seq: 12n }],
      findApproval: async () => ({ messageId: 3n }),
    } as never,
    clock: clock,
    tiers: defaultTiers,
    publish: (advances) => published.push(...advances),
  });
  await approvals.decide(decided(decision));
  expect(published).toEqual([{ accountId: 7n, seq: 12n, queued }]);
});
