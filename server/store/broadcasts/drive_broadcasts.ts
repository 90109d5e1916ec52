// The statements by which cores drive broadcasts. A core claims a broadcast for a moment, sends some of its rows as any text is sent,
// and writes down what became of them. A text's client_ref is made of its row, so that nothing here decides whether a row
// leaves once: a row that another core sent, or that nobody wrote down, is answered as the text that it became.
import type { Route } from '../../domain/messages/message.ts';
import { waitsToLeave } from '../messages/status_moves.ts';
import type { Database } from '../postgres/database.ts';
import { hops } from '../postgres/hops.ts';
import {
  bool,
  instant,
  int4,
  int4Array,
  int8,
  int8Array,
  text,
  type ValuesOf,
  word,
} from '../postgres/kinds.ts';
import { group, list, type RowOf, statement } from '../postgres/statement.ts';
import { coversRecipient, isBeingErased } from '../retention/erased_recipients.ts';

/** How long a claim is valid, in seconds. */
const claimSeconds = 30;
/**
 * Most texts of a broadcast that wait to leave. With more of them, an account's other texts would wait behind all of
 * them, a slow phone would let them expire, and a pause would come too late for all.
 */
export const mostInQueue = 500;

const claimed = {
  accountId: int8('c.account_id'),
  /** Null for an account of which nothing may be claimed now. */
  broadcast: group({
    id: int8('c.id'),
    claim: int8('c.claim'),
    route: word<Route>().orNull('c.route'),
    sender: text.orNull('c.sender'),
    isUrgent: bool('c.is_urgent'),
    /** The account's newest erasure when the rows were read. */
    asOfErasure: int8('c.as_of_erasure'),
  }).orNull,
  row: group({
    number: int4('p.number'),
    address: text('p.address_norm'),
    body: text('p.body'),
    sendAtMs: instant.orNull('p.send_at'),
  }).orNull,
};

const isDue = (
  broadcast: string,
) => `${broadcast}.state = 'running' and (${broadcast}.send_at is null or ${broadcast}.send_at <= now())
    and (${broadcast}.claimed_until is null or ${broadcast}.claimed_until <= now())`;

// The broadcast of an account that had the fewest turns is next. Rows go in order of their number, so that those whose
// texts still wait to leave are among the last that were taken. A row with an instant of its own delays nobody. A row of who is being
// erased is passed over: it is refused soon. Who asks for that later ends the claim's rows by its own number (see asOfErasure).
const claim = statement({
  takes: { without: int8Array, accounts: int4, each: int4 },
  gives: claimed,
  text: ({ without, accounts, each, row }) => `
with recursive ${hops('walk', 'account_id', 'broadcast', "t.state = 'running'")}, due as materialized (
  select w.account_id, s.id from (
    select account_id from walk where account_id is not null and account_id <> all (${without}) limit ${accounts}
  ) w left join lateral (
    select d.id from broadcast d where d.account_id = w.account_id and ${isDue('d')} order by d.claim, d.id limit 1
  ) s on true
), locked as materialized (
  select s.* from broadcast s join due d on d.account_id = s.account_id and d.id = s.id
  where ${isDue('s')} for update of s skip locked
), measured as materialized (
  select l.*, greatest(${mostInQueue} - (
    select count(*) from (
      select r.message_id, r.send_at from broadcast_recipient r
      where r.account_id = l.account_id and r.broadcast_id = l.id and r.number <= l.taken_recipient
        and r.state = 'sent'
      order by r.number desc limit ${mostInQueue}
    ) r join message m on m.account_id = l.account_id and m.id = r.message_id
    where ${waitsToLeave('m', 'm.status::text')} and not (m.status = 'scheduled' and r.send_at is not null)
  ), 0) as most_more, exists (
    select from broadcast_recipient r where r.account_id = l.account_id and r.broadcast_id = l.id and r.state = 'waiting'
  ) as has_waiting
  from locked l
), picked as materialized (
  select l.account_id, l.id, p.* from measured l cross join lateral (
    select r.number, r.address_norm, r.body, r.send_at from broadcast_recipient r
    where r.account_id = l.account_id and r.broadcast_id = l.id and r.state = 'waiting'
      and not ${isBeingErased('r.account_id', 'r.address_norm', coversRecipient('r'))}
    order by r.number limit least(${each}, l.most_more)
  ) p
), moved as (
  update broadcast s set claim = s.claim + 1, claimed_until = now() + interval '${claimSeconds} seconds',
    taken_recipient = greatest(s.taken_recipient, (
      select max(p.number) from picked p where p.account_id = s.account_id and p.id = s.id))
  from measured l where s.account_id = l.account_id and s.id = l.id
    and (not l.has_waiting or exists (select from picked p where p.account_id = l.account_id and p.id = l.id))
  returning s.account_id, s.id, s.claim
)
select ${row} from due d
left join (
  select m.account_id, m.id, m.claim, l.route, l.sender, l.is_urgent,
    coalesce((select a.last_erasure_id from account a where a.id = m.account_id), 0) as as_of_erasure
  from moved m join measured l on l.account_id = m.account_id and l.id = m.id
) k on k.account_id = d.account_id and k.id = d.id
cross join lateral (
  select d.account_id, k.id, k.claim, k.route, k.sender, k.is_urgent, k.as_of_erasure
) c
left join picked p on p.account_id = k.account_id and p.id = k.id
order by c.account_id, p.number`,
});
/** A row to be sent, with its broadcast and account. */
export type ClaimedRecipient = RowOf<typeof claimed>;

