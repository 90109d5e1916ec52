// The one statement that accepts texts. It is atomic by itself and holds every rule that must be exact under any
// concurrency: the key's rate, replay, plan, cap, route, ids, seq.
import type { GatewayRoute } from '../../domain/gateway_route.ts';
import type { Route } from '../../domain/message.ts';
import { liveStatuses } from '../../domain/quota.ts';
import { senderLetter } from '../../domain/timeline.ts';
import { allowance, groupByKey, judgeKeys, keyRequests, openWindows } from '../accounts/admit_keys.ts';
import type { Batches } from '../database/batches.ts';
import {
  bool,
  date,
  instant,
  int4,
  int4Array,
  int8,
  sqlNamesOf,
  text,
  textArray,
  type ValuesOf,
  word,
} from '../database/kinds.ts';
import { group, list, type RowOf, statement } from '../database/statement.ts';
import { broughtFields } from './message_fields.ts';
import { hasSimulatedDevice, hasSimulatedGateway, hasSimulatedOnline, isMagic, isReal } from './real_ways.ts';
import { routeOfSender } from './senders.ts';

/** A text whose form was checked already. */
export interface NewText extends ValuesOf<typeof broughtFields> {
  /** Who sends; null for whom the key stands for. */
  accountId: bigint | null;
  /** The account key to be judged with the text, as SHA-256 in hex; null for a sender who was admitted already. */
  keyHash: string | null;
  /** Null lets the statement choose. */
  route: Route | null;
  /** Confirms a stop, which is the one text that still goes to who wrote it. Never asked for from outside. */
  confirmsStop: boolean;
}

export type SendVerdict =
  | 'accepted'
  | 'invalid_key'
  | 'rate_limited'
  | 'replayed'
  | 'opt_outs_moved'
  | 'opted_out'
  | 'no_account'
  | 'period_ahead'
  | 'no_plan'
  | 'no_subscription'
  | 'cap_reached'
  | 'no_route';

/** The account of a text as it is read with its verdict. */
export const accountOfText = {
  plan: text.orNull,
  subscriptionStatus: text.orNull,
  exempt: bool('coalesce(exempt, false)'),
  hasRoute: bool('coalesce(has_device or has_gateway, false)'),
  /** The account that the text is of; null for a key that is not known. */
  accountId: int8.orNull,
};

const outcome = {
  ...accountOfText,
  /** All are `unopened` where a key's rate window is missing: nothing was done. */
  verdict: word<SendVerdict | 'unopened'>(),
  /** The new message, or the original of a replay; 0 when refused. */
  id: int8(
    "case verdict when 'accepted' then last_message_id + n when 'replayed' then original_id else 0 end",
  ),
  /** Of a new message; 0 otherwise. */
  seq: int8("case verdict when 'accepted' then last_seq + n else 0 end"),
  route: word<Route>()("coalesce(taken_route, 'device')"),
  /** Texts charged in the month, this one included. */
  textsUsed: int4(
    'coalesce(used + case when cap is null then n else least(n, greatest(cap - used, 0)) end, 0)::int4',
  ),
  /** What the key may still do; null for a text without one, or with one that is not known. */
  allowance: group(allowance).orNull,
};

/** What the statement decided about one text, and the account as it stood after it. */
export type SendOutcome = RowOf<typeof outcome> & { verdict: SendVerdict };

/** What a batch needs beside its texts. */
export interface SendContext {
  nowMs: number;
  /** The current month's first day. */
  month: string;
  /** The newest month that may be the current one by any replica's clock, as its first day. */
  newestMonth: string;
  /** When a text that is accepted now leaves the queue unsent. */
  deadlineMs: number;
  plans: readonly string[];
  caps: readonly number[];
}

/** What the rules are given: what a statement takes, by name. */
type Given = Record<
  'month' | 'newestMonth' | 'nowMs' | 'plans' | 'caps' | 'isShared' | 'carriers' | 'live',
  string
>;

