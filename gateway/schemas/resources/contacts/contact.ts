// Contacts, their groups, and what a search finds.
import { Type } from 'typebox';
import type { Contact, ContactGroup } from '../../../../proto/gen/textrelay/v1/contact_pb.ts';
import { toNumber } from '../../integers.ts';
import { instant, integer, text } from '../../kinds.ts';
import { madeOf } from '../../resource.ts';

const ofContact = madeOf<Contact>();

export const { Shape: ContactShape, render: renderContact } = ofContact.resource(
  'Contact',
  'A number that has a name.',
  {
    id: integer(1, 'Counted per account.'),
    address: ofContact.field(
      text('E.164. One contact of an account has it.'),
      ({ addressNorm }) => addressNorm,
    ),
    name: text('1 to 200 characters.'),
    note: text('Up to 2,000 characters; empty for none.'),
    groups: ofContact.field(
      Type.Array(integer(1, 'The id of a group.'), { description: 'The groups that it is in, at most 50.' }),
      ({ groupIds }) => groupIds.map(toNumber),
    ),
    created_at: instant('When it was added.'),
    changed_at: instant('When its number, name or note last changed.'),
  },
  { id: 12, address: '+15005550006', name: 'Ada Lovelace', note: 'Prefers mornings.', groups: [3] },
);

export const { Shape: ContactGroupShape, render: renderGroup } = madeOf<ContactGroup>().resource(
  'ContactGroup',
  'A group of contacts.',
  {
    id: integer(1, 'Counted per account.'),
    name: text('1 to 100 characters. One group of an account has it.'),
    members: integer(0, 'How many contacts are in it.'),
    created_at: instant('When it was made.'),
  },
  { id: 3, name: 'Patients', members: 214 },
);
