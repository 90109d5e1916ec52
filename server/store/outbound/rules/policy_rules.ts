// The policies of keys, as a rule of the statement that judges texts. Few keys have one, so that most statements only look
// whether a text's key does: such a text is refused as `policed`, and judged again by a form that has this rule, as are
// all later texts of a key that is known to have a policy. The policy is as new as the statement; what is left of its
// budgets is as new as the lock of the key's row: budget_rules.ts.
import type { KeyPolicy } from '../../../domain/keys/key_policy.ts';
import { approvalAwaited } from '../../../domain/messages/approval.ts';
import { isBarredBy } from '../../messages/readable.ts';
import { instant, json, text, word } from '../../postgres/kinds.ts';
import { hasToWait } from './approval_rules.ts';
import type { Given } from './judge_texts.ts';
import { nullRow } from './rule_steps.ts';

/** What a statement gives of a text's policy. */
export const policedOutcome = {
  /** The sender that the text leaves by: its own, or its key's. */
  sender: text.orNull('taken_sender'),
  /** A new message leaves no earlier than this; null for at once, and for one that a person has to approve. */
  sendAtMs: instant.orNull("case when verdict = 'accepted' and has_to_wait is not true then leaves_at end"),
  awaiting: word<typeof approvalAwaited>().orNull(
    `case when verdict = 'accepted' and has_to_wait then '${approvalAwaited}' end`,
  ),
  /** Of a text that the policy refuses. */
  policy: json<KeyPolicy>().orNull(
    "case when policy is not null and verdict in ('replayed', 'key_ended', 'key_scope', 'ref_barred', 'sender_barred', 'recipient_barred', 'hour_used', 'day_used') then policy::json end",
  ),
};

/** The verdicts of a policy. */
export type PolicyVerdict =
  | 'key_ended'
  | 'key_scope'
  | 'ref_barred'
  | 'sender_barred'
  | 'recipient_barred'
  | 'hour_used'
  | 'day_used';

type Unit = 'hour' | 'day';

/** The start of the hour or day by the replica's clock. PostgreSQL takes its time for it: a statement reads it once. */
export const startOf = (unit: Unit, nowMs: string): string => `date_trunc('${unit}', ${nowMs}, 'UTC')`;

/** The start that is counted, of the one that was counted before and a replica's own: one whose clock is behind counts on. */
export const newerOf = (counted: string, own: string, unit: Unit): string =>
  `case when ${counted} > ${own} and ${counted} <= ${own} + interval '1 ${unit}' then ${counted} else ${own} end`;

/** The start of the hour or day that is counted on the row `of`. */
export const bucket = (of: string, unit: Unit, nowMs: string): string =>
  newerOf(`${of}.${unit}`, startOf(unit, nowMs), unit);

/** For batches in which no text's key is known to have a policy. */
export const noKeyRule = nullRow({
  key_id: 'int8',
  policy: 'jsonb',
  sender: 'text',
  has_to_wait: 'bool',
  barred: 'text',
  refusal: 'text',
});

/**
 * What a statement needs for a policy, each more than the one before: a light one asks only who may write to whom, and whether at
 * all, a counted one has budgets besides, and a full one a sender or approvals.
 */
export const policyNeeds = ['light', 'counted', 'full'] as const;
export type PolicyNeeds = (typeof policyNeeds)[number];

const needsOf = (policy: string) => `case
      when ${policy} is null then null
      when ${policy}->>'sender' is not null or coalesce(${policy}->>'requireApproval', 'never') <> 'never' then 'full'
      when coalesce(${policy}->>'perHour', ${policy}->>'perDay') is not null then 'counted'
      else 'light'
    end`;

/** Where a text's policy and its account are read; the rest is of `text`. */
interface Source {
  policy: string;
  accountId: string;
}