// Keys' windows are locked before accounts, and both in order, so that no two batches wait for each other; what is
// read from `locked` is as new as the lock. The original of a replay is read from an older snapshot: a client_ref that
// another replica wrote in between violates message_client_ref, and the caller repeats the batch. Texts that no rule
// refuses are numbered per account in the batch's order, and the cap cuts exactly; months only go forward, but for one
// that is ahead of every clock: nothing is charged to it, and the caller heals it first (heal_period.ts). A text that
// names no route leaves by a device that is online, else by a carrier, else it waits for a device. Whether one is online
// is looked up for accounts with both routes only, and numbers only where a carrier is configured: one index entry each.
// Opt-outs are read from the older snapshot too: where another statement changed those of the account since, the text
// has to be judged once more, and an account that never had one has none to be looked for.
// Simulators count for magic numbers, which leave by them where there are any, and for accounts without a real way out.
/**
 * The rules, as the steps of a statement: from `input` to `decided`, which has a verdict for each text. `lock` ends the
 * reading of the accounts. Without `namesSenders` no text may name what it must leave by: looking for it would cost all others.
 */
export const judgeTexts = (
  gateway: GatewayRoute,
  given: Given,
  lock: string,
  namesSenders: boolean,
) => `locked as materialized (
  select id, plan, subscription_status, exempt, period, texts_used, last_message_id, last_seq, opt_out_changes
  from account where id in (select account_id from input where barred is null) order by id ${lock}
), state as materialized (
  select l.id, l.plan, l.subscription_status, l.exempt, l.last_message_id, l.last_seq,
    l.opt_out_changes > 0 as has_opt_outs,
    case when l.opt_out_changes > 0 then
      l.opt_out_changes <> (select k.opt_out_changes from account k where k.id = l.id) else false
    end as has_moved,
    greatest(l.period, ${given.month}) as month,
    case when l.period < ${given.month} then 0 else l.texts_used end as used,
    case when l.exempt then null else coalesce(t.cap, 0) end as cap,
    -- The limits keep the planner from reading every device once instead of these accounts' own.
    (select true from device d where d.account_id = l.id and d.revoked_at is null and ${isReal} limit 1) is not null
      as has_device,
    case
      when ${given.isShared} then true
      when ${given.carriers} = '{}' then false
      else (
        select true from carrier_number c where c.account_id = l.id and c.carrier = any (${given.carriers}) limit 1
      ) is not null
    end as has_gateway
  from locked l left join unnest(${given.plans}, ${given.caps}) as t (plan, cap) on t.plan = l.plan
), routed as materialized (
  select s.*,
    case
      when not s.has_gateway then case when s.has_device then 'device' end
      when s.has_device and (
        select true from device d
        where d.account_id = s.id and d.revoked_at is null and ${isReal} and d.online_until > ${given.nowMs} limit 1
      ) is not null then 'device'
      else 'gateway'
    end as usual_route
  from state s
), ruled as (
  select i.*, s.id, s.plan, s.subscription_status, s.exempt, s.last_message_id, s.last_seq, s.month, s.used, s.cap,
    t.by_device, t.by_gateway, s.has_device or t.by_device as has_device, s.has_gateway or t.by_gateway as has_gateway, o.id as original_id,
    ${
      namesSenders
        ? `case when i.sender is not null then ${routeOfSender(gateway, 'i.sender', 's.id', given.carriers, {
            isSimulated: 't.is_simulated',
            byDevice: 't.by_device',
            byGateway: 't.by_gateway',
          })} else `
        : ''
    }case i.route
      when 'device' then case when s.has_device or t.by_device then 'device' end
      when 'gateway' then case when s.has_gateway or t.by_gateway then 'gateway' end
      else case
        when t.by_device and (not t.by_gateway or ${hasSimulatedOnline('s.id', given.nowMs)}) then 'device'
        when t.by_gateway then 'gateway'
        else s.usual_route
      end
    end${namesSenders ? ' end' : ''} as taken_route,
    case
      when i.barred is not null then i.barred
      when s.id is null then 'no_account'
      when o.id is not null then 'replayed'
      when s.has_moved then 'opt_outs_moved'
      when s.has_opt_outs and not i.confirms_stop and exists (
        select from opt_out x where x.account_id = s.id and x.address_norm = i.address_norm
      ) then 'opted_out'
      when s.month > ${given.newestMonth} then 'period_ahead'
      when s.exempt then 'accepted'
      when s.plan is null then 'no_plan'
      when s.subscription_status is null or s.subscription_status <> all (${given.live}) then 'no_subscription'
      when s.used >= s.cap then 'cap_reached'
      else 'accepted'
    end as rule
  from input i
  left join routed s on s.id = i.account_id
  left join message o on o.account_id = i.account_id and o.client_ref = i.client_ref
  left join lateral (
    select m.is_simulated,
      case when m.is_simulated then ${hasSimulatedDevice(gateway, 's.id')} else false end as by_device,
      case when m.is_simulated then ${hasSimulatedGateway(gateway, 's.id')} else false end as by_gateway
    from (select ${isMagic('i.address_norm')} or not (s.has_device or s.has_gateway) as is_simulated) m
  ) t on true
), numbered as (
  select *, count(*) filter (where rule = 'accepted' and taken_route is not null)
    over (partition by account_id order by ord) as n
  from ruled
), decided as materialized (
  select *,
    case
      when rule <> 'accepted' then rule
      when taken_route is null then 'no_route'
      when used + n > cap then 'cap_reached'
      else 'accepted'
    end as verdict
  from numbered
)`;

