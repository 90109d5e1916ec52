// The policies of keys as steps of a statement. Few keys have one, so that a plain send only looks whether a text's key does:
// such a text is refused as `policed`, and judged again with these rules. The key's row is locked after its account's,
// and what is read of it, its budgets too, is as new as the lock.
import { confirmationAwaited } from '../../domain/confirmation.ts';
import type { KeyPolicy } from '../../domain/key_policy.ts';
import { instant, json, text, word } from '../postgres/kinds.ts';
import { hasToWait } from './confirmation_rules.ts';
import { isBarredBy } from './readable.ts';

/** SQL. `text` is a text. */
export interface PolicyRules {
  /** The step before the texts are judged, with a comma behind it. */
  steps: (lock: string, nowMs: string) => string;
  /** Where the texts are read from. */
  source: string;
  /** What is read of the text that a client_ref stands for, besides its id, with a comma before it. */
  original: string;
  /** Why a text is refused before a replay is answered: branches of a case. */
  replays: string;
  /** Why a text is refused that is no replay: branches of a case. */
  refusals: (nowMs: string) => string;
  /** The name of what the rules say. */
  ruleName: string;
  /** The step that then says it with the budgets, as `rule`, with a comma behind it; and where texts are numbered from. */
  budgets: string;
  ruled: string;
}

export const withoutPolicy: PolicyRules = {
  steps: () => '',
  source: 'input',
  original: '',
  replays: '',
  refusals: () => '',
  ruleName: 'rule',
  budgets: '',
  ruled: 'ruled_text',
};

/** What a statement with these rules takes of a text besides. */
export const policedFields = {
  /** The key whose policy holds, as SHA-256 in hex; null for a text without one. */
  policyKey: text.orNull,
};

/** What it gives besides. */
export const policedOutcome = {
  /** The sender that the text leaves by: its own, or its key's. */
  sender: text.orNull,
  /** Of a new message that does not leave before; null for at once, and for one that a person has to confirm. */
  sendAtMs: instant.orNull("case when verdict = 'accepted' and not has_to_wait then leaves_at end"),
  awaiting: word<typeof confirmationAwaited>().orNull(
    `case when verdict = 'accepted' and has_to_wait then '${confirmationAwaited}' end`,
  ),
  /** Of a text that the policy refuses. */
  policy: json<KeyPolicy>().orNull(
    "case when verdict in ('key_ended', 'key_scope', 'ref_barred', 'sender_barred', 'recipient_barred', 'hour_used', 'day_used') then policy::json end",
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
 * The step that finds the keys of `texts`, a subquery, whose policies hold: each working one with its account, its id, and
 * whether it has a policy. It stands before `input`, which has `policy_key`, `is_policed` and `asked_sender` in place
 * of `sender`.
 */
export const namedKeys = (texts: string): string => `named_key as materialized (
  select t.hash, k.id as key_id, k.account_id, k.policy is not null as is_policed
  from (select distinct policy_key as hash from ${texts} where policy_key is not null) t
  cross join lateral (
    select id, account_id, policy from api_key where hash = decode(t.hash, 'hex') and revoked_at is null limit 1
  ) k
)`;

/**
 * The start of the hour or day that is counted on the row `of`: a replica whose clock is behind counts on in the one that
 * has begun.
 */
export const bucket = (of: string, unit: 'hour' | 'day', nowMs: string): string => {
  const own = `date_trunc('${unit}', ${nowMs}, 'UTC')`;
  return `case when ${of}.${unit} > ${own} and ${of}.${unit} <= ${own} + interval '1 ${unit}' then ${of}.${unit} else ${own} end`;
};

// A row that was locked otherwise, or whose policy went meanwhile, is not in `locked_key`: the text is judged again.
const steps = (lock: string, nowMs: string) => `locked_key as materialized (
  select named.hash, key.* from (
    select n.hash from named_key n join locked_account a on a.id = n.account_id where n.is_policed order by n.hash
  ) named
  cross join lateral (
    select policy, hour, used_hour, day, used_day from api_key
    where hash = decode(named.hash, 'hex') and revoked_at is null and policy is not null limit 1 ${lock}
  ) key
), policed_text as materialized (
  select i.*, coalesce(i.asked_sender, key.policy->>'sender') as sender, key.policy, key.now_hour, key.now_day,
    ${hasToWait('key.policy', 'i')} as has_to_wait,
    case when key.hour = key.now_hour then key.used_hour else 0 end as used_hour,
    case when key.day = key.now_day then key.used_day else 0 end as used_day
  from input i left join (
    select key.*, ${bucket('key', 'hour', nowMs)} as now_hour, ${bucket('key', 'day', nowMs)} as now_day from locked_key key
  ) key on key.hash = i.policy_key
), `;

const isBarred = isBarredBy('text.policy', {
  accountId: 'text.account_id',
  addressNorm: 'text.address_norm',
});

// The text that a client_ref stands for is no secret of those who read all.
const isHidden = `original.id is not null and text.policy->>'reads' = 'known'
        and ${isBarredBy('text.policy', { accountId: 'text.account_id', addressNorm: 'original.address_norm' })}`;

const refusals = (nowMs: string) => `when text.is_policed and text.policy is null then 'locked'
      when (text.policy->>'endsAtMs')::int8 <= extract(epoch from ${nowMs}) * 1000 then 'key_ended'
      when not text.policy->'scopes' ? 'send' then 'key_scope'
      when text.sender <> text.policy->>'sender' then 'sender_barred'
      when text.policy is not null and ${isBarred} then 'recipient_barred'`;

// Texts are counted per key in the batch's order, so that a budget cuts exactly.
const budgetsAs = (ruleName: string) => `counted_text as (
  select *, count(*) filter (where first_rule = 'accepted' and taken_route is not null)
    over (partition by policy_key order by ord) as nth
  from ruled_text
), budgeted_text as (
  select *,
    case
      when first_rule <> 'accepted' or taken_route is null then first_rule
      when used_hour + nth > (policy->>'perHour')::int4 then 'hour_used'
      when used_day + nth > (policy->>'perDay')::int4 then 'day_used'
      else 'accepted'
    end as ${ruleName}
  from counted_text
), `;

export const withPolicy: PolicyRules = {
  steps,
  source: 'policed_text',
  original: ', address_norm',
  replays: `when original.id is not null and text.is_policed and text.policy is null then 'locked'
      when ${isHidden} then 'ref_barred'`,
  refusals,
  ruleName: 'first_rule',
  budgets: budgetsAs('rule'),
  ruled: 'budgeted_text',
};

/** The step that counts accepted texts on their keys. */
export const chargedKeys = `charged_key as (
  update api_key key set hour = c.now_hour, used_hour = c.used_hour + c.n, day = c.now_day, used_day = c.used_day + c.n
  from (
    select policy_key, now_hour, used_hour, now_day, used_day, count(*)::int4 as n
    from decided where verdict = 'accepted' and policy is not null group by 1, 2, 3, 4, 5
  ) c
  where key.hash = decode(c.policy_key, 'hex')
)`;

/** The same with one more step behind the budgets, which are then said under another name. */
export const policyBefore = (ruleName: string): PolicyRules => ({
  ...withPolicy,
  budgets: budgetsAs(ruleName),
});
