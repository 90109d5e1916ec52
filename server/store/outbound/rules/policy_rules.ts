// The policies of keys as a step of the statement that judges texts. Few keys have one, so that most statements only look
// whether a text's key does: such a text is refused as `policed`, and judged again with this step. The key's row is locked
// after its account's, and what is read of it, its budgets too, is as new as the lock.

import type { KeyPolicy } from '../../../domain/keys/key_policy.ts';
import { confirmationAwaited } from '../../../domain/messages/confirmation.ts';
import { isBarredBy } from '../../messages/readable.ts';
import { instant, json, text, word } from '../../postgres/kinds.ts';
import { hasToWait } from './confirmation_rules.ts';
import type { Given } from './judge_texts.ts';
import { nullRow } from './rule_steps.ts';

/** What a statement gives of a text's policy. */
export const policedOutcome = {
  /** The sender that the text leaves by: its own, or its key's. */
  sender: text.orNull('taken_sender'),
  /** A new message leaves no earlier than this; null for at once, and for one that a person has to confirm. */
  sendAtMs: instant.orNull("case when verdict = 'accepted' and has_to_wait is not true then leaves_at end"),
  awaiting: word<typeof confirmationAwaited>().orNull(
    `case when verdict = 'accepted' and has_to_wait then '${confirmationAwaited}' end`,
  ),
  /** Of a text that the policy refuses. */
  policy: json<KeyPolicy>().orNull(
    "case when policy is not null and verdict in ('key_ended', 'key_scope', 'ref_barred', 'sender_barred', 'recipient_barred', 'hour_used', 'day_used') then policy::json end",
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

/**
 * The start of the hour or day that is counted on the row `of`: a replica whose clock is behind counts on in the one that
 * has begun.
 */
export const bucket = (of: string, unit: 'hour' | 'day', nowMs: string): string => {
  const own = `date_trunc('${unit}', ${nowMs}, 'UTC')`;
  return `case when ${of}.${unit} > ${own} and ${of}.${unit} <= ${own} + interval '1 ${unit}' then ${of}.${unit} else ${own} end`;
};

/** For batches in which no text has a `policy_key`. */
export const noKeyRule = nullRow({
  key_id: 'int8',
  policy: 'jsonb',
  sender: 'text',
  has_to_wait: 'bool',
  barred: 'text',
  refusal: 'text',
});

const barsOther = (addressNorm: string) =>
  isBarredBy('key.policy', { accountId: 'text.account_id', addressNorm });

// If the row changed before it was locked, or lost its policy, it is not in `locked_key`: the text is judged again. The
// text that a client_ref stands for is no secret of keys that read all.
/**
 * The step `key_rule`: what the policy of a text's `policy_key` says. `barred` refuses it before a replay is answered, `refusal` after that.
 * `policy` is null for a key without one.
 */
export const keyRule = ({ nowMs }: Given, lock: string): string => `named_key as materialized (
  select named.hash, key.id, key.account_id, key.policy is not null as is_policed
  from (select distinct policy_key as hash from input where policy_key is not null) named
  cross join lateral (
    select id, account_id, policy from api_key
    where hash = decode(named.hash, 'hex') and revoked_at is null limit 1
  ) key
), locked_key as materialized (
  select named.hash, key.*, ${bucket('key', 'hour', nowMs)} as now_hour, ${bucket('key', 'day', nowMs)} as now_day
  from (
    select key.hash from named_key key join locked_account account on account.id = key.account_id
    where key.is_policed order by 1
  ) named
  cross join lateral (
    select policy, hour, used_hour, day, used_day from api_key
    where hash = decode(named.hash, 'hex') and revoked_at is null and policy is not null limit 1 ${lock}
  ) key
), key_rule as materialized (
  select text.ord, named.hash, named.id as key_id, key.policy, key.policy->>'sender' as sender, key.now_hour, key.now_day,
    case when key.hour = key.now_hour then key.used_hour else 0 end as used_hour,
    case when key.day = key.now_day then key.used_day else 0 end as used_day,
    ${hasToWait('key.policy', 'text')} as has_to_wait,
    case
      when named.hash is null then 'invalid_key'
      when named.is_policed and key.policy is null then 'locked'
      when key.policy->>'reads' = 'known' and exists (
        select from message original
        where original.account_id = text.account_id and original.client_ref = text.client_ref
          and ${barsOther('original.address_norm')}
      ) then 'ref_barred'
    end as barred,
    case
      when (key.policy->>'endsAtMs')::int8 <= extract(epoch from ${nowMs}) * 1000 then 'key_ended'
      when not key.policy->'scopes' ? 'send' then 'key_scope'
      when text.sender <> key.policy->>'sender' then 'sender_barred'
      when key.policy is not null and ${barsOther('text.address_norm')} then 'recipient_barred'
    end as refusal
  from input text
  left join named_key named on named.hash = text.policy_key and named.account_id = text.account_id
  left join locked_key key on key.hash = named.hash
  where text.policy_key is not null
)`;

/** The step that counts accepted texts on their keys. */
export const chargedKeys = `charged_key as (
  update api_key key set hour = used.now_hour, used_hour = used.used_hour + used.n, day = used.now_day,
    used_day = used.used_day + used.n
  from (
    select rule.hash, rule.now_hour, rule.used_hour, rule.now_day, rule.used_day, count(*)::int4 as n
    from decided text join key_rule rule on rule.ord = text.ord
    where text.verdict = 'accepted' and rule.policy is not null group by 1, 2, 3, 4, 5
  ) used
  where key.hash = decode(used.hash, 'hex')
)`;