// The text that a client_ref stands for is no secret of keys that read all.
/** The verdicts of a policy, null without one. `barred` refuses a text before a replay is answered, `refusal` after that. */
const verdictsOf = ({ nowMs }: Given, { policy, accountId }: Source) => {
  const bars = (addressNorm: string) => isBarredBy(policy, { accountId, addressNorm });
  return {
    barred: `case
      when ${policy}->>'reads' = 'known' and exists (
        select from message original
        where original.account_id = ${accountId} and original.client_ref = text.client_ref
          and ${bars('original.address_norm')}
      ) then 'ref_barred'
    end`,
    refusal: `case
      when ${policy} is null then null
      when (${policy}->>'endsAtMs')::int8 <= extract(epoch from ${nowMs}) * 1000 then 'key_ended'
      when not ${policy}->'scopes' ? 'send' then 'key_scope'
      when text.sender <> ${policy}->>'sender' then 'sender_barred'
      when ${bars('text.address_norm')} then 'recipient_barred'
    end`,
  };
};

/**
 * What is read of a key that is judged with its text. `column` is read of the key's row, as `mark`; `columns` are those of
 * `input`, in which `policed` says what the policy needs; `policed` is when the text has to be judged again.
 */
export interface KeyReading {
  column: string;
  columns: (given: Given) => string;
  policed: string;
}

/** Only whether the key has a policy. */
export const keyFlag: KeyReading = {
  column: needsOf('policy'),
  columns: () => 'key.mark as policed',
  policed: 'key.mark is not null',
};

const needs = `${needsOf('key.mark')} as policed`;

/** The policy, for the step `key_rule`. */
export const keyPolicy: KeyReading = {
  column: 'policy',
  columns: () => `${needs}, key.mark as own_policy`,
  policed: 'false',
};

const judgedAtOnce = (sender: string, hasToWait: string, policed: string): KeyReading => ({
  column: 'policy',
  columns: (given) => {
    const { barred, refusal } = verdictsOf(given, { policy: 'key.mark', accountId: 'key.owner_id' });
    return `${needs}, key.mark as own_policy, ${sender} as own_sender, ${hasToWait} as own_wait,
    ${barred} as own_barred, ${refusal} as own_refusal`;
  },
  policed,
});

/** What a light policy says, at once. */
export const lightKey = judgedAtOnce('null::text', 'null::bool', `${needsOf('key.mark')} <> 'light'`);
/** What a policy without a sender and approvals says, at once. */
export const countedKey = judgedAtOnce('null::text', 'null::bool', `${needsOf('key.mark')} = 'full'`);
/** What any policy says, at once. */
export const fullKey = judgedAtOnce(
  "key.mark->>'sender'",
  hasToWait('key.mark', { accountId: 'key.owner_id', addressNorm: 'text.address_norm' }),
  'false',
);

/** The rule for texts of which `input` says what their policies do. */
export const ownKeyRule = `select null::int8 as key_id, text.own_policy as policy, text.own_sender as sender,
    text.own_wait as has_to_wait, text.own_barred as barred, text.own_refusal as refusal`;

/** The step `key_rule`: what the policies say of texts that bring their own, or name a `policy_key`. */
export const keyRule = (given: Given): string => {
  const source = { policy: 'text.policy', accountId: 'text.account_id' };
  const { barred, refusal } = verdictsOf(given, source);
  return `named_key as materialized (
  select named.hash, key.id, key.account_id, key.policy
  from (select distinct policy_key as hash from input where policy_key is not null) named
  cross join lateral (
    select id, account_id, policy from api_key
    where hash = decode(named.hash, 'hex') and revoked_at is null limit 1
  ) key
), key_rule as materialized (
  select text.ord, text.named_id as key_id, text.policy, text.policy->>'sender' as sender,
    ${hasToWait('text.policy', { accountId: 'text.account_id', addressNorm: 'text.address_norm' })} as has_to_wait,
    coalesce(text.unknown, ${barred}) as barred,
    ${refusal} as refusal
  from (
    select text.ord, text.account_id, text.client_ref, text.address_norm, text.sender, named.id as named_id,
      coalesce(text.own_policy, named.policy) as policy,
      case when text.policy_key is not null and named.hash is null then 'invalid_key' end as unknown
    from input text
    left join named_key named on named.hash = text.policy_key and named.account_id = text.account_id
    where text.policy_key is not null or text.own_policy is not null
  ) text
)`;
};
