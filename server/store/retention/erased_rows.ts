// The rows of broadcasts that name an erased recipient: they are emptied, and what waits is refused. They are not found by their
// recipients: all rows of the account are walked over once, and a step that finds no further one ends the walk. Only rows from before
// the request are its own.
import { coversRecipient } from './erased_recipients.ts';
import { namesRecipient } from './mentions.ts';

const refused = { code: 'opted_out', reason: 'the recipient was erased before the text left' };

// The broadcast is locked before its rows, as whoever writes down what became of them does. A row whose text was accepted by a core that
// died is not refused: it has that text. The last digits are enough for an address that could not be read.
const isOfRequest = `${coversRecipient('s').replaceAll('x.', 'e.')} and (s.address_norm = any (e.addresses)
      or (s.address_norm is null and s.address <> '' and ${namesRecipient('s.address')}))`;

/** SQL: the steps that empty the request's rows among the next ones, and count on their broadcasts those that are refused. */
export const erasedRows = (accountId: string, most: string): string => `seen as materialized (
  select r.* from mine e cross join lateral (
    select s.broadcast_id, s.number, ${isOfRequest} as is_hit from broadcast_recipient s
    where s.account_id = ${accountId} and (s.broadcast_id, s.number) > (e.broadcast_cursor, e.recipient_cursor)
    order by s.broadcast_id, s.number limit ${most}
  ) r
), held_broadcast as materialized (
  select s.id from broadcast s
  where s.account_id = ${accountId} and s.id in (select broadcast_id from seen where is_hit) order by s.id for no key update
), held as materialized (
  select r.broadcast_id, r.number, r.state from seen h
  join broadcast_recipient r on r.account_id = ${accountId} and r.broadcast_id = h.broadcast_id and r.number = h.number
  where h.is_hit and (select count(*) from held_broadcast) >= 0 for update of r
), known as materialized (
  select h.*, case when h.state = 'waiting' then (
    select o.id from message o where o.account_id = ${accountId} and o.client_ref = 'broadcast-' || h.broadcast_id || '-' || h.number
  ) end as text_id from held h
), gone as (
  update broadcast_recipient t set address = '', address_norm = null, body = '',
    state = case when k.state <> 'waiting' then k.state when k.text_id is not null then 'sent' else 'refused' end,
    message_id = coalesce(t.message_id, k.text_id),
    code = case when k.state = 'waiting' and k.text_id is null then '${refused.code}' else t.code end,
    reason = case when k.state = 'waiting' and k.text_id is null then '${refused.reason}' end
  from known k
  where t.account_id = ${accountId} and t.broadcast_id = k.broadcast_id and t.number = k.number
  returning k.broadcast_id, k.state, k.text_id
), recounted as (
  update broadcast s set accepted_count = s.accepted_count + c.accepted, refused_count = s.refused_count + c.refused
  from (
    select broadcast_id, count(text_id)::int4 as accepted, (count(*) filter (where text_id is null))::int4 as refused
    from gone where state = 'waiting' group by broadcast_id
  ) c where s.account_id = ${accountId} and s.id = c.broadcast_id
)`;

/** SQL: the request's new place in the walk. */
export const cursorAfterRows = `broadcast_cursor = coalesce((select max(s.broadcast_id) from seen s), e.broadcast_cursor),
    recipient_cursor = coalesce((select s.number from seen s order by s.broadcast_id desc, s.number desc limit 1), e.recipient_cursor),
    `;
