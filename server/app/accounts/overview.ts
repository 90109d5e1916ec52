// How an account is, on one page: what it has used, its days, its routes, and whether anything really leaves.
import { simulatedWord } from '../../domain/carriers/simulators.ts';
import { quotaMonth } from '../../domain/plans/month.ts';
import { type Usage, usageOf } from '../../domain/plans/quota.ts';
import type { AccountRow } from '../../store/accounts/accounts.ts';
import { type CarrierState, usableBy } from '../carriers/carrier_state.ts';
import type { AppContext } from '../context.ts';
import type { Accounts } from './accounts.ts';
import type { ReadStats, Stats } from './stats.ts';

export interface Overview {
  account: AccountRow;
  usage: Usage;
  /** The days of this month. */
  month: Stats;
  devices: { total: number; online: number; problems: number };
  /** The carriers that it has a number on, or that share a sender, in the order in which they are asked. */
  carriers: CarrierState[];
  numbers: number;
  /** True when its texts end at simulators: nothing leaves. */
  isSimulated: boolean;
  /** A sentence about simulators; empty without one. */
  note: string;
  /** True when plans can be bought. */
  sellsPlans: boolean;
}

/** Reads it. Throws `not_found` for an unknown account. */
export type ReadOverview = (accountId: bigint) => Promise<Overview>;

interface OverviewOptions extends Pick<AppContext<'readAccountRoutes'>, 'store' | 'clock' | 'tiers'> {
  accounts: Accounts;
  carriers(): readonly CarrierState[];
  readStats: ReadStats;
  sellsPlans: boolean;
}

const nothingLeaves =
  'Nothing leaves yet: texts end at simulators. Pair a real device, or get a number on a carrier, to reach people.';

export function createReadOverview(options: OverviewOptions): ReadOverview {
  const { accounts, store, carriers, readStats, tiers, clock, sellsPlans } = options;
  return async (accountId) => {
    const nowMs = clock.nowMs();
    const [account, routes, month] = await Promise.all([
      accounts.get(accountId),
      store.readAccountRoutes(accountId, nowMs),
      readStats(accountId, { by: 'day', split: null }),
    ]);
    const { devices, numbers, hasSimulatedDevice } = routes;
    const own = usableBy(accountId, numbers, carriers());
    const isSimulated = hasSimulatedDevice || own.some(({ kind }) => kind === simulatedWord);
    return {
      account,
      usage: usageOf(account, tiers, quotaMonth(nowMs)),
      month,
      devices,
      carriers: own,
      numbers: Object.values(numbers).reduce((sum, each) => sum + each, 0),
      isSimulated,
      note: isSimulated ? nothingLeaves : '',
      sellsPlans,
    };
  };
}
