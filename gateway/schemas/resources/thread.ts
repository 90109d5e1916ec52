// A conversation (SPEC: threads).
import { type Static, Type } from 'typebox';
import type { Thread } from '../../../proto/gen/textrelay/v1/thread_service_pb.ts';
import { toNumber } from '../integers.ts';
import { instant, integer, text } from '../kinds.ts';
import { fieldOf, missing, renderInstant, resource } from '../resource.ts';
import { exampleMessage, MessageShape, renderMessage } from './message.ts';

const field = fieldOf<Thread>();

export const {
  Shape: ThreadShape,
  render: renderThread,
  example: exampleThread,
} = resource('Thread', 'The conversation with one address.', {
  address: field(
    text('The other party, as last given or received.'),
    ({ address }) => address,
    exampleMessage.address,
  ),
  address_norm: field(
    text('Its E.164 form; for senders that are short codes or names, the address itself.'),
    ({ addressNorm }) => addressNorm,
    exampleMessage.address_norm,
  ),
  last_message: field(
    MessageShape,
    ({ lastMessage }) => renderMessage(lastMessage ?? missing()),
    exampleMessage,
  ),
  message_count: field(
    integer(1, 'Texts of the conversation, both directions.'),
    ({ messageCount }) => toNumber(messageCount),
    2,
  ),
  updated_at: field(
    instant('When its newest text was accepted or received.'),
    ({ updatedAt }) => renderInstant(updatedAt ?? missing()),
    exampleMessage.created_at,
  ),
});

export const UnreadThreadShape = Type.Object(
  {
    ...ThreadShape.properties,
    unread: integer(0, 'Received texts that the person has not read, among the newest 100.'),
  },
  { title: 'UnreadThread', description: 'The conversation with one address, as a person sees it.' },
);

export const renderUnread = (thread: Thread): Static<typeof UnreadThreadShape> => ({
  ...renderThread(thread),
  unread: thread.unread ?? missing(),
});
