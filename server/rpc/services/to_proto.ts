// Usage in protobuf. Nothing is decided here.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { UsagePeriod, UsageReason, type UsageSchema } from '../../../proto/gen/textrelay/v1/usage_pb.ts';
import { toTimestamp } from '../../connect/proto_values.ts';
import type { UsageReason as Reason, Usage } from '../../domain/quota.ts';

const reasons: Record<Reason, UsageReason> = {
  ok: UsageReason.OK,
  account_suspended: UsageReason.ACCOUNT_SUSPENDED,
  no_plan: UsageReason.NO_PLAN,
  no_subscription: UsageReason.NO_SUBSCRIPTION,
  cap_reached: UsageReason.CAP_REACHED,
  no_route: UsageReason.NO_ROUTE,
};

export function toUsage(usage: Usage): MessageInitShape<typeof UsageSchema> {
  return {
    ...(usage.plan !== null && { plan: usage.plan }),
    ...(usage.subscriptionStatus !== null && { subscriptionStatus: usage.subscriptionStatus }),
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
  };
}
