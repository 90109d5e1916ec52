// The fields of a message: its columns and their kinds, as the domain knows them; nothing internal is among them.
import type { Direction, Encoding, Message, MessageStatus, Route } from '../../domain/message.ts';
import { instant, int2, int8, type Kind, text, word } from '../database/kinds.ts';

export const messageFields = {
  accountId: int8,
  id: int8,
  seq: int8,
  direction: word<Direction>('message_direction'),
  address: text,
  addressNorm: text,
  body: text,
  status: word<MessageStatus>('message_status'),
  route: word<Route>('message_route'),
  error: text.orNull,
  createdAtMs: instant,
  sentAtMs: instant.orNull,
  deliveredAtMs: instant.orNull,
  segments: int2,
  encoding: word<Encoding>('message_encoding'),
  clientRef: text.orNull,
} satisfies { [Name in keyof Message]: Kind<Message[Name]> };
