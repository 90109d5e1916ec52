// The reasons why the operator should look at an account, in the order in which they are shown.

/** Why an account stands out. */
export const standingOutReasons = ['opt_outs', 'failures', 'volume'] as const;
export type StandingOutReason = (typeof standingOutReasons)[number];

/** What an account did in the last day, and how much of it in the last hour. */
export interface AccountDay {
  sent: number;
  sentLastHour: number;
  failed: number;
  failedLastHour: number;
  optOuts: number;
  optOutsLastHour: number;
}

/** Smaller counts say nothing. */
const least = { failed: 20, optOuts: 5, sentInHour: 200 };
/** Shares of the sent texts from which an account stands out. */
const share = { failed: 0.2, optOuts: 0.02 };
/** How many times the average of the day's other hours the last hour must have. */
const times = 5;

const hasFailures = (failed: number, sent: number) => failed >= least.failed && failed >= sent * share.failed;
const hasOptOuts = (optOuts: number, sent: number) =>
  optOuts >= least.optOuts && optOuts >= sent * share.optOuts;

/**
 * Why an account stands out; empty for one that does not. For an account whose first day this is, the volume counts as
 * well.
 */
export function standsOut(of: AccountDay): StandingOutReason[] {
  const before = (of.sent - of.sentLastHour) / 23;
  const rules: Record<StandingOutReason, boolean> = {
    opt_outs: hasOptOuts(of.optOuts, of.sent) || hasOptOuts(of.optOutsLastHour, of.sentLastHour),
    failures: hasFailures(of.failed, of.sent) || hasFailures(of.failedLastHour, of.sentLastHour),
    volume: of.sentLastHour >= least.sentInHour && of.sentLastHour >= before * times,
  };
  return standingOutReasons.filter((reason) => rules[reason]);
}
