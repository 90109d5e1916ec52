// Contacts: the people behind the account's numbers.
import { Type } from 'typebox';
import { ContactService } from '../../../proto/gen/textrelay/v1/contact_service_pb.ts';
import { accountOf } from '../../edge/app.ts';
import { invalidRequest } from '../../errors/errors.ts';
import { DoneAnswer, done, pageAnswer } from '../../schemas/answers.ts';
import { like } from '../../schemas/example.ts';
import { parseId } from '../../schemas/integers.ts';
import { boundedText, flag, integer, text } from '../../schemas/kinds.ts';
import {
  needed,
  optionalText,
  type Parameter,
  pageOf,
  pathId,
  readText,
  textCursor,
} from '../../schemas/parameters.ts';
import { ContactShape, renderContact } from '../../schemas/resources/contacts/contact.ts';
import { type Route, route } from '../route.ts';

const { method } = ContactService;

const tag = 'Contacts';
const path = { id: pathId('contact', 'The id of the contact.') };
const ContactAnswer = Type.Object({ contact: ContactShape }, { title: 'OneContact' });

/** Most numbers that one request asks about. */
const mostAddresses = 100;

const listed = 'The id of a group: its members alone.';

/** The group in a query. A text that cannot be an id is refused. */
export const inGroup: Parameter<bigint | undefined> = {
  schema: integer(1, listed),
  read(value, name) {
    const said = readText(value, name);
    const id = said === undefined ? undefined : parseId(said);
    if (said !== undefined && id === undefined) throw invalidRequest(`${name} must be the id of a group`);
    return id;
  },
};

const listContacts = route('GET /api/v1/contacts', {
  id: 'listContacts',
  tag,
  summary: 'List contacts in order of name, or look for some.',
  admittedFor: method.listContacts,
  query: {
    ...pageOf('entries', textCursor),
    q: optionalText(boundedText(1, 100, 'Words of a name, or any part of a number.')),
    group: inGroup,
  },
  answer: pageAnswer('contacts', ContactShape, 'In order of name.', {
    title: 'ContactPage',
    description: 'A page of contacts.',
  }),
  handler: async (request, { ask }) => {
    const { group: groupId, ...query } = request.query;
    const { contacts, nextCursor } = await ask(method.listContacts, {
      ...{ accountId: accountOf(request), ...query, groupId },
    });
    return { contacts: contacts.map(renderContact), next_cursor: nextCursor ?? null };
  },
});

const addresses: Parameter<string[]> = {
  schema: needed(text(`1 to ${mostAddresses} numbers with commas between, in any reasonable form.`)),
  read(value, name) {
    const said = readText(value, name)?.split(',') ?? [];
    if (said.length < 1 || said.length > mostAddresses)
      throw invalidRequest(`${name} must have 1 to ${mostAddresses} entries`);
    return said;
  },
};

const findContacts = route('GET /api/v1/contacts/find', {
  id: 'findContacts',
  tag,
  summary: 'Find the contacts of up to 100 numbers at once.',
  description:
    'Numbers that no contact has are left out. A number in another of its forms finds its contact as well.',
  admittedFor: method.findContacts,
  query: { addresses },
  answer: Type.Object(
    {
      found: Type.Array(
        Type.Object(
          { address: like(text('As it was asked for.'), '+15005550006'), contact: ContactShape },
          { title: 'FoundContact', description: 'A contact, and the number that it was found by.' },
        ),
        { description: 'In the order asked.' },
      ),
    },
    { title: 'FoundContacts' },
  ),
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), ...request.query };
    const { found } = await ask(method.findContacts, asked);
    return { found: found.map(({ address, contact }) => ({ address, contact: renderContact(contact) })) };
  },
});

const fields = {
  address: Type.String({ maxLength: 1_000, description: 'The phone number, in any reasonable form.' }),
  name: Type.String({
    minLength: 1,
    description: '1 to 200 characters without the spaces around them; no control characters.',
  }),
  note: text('Up to 2,000 characters without the spaces around them.'),
  groups: Type.Array(integer(1, 'The id of a group.'), {
    maxItems: 50,
    description: 'All groups of the contact, at most 50.',
  }),
};
const { address, name, note, groups } = fields;

const idsOf = (ids: readonly number[] | undefined) => (ids ? { ids: ids.map(BigInt) } : undefined);

const putContact = route('POST /api/v1/contacts', {
  id: 'putContact',
  tag,
  summary: 'Give a number a name.',
  description:
    'The contact that has the number already is changed: the same request again changes nothing. A note and groups that ' +
    'are left out stay as they are. An account may have 100,000 contacts.',
  admittedFor: method.putContact,
  refusals: ['invalid_address', 'not_found'],
  body: Type.Object(
    { address, name, note: Type.Optional(note), groups: Type.Optional(groups) },
    { title: 'PutContact', description: 'The contact of a number.' },
  ),
  answer: Type.Object(
    { contact: ContactShape, added: like(flag('Whether the number had no contact before.'), true) },
    { title: 'PutContactAnswer' },
  ),
  handler: async (request, { ask }) => {
    const { groups: ids, ...body } = request.body;
    const asked = { accountId: accountOf(request), ...body, groups: idsOf(ids) };
    const { contact, added } = await ask(method.putContact, asked);
    return { contact: renderContact(contact), added };
  },
});

const getContact = route('GET /api/v1/contacts/:id', {
  id: 'getContact',
  tag,
  summary: 'Read one contact.',
  admittedFor: method.getContact,
  path,
  answer: ContactAnswer,
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), ...request.params };
    return { contact: renderContact((await ask(method.getContact, asked)).contact) };
  },
});

const updateContact = route('PATCH /api/v1/contacts/:id', {
  id: 'updateContact',
  tag,
  summary: 'Change a contact; what is left out stays as it is.',
  admittedFor: method.updateContact,
  refusals: ['invalid_address'],
  path,
  body: Type.Object(
    {
      address: Type.Optional(address),
      name: Type.Optional(name),
      note: Type.Optional(note),
      groups: Type.Optional(groups),
    },
    { title: 'UpdateContact', description: 'Changes of a contact.' },
  ),
  answer: ContactAnswer,
  handler: async (request, { ask }) => {
    const { groups: ids, ...body } = request.body;
    const asked = { accountId: accountOf(request), ...request.params, ...body, groups: idsOf(ids) };
    return { contact: renderContact((await ask(method.updateContact, asked)).contact) };
  },
});

const deleteContact = route('DELETE /api/v1/contacts/:id', {
  id: 'deleteContact',
  tag,
  summary: 'Remove a contact. Its texts stay.',
  admittedFor: method.deleteContact,
  path,
  answer: DoneAnswer,
  handler: async (request, { ask }) => {
    await ask(method.deleteContact, { accountId: accountOf(request), ...request.params });
    return done;
  },
});

export const contactRoutes: readonly Route[] = [
  listContacts,
  findContacts,
  putContact,
  getContact,
  updateContact,
  deleteContact,
];
