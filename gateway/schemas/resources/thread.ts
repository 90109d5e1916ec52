// A conversation (SPEC: threads).
import type { Static } from 'typebox';
import type { Thread } from '../../../proto/gen/textrelay/v1/thread_service_pb.ts';
import { instant, integer, text } from '../kinds.ts';
import { madeOf } from '../resource.ts';
import { exampleMessage, MessageShape, renderMessage } from './message.ts';

const { field, resource } = madeOf<Thread>();

const fields = {
  address: text('The other party, as last given or received.'),
  address_norm: text('Its E.164 form; for senders that are short codes or names, the address itself.'),
  last_message: field(MessageShape, ({ lastMessage }) => renderMessage(lastMessage)),
  message_count: integer(1, 'Texts of the conversation, both directions.'),
  updated_at: instant('When its newest text was accepted or received.'),
};

export const { Shape: ThreadShape, render: renderThread } = resource(
  'Thread',
  'The conversation with one address.',
  fields,
);

export const exampleThread: Static<typeof ThreadShape> = {
  address: exampleMessage.address,
  address_norm: exampleMessage.address_norm,
  last_message: exampleMessage,
  message_count: 2,
  updated_at: exampleMessage.created_at,
};

export const { Shape: UnreadThreadShape, render: renderUnread } = resource(
  'UnreadThread',
  'The conversation with one address, as a person sees it.',
  { ...fields, unread: integer(0, 'Received texts that the person has not read, among the newest 100.') },
);
