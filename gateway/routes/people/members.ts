// The people of an account, and its own settings.

import { create } from '@bufbuild/protobuf';
import { Type } from 'typebox';
import type {
  GetAccountResponse,
  RenameAccountResponse,
} from '../../../proto/gen/textrelay/v1/account_service_pb.ts';
import { AccountService } from '../../../proto/gen/textrelay/v1/account_service_pb.ts';
import { PeopleService } from '../../../proto/gen/textrelay/v1/people_service_pb.ts';
import { MemberAccountSchema } from '../../../proto/gen/textrelay/v1/person_pb.ts';
import type { Ask } from '../../core/ask.ts';
import { type App, accountOf } from '../../edge/app.ts';
import { DoneAnswer, done } from '../../schemas/answers.ts';
import { readPathId } from '../../schemas/integers.ts';
import { integer, nullable, text } from '../../schemas/kinds.ts';
import { missing } from '../../schemas/resource.ts';
import {
  InvitationShape,
  MemberAccountShape,
  MemberShape,
  readRole,
  renderInvitation,
  renderMember,
  renderMemberAccount,
  roleField,
} from '../../schemas/resources/member.ts';
import { requireText } from '../../schemas/text_rules.ts';

const { method } = PeopleService;

const PeopleAnswer = Type.Object(
  {
    people: Type.Array(MemberShape, { description: 'In the order in which they joined.' }),
    invitations: Type.Array(InvitationShape, { description: 'Open ones; none for who may not invite.' }),
  },
  { title: 'AccountPeople' },
);
const InviteBody = Type.Object(
  { email: Type.String({ maxLength: 300, description: 'Whom.' }), role: roleField },
  { title: 'InvitePerson' },
);
const InvitedAnswer = Type.Object(
  {
    invitation: InvitationShape,
    link: nullable(text('To be handed to them. Shown this once; null where it was mailed to them.')),
  },
  { title: 'SentInvitation' },
);
const RoleBody = Type.Object({ role: roleField }, { title: 'SetRole' });
const AccountAnswer = Type.Object({ account: MemberAccountShape }, { title: 'OneMemberAccount' });
const AccountBody = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 200, description: '1 to 100 characters.' })),
    country: Type.Optional(Type.String({ maxLength: 10, description: 'ISO 3166-1, two letters.' })),
  },
  { title: 'UpdateMemberAccount' },
);

export function addMemberRoutes(app: App, ask: Ask): void {
  app.route({
    method: 'GET',
    url: '/api/v1/people',
    config: {
      id: 'consoleListPeople',
      tag: 'Console',
      summary: 'List the people of the account, and open invitations.',
      session: 'account',
    },
    schema: { response: { 200: PeopleAnswer } },
    handler: async (request) => {
      const asked = { accountId: accountOf(request) };
      const { members, invitations } = await ask(method.listMembers, asked, request);
      return { people: members.map(renderMember), invitations: invitations.map(renderInvitation) };
    },
  });

  app.route({
    method: 'PATCH',
    url: '/api/v1/people/:id',
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
      const asked = { accountId: accountOf(request), personId, role: readRole(request.body.role) };
      await ask(method.setMemberRole, asked, request);
      return done;
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/v1/people/:id',
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
      const asked = { accountId: accountOf(request), personId: readPathId(request, 'person') };
      await ask(method.removeMember, asked, request);
      return done;
    },
  });
}

export function addInvitationRoutes(app: App, ask: Ask): void {
  app.route({
    method: 'POST',
    url: '/api/v1/invitations',
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
      const invited = { email: requireText(email, 'email'), role: readRole(role) };
      const asked = { accountId: accountOf(request), ...invited };
      const { invitation, link } = await ask(method.invitePerson, asked, request);
      return { invitation: renderInvitation(invitation ?? missing()), link: link ?? null };
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/v1/invitations/:id',
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
      await ask(method.revokeInvitation, { accountId: accountOf(request), invitationId }, request);
      return done;
    },
  });
}

/** An account as the person in it sees it. */
const renderAnswer = ({ account, role }: GetAccountResponse | RenameAccountResponse) => {
  const { id, name, country } = account ?? missing();
  const own = create(MemberAccountSchema, { id, name, country, role: role ?? missing() });
  return { account: renderMemberAccount(own) };
};

export function addMemberAccountRoutes(app: App, ask: Ask): void {
  app.route({
    method: 'GET',
    url: '/api/v1/account',
    config: { id: 'consoleGetAccount', tag: 'Console', summary: 'Read the account.', session: 'account' },
    schema: { response: { 200: AccountAnswer } },
    handler: async (request) => {
      const asked = { accountId: accountOf(request) };
      return renderAnswer(await ask(AccountService.method.getAccount, asked, request));
    },
  });

  app.route({
    method: 'PATCH',
    url: '/api/v1/account',
    config: {
      id: 'consoleUpdateAccount',
      tag: 'Console',
      summary: 'Change the account’s name or country.',
      session: 'account',
    },
    schema: { body: AccountBody, response: { 200: AccountAnswer } },
    handler: async (request) => {
      const { name, country } = request.body;
      const asked = {
        accountId: accountOf(request),
        ...(name !== undefined && { name: requireText(name, 'name') }),
        ...(country !== undefined && { country: requireText(country, 'country') }),
      };
      return renderAnswer(await ask(AccountService.method.renameAccount, asked, request));
    },
  });
}
