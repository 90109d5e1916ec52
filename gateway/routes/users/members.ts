// The people of an account, and invitations into it.
import { Type } from 'typebox';
import { UserService } from '../../../proto/gen/textrelay/v1/user_service_pb.ts';
import { accountOf } from '../../edge/app.ts';
import { type Route, route } from '../../interface/route.ts';
import {
  InvitationShape,
  MemberShape,
  readRole,
  renderInvitation,
  renderMember,
  roleField,
} from '../../resources/users/member.ts';
import { DoneAnswer, done } from '../../schemas/answers.ts';
import { nullable, text } from '../../schemas/kinds.ts';
import { pathId } from '../../schemas/parameters.ts';

const { method } = UserService;

const listMembers = route('GET /api/v1/members', {
  id: 'consoleListMembers',
  summary: 'List the people of the account, and open invitations.',
  session: 'account',
  answer: Type.Object(
    {
      members: Type.Array(MemberShape, { description: 'In the order in which they joined.' }),
      invitations: Type.Array(InvitationShape, {
        description: 'Open invitations; empty for people who may not invite.',
      }),
    },
    { title: 'AccountMembers' },
  ),
  handler: async (request, { ask }) => {
    const { members, invitations } = await ask(
      method.listMembers,
      { accountId: accountOf(request) },
      request,
    );
    return { members: members.map(renderMember), invitations: invitations.map(renderInvitation) };
  },
});

const setRole = route('PATCH /api/v1/members/:id', {
  id: 'consoleSetRole',
  summary: 'Change what somebody may do in the account.',
  session: 'account',
  refusals: ['last_owner'],
  path: { id: pathId('user') },
  body: Type.Object({ role: roleField }, { title: 'SetRole' }),
  answer: DoneAnswer,
  handler: async (request, { ask }) => {
    const role = readRole(request.body.role);
    const asked = { accountId: accountOf(request), userId: request.params.id, role };
    await ask(method.setMemberRole, asked, request);
    return done;
  },
});

const removeMember = route('DELETE /api/v1/members/:id', {
  id: 'consoleRemoveMember',
  summary: 'Remove somebody from the account; anybody may remove themselves.',
  session: 'account',
  refusals: ['last_owner'],
  path: { id: pathId('user') },
  answer: DoneAnswer,
  handler: async (request, { ask }) => {
    await ask(method.removeMember, { accountId: accountOf(request), userId: request.params.id }, request);
    return done;
  },
});

const invite = route('POST /api/v1/invitations', {
  id: 'consoleInvite',
  summary: 'Invite somebody into the account.',
  session: 'account',
  refusals: ['already_exists', 'rate_limited'],
  body: Type.Object(
    { email: Type.String({ minLength: 1, maxLength: 300, description: 'Whom.' }), role: roleField },
    { title: 'InviteUser' },
  ),
  answer: Type.Object(
    {
      invitation: InvitationShape,
      link: nullable(text('The link to hand to them. Shown this once; null where it was mailed to them.')),
    },
    { title: 'SentInvitation' },
  ),
  handler: async (request, { ask }) => {
    const { email, role } = request.body;
    const asked = { accountId: accountOf(request), email, role: readRole(role) };
    const { invitation, link } = await ask(method.inviteUser, asked, request);
    return { invitation: renderInvitation(invitation), link: link ?? null };
  },
});

const revokeInvitation = route('DELETE /api/v1/invitations/:id', {
  id: 'consoleRevokeInvitation',
  summary: 'Take an invitation back.',
  session: 'account',
  path: { id: pathId('invitation') },
  answer: DoneAnswer,
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), invitationId: request.params.id };
    await ask(method.revokeInvitation, asked, request);
    return done;
  },
});

export const memberRoutes: readonly Route[] = [listMembers, setRole, removeMember, invite, revokeInvitation];
