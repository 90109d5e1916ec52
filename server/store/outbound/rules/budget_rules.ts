// The budgets of keys and hooks, as a rule of the statement that judges texts. They count only texts that no other rule
// refuses, in the batch's order, so that each budget cuts exactly.
import { nullRow } from './rule_steps.ts';

/** For batches in which no text has a `policy_key` or came by a hook. */
export const noBudget = nullRow({ refusal: 'text' });

/** The step `key_budget`: the texts that count on a key, with the refusal of those beyond its budgets. */
export const keyBudget = `key_budget as materialized (
  select ord,
    case
      when used_hour + nth > (policy->>'perHour')::int4 then 'hour_used'
      when used_day + nth > (policy->>'perDay')::int4 then 'day_used'
    end as refusal
  from (
    select text.ord, rule.policy, rule.used_hour, rule.used_day,
      row_number() over (partition by rule.hash order by text.ord) as nth
    from ruled_text text join key_rule rule on rule.ord = text.ord
    where text.rule = 'accepted' and text.taken_route is not null and rule.policy is not null
  ) text
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
