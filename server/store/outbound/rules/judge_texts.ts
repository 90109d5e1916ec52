// The rules by which a text is accepted or refused, as the steps of a statement: a send writes by them, a dry run only
// reads.
import { isSandboxed, sandboxNumber } from '../../accounts/sandboxes.ts';
import { haveOptOutsMoved, isOptedOut } from '../../opt_outs/judge_opt_outs.ts';
import { bool, date, instant, int4Array, textArray } from '../../postgres/kinds.ts';
import type { NamesOf } from '../../postgres/statement.ts';
import { originalId } from '../../retention/deleted_texts.ts';
import { isWatched } from '../answers.ts';
import { mayCount, type SpecialRules } from './rule_steps.ts';

/** The values that the rules need besides the texts. */
export const judgingTakes = {
  month: date,
  newestMonth: date,
  nowMs: instant,
  plans: textArray,
  caps: int4Array,
  isShared: bool,
  carriers: textArray,
  live: textArray,
};
export type Given = NamesOf<typeof judgingTakes>;

// Keys' windows are locked before accounts, and both in order, so that no two batches wait for each other. Columns of
// `locked_account` are as new as the lock, all others come from the older snapshot. The limits keep the planner from
// reading all devices instead of these accounts' own. Only accounts with both routes are asked for an online device,
// and numbers are looked up only if a carrier is configured: one index entry each.
const accounts = ({ month, nowMs, plans, caps, isShared, carriers }: Given, lock: string) => `
locked_account as materialized (
  select account.* from (select distinct account_id as id from input where barred is null order by 1) named
  cross join lateral (
    select id, plan, subscription_status, exempt, period, texts_used, last_message_id, last_seq, opt_out_changes, last_erasure_id,
      suspended_at is not null as is_suspended, quiet_zone, quiet_from, quiet_until, ${isWatched('account')} as is_watched
    from account where id = named.id limit 1 ${lock}
  ) account
), known_account as materialized (
  select locked.*,
    ${haveOptOutsMoved('locked')} as has_moved,
    quiet_zone is not null or is_suspended or is_watched as needs_time_rule,
    greatest(locked.period, ${month}) as month,
    case when locked.period < ${month} then 0 else locked.texts_used end as used,
    case when locked.exempt then null else coalesce(tier.cap, 0) end as cap,
    (select true from device where account_id = locked.id and unpaired_at is null limit 1) is not null as has_device,
    case
      when ${isShared} or ${isSandboxed('locked.id')} then true
      when ${carriers} = '{}' then false
      else (
        select true from carrier_number where account_id = locked.id and carrier = any (${carriers}) limit 1
      ) is not null
    end as has_gateway
  from locked_account locked left join unnest(${plans}, ${caps}) as tier (plan, cap) on tier.plan = locked.plan
), routed_account as materialized (
  -- A device that is online comes first, then a carrier, then a device that is not.
  select known.*,
    case
      when not known.has_gateway then case when known.has_device then 'device' end
      when known.has_device and (
        select true from device
        where account_id = known.id and unpaired_at is null and online_until > ${nowMs} limit 1
      ) is not null then 'device'
      else 'gateway'
    end as usual_route
  from known_account known
)`;

// The original of a replay is read from the older snapshot, in which it is a text or what is left of one: a client_ref that another
// replica wrote since violates message_client_ref, and the caller repeats the batch. So are opt-outs: if the account's changed since, the text is
// judged again; an account that never had one is not looked up. Months only go forward, but nothing is charged to a
// month ahead of every clock: the caller heals it first (see `heal` in accounts.ts). A text is `untimed` whose account
// needs the rule of time where the statement has it not: it is judged again by one that has. A sandbox has its own carrier for either
// route; that its texts name the sandbox's number keeps a core from before there were sandboxes from claiming them, too.
const rules = ({ newestMonth, live }: Given, special: SpecialRules) => `
ruled_text as (
  select text.*, account.id, account.plan, account.subscription_status, account.exempt, account.is_suspended,
    account.last_message_id, account.last_seq, account.month, account.used, account.cap, account.has_device,
    account.has_gateway, account.is_watched, original.id as original_id, key.policy, key.has_to_wait, time.leaves_at,
    coalesce(text.key_id, key.key_id) as sender_key_id,
    coalesce(text.sender, key.sender, case when ${isSandboxed('account.id')} then ${sandboxNumber('account.id')} end) as taken_sender,
    case
      when coalesce(text.sender, key.sender) is not null then sender.route
      when text.route = 'device' then case when account.has_device then 'device' when ${isSandboxed('account.id')} then 'gateway' end
      when text.route = 'gateway' then case when account.has_gateway then 'gateway' end
      else account.usual_route
    end as taken_route,
    case
      when text.barred is not null then text.barred
      when key.barred is not null then key.barred
      when account.id is null then
        case when (select true from account where id = text.account_id limit 1) then 'locked' else 'no_account' end
      when original.id is not null then 'replayed'
      when key.refusal is not null then key.refusal
      when incoming_webhook.refusal is not null then incoming_webhook.refusal
      when account.needs_time_rule and time.is_judged is not true then 'untimed'
      when time.refusal is not null then time.refusal
      when account.has_moved then 'opt_outs_moved'
      when text.as_of_erasure < account.last_erasure_id then 'erased_since'
      when account.opt_out_changes > 0 and not text.confirms_stop and ${isOptedOut('account.id', 'text.address_norm')}
        then 'opted_out'
      when account.month > ${newestMonth} then 'period_ahead'
      when account.exempt then 'accepted'
      when account.plan is null then 'no_plan'
      when account.subscription_status is null or account.subscription_status <> all (${live}) then 'no_subscription'
      when account.used >= account.cap then 'cap_reached'
      else 'accepted'
    end as rule
  from input text
  left join routed_account account on account.id = text.account_id
  cross join lateral (select ${originalId('text.account_id', 'text.client_ref')} as id) original
  left join lateral (${special.key}) key on true
  left join lateral (${special.incomingWebhook}) incoming_webhook on true
  left join lateral (${special.sender}) sender on true
  left join lateral (${special.time}) time on true
)`;

// Texts that no rule and no budget refuses are numbered per lot in the batch's order, and the cap cuts exactly. Behind the cut
// every text is over the cap: budgets have counted some that the cap refused, so that what they say there may be wrong.
const verdicts = (special: SpecialRules) => `
numbered_text as (
  select text.*, budget.*,
    count(*) filter (where ${mayCount} and over_budget is null)
      over (partition by text.lot order by text.ord) as n
  from ruled_text text left join lateral (${special.budget}) budget on true
), decided as materialized (
  select *,
    case
      when rule <> 'accepted' then rule
      when used + n > cap or (used + n = cap and over_budget is not null) then 'cap_reached'
      when over_budget is not null then over_budget
      when taken_route is null then 'no_route'
      else 'accepted'
    end as verdict
  from numbered_text
)`;

/**
 * The rules, as the steps of a statement. Texts of one `lot` of `input`, which are of one account, count together against its cap and
 * budgets. The steps lead from `input` to `decided`, which has a verdict for each text. `lock` ends the
 * reading of the accounts.
 */
export const judgeTexts = (given: Given, lock: string, special: SpecialRules): string =>
  [
    accounts(given, lock),
    ...special.steps,
    rules(given, special),
    ...special.budgetSteps,
    verdicts(special),
  ].join(', ');
