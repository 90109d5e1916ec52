// The policy of an account key: the limits that belong to the key and hold whatever its program does.

/** What a key may do. */
export const scopes = ['read', 'send', 'manage'] as const;
export type Scope = (typeof scopes)[number];

/** In place of a list of recipients: everybody. */
export const anyRecipient = 'any';
/** In place of a list of recipients: those who have written to the account. */
export const writersOnly = 'writers';

/** When a person has to approve a text before it leaves. */
export const approvalRequirements = ['never', 'new_recipients', 'always'] as const;
export type ApprovalRequirement = (typeof approvalRequirements)[number];

/** Which texts a key reads: all, or only those from and to recipients that it may write to. */
export const readings = ['all', 'known'] as const;
export type Reads = (typeof readings)[number];

/** A key's policy, as it is stored. A key without one may do everything. */
export interface KeyPolicy {
  /** At least one. */
  scopes: readonly Scope[];
  /** From then on it does nothing; null for never. */
  endsAtMs: number | null;
  /**
   * Who it may write to: `any` alone, `writers` alone, or numbers and prefixes like +15005550006 and +1500*. Never
   * empty.
   */
  recipients: readonly string[];
  /** Most texts in an hour and in a day of UTC; null without a bound. */
  perHour: number | null;
  perDay: number | null;
  /** The sender that its texts leave by (domain/messages/sender.ts); null for any. */
  sender: string | null;
  /** Left out for never. New recipients are those to whom no text has left, and who have written none. */
  requireApproval?: ApprovalRequirement;
  /** Left out for all. */
  reads?: Reads;
}

/** The policy that forbids nothing. */
export const openPolicy: KeyPolicy = {
  scopes,
  endsAtMs: null,
  recipients: [anyRecipient],
  perHour: null,
  perDay: null,
  sender: null,
};

/** Most recipients of a policy. */
const mostRecipients = 1_000;
/** Largest budget, in texts. */
export const largestBudget = 1_000_000;

const latestEndMs = Date.UTC(9999, 0);

/** Most digits of the beginning of a number that a policy can list. */
export const longestPrefix = 14;
/** An E.164 number, or the beginning of some with a star. */
const number = /^\+[1-9]\d{6,14}$/;
const prefix = new RegExp(`^\\+[1-9]\\d{0,${longestPrefix - 1}}\\*$`);

/** Whether a text is a number or a prefix that a policy can list. */
export const isRecipient = (text: string): boolean => number.test(text) || prefix.test(text);

/** When a person has to approve its texts. */
export const requireApprovalOf = ({
  requireApproval = 'never',
}: Pick<KeyPolicy, 'requireApproval'>): ApprovalRequirement => requireApproval;

/** Which texts it reads. */
export const readsOf = ({ reads = 'all' }: Pick<KeyPolicy, 'reads'>): Reads => reads;

/** Whether the policy has a bound on sends. */
export const boundsSends = (policy: KeyPolicy): boolean => {
  const { recipients, perHour, perDay, sender } = policy;
  const isBound = perHour !== null || perDay !== null || sender !== null;
  return isBound || recipients[0] !== anyRecipient || requireApprovalOf(policy) !== 'never';
};

/** Whether it forbids nothing. */
export const isOpen = (policy: KeyPolicy): boolean =>
  scopes.every((scope) => policy.scopes.includes(scope)) &&
  policy.endsAtMs === null &&
  !boundsSends(policy) &&
  readsOf(policy) === 'all';

const wrongRecipients = ({ recipients }: KeyPolicy): string | undefined => {
  if (recipients.length === 0)
    return `recipients must not be empty: everybody is written ${anyRecipient}, and a key that may not send has no scope send`;
  if (recipients.length > mostRecipients) return `recipients must have at most ${mostRecipients} entries`;
  if (recipients.some((one) => one === anyRecipient || one === writersOnly))
    return recipients.length === 1
      ? undefined
      : `recipients must be ${anyRecipient} alone, ${writersOnly} alone, or a list of numbers and prefixes`;
  return recipients.every(isRecipient)
    ? undefined
    : 'recipients must be numbers as E.164, like +15005550006, or prefixes with a star at their end, like +1500*';
};

const wrongBudget = (name: string, budget: number | null): string | undefined =>
  budget === null || (Number.isInteger(budget) && budget >= 1 && budget <= largestBudget)
    ? undefined
    : `${name} must be 1 to ${largestBudget}: left out, there is no bound`;

const wrongReads = (policy: KeyPolicy): string | undefined => {
  if (readsOf(policy) === 'all') return undefined;
  if (policy.scopes.includes('manage'))
    return 'a key that reads only known texts takes no scope manage, by which webhooks and consumers would bring it all';
  return policy.recipients[0] === anyRecipient
    ? `reads known takes recipients other than ${anyRecipient}, which would let it read all`
    : undefined;
};

/**
 * Says why a key that sends nothing cannot be made: it has bounds on sends. It may still list recipients, whose texts
 * it reads.
 */
const wrongIdle = (policy: KeyPolicy): string | undefined => {
  const isReader = readsOf(policy) === 'known';
  return boundsSends(isReader ? { ...policy, recipients: [anyRecipient] } : policy)
    ? 'a key without the scope send sends nothing: it takes no per_hour, per_day, from and require_approval, and recipients only with reads known'
    : undefined;
};

/** Says what is wrong with a policy that starts at `nowMs`; undefined for a sound one. */
export function wrongPolicy(policy: KeyPolicy, nowMs: number): string | undefined {
  const { scopes: given, endsAtMs, perHour, perDay } = policy;
  if (given.length === 0) return `scopes must have at least one of ${scopes.join(', ')}`;
  if (endsAtMs !== null && endsAtMs <= nowMs) return 'ends_at must be ahead: to end a key now, revoke it';
  if (endsAtMs !== null && endsAtMs > latestEndMs) return 'ends_at must be before the year 9999';
  const wrong = wrongRecipients(policy) ?? wrongBudget('per_hour', perHour) ?? wrongBudget('per_day', perDay);
  if (wrong) return wrong;
  if (perHour !== null && perDay !== null && perHour > perDay)
    return 'per_hour must not be more than per_day, which would never let it be used up';
  return wrongReads(policy) ?? (given.includes('send') ? undefined : wrongIdle(policy));
}

/** The policy in one form: each scope and recipient once, scopes in their order. */
export const tidyPolicy = (policy: KeyPolicy): KeyPolicy => ({
  ...policy,
  scopes: scopes.filter((scope) => policy.scopes.includes(scope)),
  recipients: [...new Set(policy.recipients)],
  requireApproval: requireApprovalOf(policy),
  reads: readsOf(policy),
});
