// The budgets of keys and incoming webhooks and the bound of answers to a recipient, as a rule of the statement that judges texts. They
// count accepted texts alone, in the batch's order, so that each budget cuts exactly: a text that one of them refuses uses
// nothing of another. The row of a key that has budgets is locked after its account's and its incoming webhook's; a key without any is
// left alone.
import { answersOver, nextAnswerAt } from '../answers.ts';
import type { Given } from './judge_texts.ts';
import { newerOf, startOf } from './policy_rules.ts';
import { mayCount, nullRow } from './rule_steps.ts';

/** For batches in which no text's key is known to have a policy, none came by an incoming webhook and no account is known to be watched. */
export const noBudget = nullRow({ over_budget: 'text', next_answer_at: 'timestamptz' });

/** Texts that count on budgets of their keys. */
const counting = `${mayCount} and coalesce(policy->>'perHour', policy->>'perDay') is not null`;

// Each text looks its key up, in the order of all sends: joining texts with keys that were locked before would compare each text
// of a batch with all keys. If the key's row changed before it was locked, its newest state counts. A key that was revoked then, or
// has lost its policy, is not found, nor is one that another statement has locked: its text is judged again. A request that
// was counted together with its text must not be counted twice, so that such a text is `policed`.
/**
 * The step `key_budget`: the texts that count on a key, with the units that are left of its budgets. `lock` ends the reading of
 * the keys.
 */
export const keyBudget = ({ nowMs }: Given, lock: string): string => `beginning as materialized (
  select ${startOf('hour', nowMs)} as hour, ${startOf('day', nowMs)} as day
), key_budget as materialized (
  select text.*, case when left_of_hour = units then 'hour_used' else 'day_used' end as used_up
  from (
    select ord, lot, confirms_stop, sender_key_id, nth, hour as key_hour, used_hour as key_used_hour, day as key_day, used_day as key_used_day,
      case when not is_found then case when policy_key is null then 'policed' else 'locked' end end as unjudged,
      per_hour - used_hour as left_of_hour, least(per_hour - used_hour, per_day - used_day) as units
    from (
      select counted.*, key.id is not null as is_found, key.per_hour, key.per_day, now.hour, now.day,
        case when key.hour = now.hour then key.used_hour else 0 end as used_hour,
        case when key.day = now.day then key.used_day else 0 end as used_day
      from (
        select ord, account_id, lot, confirms_stop, sender_key_id, policy_key,
          row_number() over (partition by lot, sender_key_id order by ord) as nth
        from ruled_text where ${counting} order by lot, sender_key_id, ord
      ) counted
      left join lateral (
        select id, (policy->>'perHour')::int4 as per_hour, (policy->>'perDay')::int4 as per_day, hour, used_hour, day, used_day
        from api_key
        where account_id = counted.account_id and id = counted.sender_key_id and revoked_at is null and policy is not null
        limit 1 ${lock}
      ) key on true
      cross join beginning own
      cross join lateral (
        select ${newerOf('key.hour', 'own.hour', 'hour')} as hour, ${newerOf('key.day', 'own.day', 'day')} as day
      ) now
    ) used
  ) text
)`;

/** The budget of a text where keys alone have budgets. */
export const ownBudget = `select coalesce(unjudged, case when nth > units then used_up end) as over_budget,
    key_hour, key_used_hour, key_day, key_used_day, null::timestamptz as next_answer_at
  from key_budget where ord = text.ord`;

/** The step that counts accepted texts on their keys. */
export const chargedKeys = `charged_key as (
  update api_key key set hour = used.key_hour, used_hour = used.key_used_hour + used.n, day = used.key_day,
    used_day = used.key_used_day + used.n
  from (
    select account_id, sender_key_id, key_hour, key_used_hour, key_day, key_used_day, count(*)::int4 as n
    from decided where verdict = 'accepted' and key_hour is not null group by 1, 2, 3, 4, 5, 6
  ) used
  where key.account_id = used.account_id and key.id = used.sender_key_id
)`;

