// The signed-in person: name, e-mail address and password, where they are signed in, and the accounts that they go into.
import { Type } from 'typebox';
import { AccountService } from '../../../proto/gen/textrelay/v1/account_service_pb.ts';
import { UserService } from '../../../proto/gen/textrelay/v1/user_service_pb.ts';
import { type Route, route } from '../../interface/route.ts';
import { MemberAccountShape, renderMemberAccount } from '../../resources/accounts/account.ts';
import {
  renderSession,
  renderUser,
  SessionShape,
  UserAnswer,
  UserShape,
} from '../../resources/users/user.ts';
import { DoneAnswer, done } from '../../schemas/answers.ts';
import { toNumber } from '../../schemas/integers.ts';
import { boundedText, integer, nameText, newPassword, oneOf } from '../../schemas/kinds.ts';
import { pathId } from '../../schemas/parameters.ts';
import { missing } from '../../schemas/resource.ts';

const { method } = UserService;

const name = nameText('What others see.');

const getMe = route('GET /api/v1/console/me', {
  id: 'consoleGetMe',
  summary: 'Read who is signed in.',
  session: 'session',
  answer: Type.Object(
    {
      user: UserShape,
      accounts: Type.Array(MemberAccountShape, { description: 'In order of name.' }),
    },
    { title: 'UserAndAccounts', description: 'Who is signed in.' },
  ),
  handler: async (request, { ask }) => {
    const { user, accounts } = await ask(method.getMe, {}, request);
    return { user: renderUser(user), accounts: accounts.map(renderMemberAccount) };
  },
});

const changeUser = route('PATCH /api/v1/console/me', {
  id: 'consoleChangeUser',
  summary: 'Change one’s name or language.',
  session: 'session',
  body: Type.Object(
    {
      name: Type.Optional(name),
      language: Type.Optional(oneOf(['en', 'de'], 'The language of mails to the person.')),
    },
    { title: 'ChangeUser' },
  ),
  answer: UserAnswer,
  handler: async (request, { ask }) => {
    const { name: chosen, language } = request.body;
    const renamed = chosen === undefined ? null : await ask(method.renameUser, { name: chosen }, request);
    const changed = language === undefined ? null : await ask(method.setLanguage, { language }, request);
    return { user: renderUser((changed ?? renamed ?? (await ask(method.getMe, {}, request))).user) };
  },
});

const changePassword = route('POST /api/v1/console/me/password', {
  id: 'consoleChangePassword',
  summary: 'Change one’s password; all other sessions end.',
  session: 'session',
  refusals: ['reauthentication_required', 'wrong_credentials'],
  body: Type.Object(
    {
      current: Type.Optional(
        Type.String({
          maxLength: 400,
          description: 'The present one; not needed within five minutes of a re-authentication.',
        }),
      ),
      new: newPassword('The new one: at least 10 characters.'),
      end_passkeys: Type.Optional(Type.Boolean({ description: 'True: all passkeys are removed as well.' })),
    },
    { title: 'ChangePassword' },
  ),
  answer: DoneAnswer,
  handler: async (request, { ask, browsers }) => {
    const { current, new: chosen, end_passkeys: endPasskeys } = request.body;
    const asked = { current, new: chosen, endPasskeys, browser: browsers.read(request) };
    await ask(method.changePassword, asked, request);
    return done;
  },
});

const requestEmailChange = route('POST /api/v1/console/me/email', {
  id: 'consoleRequestEmailChange',
  summary: 'Ask for a mail with a link that shows that an e-mail address is one’s own.',
  description:
    'At most 3 an hour. Where its recipient got 5 such mails and invitations in the last hour, no other is sent, and ' +
    'the answer is the same.',
  session: 'session',
  refusals: ['reauthentication_required', 'wrong_credentials', 'rate_limited'],
  body: Type.Object(
    {
      email: Type.String({
        minLength: 1,
        maxLength: 300,
        description: 'The person’s address, or a new one: at most 254 characters.',
      }),
      password: Type.Optional(
        Type.String({
          maxLength: 400,
          description: 'The person’s password; not needed within five minutes of a re-authentication.',
        }),
      ),
    },
    { title: 'RequestEmailChange' },
  ),
  answer: DoneAnswer,
  handler: async (request, { ask }) => {
    const { email, password } = request.body;
    await ask(method.requestEmailChange, { email, password }, request);
    return done;
  },
});

