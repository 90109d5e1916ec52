// Groups of contacts, and who is in them.
import { Type } from 'typebox';
import { ContactService } from '../../../proto/gen/textrelay/v1/contact_service_pb.ts';
import { accountOf } from '../../edge/app.ts';
import { DoneAnswer, done, pageAnswer } from '../../schemas/answers.ts';
import { like } from '../../schemas/example.ts';
import { integer } from '../../schemas/kinds.ts';
import { idCursor, pageOf, pathId, textCursor } from '../../schemas/parameters.ts';
import {
  ContactGroupShape,
  ContactShape,
  renderContact,
  renderGroup,
} from '../../schemas/resources/contacts/contact.ts';
import { type Route, route } from '../route.ts';

const { method } = ContactService;

const tag = 'Contacts';
const path = { id: pathId('group', 'The id of the group.') };
const GroupAnswer = Type.Object({ group: ContactGroupShape }, { title: 'OneContactGroup' });
const NamedGroup = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      description:
        '1 to 100 characters without the spaces around them; no control characters and no semicolons.',
    }),
  },
  { title: 'NameContactGroup', description: 'A group by its name.' },
);

const listGroups = route('GET /api/v1/groups', {
  id: 'listContactGroups',
  tag,
  summary: 'List groups of contacts, in order of name.',
  admittedFor: method.listContactGroups,
  query: pageOf('entries', textCursor),
  answer: pageAnswer('groups', ContactGroupShape, 'In order of name.', {
    title: 'ContactGroupPage',
    description: 'A page of groups.',
  }),
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), ...request.query };
    const { groups, nextCursor } = await ask(method.listContactGroups, asked);
    return { groups: groups.map(renderGroup), next_cursor: nextCursor ?? null };
  },
});

const putGroup = route('POST /api/v1/groups', {
  id: 'putContactGroup',
  tag,
  summary: 'Make a group of contacts.',
  description: 'One that has the name already is answered as it is. An account may have 1,000 groups.',
  admittedFor: method.putContactGroup,
  body: NamedGroup,
  answer: GroupAnswer,
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), name: request.body.name };
    return { group: renderGroup((await ask(method.putContactGroup, asked)).group) };
  },
});

const getGroup = route('GET /api/v1/groups/:id', {
  id: 'getContactGroup',
  tag,
  summary: 'Read one group.',
  admittedFor: method.getContactGroup,
  path,
  answer: GroupAnswer,
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), ...request.params };
    return { group: renderGroup((await ask(method.getContactGroup, asked)).group) };
  },
});

const renameGroup = route('PATCH /api/v1/groups/:id', {
  id: 'renameContactGroup',
  tag,
  summary: 'Rename a group.',
  admittedFor: method.renameContactGroup,
  path,
  body: NamedGroup,
  answer: GroupAnswer,
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), ...request.params, name: request.body.name };
    return { group: renderGroup((await ask(method.renameContactGroup, asked)).group) };
  },
});

const deleteGroup = route('DELETE /api/v1/groups/:id', {
  id: 'deleteContactGroup',
  tag,
  summary: 'Remove a group. Its members remain contacts.',
  admittedFor: method.deleteContactGroup,
  path,
  answer: DoneAnswer,
  handler: async (request, { ask }) => {
    await ask(method.deleteContactGroup, { accountId: accountOf(request), ...request.params });
    return done;
  },
});

const listMembers = route('GET /api/v1/groups/:id/members', {
  id: 'listGroupMembers',
  tag,
  summary: 'List the contacts of a group, in order of id.',
  admittedFor: method.listGroupMembers,
  path,
  query: pageOf('entries', idCursor),
  answer: pageAnswer('contacts', ContactShape, 'In order of id.', {
    title: 'GroupMemberPage',
    description: 'A page of members.',
  }),
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), ...request.params, ...request.query };
    const { contacts, nextCursor } = await ask(method.listGroupMembers, asked);
    return { contacts: contacts.map(renderContact), next_cursor: nextCursor?.toString() ?? null };
  },
});

const ids = (example: number, description: string) =>
  Type.Optional(
    like(Type.Array(integer(1, 'The id of a contact.'), { maxItems: 1_000, description }), [example]),
  );

const changeMembers = route('POST /api/v1/groups/:id/members', {
  id: 'changeGroupMembers',
  tag,
  summary: 'Put contacts into a group and take others out, all or nothing.',
  admittedFor: method.changeGroupMembers,
  path,
  body: Type.Object(
    {
      add: ids(12, 'Contacts to put in: at most 1,000 together with those of remove.'),
      remove: ids(13, 'Contacts to take out.'),
    },
    { title: 'ChangeGroupMembers', description: 'Changes of a group’s members.' },
  ),
  answer: GroupAnswer,
  handler: async (request, { ask }) => {
    const { add = [], remove = [] } = request.body;
    const members = { add: add.map(BigInt), remove: remove.map(BigInt) };
    const asked = { accountId: accountOf(request), ...request.params, ...members };
    return { group: renderGroup((await ask(method.changeGroupMembers, asked)).group) };
  },
});

export const contactGroupRoutes: readonly Route[] = [
  listGroups,
  putGroup,
  getGroup,
  renameGroup,
  deleteGroup,
  listMembers,
  changeMembers,
];
