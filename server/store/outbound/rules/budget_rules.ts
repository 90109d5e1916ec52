// The budgets of keys and hooks, as a rule of the statement that judges texts. They count only texts that no other rule
// refuses, in the batch's order, so that each budget cuts exactly. The row of a key that has budgets is locked after its
// account's and its hook's; a key without any is left alone.
import type { Given } from './judge_texts.ts';
import { bucket } from './policy_rules.ts';
import { nullRow } from './rule_steps.ts';

/** For batches in which no text's key is known to have a policy, and none came by a hook. */
export const noBudget = nullRow({ refusal: 'text' });

/** Texts that count on budgets of their keys. */
const counting = `rule = 'accepted' and taken_route is not null and coalesce(policy->>'perHour', policy->>'perDay') is not null`;

// If the key's row changed before it was locked, its newest state counts. A key that was revoked then, or has lost its
// policy, is not in `locked_key`, nor is one that another statement has locked: its text is judged again. A request that
// was counted together with its text must not be counted twice, so that such a text is `policed`.
/**
 * The step `key_budget`: the texts that count on a key, with the refusal of those beyond its budgets. `lock` ends the
 * reading of the keys.
 */
export const keyBudget = ({ nowMs }: Given, lock: string): string => `locked_key as materialized (
  select named.*, key.per_hour, key.per_day, now.*,
    case when key.hour = now.hour then key.used_hour else 0 end as used_hour,
    case when key.day = now.day then key.used_day else 0 end as used_day
  from (
    select distinct account_id, sending_key_id as key_id from ruled_text where ${counting} order by 1, 2
  ) named
  cross join lateral (
    select (policy->>'perHour')::int4 as per_hour, (policy->>'perDay')::int4 as per_day, hour, used_hour, day, used_day
    from api_key
    where account_id = named.account_id and id = named.key_id and revoked_at is null and policy is not null
    limit 1 ${lock}
  ) key
  cross join lateral (
    select ${bucket('key', 'hour', nowMs)} as hour, ${bucket('key', 'day', nowMs)} as day
  ) now
), key_budget as materialized (
  select text.ord,
    case
      when key.key_id is null then case when text.policy_key is null then 'policed' else 'locked' end
      when key.used_hour + text.nth > key.per_hour then 'hour_used'
      when key.used_day + text.nth > key.per_day then 'day_used'
    end as refusal
  from (
    select ord, account_id, sending_key_id, policy_key,
      row_number() over (partition by account_id, sending_key_id order by ord) as nth
    from ruled_text where ${counting}
  ) text
  left join locked_key key on key.account_id = text.account_id and key.key_id = text.sending_key_id
)`;

/** The step that counts accepted texts on their keys. */
export const chargedKeys = `charged_key as (
  update api_key key set hour = used.hour, used_hour = used.used_hour + used.n, day = used.day,
    used_day = used.used_day + used.n
  from (
    select locked.account_id, locked.key_id, locked.hour, locked.used_hour, locked.day, locked.used_day, count(*)::int4 as n
    from decided text
    join locked_key locked on locked.account_id = text.account_id and locked.key_id = text.sending_key_id
    where text.verdict = 'accepted' group by 1, 2, 3, 4, 5, 6
  ) used
  where key.account_id = used.account_id and key.id = used.key_id
)`;

/** The step `budget`: those of keys and hooks. A text that its key's budget refuses does not count on its hook. */
export const keyAndHookBudget = `hook_budget as materialized (
  select ord, case when used_hour + nth > texts_per_hour then 'hook_used' end as refusal
  from (
    select text.ord, rule.used_hour, rule.texts_per_hour,
      row_number() over (partition by rule.account_id, rule.name order by text.ord) as nth
    from ruled_text text join hook_rule rule on rule.ord = text.ord
    left join key_budget budget on budget.ord = text.ord
    where text.rule = 'accepted' and text.taken_route is not null and budget.refusal is null
  ) text
), budget as materialized (
  select ord, refusal from key_budget where refusal is not null
  union all select ord, refusal from hook_budget where refusal is not null
)`;
