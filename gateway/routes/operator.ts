// The operator's view of the service: how it is, its accounts and its people.
import { Type } from 'typebox';
import { OperationsService } from '../../proto/gen/textrelay/v1/operations_service_pb.ts';
import { UserService } from '../../proto/gen/textrelay/v1/user_service_pb.ts';
import { type Route, route } from '../interface/route.ts';
import { MemberAccountShape, renderMemberAccount } from '../resources/accounts/account.ts';
import { EventsAnswer, renderTimeline } from '../resources/messages/event.ts';
import { renderWordless, WordlessTextShape } from '../resources/messages/message.ts';
import { renderUserRecord, UserRecordShape } from '../resources/users/user.ts';
import { pageAnswer } from '../schemas/answers.ts';
import { filterText, idCursor, pageOf, pathId } from '../schemas/parameters.ts';
import { missing } from '../schemas/resource.ts';

const getText = route('GET /api/v1/operator/accounts/:id/texts/:text_id', {
  id: 'consoleFindText',
  summary: 'Read one text of an account without its words, and what became of it. For the operator.',
  session: 'session',
  refusals: ['not_found'],
  path: { id: pathId('account'), text_id: pathId('message', 'The id of the text.') },
  answer: Type.Object(
    { text: WordlessTextShape, ...EventsAnswer.properties },
    { title: 'TextOfAccount', description: 'waiting_for is null unless the text still waits.' },
  ),
  handler: async (request, { ask }) => {
    const { id: accountId, text_id: id } = request.params;
    const { message, ...rest } = await ask(
      OperationsService.method.getTextOfAccount,
      { accountId, id },
      request,
    );
    return { text: renderWordless({ ...rest, ...(message ?? missing()) }), ...renderTimeline(rest) };
  },
});

const listUsers = route('GET /api/v1/operator/users', {
  id: 'consoleListUsers',
  summary: 'List people, or find some. For the operator.',
  description: 'At most 20,000 people are looked at for a page: it may be short, and yet not be the last.',
  session: 'session',
  query: {
    search: filterText(
      Type.String({ maxLength: 100, description: 'A part of the name or the e-mail address, or the id.' }),
    ),
    ...pageOf('users', idCursor),
  },
  answer: pageAnswer('users', UserRecordShape, 'In order of id.', { title: 'UserRecords' }),
  handler: async (request, { ask }) => {
    const { users, nextCursor } = await ask(UserService.method.listUsers, request.query, request);
    return { users: users.map(renderUserRecord), next_cursor: nextCursor?.toString() ?? null };
  },
});

const getUser = route('GET /api/v1/operator/users/:id', {
  id: 'consoleGetUser',
  summary: 'Read a person, and the accounts that they are in. For the operator.',
  session: 'session',
  refusals: ['not_found'],
  path: { id: pathId('user') },
  answer: Type.Object(
    {
      user: UserRecordShape,
      accounts: Type.Array(MemberAccountShape, { description: 'In order of name.' }),
    },
    { title: 'UserRecordAndAccounts' },
  ),
  handler: async (request, { ask }) => {
    const { user, accounts } = await ask(UserService.method.getUser, { userId: request.params.id }, request);
    return { user: renderUserRecord(user), accounts: accounts.map(renderMemberAccount) };
  },
});

export const operatorRoutes: readonly Route[] = [getText, listUsers, getUser];