const doneRecipient = {
  number: int4,
  state: word<'sent' | 'refused'>(),
  code: text.orNull,
  reason: text.orNull,
  messageId: int8.orNull,
};
/** What became of a row. */
export type DoneRecipient = ValuesOf<typeof doneRecipient>;

// The list of numbers keeps the planner, which may think the table small, from reading all rows of the broadcast for each of these.
const conclude = statement({
  takes: {
    rows: list(doneRecipient),
    numbers: int4Array,
    accountId: int8,
    id: int8,
    claim: int8,
    pauseReason: text.orNull,
  },
  gives: { isDone: bool("s.state = 'done'") },
  text: ({ rows, numbers, accountId, id, claim: held, pauseReason, row }) => `
with locked as materialized (
  select id from broadcast where account_id = ${accountId} and id = ${id} for update
), marked as (
  update broadcast_recipient r set state = i.state, code = i.code, reason = i.reason, message_id = i.message_id
  from ${rows.as('i')}, locked l
  where r.account_id = ${accountId} and r.broadcast_id = l.id and r.number = any (${numbers}) and r.number = i.number
    and r.state = 'waiting'
  returning r.number, r.state
), counted as (
  select (count(*) filter (where state = 'sent'))::int4 as accepted, (count(*) filter (where state = 'refused'))::int4 as refused,
    exists (
      select from broadcast_recipient w where w.account_id = ${accountId} and w.broadcast_id = ${id} and w.state = 'waiting'
        and w.number not in (select number from marked)
    ) as has_waiting
  from marked
)
update broadcast s set
  accepted_count = s.accepted_count + c.accepted,
  refused_count = s.refused_count + c.refused,
  claimed_until = case when s.claim = ${held} then null else s.claimed_until end,
  state = case when s.state <> 'running' then s.state when not c.has_waiting then 'done'
    when ${pauseReason} is not null then 'paused' else s.state end,
  pause_reason = case when s.state = 'running' and c.has_waiting then ${pauseReason} else s.pause_reason end,
  ended_at = case when s.state = 'running' and not c.has_waiting then now() else s.ended_at end
from counted c where s.account_id = ${accountId} and s.id = ${id}
returning ${row}`,
});

export const prepareDriveBroadcasts = ({ writes }: Database) => ({
  /**
   * Claims one broadcast of each of up to `accounts` accounts but `without`, and gives up to `each` rows of it; the rows of one
   * account follow each other. An account of which nothing can be claimed has one row without a broadcast.
   */
  claimBroadcasts: (without: readonly bigint[], accounts: number, each: number) =>
    claim.run(writes, { without, accounts, each }),

  /** Writes down what became of rows, once for each, and ends the claim; a reason pauses a broadcast whose rows wait. */
  concludeRecipients: (
    accountId: bigint,
    { id, claim: held }: { id: bigint; claim: bigint },
    rows: readonly DoneRecipient[],
    pauseReason: string | null,
  ) =>
    conclude.first(writes, {
      ...{ accountId, id, claim: held, rows, pauseReason },
      numbers: rows.map(({ number }) => number),
    }),
});
