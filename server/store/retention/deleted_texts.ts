// What is left of texts that were deleted: the name that a client or a device may bring once more, so that it is still one text.
// A name is kept as a hash: it says nothing about who was written to.
import type { MessageStatus, Route } from '../../domain/messages/message.ts';
import type { Database } from '../postgres/database.ts';
import { columnsOf, instant, int8, text, type ValuesOf, word } from '../postgres/kinds.ts';
import { list, statement } from '../postgres/statement.ts';

/** SQL: the name of a text that was sent under a client_ref. */
export const sentName = (clientRef: string): string => `md5('sent:' || ${clientRef})::uuid`;

/** SQL: the name of a text that a device, or a carrier, brought. */
export const receivedName = (deviceId: string, inboundId: string): string =>
  `md5('received:' || ${deviceId} || ':' || ${inboundId})::uuid`;

/** SQL: the id of the text that was sent under a client_ref before, whether it is still kept or not; null for none. */
export const originalId = (accountId: string, clientRef: string): string => `coalesce(
      (select id from message where account_id = ${accountId} and client_ref = ${clientRef} limit 1),
      (select id from deleted_text where account_id = ${accountId} and name = ${sentName(clientRef)} limit 1)
    )`;

/** SQL: whether a text that a device brings was brought before and deleted since. */
export const wasReceived = (text: string): string => `(
      select true from deleted_text d
      where d.account_id = ${text}.account_id and d.name = ${receivedName(`${text}.device_id`, `${text}.inbound_id`)} limit 1
    ) is not null`;

/** What is known of a deleted text. */
export type DeletedText = ValuesOf<typeof deletedFields>;
const deletedFields = {
  accountId: int8,
  id: int8,
  seq: int8,
  status: word<MessageStatus>('message_status'),
  route: word<Route>('message_route'),
  createdAtMs: instant,
  sentAtMs: instant.orNull,
  deliveredAtMs: instant.orNull,
};

const listByRef = statement({
  takes: { refs: list({ accountId: int8, clientRef: text }) },
  gives: columnsOf(deletedFields, 'd'),
  text: ({ refs, row }) => `
select ${row} from ${refs.as('t')} cross join lateral (
  select d.* from deleted_text d where d.account_id = t.account_id and d.name = ${sentName('t.client_ref')} limit 1
) d`,
});

export const prepareDeletedTexts = ({ reads }: Database) => ({
  /** The deleted texts that were sent under client_refs, in no particular order. */
  listDeletedTexts: (refs: readonly { accountId: bigint; clientRef: string }[]) =>
    listByRef.run(reads, { refs }),
});
