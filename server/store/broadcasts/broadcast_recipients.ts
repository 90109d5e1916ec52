// The rows of broadcasts: putting them and reading them.
import type { BroadcastState } from '../../domain/broadcasts/broadcast.ts';
import { isCancelled } from '../messages/cancelled.ts';
import { scheduled } from '../messages/status_moves.ts';
import type { Database } from '../postgres/database.ts';
import { bool, count, instant, int4, int8, text, type ValuesOf, word } from '../postgres/kinds.ts';
import { list, type RowOf, statement } from '../postgres/statement.ts';

const newRow = {
  number: int4,
  address: text,
  addressNorm: text.orNull,
  body: text,
  sendAtMs: instant.orNull,
  state: word<'waiting' | 'refused'>(),
  code: text.orNull,
  reason: text.orNull,
};
/** A row whose form was checked; one that can never be sent is refused at once. */
export type NewRow = ValuesOf<typeof newRow>;

// A row that is there stays as it is, so that a call may be repeated.
const put = statement({
  takes: { rows: list(newRow), accountId: int8, id: int8 },
  gives: { state: word<BroadcastState>()('l.state'), added: int4('(select count(*) from added)::int4') },
  text: ({ rows, accountId, id, row }) => `
with locked as materialized (
  select state from broadcast where account_id = ${accountId} and id = ${id} for update
), added as (
  insert into broadcast_recipient (account_id, broadcast_id, number, address, address_norm, body, send_at, state, code, reason, after_erasure)
  select ${accountId}, ${id}, i.number, i.address, i.address_norm, i.body, i.send_at, i.state, i.code, i.reason,
    coalesce((select a.last_erasure_id from account a where a.id = ${accountId}), 0)
  from ${rows.as('i')} join locked l on l.state = 'draft'
  on conflict (account_id, broadcast_id, number) do nothing
  returning state
), counted as (
  update broadcast s set recipient_count = s.recipient_count + n.rows, refused_count = s.refused_count + n.refused
  from (select count(*)::int4 as rows, (count(*) filter (where state = 'refused'))::int4 as refused from added) n
  where s.account_id = ${accountId} and s.id = ${id} and n.rows > 0
)
select ${row} from locked l`,
});

/** What became of a row; the last five are the status of its text. */
const recipientStatuses = ['waiting', 'refused', 'queued', 'sending', 'sent', 'delivered', 'failed'] as const;
type RecipientStatus = (typeof recipientStatuses)[number];
/** A filter of rows. */
export const recipientFilters = [...recipientStatuses, 'cancelled', 'replied'] as const;
export type RecipientFilter = (typeof recipientFilters)[number];

/** SQL: whether somebody answered the text of a row. */
export const hasReplied = (
  row: string,
) => `exists (select from message i where i.account_id = ${row}.account_id
    and i.address_norm = ${row}.address_norm and i.direction = 'in' and i.id > ${row}.message_id)`;

const broadcastRecipient = {
  number: int4('r.number'),
  address: text('r.address'),
  addressNorm: text.orNull('r.address_norm'),
  body: text('r.body'),
  sendAtMs: instant.orNull('coalesce(r.leaves_at, r.send_at)'),
  status: word<RecipientStatus>()('r.status'),
  code: text.orNull('r.code'),
  /** Why it was refused, or why its text failed. */
  error: text.orNull('r.error'),
  messageId: int8.orNull('r.message_id'),
  hasReplied: bool('r.has_replied'),
};
/** A row as it is shown. */
export type BroadcastRecipient = RowOf<typeof broadcastRecipient>;

/** Most rows that a page looks at. */
const mostLookedAt = 10_000;

const listRecipients = statement({
  takes: {
    accountId: int8,
    id: int8,
    after: int4,
    filter: word<RecipientFilter>().orNull,
    looks: count,
    most: int4,
  },
  gives: { ...broadcastRecipient, isAsked: bool('r.is_asked'), isEnough: bool('r.is_enough') },
  text: ({ accountId, id, after, filter, looks, most, row }) => `
select ${row} from (
  select w.*, w.nth = ${looks} as is_enough, ${filter} is null or (${filter} = 'replied' and w.has_replied) or ${filter} =
    case when w.status = 'failed' and ${isCancelled('w')} then 'cancelled' else w.status end as is_asked
  from (
    select r.account_id, r.number, r.address, r.address_norm, r.body, r.send_at, r.code, r.message_id, m.send_at as leaves_at,
      row_number() over (order by r.number) as nth, coalesce(m.error, r.reason) as error,
      case when m.status = '${scheduled}' then 'queued' else coalesce(m.status::text, r.state) end as status,
      r.message_id is not null and ${hasReplied('r')} as has_replied
    from broadcast_recipient r left join message m on m.account_id = r.account_id and m.id = r.message_id
    where r.account_id = ${accountId} and r.broadcast_id = ${id} and r.number > ${after}
    order by r.number limit ${looks}
  ) w
) r where r.is_asked or r.is_enough order by r.number limit ${most}`,
});

/** `looks` is for tests. */
export const prepareBroadcastRecipients = ({ reads, writes }: Database, looks = mostLookedAt) => ({
  /** Adds the new rows to a draft; undefined for a broadcast that does not exist. Nothing is added in any other state. */
  putRecipients: (accountId: bigint, id: bigint, rows: readonly NewRow[]) =>
    put.first(writes, { accountId, id, rows }),

  /** Up to `most` rows after one, ascending. A page may be short or empty without being the last: `next` says where to go on. */
  async listRecipients(
    accountId: bigint,
    id: bigint,
    after: number,
    filter: RecipientFilter | null,
    most: number,
  ) {
    const found = await listRecipients.run(reads, { accountId, id, after, filter, looks, most: most + 1 });
    const page = found.slice(0, most);
    const last = page.at(-1);
    const isMore = last !== undefined && (found.length > most || last.isEnough);
    return { rows: page.filter(({ isAsked }) => isAsked), next: isMore ? last.number : undefined };
  },
});
