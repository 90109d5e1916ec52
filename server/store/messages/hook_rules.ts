// The bound of a hook as steps of a statement: most texts in an hour. It is judged behind the policy of the key that calls the hook.
// The hook's row is locked after the key's, and what is read of it is as new as the lock.
import { text } from '../postgres/kinds.ts';
import { bucket, type PolicyRules, policyBefore } from './policy_rules.ts';

/** What a statement with these rules takes of a text besides. */
export const hookFields = {
  /** The hook of the account that the text is of; null for a text without one. */
  hook: text.orNull,
};

/** The verdicts about a hook. */
export type HookVerdict = 'no_hook' | 'hook_used';

const before = policyBefore('second_rule');

// A row that was locked otherwise is not in `locked_hook`: the text is judged again.
const steps = (lock: string, nowMs: string) => `${before.steps(lock, nowMs)}locked_hook as materialized (
  select named.account_id, hook.* from (
    select distinct p.account_id, p.hook from policed_text p join locked_account a on a.id = p.account_id
    where p.hook is not null order by 1, 2
  ) named
  cross join lateral (
    select name, texts_per_hour, hour, used_hour from hook
    where account_id = named.account_id and name = named.hook limit 1 ${lock}
  ) hook
), hooked_text as materialized (
  select p.*, hook.texts_per_hour as hook_most, hook.now_hour as hook_hour,
    case when hook.hour = hook.now_hour then hook.used_hour else 0 end as hook_used
  from policed_text p left join (
    select hook.*, ${bucket('hook', 'hour', nowMs)} as now_hour from locked_hook hook
  ) hook on hook.account_id = p.account_id and hook.name = p.hook
), `;

const refusals = (nowMs: string) => `${before.refusals(nowMs)}
      when text.hook is not null and text.hook_most is null then
        case when exists (select from hook h where h.account_id = text.account_id and h.name = text.hook)
          then 'locked' else 'no_hook' end`;

// Texts are counted per hook in the batch's order, so that the bound cuts exactly.
const budgets = `${before.budgets}hook_counted_text as (
  select *, count(*) filter (where second_rule = 'accepted' and taken_route is not null)
    over (partition by account_id, hook order by ord) as hook_nth
  from ${before.ruled}
), hook_ruled_text as (
  select *,
    case
      when second_rule <> 'accepted' or taken_route is null or hook is null then second_rule
      when hook_used + hook_nth > hook_most then 'hook_used'
      else 'accepted'
    end as rule
  from hook_counted_text
), `;

export const withHook: PolicyRules = {
  ...before,
  steps,
  source: 'hooked_text',
  refusals,
  budgets,
  ruled: 'hook_ruled_text',
};

/** The step that counts accepted texts on their hooks. */
export const chargedHooks = (nowMs: string): string => `charged_hook as (
  update hook h set hour = c.hook_hour, used_hour = c.hook_used + c.n, last_used_at = ${nowMs}
  from (
    select account_id, hook, hook_hour, hook_used, count(*)::int4 as n
    from decided where verdict = 'accepted' and hook is not null group by 1, 2, 3, 4
  ) c
  where h.account_id = c.account_id and h.name = c.hook
)`;
