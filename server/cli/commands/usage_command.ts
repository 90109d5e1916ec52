// `usage`, and how a quota is shown. Its JSON has the public REST answer's shape.
import type { Command } from 'commander';
import { type Usage, UsageReason } from '../../../proto/gen/textrelay/v1/usage_pb.ts';
import { type Json, renderFields, toInteger, toTime } from '../answer.ts';
import { type CommandContext, parseId, promised } from '../command.ts';

const reasons: Record<UsageReason, string> = {
  [UsageReason.UNSPECIFIED]: 'unknown',
  [UsageReason.OK]: 'ok',
  [UsageReason.NO_PLAN]: 'no_plan',
  [UsageReason.NO_SUBSCRIPTION]: 'no_subscription',
  [UsageReason.CAP_REACHED]: 'cap_reached',
  [UsageReason.NO_ROUTE]: 'no_route',
  [UsageReason.ACCOUNT_SUSPENDED]: 'account_suspended',
};

const orNull = (count: bigint | undefined) => (count === undefined ? null : toInteger(count));

/** A quota as `--json` shows it. */
export function usageJson(usage: Usage): { [name: string]: Json } {
  return {
    plan: usage.plan ?? null,
    subscription_status: usage.subscriptionStatus ?? null,
    can_send: usage.canSend,
    reason: reasons[usage.reason] ?? 'unknown',
    texts_used: toInteger(usage.textsUsed),
    texts_cap: orNull(usage.textsCap),
    texts_remaining: orNull(usage.textsRemaining),
    unlimited: usage.unlimited,
    period: 'calendar_month_utc',
    resets_at: toTime(usage.resetsAt),
  };
}

/** A quota as named lines: plan and status first, then what they allow. */
export function usageFields(usage: Usage): [string, string][] {
  const isCapped = usage.textsCap !== undefined;
  return [
    ['plan', usage.plan ?? ''],
    ['status', usage.subscriptionStatus ?? ''],
    ['can send', usage.canSend ? 'yes' : `no (${reasons[usage.reason] ?? 'unknown'})`],
    ['texts used', isCapped ? `${usage.textsUsed} of ${usage.textsCap}` : `${usage.textsUsed}, no cap`],
    ['texts left', isCapped ? String(usage.textsRemaining ?? 0n) : usage.unlimited ? 'unlimited' : ''],
    ['resets at', toTime(usage.resetsAt) ?? ''],
  ];
}

/** Adds the command to the program. */
export function addUsageCommand(program: Command, context: CommandContext): void {
  program
    .command('usage')
    .description('show what an account has used this month and may still use')
    .argument('<account>', 'its id', parseId)
    .action(async (accountId: bigint) => {
      const usage = promised((await context.core().getUsage({ accountId })).usage);
      context.answer({ json: { usage: usageJson(usage) }, text: renderFields(usageFields(usage)) });
    });
}
