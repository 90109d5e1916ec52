// Why a decision about a text that waits for a person, or waited for one, is refused.
import { busy, Refusal } from '../../errors.ts';
import type { ApprovalRow, DecisionVerdict } from '../../store/outbound/approvals.ts';

/** Why nobody can decide about a text any more. */
export function decisionOver({ decision, decidedAtMs, expiresAtMs, error, byLink }: ApprovalRow): Refusal {
  const at = (ms: number) => new Date(ms).toISOString();
  if (decision !== null && decision !== 'withdrawn' && decision !== 'expired')
    return new Refusal(
      'approval_not_pending',
      `the text was ${decision} already, ${byLink ? 'by a link, ' : ''}at ${at(decidedAtMs ?? expiresAtMs)}`,
    );
  const reason = error?.split(':')[0] ?? 'approval_expired';
  return new Refusal(
    'approval_not_pending',
    decision === 'withdrawn' || (error !== null && decision === null)
      ? `the text has ended already (${reason})`
      : `the text could be approved until ${at(expiresAtMs)}`,
  );
}

export const decisionRefusals: Readonly<Partial<Record<DecisionVerdict, () => Refusal>>> = {
  suspended: () => new Refusal('account_suspended', 'the account is suspended: the text goes on waiting'),
  no_plan: () => new Refusal('no_plan', 'the account has no plan: the text goes on waiting'),
  no_subscription: () =>
    new Refusal('no_subscription', 'the account has no live subscription: the text goes on waiting'),
  cap_reached: () => new Refusal('cap_reached', 'the monthly cap is reached: the text goes on waiting'),
  locked: busy,
};

export const linkGone = () =>
  new Refusal('link_expired', 'the link is not valid: it is incomplete, or a newer one took its place');