const verifyEmail = route('POST /api/v1/console/me/email/verification', {
  id: 'consoleVerifyEmail',
  summary: 'Use the link of such a mail: the address becomes the person’s, and is verified.',
  session: 'session',
  refusals: ['link_expired', 'already_exists'],
  body: Type.Object(
    { token: Type.String({ minLength: 1, maxLength: 100, description: 'The link’s token.' }) },
    { title: 'VerifyEmail' },
  ),
  answer: UserAnswer,
  handler: async (request, { ask, browsers }) => {
    const asked = { token: request.body.token, browser: browsers.read(request) };
    return { user: renderUser((await ask(method.verifyEmail, asked, request)).user) };
  },
});

const listSessions = route('GET /api/v1/console/me/sessions', {
  id: 'consoleListSessions',
  summary: 'List where the person is signed in.',
  session: 'session',
  answer: Type.Object(
    { sessions: Type.Array(SessionShape, { description: 'Newest use first.' }) },
    { title: 'Sessions' },
  ),
  handler: async (request, { ask }) => {
    const { sessions } = await ask(method.listSessions, {}, request);
    return { sessions: sessions.map(renderSession) };
  },
});

const endSession = route('DELETE /api/v1/console/me/sessions/:id', {
  id: 'consoleEndSession',
  summary: 'Sign out in one browser.',
  session: 'session',
  refusals: ['not_found'],
  path: { id: pathId('session') },
  answer: DoneAnswer,
  handler: async (request, { ask }) => {
    await ask(method.endSession, { sessionId: request.params.id }, request);
    return done;
  },
});

const endAllSessions = route('DELETE /api/v1/console/me/sessions', {
  id: 'consoleEndAllSessions',
  summary: 'Sign out everywhere, here too.',
  session: 'session',
  answer: DoneAnswer,
  handler: async (request, { ask, browsers }, reply) => {
    await ask(method.endSession, {}, request);
    browsers.signOut(request, reply);
    return done;
  },
});

const openAccount = route('POST /api/v1/console/accounts', {
  id: 'consoleOpenAccount',
  summary: 'Make an account that one owns. For the operator.',
  session: 'session',
  body: Type.Object(
    { name, country: boundedText(1, 10, 'ISO 3166-1, two letters.') },
    { title: 'OpenOwnAccount' },
  ),
  answer: Type.Object({ account_id: integer(1, 'The new account.') }, { title: 'OpenedAccount' }),
  handler: async (request, { ask }) => {
    const { name: chosen, country } = request.body;
    const asked = { name: chosen, country, owned: true };
    const { account } = await ask(AccountService.method.createAccount, asked, request);
    return { account_id: toNumber((account ?? missing()).id) };
  },
});

const switchAccount = route('POST /api/v1/console/accounts/:id/switch', {
  id: 'consoleSwitchAccount',
  summary: 'Let the session act for an account.',
  description:
    'From now on the public endpoints take the session together with X-SVC-Account, as they take an account key. ' +
    'Besides, they answer a session with 403 `forbidden` where its role does not reach, or where another site’s ' +
    'page asks.',
  session: 'session',
  refusals: ['not_found'],
  path: { id: pathId('account') },
  answer: Type.Object({ account: MemberAccountShape }, { title: 'SwitchedAccount' }),
  handler: async (request, { ask }) => {
    const { account } = await ask(method.switchAccount, { accountId: request.params.id }, request);
    return { account: renderMemberAccount(account) };
  },
});

export const meRoutes: readonly Route[] = [
  getMe,
  changeUser,
  changePassword,
  requestEmailChange,
  verifyEmail,
  listSessions,
  endSession,
  endAllSessions,
  openAccount,
  switchAccount,
];
