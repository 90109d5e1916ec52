// The bound of a hook, its most texts in an hour, as a step of the statement that judges texts. It is judged behind the
// policy of the key that calls the hook. The hook's row is locked after its account's, and what is read of it is as new as
// the lock.
import type { Given } from './judge_texts.ts';
import { bucket } from './policy_rules.ts';
import { nullRow } from './rule_steps.ts';

/** The verdicts about a hook. */
export type HookVerdict = 'no_hook' | 'hook_used';

/** For batches in which no text came by a hook. */
export const noHookRule = nullRow({ refusal: 'text' });

/** The step `hook_rule` where no text came by a hook. */
export const noHooks =
  'hook_rule as (select null::int8 as ord, null::int4 as texts_per_hour, null::int4 as used_hour where false)';

// If the row changed before it was locked, it is not in `locked_hook`: the text is judged again.
/** The step `hook_rule`: the hook of a text that came by one. */
export const hookRule = ({ nowMs }: Given, lock: string): string => `locked_hook as materialized (
  select named.account_id, hook.*, ${bucket('hook', 'hour', nowMs)} as now_hour
  from (
    select distinct text.account_id, text.hook
    from input text
    join locked_account account on account.id = text.account_id
    where text.hook is not null order by 1, 2
  ) named
  cross join lateral (
    select name, texts_per_hour, hour, used_hour from hook
    where account_id = named.account_id and name = named.hook limit 1 ${lock}
  ) hook
), hook_rule as materialized (
  select text.ord, text.account_id, hook.name, hook.texts_per_hour, hook.now_hour,
    case when hook.hour = hook.now_hour then hook.used_hour else 0 end as used_hour,
    case
      when hook.name is not null then null
      when exists (select from hook h where h.account_id = text.account_id and h.name = text.hook) then 'locked'
      else 'no_hook'
    end as refusal
  from input text
  left join locked_hook hook on hook.account_id = text.account_id and hook.name = text.hook
  where text.hook is not null
)`;

/** The step that counts accepted texts on their hooks. */
export const chargedHooks = (nowMs: string): string => `charged_hook as (
  update hook set hour = used.now_hour, used_hour = used.used_hour + used.n, last_used_at = ${nowMs}
  from (
    select rule.account_id, rule.name, rule.now_hour, rule.used_hour, count(*)::int4 as n
    from decided text join hook_rule rule on rule.ord = text.ord
    where text.verdict = 'accepted' group by 1, 2, 3, 4
  ) used
  where hook.account_id = used.account_id and hook.name = used.name
)`;