/** A text's budget of a kind by its number in the lot, and the text's turn at it. */
const turns = (kind: string, of: string): string =>
  `(dense_rank() over (partition by lot order by ${of}))::int4 as ${kind}_no,
    (row_number() over (partition by lot, ${of} order by ord))::int4 as ${kind}_nth`;

/** What is used of the budgets of a kind once a text was walked. */
const usedAfter = (kind: string): string => {
  const [used, no] = [`${kind}_used`, `${kind}_no`];
  return `case when refusal is null then ${used}[:${no} - 1] || ${used}[${no}] + 1 || ${used}[${no} + 1:] else ${used} end`;
};

// A lot whose budgets have a unit for each of its texts gives each text one. The texts of another are walked one after the
// other, with what those before them have used: a text that one budget refuses leaves its unit of another to those behind it.
// Only full joins are never made by comparing each text with each.
/** The step `budget`: those of keys, incoming webhooks and recipients together, of `key_budget`, `incoming_webhook_rule` and `answer_budget`. */
export const jointBudget = `incoming_webhook_budget as materialized (
  select text.ord, text.lot, text.confirms_stop, text.incoming_webhook, rule.texts_per_hour - rule.used_hour as incoming_webhook_units
  from ruled_text text join incoming_webhook_rule rule on rule.ord = text.ord where ${mayCount}
), numbered_budget as (
  select ord, lot, confirms_stop, unjudged, used_up, of_key.units as key_units, key_hour, key_used_hour, key_day, key_used_day,
    incoming_webhook_units, of_answer.units as answer_units, possible, unanswered, base,
    ${turns('key', 'sender_key_id')},
    ${turns('incoming_webhook', 'incoming_webhook')},
    ${turns('answer', 'address_norm')}
  from key_budget of_key
  full join incoming_webhook_budget using (ord, lot, confirms_stop)
  full join answer_budget of_answer using (ord, lot, confirms_stop)
), bounded_text as materialized (
  select *, (row_number() over (partition by lot order by ord))::int4 as place,
    bool_or(unjudged is not null or coalesce(key_nth > key_units, false) or coalesce(incoming_webhook_nth > incoming_webhook_units, false)
      or coalesce(answer_nth > answer_units, false)) over (partition by lot) as is_short
  from numbered_budget
), walked_text as materialized (
  with recursive walk as (
    select lot, 0 as place, null::int8 as ord, null::text as refusal, null::int4 as walked_nth,
      array_fill(0, array[max(key_no)]) as key_used, array_fill(0, array[max(incoming_webhook_no)]) as incoming_webhook_used,
      array_fill(0, array[max(answer_no)]) as answer_used
    from bounded_text where is_short group by lot
    union all
    select lot, place, ord, refusal, answer_used[answer_no] + 1, ${['key', 'incoming_webhook', 'answer'].map(usedAfter).join(', ')}
    from (
      select text.*, walk.key_used, walk.incoming_webhook_used, walk.answer_used,
        case
          when text.unjudged is not null then text.unjudged
          when walk.key_used[text.key_no] >= text.key_units then text.used_up
          when walk.incoming_webhook_used[text.incoming_webhook_no] >= text.incoming_webhook_units then 'incoming_webhook_used'
          when walk.answer_used[text.answer_no] >= text.answer_units and not text.confirms_stop then '${answersOver}'
        end as refusal
      from walk join bounded_text text on text.lot = walk.lot and text.place = walk.place + 1
    ) walked
  )
  select ord, refusal, walked_nth from walk where ord is not null
), budget as materialized (
  select ord, refusal as over_budget, key_hour, key_used_hour, key_day, key_used_day,
    ${nextAnswerAt('coalesce(walked_nth, answer_nth)')} as next_answer_at
  from bounded_text full join walked_text using (ord)
)`;

/** The budget of a text that may count on several. */
export const anyBudget = `select over_budget, key_hour, key_used_hour, key_day, key_used_day, next_answer_at
  from budget where ord = text.ord`;
