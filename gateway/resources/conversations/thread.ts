// A conversation (SPEC: threads).
import type { Thread } from '../../../proto/gen/textrelay/v1/thread_service_pb.ts';
import { flag, instant, integer, nullable, text } from '../../schemas/kinds.ts';
import { madeOf } from '../../schemas/resource.ts';
import { MessageShape, renderMessage } from '../messages/message.ts';

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
  {
    address: '+15005550006',
    address_norm: '+15005550006',
    message_count: 2,
    updated_at: '2026-11-21T08:30:15.007Z',
  },
);

export const { Shape: UnreadThreadShape, render: renderUnread } = resource(
  'UnreadThread',
  'The conversation with one address, as a person sees it.',
  {
    ...fields,
    unread: integer(0, 'Received texts that the person has not read, among the newest 100.'),
    assignee_id: nullable(integer(1, 'The member who looks after it; null for nobody.')),
    is_done: flag('It was done, and nothing was received or failed since.'),
    is_waiting: flag('Its newest text was received, and it is not done.'),
  },
);
