// Accounts, tiers and usage in protobuf. Nothing is decided here.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type {
  AccountRecordSchema,
  AccountSchema,
  TierSchema,
} from '../../../../proto/gen/textrelay/v1/account_pb.ts';
import type { GetOverviewResponseSchema } from '../../../../proto/gen/textrelay/v1/account_service_pb.ts';
import {
  type ListStatsRequest,
  type ListStatsResponseSchema,
  StatsPeriod,
  StatsSplit,
} from '../../../../proto/gen/textrelay/v1/stats_pb.ts';
import { UsagePeriod, UsageReason, type UsageSchema } from '../../../../proto/gen/textrelay/v1/usage_pb.ts';
import type { Overview } from '../../../app/accounts/overview.ts';
import type { Stats } from '../../../app/accounts/stats.ts';
import type { AskedStats } from '../../../app/accounts/stats_range.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import { isSandbox, ownerIdOf } from '../../../domain/accounts/sandbox.ts';
import type { UsageReason as Reason, Usage } from '../../../domain/plans/quota.ts';
import type { Tier } from '../../../domain/plans/tier.ts';
import type { ListedAccount } from '../../../store/accounts/accounts.ts';
import type { LinkedAccount } from '../../../store/platforms/platforms.ts';
import type { StatsPeriod as Period, StatsSplit as Split, Stat } from '../../../store/stats/list_stats.ts';
import { wordOf } from '../words.ts';

/** The owner of a sandbox, as messages name it. */
export const toSandboxOf = (accountId: bigint): { sandboxOf?: bigint } =>
  isSandbox(accountId) ? { sandboxOf: ownerIdOf(accountId) } : {};

const toOwn = (account: Omit<LinkedAccount, 'linkedAtMs'>) => ({
  id: account.id,
  name: account.name,
  plan: account.plan ?? undefined,
  subscriptionStatus: (account.exempt ? 'exempt' : account.subscriptionStatus) ?? undefined,
});

/** An account as its own keys see it. */
export const toAccount = (account: ListedAccount): MessageInitShape<typeof AccountSchema> => ({
  ...toOwn(account),
  createdAt: toTimestamp(account.createdAtMs),
  suspendedAt: toTimestamp(account.suspendedAtMs),
});

/** An account as the operator sees it. */
export const toRecord = (account: ListedAccount): MessageInitShape<typeof AccountRecordSchema> => ({
  ...toOwn(account),
  country: account.country,
  exempt: account.exempt,
  createdAt: toTimestamp(account.createdAtMs),
  suspendedAt: toTimestamp(account.suspendedAtMs),
  suspensionReason: account.suspensionReason,
  textsUsed: BigInt(account.textsUsed),
});

/** An account as a platform key sees it. */
export const toLinkedAccount = (account: LinkedAccount): MessageInitShape<typeof AccountSchema> => ({
  ...toOwn(account),
  linkedAt: toTimestamp(account.linkedAtMs),
});

export const toTier = (tier: Tier): MessageInitShape<typeof TierSchema> => ({
  plan: tier.plan,
  name: tier.name,
  textsCap: BigInt(tier.textsCap),
  priceCents: BigInt(tier.priceCents),
  currency: tier.currency,
  interval: 'month',
});

const reasons: Record<Reason, UsageReason> = {
  ok: UsageReason.OK,
  account_suspended: UsageReason.ACCOUNT_SUSPENDED,
  no_plan: UsageReason.NO_PLAN,
  no_subscription: UsageReason.NO_SUBSCRIPTION,
  cap_reached: UsageReason.CAP_REACHED,
  no_route: UsageReason.NO_ROUTE,
};

export const toUsage = (usage: Usage): MessageInitShape<typeof UsageSchema> => ({
  plan: usage.plan ?? undefined,
  subscriptionStatus: usage.subscriptionStatus ?? undefined,
  canSend: usage.reason === 'ok',
  reason: reasons[usage.reason],
  textsUsed: BigInt(usage.textsUsed),
  ...(usage.textsCap !== null && {
    textsCap: BigInt(usage.textsCap),
    textsRemaining: BigInt(Math.max(usage.textsCap - usage.textsUsed, 0)),
  }),
  unlimited: usage.textsCap === null,
  period: UsagePeriod.CALENDAR_MONTH_UTC,
  resetsAt: toTimestamp(usage.resetsAtMs),
});

const toCounts = ({ day, sent, delivered, failed, cancelled, received, replied }: Stat) => ({
  day,
  sent: BigInt(sent),
  delivered: BigInt(delivered),
  failed: BigInt(failed),
  cancelled: BigInt(cancelled),
  received: BigInt(received),
  replied: BigInt(replied),
});

const periods: Readonly<Record<Period, StatsPeriod>> = {
  day: StatsPeriod.DAY,
  week: StatsPeriod.WEEK,
  month: StatsPeriod.MONTH,
};

const splits: Readonly<Record<Split, StatsSplit>> = {
  device: StatsSplit.DEVICE,
  reason: StatsSplit.REASON,
};

/** Throws `invalid_request` for values of the contract that are not known. */
export const readAskedStats = ({ from, to, by, split }: ListStatsRequest): AskedStats => ({
  from,
  to,
  by: by ? wordOf('by', periods, by) : 'day',
  split: split ? wordOf('split', splits, split) : null,
});

export const toStats = (found: Stats): MessageInitShape<typeof ListStatsResponseSchema> => ({
  stats: found.stats.map((stat) => ({
    ...toCounts(stat),
    deviceId: stat.deviceId ?? undefined,
    deviceName: stat.deviceName ?? undefined,
    carrier: stat.carrier ?? undefined,
    reason: stat.reason ?? undefined,
  })),
  from: found.range.from,
  to: found.range.to,
  timeZone: found.zone,
  complete: found.isComplete,
});

export const toOverview = (overview: Overview): MessageInitShape<typeof GetOverviewResponseSchema> => ({
  account: { ...toOwn(overview.account), country: overview.account.country, exempt: overview.account.exempt },
  usage: toUsage(overview.usage),
  days: overview.month.stats.map(toCounts),
  daysComplete: overview.month.isComplete,
  timeZone: overview.month.zone,
  devices: overview.devices,
  carriers: overview.carriers.map(({ name, up, detail }) => ({ name, state: up ? 'up' : 'down', detail })),
  numbers: overview.numbers,
  simulated: overview.isSimulated,
  sellsPlans: overview.sellsPlans,
  note: overview.note || undefined,
});
