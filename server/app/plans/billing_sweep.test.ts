// The billing sweep goes on to the next account when one fails, because it is locked or the provider refuses it.
import { expect, test } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { type BillingSweeperOptions, startBillingSweeper } from './billing_sweep.ts';

const { clock } = simulateEachTest();

function sweeperOf(accounts: bigint[], failing: readonly bigint[]) {
  const recovered: bigint[] = [];
  const refreshed: bigint[] = [];
  const due = [...accounts];
  const failFor = (accountId: bigint) => {
    if (failing.includes(accountId)) throw new Error('the account is busy');
  };
  const options = {
    store: {
      listStaleIntents: async () => accounts,
      claimDueBilling: async () => {
        const accountId = due.shift();
        return accountId === undefined ? undefined : { accountId, isTied: true };
      },
    },
    clock: clock,
    log: createLog('test', 'silent'),
    refresh: async (accountId: bigint) => {
      failFor(accountId);
      refreshed.push(accountId);
    },
    readMissedEvents: async () => 0,
    intents: {
      recover: async (accountId: bigint) => {
        failFor(accountId);
        recovered.push(accountId);
        return { found: 'none' };
      },
    },
  } as unknown as BillingSweeperOptions;
  const sweeper = startBillingSweeper(options);
  return { sweeper, recovered, refreshed };
}

test('an account that fails keeps no other from being recovered and compared', async () => {
  const { sweeper, recovered, refreshed } = sweeperOf([1n, 2n, 3n], [1n]);
  expect(await sweeper.sweep()).toBe(3);
  expect([recovered, refreshed]).toEqual([
    [2n, 3n],
    [2n, 3n],
  ]);
  sweeper.stop();
});

test('where very many fail the round ends: the provider is asked again in the next one', async () => {
  const accounts = Array.from({ length: 50 }, (_, index) => BigInt(index + 1));
  const { sweeper, recovered, refreshed } = sweeperOf(accounts, accounts.slice(0, 40));
  expect(await sweeper.sweep()).toBe(10);
  expect([recovered, refreshed]).toEqual([[], []]);
  sweeper.stop();
});
