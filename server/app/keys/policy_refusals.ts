// What a key's policy refuses: which rule, and what it would allow. Nothing here holds a number: GET /api/v1/me shows the
// key its whole policy.
import { type KeyPolicy, type Scope, writersOnly } from '../../domain/keys/key_policy.ts';
import type { Usage } from '../../domain/plans/quota.ts';
import { Refusal } from '../../errors.ts';
import type { PolicyVerdict } from '../../store/outbound/rules/policy_rules.ts';

const whole = 'GET /api/v1/me shows its policy';

export const keyEnded = ({ endsAtMs }: Pick<KeyPolicy, 'endsAtMs'>) =>
  new Refusal(
    'key_ended',
    `the key's end date has passed${endsAtMs === null ? '' : `: ${new Date(endsAtMs).toISOString()}`}; an admin can set a later one`,
  );

export const missingScope = (scope: Scope, { scopes }: Pick<KeyPolicy, 'scopes'>) =>
  new Refusal('key_scope', `this needs the scope ${scope}: the key has ${scopes.join(', ')}`);

export const sendsBeyondPolicy = () =>
  new Refusal(
    'key_scope',
    'a key with limits on its texts starts, pauses and cancels no broadcasts, and changes no incoming webhooks and keyword replies: a person can in the console, or another key',
  );

export const cancelsBeyondPolicy = () =>
  new Refusal(
    'key_scope',
    'a key with limits on its texts cancels only those that it sent: a person can in the console, or another key',
  );

export const readsBeyondPolicy = () =>
  new Refusal(
    'key_scope',
    `the key reads only texts of those whom it may write to, and nothing like this; ${whole}`,
  );

const budgetUsed = (words: string, texts: number | null) =>
  new Refusal(
    'key_budget_reached',
    `the key may send ${texts} texts in ${words} of UTC; GET /api/v1/me shows what is left, and until when`,
  );

type Say = (usage: Usage, sender: string | null, policy: KeyPolicy) => Refusal;

/** The answers to texts that a policy refuses. */
export const policyRefusals = {
  key_ended: (_usage, _sender, policy) => keyEnded(policy),
  key_scope: (_usage, _sender, policy) => missingScope('send', policy),
  sender_barred: () =>
    new Refusal(
      'sender_not_allowed',
      `the key sends from a sender of its own: leave from out, or give that one; ${whole}`,
    ),
  recipient_barred: (_usage, _sender, { recipients }) =>
    new Refusal(
      'recipient_not_allowed',
      recipients[0] === writersOnly
        ? 'the key may write only to those who have written to the account'
        : `the key may write only to the numbers and prefixes of its list, which has ${recipients.length}; ${whole}`,
    ),
  ref_barred: () =>
    new Refusal(
      'recipient_not_allowed',
      'another text of the account has this client_ref, which the key may not read: choose a new one',
    ),
  hour_used: (_usage, _sender, { perHour }) => budgetUsed('an hour', perHour),
  day_used: (_usage, _sender, { perDay }) => budgetUsed('a day', perDay),
} satisfies Record<PolicyVerdict, Say>;
