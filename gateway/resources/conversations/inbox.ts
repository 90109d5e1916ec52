// What people decide about conversations, the answers that they keep, and how they like the inbox.
import { Type } from 'typebox';
import {
  Digest,
  type GetThreadStateResponse,
  type InboxRules,
  type InboxSettings,
  type SavedReply,
  type ThreadNote,
} from '../../../proto/gen/textrelay/v1/inbox_service_pb.ts';
import { flag, instant, integer, nullable, text } from '../../schemas/kinds.ts';
import { madeOf, names } from '../../schemas/resource.ts';

export const { Shape: NoteShape, render: renderNote } = madeOf<ThreadNote>().resource(
  'ThreadNote',
  'A note in a conversation. It never leaves.',
  {
    id: integer(1, 'Counted up in the account.'),
    user_id: integer(1, 'Its author, who may have left since.'),
    body: text('Its words.'),
    created_at: instant('When it was written.'),
  },
);

const { field, resource } = madeOf<GetThreadStateResponse>();

export const { Shape: ThreadStateShape, render: renderState } = resource(
  'ThreadState',
  'What was decided about a conversation.',
  {
    assignee_id: nullable(integer(1, 'The member who looks after it; null for nobody.')),
    is_done: flag('It was done, and nothing was received or failed since.'),
    notes: field(Type.Array(NoteShape, { description: 'Oldest first.' }), ({ notes }) =>
      notes.map(renderNote),
    ),
  },
);

export const { Shape: SavedReplyShape, render: renderSavedReply } = madeOf<SavedReply>().resource(
  'SavedReply',
  'A reply that the members of an account use again.',
  {
    id: integer(1, 'Counted up in the account.'),
    name: text('What people find it by.'),
    body: text('Its words.'),
  },
);

const digests = names({
  [Digest.UNSPECIFIED]: 'never',
  [Digest.HOURLY]: 'hourly',
  [Digest.DAILY]: 'daily',
});

const ofSettings = madeOf<InboxSettings>();

export const { Shape: InboxSettingsShape, render: renderInboxSettings } = ofSettings.resource(
  'InboxSettings',
  'How a person likes the inbox, in every account.',
  {
    enter_sends: flag('Whether Enter sends what is written; else it begins a new line.'),
    digest: ofSettings.field(
      digests.schema('How often a mail brings new replies: daily is each morning at eight.'),
      ({ digest }) => digests.of(digest),
    ),
    time_zone: text('Whose morning it is: a name of the IANA database.'),
  },
);

export const { Shape: InboxRulesShape, render: renderInboxRules } = madeOf<InboxRules>().resource(
  'InboxRules',
  'What holds for the inbox of an account.',
  {
    mails_words: flag(
      'Whether mails to its people hold the words of texts; else they only say that there are some.',
    ),
  },
);
