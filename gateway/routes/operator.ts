// The operator's view of the service: how it is, its accounts and its people.
import { Type } from 'typebox';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import { OperationsService } from '../../proto/gen/textrelay/v1/operations_service_pb.ts';
import { UserService } from '../../proto/gen/textrelay/v1/user_service_pb.ts';
import { subscriptionStatuses } from '../../runtime/interfaces/stripe_words.ts';
import { notFound } from '../errors/errors.ts';
import { type Route, route } from '../interface/route.ts';
import {
  AccountRecordShape,
  MemberAccountShape,
  renderAccountRecord,
  renderMemberAccount,
} from '../resources/accounts/account.ts';
import { EventsAnswer, renderTimeline } from '../resources/messages/event.ts';
import { renderWordless, WordlessTextShape } from '../resources/messages/message.ts';
import { renderUserRecord, UserRecordShape } from '../resources/users/user.ts';
import { pageAnswer } from '../schemas/answers.ts';
import { boundedText, flag, nameText, nullable, nullableOneOf, planName } from '../schemas/kinds.ts';
import { filterText, idCursor, pageOf, pathId } from '../schemas/parameters.ts';
import { missing } from '../schemas/resource.ts';

const { method } = AccountService;

const fields = {
  name: nameText('What its people call it.'),
  country: boundedText(1, 10, 'ISO 3166-1, two letters.'),
  plan: Type.Optional(nullable(planName('A plan on offer.'))),
  exempt: Type.Optional(nullable(flag('True: no plan and no cap applies.'))),
};
const AccountAnswer = Type.Object({ account: AccountRecordShape }, { title: 'OneAccountRecord' });

const listAccounts = route('GET /api/v1/operator/accounts', {
  id: 'consoleFindAccounts',
  summary: 'List accounts, or find some. For the operator.',
  description: 'At most 20,000 accounts are looked at for a page: it may be short, and yet not be the last.',
  session: 'session',
  query: {
    search: filterText(Type.String({ maxLength: 100, description: 'A part of the name, or the id.' })),
    ...pageOf('accounts', idCursor),
  },
  answer: pageAnswer('accounts', AccountRecordShape, 'In order of id.', { title: 'AccountRecords' }),
  handler: async (request, { ask }) => {
    const { accounts, nextCursor } = await ask(method.listAccounts, request.query, request);
    return { accounts: accounts.map(renderAccountRecord), next_cursor: nextCursor?.toString() ?? null };
  },
});

const getAccount = route('GET /api/v1/operator/accounts/:id', {
  id: 'consoleFindAccount',
  summary: 'Read an account. For the operator.',
  session: 'session',
  refusals: ['not_found'],
  path: { id: pathId('account') },
  answer: AccountAnswer,
  handler: async (request, { ask }) => {
    const { id } = request.params;
    // The list begins with the account itself.
    const asked = { search: String(id), limit: 1, cursor: id - 1n };
    const { accounts } = await ask(method.listAccounts, asked, request);
    const account = accounts.find((one) => one.id === id);
    if (!account) throw notFound('account');
    return { account: renderAccountRecord(account) };
  },
});

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

const createAccount = route('POST /api/v1/operator/accounts', {
  id: 'consoleOperatorOpenAccount',
  summary: 'Make an account without people. For the operator.',
  session: 'session',
  refusals: ['unknown_plan'],
  body: Type.Object(fields, { title: 'CreateAccount' }),
  answer: AccountAnswer,
  handler: async (request, { ask }) => {
    const { name, country, plan, exempt } = request.body;
    const asked = { name, country, plan: plan ?? undefined, exempt: exempt === true };
    return { account: renderAccountRecord((await ask(method.createAccount, asked, request)).account) };
  },
});

const updateAccount = route('PATCH /api/v1/operator/accounts/:id', {
  id: 'consoleChangeAccount',
  summary: 'Change an account. For the operator.',
  session: 'session',
  refusals: ['not_found', 'unknown_plan'],
  path: { id: pathId('account') },
  body: Type.Object(
    {
      name: Type.Optional(nullable(fields.name)),
      country: Type.Optional(nullable(fields.country)),
      plan: fields.plan,
      subscription_status: Type.Optional(
        nullableOneOf(subscriptionStatuses, 'The subscription’s status, in the payment provider’s words.'),
      ),
      exempt: fields.exempt,
    },
    { title: 'UpdateAccount', description: 'What is left out or null stays as it is.' },
  ),
  answer: AccountAnswer,
  handler: async (request, { ask }) => {
    const { name, country, plan, subscription_status: status, exempt } = request.body;
    const asked = {
      accountId: request.params.id,
      name: name ?? undefined,
      country: country ?? undefined,
      plan: plan ?? undefined,
      subscriptionStatus: status ?? undefined,
      exempt: exempt ?? undefined,
    };
    return { account: renderAccountRecord((await ask(method.updateAccount, asked, request)).account) };
  },
});

const suspendAccount = route('PUT /api/v1/operator/accounts/:id/suspension', {
  id: 'consoleSuspendAccount',
  summary: 'Suspend an account: none of its texts is accepted or leaves. For the operator.',
  session: 'session',
  refusals: ['not_found'],
  path: { id: pathId('account') },
  body: Type.Object(
    {
      reason: boundedText(0, 100, 'For the operator alone.'),
    },
    { title: 'SuspendAccount' },
  ),
  answer: AccountAnswer,
  handler: async (request, { ask }) => {
    const asked = { accountId: request.params.id, reason: request.body.reason };
    return { account: renderAccountRecord((await ask(method.setSuspension, asked, request)).account) };
  },
});

const resumeAccount = route('DELETE /api/v1/operator/accounts/:id/suspension', {
  id: 'consoleResumeAccount',
  summary: 'Let a suspended account send again; what waits goes on. For the operator.',
  session: 'session',
  refusals: ['not_found'],
  path: { id: pathId('account') },
  answer: AccountAnswer,
  handler: async (request, { ask }) => {
    const { account } = await ask(method.setSuspension, { accountId: request.params.id }, request);
    return { account: renderAccountRecord(account) };
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

export const operatorRoutes: readonly Route[] = [
  listAccounts,
  getAccount,
  getText,
  createAccount,
  updateAccount,
  suspendAccount,
  resumeAccount,
  listUsers,
  getUser,
];
