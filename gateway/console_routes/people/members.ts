// The people of an account, and its own settings.
import { type Static, Type } from 'typebox';
import type { PeopleCore } from '../../core/people_client.ts';
import type { App } from '../../edge/app.ts';
import { readPathId } from '../../schemas/integers.ts';
import { integer, nullable, text } from '../../schemas/kinds.ts';
import { sessionOf } from '../../session/door.ts';
import {
  DoneAnswer,
  done,
  InvitationShape,
  MemberAccountShape,
  MemberShape,
  readRole,
  readText,
  renderInvitation,
  renderMember,
  renderMemberAccount,
  roleField,
} from './person_shapes.ts';

const PeopleAnswer = Type.Object(
  {
    people: Type.Array(MemberShape, { description: 'In the order in which they joined.' }),
    invitations: Type.Array(InvitationShape, { description: 'Open ones; none for who may not invite.' }),
  },
  { title: 'ConsolePeople' },
);
const InviteBody = Type.Object(
  { email: Type.String({ maxLength: 300, description: 'Whom.' }), role: roleField },
  { title: 'ConsoleInvite' },
);
const InvitedAnswer = Type.Object(
  {
    invitation: InvitationShape,
    link: nullable(text('To be handed to them. Shown this once; null where it was mailed to them.')),
  },
  { title: 'ConsoleInvited' },
);
const RoleBody = Type.Object({ role: roleField }, { title: 'ConsoleRole' });
const AccountAnswer = Type.Object({ account: MemberAccountShape }, { title: 'ConsoleOwnAccount' });
const AccountBody = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 200, description: '1 to 100 characters.' })),
    country: Type.Optional(Type.String({ maxLength: 10, description: 'ISO 3166-1, two letters.' })),
  },
  { title: 'ConsoleAccountChange' },
);

interface MemberRoutesOptions {
  core: Pick<
    PeopleCore,
    | 'listMembers'
    | 'invite'
    | 'revokeInvitation'
    | 'setMemberRole'
    | 'removeMember'
    | 'getMemberAccount'
    | 'updateMemberAccount'
  >;
}

export function addMemberRoutes(app: App, { core }: MemberRoutesOptions): void {
  app.route({
    method: 'GET',
    url: '/api/v1/console/people',
    config: {
      id: 'consoleListPeople',
      tag: 'Console',
      summary: 'List the people of the account, and open invitations.',
      session: 'account',
    },
    schema: { response: { 200: PeopleAnswer } },
    handler: async (request): Promise<Static<typeof PeopleAnswer>> => {
      const { members, invitations } = await core.listMembers({ session: sessionOf(request) });
      return { people: members.map(renderMember), invitations: invitations.map(renderInvitation) };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/v1/console/invitations',
    config: {
      id: 'consoleInvite',
      tag: 'Console',
      summary: 'Invite somebody into the account.',
      session: 'account',
      refusals: ['already_exists', 'rate_limited'],
    },
    schema: { body: InviteBody, response: { 200: InvitedAnswer } },
    handler: async (request) => {
      const { email, role } = request.body;
      const asked = { session: sessionOf(request), email: readText(email, 'email'), role: readRole(role) };
      const { invitation, link } = await core.invite(asked);
      return { invitation: renderInvitation(invitation), link: link ?? null };
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/v1/console/invitations/:id',
    config: {
      id: 'consoleRevokeInvitation',
      tag: 'Console',
      summary: 'Take an invitation back.',
      session: 'account',
      parameters: { path: { id: integer(1, 'The invitation.') } },
    },
    schema: { response: { 200: DoneAnswer } },
    handler: async (request) => {
      const invitationId = readPathId(request, 'invitation');
      await core.revokeInvitation({ session: sessionOf(request), invitationId });
      return done;
    },
  });

  app.route({
    method: 'PATCH',
    url: '/api/v1/console/people/:id',
    config: {
      id: 'consoleSetRole',
      tag: 'Console',
      summary: 'Change what somebody may do in the account.',
      session: 'account',
      parameters: { path: { id: integer(1, 'The person.') } },
      refusals: ['last_owner'],
    },
    schema: { body: RoleBody, response: { 200: DoneAnswer } },
    handler: async (request) => {
      const personId = readPathId(request, 'person');
      await core.setMemberRole({
        session: sessionOf(request),
        personId,
        role: readRole(request.body.role),
      });
      return done;
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/v1/console/people/:id',
    config: {
      id: 'consoleRemovePerson',
      tag: 'Console',
      summary: 'Remove somebody from the account; anybody may remove themselves.',
      session: 'account',
      parameters: { path: { id: integer(1, 'The person.') } },
      refusals: ['last_owner'],
    },
    schema: { response: { 200: DoneAnswer } },
    handler: async (request) => {
      await core.removeMember({ session: sessionOf(request), personId: readPathId(request, 'person') });
      return done;
    },
  });

  app.route({
    method: 'GET',
    url: '/api/v1/console/account',
    config: { id: 'consoleGetAccount', tag: 'Console', summary: 'Read the account.', session: 'account' },
    schema: { response: { 200: AccountAnswer } },
    handler: async (request) => {
      const { account } = await core.getMemberAccount({ session: sessionOf(request) });
      return { account: renderMemberAccount(account) };
    },
  });

  app.route({
    method: 'PATCH',
    url: '/api/v1/console/account',
    config: {
      id: 'consoleUpdateAccount',
      tag: 'Console',
      summary: 'Change the account’s name or country.',
      session: 'account',
    },
    schema: { body: AccountBody, response: { 200: AccountAnswer } },
    handler: async (request) => {
      const { name, country } = request.body;
      const { account } = await core.updateMemberAccount({
        session: sessionOf(request),
        ...(name !== undefined && { name: readText(name, 'name') }),
        ...(country !== undefined && { country: readText(country, 'country') }),
      });
      return { account: renderMemberAccount(account) };
    },
  });
}
