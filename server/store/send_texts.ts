// The one statement that accepts texts. It is atomic by itself and holds every rule that must be exact under any
// concurrency: the key's rate, replay, plan, cap, route, ids, seq.
import type { GatewayRoute } from '../domain/gateway_route.ts';
import type { Encoding, Route } from '../domain/message.ts';
import { liveStatuses } from '../domain/quota.ts';
import { type Allowance, groupByKey, judgeKeys } from './admit_keys.ts';
import type { Batches } from './batches.ts';
import { arrayLiteral, instantLiteral } from './driver.ts';
import { checkNonce, createNonce } from './nonce.ts';
import { hasSimulatedDevice, hasSimulatedGateway, hasSimulatedOnline, isMagic, isReal } from './real_ways.ts';

/** A text whose form was checked already. */
export interface NewText {
  /** Who sends; null for whom the key stands for. */
  accountId: bigint | null;
  /** The account key to be judged with the text, as SHA-256 in hex; null for a sender who was admitted already. */
  keyHash: string | null;
  address: string;
  addressNorm: string;
  body: string;
  clientRef: string | null;
  /** Null lets the statement choose. */
  route: Route | null;
  segments: number;
  encoding: Encoding;
}

export type SendVerdict =
  | 'accepted'
  | 'invalid_key'
  | 'rate_limited'
  | 'replayed'
  | 'no_account'
  | 'period_ahead'
  | 'no_plan'
  | 'no_subscription'
  | 'cap_reached'
  | 'no_route';

/** What the statement decided about one text, and the account as it stood after it. */
export interface SendOutcome {
  verdict: SendVerdict;
  /** The new message, or the original of a replay; 0 when refused. */
  id: bigint;
  /** Of a new message; 0 otherwise. */
  seq: bigint;
  route: Route;
  plan: string | null;
  subscriptionStatus: string | null;
  exempt: boolean;
  hasRoute: boolean;
  /** Texts charged in the month, this one included. */
  textsUsed: number;
  /** Whom the text is of; null for a key that is not known. */
  accountId: bigint | null;
  /** What the key may still do; null for a text without one, or with one that is not known. */
  allowance: Allowance | null;
}

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

// Keys' windows are locked before accounts, and both in order, so that no two batches wait for each other; what is
// read from `locked` is as new as the lock. The original of a replay is read from an older snapshot: a client_ref that
// another replica wrote in between violates message_client_ref, and the caller repeats the batch. Texts that no rule
// refuses are numbered per account in the batch's order, and the cap cuts exactly; months only go forward, but for one
// that is ahead of every clock: nothing is charged to it, and the caller heals it first (heal_period.ts). A text that
// names no route leaves by a device that is online, else by a carrier, else it waits for a device. Whether one is online
// is looked up for accounts with both routes only, and numbers only where a carrier is configured: one index entry each.
// Simulators count for magic numbers, which leave by them where there are any, and for accounts without a real way out.
export const sendStatement = (gateway: GatewayRoute): string => `
with key as (
  select decode(hash, 'hex') as hash, count, no
  from unnest($17::text[], $18::int4[]) with ordinality as t (hash, count, no)
), ${judgeKeys('api_key', 'account_id')}, input as materialized (
  select t.*, coalesce(t.sender_id, j.owner_id) as account_id, j.remaining, j.reset_ms,
    case
      when t.key_no = 0 then null
      when j.no is null then 'invalid_key'
      when t.nth > j.admitted then 'rate_limited'
    end as barred
  from unnest($1::int8[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int2[], $8::text[],
    $19::int4[], $20::int4[]) with ordinality
    as t (sender_id, address, address_norm, body, client_ref, route, segments, encoding, key_no, nth, ord)
  left join judged j on j.no = t.key_no
), locked as materialized (
  select id, plan, subscription_status, exempt, period, texts_used, last_message_id, last_seq
  from account where id in (select account_id from input where barred is null) order by id for update
), state as materialized (
  select l.id, l.plan, l.subscription_status, l.exempt, l.last_message_id, l.last_seq,
    greatest(l.period, $9::date) as month,
    case when l.period < $9::date then 0 else l.texts_used end as used,
    case when l.exempt then null else coalesce(t.cap, 0) end as cap,
    -- The limits keep the planner from reading every device once instead of these accounts' own.
    (select true from device d where d.account_id = l.id and d.revoked_at is null and ${isReal} limit 1) is not null
      as has_device,
    case
      when $12::bool then true
      when $21::text[] = '{}' then false
      else (
        select true from carrier_number c where c.account_id = l.id and c.carrier = any ($21::text[]) limit 1
      ) is not null
    end as has_gateway
  from locked l left join unnest($10::text[], $11::int4[]) as t (plan, cap) on t.plan = l.plan
), routed as materialized (
  select s.*,
    case
      when not s.has_gateway then case when s.has_device then 'device' end
      when s.has_device and (
        select true from device d
        where d.account_id = s.id and d.revoked_at is null and ${isReal} and d.online_until > $14::timestamptz limit 1
      ) is not null then 'device'
      else 'gateway'
    end as usual_route
  from state s
), ruled as (
  select i.*, s.id, s.plan, s.subscription_status, s.exempt, s.last_message_id, s.last_seq, s.month, s.used, s.cap,
    s.has_device or t.by_device as has_device, s.has_gateway or t.by_gateway as has_gateway, o.id as original_id,
    case i.route
      when 'device' then case when s.has_device or t.by_device then 'device' end
      when 'gateway' then case when s.has_gateway or t.by_gateway then 'gateway' end
      else case
        when t.by_device and (not t.by_gateway or ${hasSimulatedOnline('s.id', '$14::timestamptz')}) then 'device'
        when t.by_gateway then 'gateway'
        else s.usual_route
      end
    end as taken_route,
    case
      when i.barred is not null then i.barred
      when s.id is null then 'no_account'
      when o.id is not null then 'replayed'
      when s.month > $22::date then 'period_ahead'
      when s.exempt then 'accepted'
      when s.plan is null then 'no_plan'
      when s.subscription_status is null or s.subscription_status <> all ($13::text[]) then 'no_subscription'
      when s.used >= s.cap then 'cap_reached'
      else 'accepted'
    end as rule
  from input i
  left join routed s on s.id = i.account_id
  left join message o on o.account_id = i.account_id and o.client_ref = i.client_ref
  left join lateral (
    select
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
), moved as (
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
  insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments, encoding,
    client_ref, charged, attempt, created_at, deadline_at)
  select account_id, last_message_id + n, last_seq + n, 'out', address, address_norm, body, 'queued',
    taken_route::message_route, segments, encoding::message_encoding, client_ref, true, 0, $14::timestamptz,
    $15::timestamptz
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
select $16::text, verdict,
  case verdict when 'accepted' then last_message_id + n when 'replayed' then original_id else 0 end,
  case verdict when 'accepted' then last_seq + n else 0 end,
  coalesce(taken_route, 'device'), plan, subscription_status, coalesce(exempt, false),
  coalesce(has_device or has_gateway, false),
  coalesce(used + case when cap is null then n else least(n, greatest(cap - used, 0)) end, 0)::int4, account_id, remaining, reset_ms
from decided order by ord`;

