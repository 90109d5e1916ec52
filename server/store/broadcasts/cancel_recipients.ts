// Ends the waiting texts of a cancelled broadcast, in blocks of rows. Either this or a claim wins, on the text's own row.
// A text that a core took in before it died is found by its client_ref, although nobody wrote it down.
import { failure } from '../../domain/messages/message.ts';
import { isAtDevice, mayBeCancelled, staysCharged } from '../messages/status_moves.ts';
import { appended, textLine } from '../messages/steps.ts';
import type { Database } from '../postgres/database.ts';
import { hops } from '../postgres/hops.ts';
import { bool, int4, int8, int8Array } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';

/** Rows that one run looks at. */
const recipientsATurn = 500;

const error = `'${failure('cancelled', 'its broadcast was cancelled before the text left')}'`;

const listCancelling = statement({
  takes: { without: int8Array, most: int4 },
  gives: { accountId: int8('w.account_id'), id: int8('s.id') },
  text: ({ without, most, row }) => `
with recursive ${hops('walk', 'account_id', 'broadcast', 't.cancelled_recipient is not null')}
select ${row} from (
  select account_id from walk where account_id is not null and account_id <> all (${without}) limit ${most}
) w cross join lateral (
  select c.id from broadcast c where c.account_id = w.account_id and c.cancelled_recipient is not null order by c.id limit 1
) s`,
});

// A core may still be sending rows of it: its claim is waited for. The account is locked before the broadcast. The arrays keep the
// planner, which may think the tables small, from reading all of them for each row.
const cancelRecipients = statement({
  takes: { accountId: int8, id: int8 },
  gives: {
    seq: int8.orNull('(select max(seq) from changed)'),
    /** Texts that devices hold, to be asked back. */
    wantedBack: int8Array('array(select id from held)'),
    rows: int4('(select count(*)::int4 from looked)'),
    isOver: bool('s.cancelled_recipient is null'),
  },
  text: ({ accountId, id, row }) => `
with locked as materialized (
  select id, period, last_seq from account where id = ${accountId} for update skip locked
), job as materialized (
  select s.id, s.cancelled_recipient, s.taken_recipient from broadcast s join locked l on l.id = s.account_id
  where s.account_id = ${accountId} and s.id = ${id} and s.cancelled_recipient is not null
    and (s.claimed_until is null or s.claimed_until <= now())
  for update of s
), looked as materialized (
  select r.number, r.state, coalesce(r.message_id, (
      select o.id from message o
      where o.account_id = ${accountId} and o.client_ref = 'broadcast-' || j.id || '-' || r.number and r.state = 'waiting'
    )) as message_id
  from job j join broadcast_recipient r on r.account_id = ${accountId} and r.broadcast_id = j.id
    and r.number > j.cancelled_recipient and r.number <= j.taken_recipient
  order by r.number limit ${recipientsATurn}
), hit as materialized (
  select m.id, l.period, l.last_seq + row_number() over (order by m.id) as seq
  from locked l cross join looked k
  join message m on m.account_id = ${accountId} and m.id = any (array (select message_id from looked))
    and m.id = k.message_id and ${mayBeCancelled('m', 'm.status::text')}
), held as (
  update message m set wanted_back_at = now() from looked k
  where m.account_id = ${accountId} and m.id = any (array (select message_id from looked)) and m.id = k.message_id
    and ${isAtDevice('m')}
  returning m.id
), changed as (
  update message m set
    seq = h.seq,
    status = 'failed',
    error = ${error},
    deadline_at = null,
    retry_at = null,
    steps = ${appended('m', textLine('failed', 'now()', error))},
    charged = ${staysCharged('m', { status: "'failed'", hasLeft: 'false', error, period: 'h.period' })}
  from hit h
  where m.account_id = ${accountId} and m.id = any (array (select id from hit)) and m.id = h.id
    and ${mayBeCancelled('m')}
  returning m.seq, m.charged
), moved as (
  update account a set last_seq = c.seq, texts_used = a.texts_used - c.refunds
  from (select max(seq) as seq, (count(*) filter (where not charged))::int4 as refunds from changed) c
  where a.id = ${accountId} and c.seq is not null
), found as (
  update broadcast_recipient r set state = 'sent', message_id = k.message_id
  from looked k where r.account_id = ${accountId} and r.broadcast_id = ${id} and r.number = k.number
    and r.number = any (array (select number from looked where state = 'waiting' and message_id is not null))
    and r.state = 'waiting' and k.message_id is not null
  returning r.number
)
update broadcast s set
  accepted_count = s.accepted_count + (select count(*) from found),
  cancelled_recipient = case when (select count(*) from looked) < ${recipientsATurn} then null else (select max(number) from looked) end
from job j where s.account_id = ${accountId} and s.id = j.id
returning ${row}`,
});

export const prepareCancelRecipients = ({ writes }: Database) => ({
  /** A broadcast each of up to `most` accounts but `without` whose texts are to be cancelled. */
  listCancelling: (without: readonly bigint[], most: number) => listCancelling.run(writes, { without, most }),
  /** Cancels the texts of some rows; undefined where the account is locked, or a core still sends rows. */
  cancelRecipients: (accountId: bigint, id: bigint) => cancelRecipients.first(writes, { accountId, id }),
});