const sendStatement = (gateway: GatewayRoute, namesSenders: boolean) =>
  statement({
    takes: {
      texts: list({
        accountId: int8.orNull,
        route: word<Route>().orNull,
        confirmsStop: bool,
        ...broughtFields,
      }),
      turns: list({ keyNo: int4, nth: int4 }),
      keys: list(keyRequests),
      month: date,
      newestMonth: date,
      nowMs: instant,
      deadlineMs: instant,
      plans: textArray,
      caps: int4Array,
      isShared: bool,
      carriers: textArray,
      live: textArray,
    },
    gives: outcome,
    expects: 'texts',
    text: (given) => `
with ${judgeKeys(given.keys, 'api_key', 'account_id')}, input as materialized (
  select ${sqlNamesOf(broughtFields, 't')}, t.route, t.confirms_stop, t.ord,
    coalesce(t.account_id, j.owner_id) as account_id, j.remaining, j.reset_ms, j.key_id,
    case
      when (select is_any from unopened) then 'unopened'
      when t.key_no = 0 then null
      when j.no is null then 'invalid_key'
      when t.nth > j.admitted then 'rate_limited'
    end as barred
  from ${given.texts.beside(given.turns).as('t', 'ord')}
  left join judged j on j.no = t.key_no
), ${judgeTexts(gateway, given, 'for update', namesSenders)}, moved as (
  update account a set
    last_message_id = a.last_message_id + c.n,
    last_seq = a.last_seq + c.n,
    period = c.month,
    texts_used = c.used + c.n
  from (
    select account_id, month, used, count(*)::int4 as n from decided where verdict = 'accepted' group by 1, 2, 3
  ) c
  where a.id = c.account_id
), written as (
  insert into message (account_id, id, seq, direction, status, route, ${sqlNamesOf(broughtFields)}, charged, attempt,
    created_at, deadline_at, steps)
  select account_id, last_message_id + n, last_seq + n, 'out', 'queued', taken_route::message_route,
    ${sqlNamesOf(broughtFields)}, true, 0, ${given.nowMs}, ${given.deadlineMs},
    '${senderLetter}' || key_id || E'\\n'
  from decided where verdict = 'accepted'
), threaded as (
  insert into thread as t (account_id, address_norm, address, last_message_id, message_count)
  select account_id, address_norm, (array_agg(address order by n desc))[1], max(last_message_id + n), count(*)
  from decided where verdict = 'accepted' group by account_id, address_norm
  on conflict (account_id, address_norm) do update set
    address = excluded.address,
    last_message_id = excluded.last_message_id,
    message_count = t.message_count + excluded.message_count
)
select ${given.row} from decided order by ord`,
  });

/**
 * Makes what accepts or refuses each text, all of it in one commit. A client_ref must not be twice in one batch. Throws
 * StatementFailed 23505 when another replica wrote a client_ref meanwhile: repeat.
 */
export function prepareSendTexts(batches: Batches, gateway: GatewayRoute) {
  const send = sendStatement(gateway, false);
  const sendNaming = sendStatement(gateway, true);
  const { isShared, carriers } = gateway;
  return async (texts: readonly NewText[], context: SendContext): Promise<SendOutcome[]> => {
    const accept = texts.some(({ sender }) => sender !== null) ? sendNaming : send;
    const { keys, turns } = groupByKey(texts.map(({ keyHash }) => keyHash));
    for (;;) {
      const outcomes = await accept.run(batches, {
        ...context,
        texts,
        turns,
        keys,
        isShared,
        carriers,
        live: liveStatuses,
      });
      if (outcomes[0]?.verdict === 'unopened') {
        const hashes = keys.map(({ hash }) => hash);
        await openWindows(batches, 'account', hashes);
        continue;
      }
      batches.countRows(outcomes.length);
      return outcomes as SendOutcome[];
    }
  };
}