/**
 * Accepts or refuses each text, by the statement of `sendStatement`; all of it is one commit. A client_ref must not be twice in one batch. Throws
 * StatementFailed 23505 when another replica wrote a client_ref meanwhile: repeat.
 */
export async function sendTexts(
  batches: Batches,
  gateway: GatewayRoute,
  statement: string,
  texts: readonly NewText[],
  context: SendContext,
): Promise<SendOutcome[]> {
  const nonce = createNonce();
  const column = <T extends string | number | bigint | null>(pick: (text: NewText) => T) =>
    arrayLiteral(texts.map(pick));
  const { keys, places } = groupByKey(texts.map(({ keyHash }) => keyHash));
  const rows = await batches.run(statement, [
    column((text) => text.accountId),
    column((text) => text.address),
    column((text) => text.addressNorm),
    column((text) => text.body),
    column((text) => text.clientRef),
    column((text) => text.route),
    column((text) => text.segments),
    column((text) => text.encoding),
    context.month,
    arrayLiteral(context.plans),
    arrayLiteral(context.caps),
    gateway.isShared,
    arrayLiteral(liveStatuses),
    instantLiteral(context.nowMs),
    instantLiteral(context.deadlineMs),
    nonce,
    arrayLiteral([...keys.keys()]),
    arrayLiteral([...keys.values()].map(({ count }) => count)),
    arrayLiteral(places.map(({ no }) => no)),
    arrayLiteral(places.map(({ nth }) => nth)),
    arrayLiteral(gateway.carriers),
    context.newestMonth,
  ]);
  checkNonce(nonce, rows, texts.length);
  batches.countRows(rows.length);
  return rows.map((row) => ({
    verdict: row[1] as SendVerdict,
    id: row[2] as bigint,
    seq: row[3] as bigint,
    route: row[4] as Route,
    plan: row[5] as string | null,
    subscriptionStatus: row[6] as string | null,
    exempt: row[7] as boolean,
    hasRoute: row[8] as boolean,
    textsUsed: row[9] as number,
    accountId: row[10] as bigint | null,
    allowance: row[11] === null ? null : { remaining: row[11] as number, resetMs: row[12] as number },
  }));
}
