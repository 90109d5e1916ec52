// The one statement that accepts texts. It is atomic by itself and holds every rule that must be exact under any
// concurrency: replay, plan, cap, route, ids, seq.
import type { Encoding, Route } from '../domain/message.ts';
import { liveStatuses } from '../domain/quota.ts';
import { arrayLiteral, type Pool } from './driver.ts';
import { checkNonce, createNonce } from './nonce.ts';

/** A text whose form was checked already. */
export interface NewText {
  accountId: bigint;
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
  | 'replayed'
  | 'no_account'
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
}

/** What a batch needs beside its texts. */
export interface SendContext {
  nowMs: number;
  /** The current month's first day. */
  month: string;
  /** When a text that is accepted now leaves the queue unsent. */
  deadlineMs: number;
  plans: readonly string[];
  caps: readonly number[];
  /** A carrier is configured, so that route gateway exists. */
  hasCarrier: boolean;
}

// Accounts are locked in the order of their ids, so that no two batches wait for each other; what is read from
// `locked` is as new as the lock. `original` reads an older snapshot: a client_ref that another replica wrote in
// between violates message_client_ref, and the caller repeats the batch. Texts are numbered per account in the
// batch's order, and the cap cuts exactly; months only go forward.
const statement = `
with input as (
  select * from unnest($1::int8[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int2[], $8::text[])
    with ordinality as t (account_id, address, address_norm, body, client_ref, route, segments, encoding, ord)
), locked as materialized (
  select id, plan, subscription_status, exempt, period, texts_used, last_message_id, last_seq
  from account where id in (select account_id from input) order by id for update
), state as materialized (
  select l.*,
    greatest(l.period, $9::date) as month,
    case when l.period < $9::date then 0 else l.texts_used end as used,
    case when l.exempt then null else coalesce(t.cap, 0) end as cap,
    -- The limit keeps the planner from reading every device once instead of these accounts' own.
    (select true from device d where d.account_id = l.id and d.revoked_at is null limit 1) is not null as has_device
  from locked l left join unnest($10::text[], $11::int4[]) as t (plan, cap) on t.plan = l.plan
), judged as (
  select i.*, s.plan, s.subscription_status, s.exempt, s.used, s.cap, s.has_device, o.id as original_id,
    case
      when i.route = 'device' then case when s.has_device then 'device' end
      when i.route = 'gateway' then case when $12::bool then 'gateway' end
      when s.has_device then 'device'
      when $12::bool then 'gateway'
    end as taken_route,
    case
      when s.id is null then 'no_account'
      when o.id is not null then 'replayed'
      when s.exempt then 'accepted'
      when s.plan is null then 'no_plan'
      when s.subscription_status is null or s.subscription_status <> all ($13::text[]) then 'no_subscription'
      when s.used >= s.cap then 'cap_reached'
      else 'accepted'
    end as rule
  from input i
  left join state s on s.id = i.account_id
  left join message o on o.account_id = i.account_id and o.client_ref = i.client_ref
), numbered as (
  select *, row_number() over (partition by account_id order by ord) as n
  from judged where rule = 'accepted' and taken_route is not null
), accepted as (
  select * from numbered where cap is null or used + n <= cap
), counted as materialized (
  select a.account_id, count(*)::int4 as n from accepted a group by a.account_id
), moved as (
  update account a set
    last_message_id = a.last_message_id + c.n,
    last_seq = a.last_seq + c.n,
    period = s.month,
    texts_used = s.used + c.n
  from counted c join state s on s.id = c.account_id
  where a.id = c.account_id
), written as (
  insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments, encoding,
    client_ref, charged, attempt, created_at, deadline_at)
  select a.account_id, s.last_message_id + a.n, s.last_seq + a.n, 'out', a.address, a.address_norm, a.body, 'queued',
    a.taken_route::message_route, a.segments, a.encoding::message_encoding, a.client_ref, true, 0, $14::timestamptz,
    $15::timestamptz
  from accepted a join state s on s.id = a.account_id
), threaded as (
  insert into thread as t (account_id, address_norm, address, last_message_id, message_count)
  select a.account_id, a.address_norm, (array_agg(a.address order by a.n desc))[1], max(s.last_message_id + a.n), count(*)
  from accepted a join state s on s.id = a.account_id
  group by a.account_id, a.address_norm
  on conflict (account_id, address_norm) do update set
    address = excluded.address,
    last_message_id = excluded.last_message_id,
    message_count = t.message_count + excluded.message_count
)
select $16::text,
  case
    when a.ord is not null then 'accepted'
    when n.ord is not null then 'cap_reached'
    when j.rule = 'accepted' then 'no_route'
    else j.rule
  end,
  coalesce(s.last_message_id + a.n, j.original_id, 0),
  coalesce(s.last_seq + a.n, 0),
  coalesce(j.taken_route, 'device'),
  j.plan, j.subscription_status, coalesce(j.exempt, false), coalesce(j.has_device or $12::bool, false),
  coalesce(case when a.ord is not null then s.used + a.n else s.used + coalesce(c.n, 0) end, 0)::int4
from judged j
left join state s on s.id = j.account_id
left join numbered n on n.ord = j.ord
left join accepted a on a.ord = j.ord
left join counted c on c.account_id = j.account_id
order by j.ord`;

/**
 * Accepts or refuses each text; all of it is one commit. A client_ref must not be twice in one batch. Throws
 * StatementFailed 23505 when another replica wrote a client_ref meanwhile: repeat.
 */
export async function sendTexts(
  writes: Pool,
  texts: readonly NewText[],
  context: SendContext,
): Promise<SendOutcome[]> {
  const nonce = createNonce();
  const column = <T extends string | number | bigint | null>(pick: (text: NewText) => T) =>
    arrayLiteral(texts.map(pick));
  const rows = await writes.run(statement, [
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
    context.hasCarrier,
    arrayLiteral(liveStatuses),
    new Date(context.nowMs).toISOString(),
    new Date(context.deadlineMs).toISOString(),
    nonce,
  ]);
  checkNonce(nonce, rows, texts.length);
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
  }));
}
