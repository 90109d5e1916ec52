// The budgets of keys and hooks, as a rule of the statement that judges texts. They count only texts that no other rule
// refuses, in the batch's order, so that each budget cuts exactly. The row of a key that has budgets is locked after its
// account's and its hook's; a key without any is left alone.
import type { Given } from './judge_texts.ts';
import { newerOf, startOf } from './policy_rules.ts';
import { nullRow } from './rule_steps.ts';

/** For batches in which no text's key is known to have a policy, and none came by a hook. */
export const noBudget = nullRow({ over_budget: 'text' });

/** The row of a text in the step `from`: what refuses it, and what its key has used in the hour and the day that are counted. */
const budgetOf = (from: string): string =>
  `select refusal as over_budget, key_hour, key_used_hour, key_day, key_used_day from ${from} where ord = text.ord`;

/** Texts that count on budgets of their keys. */
const counting = `rule = 'accepted' and taken_route is not null and coalesce(policy->>'perHour', policy->>'perDay') is not null`;

// Each text looks its key up, in the order of all sends: joining texts with keys that were locked before would compare each text
// of a batch with all keys. If the key's row changed before it was locked, its newest state counts. A key that was revoked then, or
// has lost its policy, is not found, nor is one that another statement has locked: its text is judged again. A request that
// was counted together with its text must not be counted twice, so that such a text is `policed`.
/**
 * The step `key_budget`: the texts that count on a key, with the refusal of those beyond its budgets. `lock` ends the
 * reading of the keys.
 */
export const keyBudget = ({ nowMs }: Given, lock: string): string => `beginning as materialized (
  select ${startOf('hour', nowMs)} as hour, ${startOf('day', nowMs)} as day
), key_budget as materialized (
  select text.ord, text.hour as key_hour, text.used_hour as key_used_hour, text.day as key_day, text.used_day as key_used_day,
    case
      when not text.is_found then case when text.policy_key is null then 'policed' else 'locked' end
      when text.used_hour + text.nth > text.per_hour then 'hour_used'
      when text.used_day + text.nth > text.per_day then 'day_used'
    end as refusal
  from (
    select counted.ord, counted.nth, counted.policy_key, key.id is not null as is_found, key.per_hour, key.per_day, now.hour, now.day,
      case when key.hour = now.hour then key.used_hour else 0 end as used_hour,
      case when key.day = now.day then key.used_day else 0 end as used_day
    from (
      select ord, account_id, sending_key_id, policy_key,
        row_number() over (partition by account_id, sending_key_id order by ord) as nth
      from ruled_text where ${counting} order by account_id, sending_key_id, ord
    ) counted
    left join lateral (
      select id, (policy->>'perHour')::int4 as per_hour, (policy->>'perDay')::int4 as per_day, hour, used_hour, day, used_day
      from api_key
      where account_id = counted.account_id and id = counted.sending_key_id and revoked_at is null and policy is not null
      limit 1 ${lock}
    ) key on true
    cross join beginning own
    cross join lateral (
      select ${newerOf('key.hour', 'own.hour', 'hour')} as hour, ${newerOf('key.day', 'own.day', 'day')} as day
    ) now
  ) text
)`;

/** The budget of a text that came by no hook. */
export const ownBudget = budgetOf('key_budget');

/** The step that counts accepted texts on their keys. */
export const chargedKeys = `charged_key as (
  update api_key key set hour = used.key_hour, used_hour = used.key_used_hour + used.n, day = used.key_day,
    used_day = used.key_used_day + used.n
  from (
    select account_id, sending_key_id, key_hour, key_used_hour, key_day, key_used_day, count(*)::int4 as n
    from decided where verdict = 'accepted' and key_hour is not null group by 1, 2, 3, 4, 5, 6
  ) used
  where key.account_id = used.account_id and key.id = used.sending_key_id
)`;

/** The step `budget`: those of keys and hooks. A text that its key's budget refuses does not count on its hook. */
export const keyAndHookBudget = `hook_budget as materialized (
  select ord, case when used_hour + nth > texts_per_hour then 'hook_used' end as refusal
  from (
    select text.ord, rule.used_hour, rule.texts_per_hour,
      row_number() over (partition by rule.account_id, rule.name order by text.ord) as nth
    from ruled_text text join hook_rule rule on rule.ord = text.ord
    where text.rule = 'accepted' and text.taken_route is not null
      and text.ord not in (select ord from key_budget where refusal is not null)
  ) text
), budget as materialized (
  select ord, coalesce(of_key.refusal, of_hook.refusal) as refusal, key_hour, key_used_hour, key_day, key_used_day
  from key_budget of_key full join hook_budget of_hook using (ord)
)`;

/** The budget of a text that may have come by a hook. */
export const anyBudget = budgetOf('budget');
