// Signing up by a link, signing in, by password and second factor or by passkey, and out.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { UserService } from '../../../proto/gen/textrelay/v1/user_service_pb.ts';
import { type Route, route, type Services } from '../../interface/route.ts';
import { LinkShape, renderLink, renderUser, UserAnswer, UserShape } from '../../resources/users/user.ts';
import { DoneAnswer, done } from '../../schemas/answers.ts';
import { toNumber } from '../../schemas/integers.ts';
import { boundedText, flag, integer, newPassword, nullable, text } from '../../schemas/kinds.ts';
import { QuestionAnswer, renderQuestion, ticketField, webauthnJson, webauthnText } from './passkeys.ts';

const { method } = UserService;

const getStart = route('GET /api/v1/console/start', {
  id: 'consoleStart',
  summary: 'Read what the first page needs.',
  session: 'free',
  answer: Type.Object(
    {
      version: text('Of the service.'),
      needs_first_user: flag('True until the first person has signed up.'),
      sends_mail: flag(
        'True if the service sends mail: then a person who forgot their password can get a mail to set a new one.',
      ),
      // It has no title: a reference could not say that it may be null.
      user: nullable(
        Type.Object(UserShape.properties, {
          description: 'The person who is signed in; null where there is none.',
        }),
      ),
    },
    { title: 'Start', description: 'What the console’s first page needs.' },
  ),
  handler: async (request, { ask, version }) => {
    const { needsFirstUser, user, sendsMail } = await ask(method.getStart, {}, request);
    return {
      version,
      needs_first_user: needsFirstUser,
      sends_mail: sendsMail,
      user: user ? renderUser(user) : null,
    };
  },
});

const token = Type.String({ minLength: 1, maxLength: 100, description: 'The link’s token.' });
const TokenBody = Type.Object({ token }, { title: 'LinkToken' });

const signUp = route('POST /api/v1/console/sign-up', {
  id: 'consoleSignUp',
  summary: 'Sign up by a link, and be signed in.',
  session: 'open',
  refusals: ['link_expired', 'already_exists'],
  body: Type.Object(
    {
      token,
      name: boundedText(0, 100, 'At least one character. A reset ignores it.'),
      email: Type.String({ maxLength: 300, description: 'At most 254 characters. A reset ignores it.' }),
      password: newPassword('At least 10 characters.'),
    },
    { title: 'SignUp' },
  ),
  answer: UserAnswer,
  handler: async (request, { ask, browsers }, reply) => {
    const { token, name, email, password } = request.body;
    const asked = { token, name, email, password, browser: browsers.read(request) };
    const { entrance } = await ask(method.signUp, asked, request);
    return { user: renderUser(browsers.signIn(request, reply, entrance)) };
  },
});

/** The token is in the body: addresses get into the logs of proxies and the history of browsers. */
const getLink = route('POST /api/v1/console/links/read', {
  id: 'consoleGetLink',
  summary: 'Read what a link is for.',
  session: 'open',
  refusals: ['link_expired'],
  body: TokenBody,
  answer: LinkShape,
  handler: async (request, { ask }) =>
    renderLink(await ask(method.getLink, { token: request.body.token }, request)),
});

const acceptLink = route('POST /api/v1/console/links/accept', {
  id: 'consoleAcceptLink',
  summary: 'Take an invitation as the person who is signed in.',
  session: 'session',
  refusals: ['link_expired', 'already_exists'],
  body: TokenBody,
  answer: Type.Object({ account_id: integer(1, 'The account.') }, { title: 'JoinedAccount' }),
  handler: async (request, { ask }) => {
    const { accountId } = await ask(method.acceptLink, { token: request.body.token }, request);
    return { account_id: toNumber(accountId) };
  },
});

const SignInAnswer = Type.Object(
  {
    second_factor: flag('True when a code is asked for: the person is not signed in yet.'),
    ticket: Type.Optional(text('For the second factor; valid for five minutes.')),
    user: Type.Optional(UserShape),
  },
  { title: 'SignInStep' },
);

const signIn = route('POST /api/v1/console/sign-in', {
  id: 'consoleSignIn',
  summary: 'Sign in by password.',
  session: 'open',
  refusals: ['wrong_credentials'],
  body: Type.Object(
    {
      email: Type.String({ minLength: 1, maxLength: 300, description: 'The e-mail address.' }),
      password: Type.String({ maxLength: 400, description: 'The password.' }),
    },
    { title: 'SignIn' },
  ),
  answer: SignInAnswer,
  handler: async (request, { ask, browsers }, reply): Promise<Static<typeof SignInAnswer>> => {
    const { email, password } = request.body;
    const credential = { case: 'password' as const, value: { email, password } };
    const { outcome } = await ask(method.signIn, { credential, browser: browsers.read(request) }, request);
    if (outcome.case === 'ticket') return { second_factor: true, ticket: outcome.value };
    return { second_factor: false, user: renderUser(browsers.signIn(request, reply, outcome.value)) };
  },
});

/** Signs in by a credential that needs no second step. */
async function signInBy(
  credential: MessageInitShape<typeof method.signIn.input>['credential'],
  request: FastifyRequest,
  { ask, browsers }: Services,
  reply: FastifyReply,
) {
  const { outcome } = await ask(method.signIn, { credential, browser: browsers.read(request) }, request);
  const entrance = outcome.case === 'entrance' ? outcome.value : undefined;
  return { user: renderUser(browsers.signIn(request, reply, entrance)) };
}

const signInByCode = route('POST /api/v1/console/sign-in/totp', {
  id: 'consoleSignInByCode',
  summary: 'Go on signing in with a code of the app, or a recovery code.',
  session: 'open',
  refusals: ['wrong_credentials'],
  body: Type.Object(
    {
      ticket: ticketField,
      code: Type.String({ maxLength: 40, description: 'Of the app, or a recovery code.' }),
    },
    { title: 'SignInCode' },
  ),
  answer: UserAnswer,
  handler: (request, services, reply) => {
    const { ticket, code } = request.body;
    return signInBy({ case: 'code', value: { ticket, code } }, request, services, reply);
  },
});

const beginPasskeySignIn = route('POST /api/v1/console/sign-in/passkey/options', {
  id: 'consoleBeginPasskeySignIn',
  summary: 'Read the challenge that the browser passes to its passkeys.',
  session: 'open',
  answer: QuestionAnswer,
  handler: async (request, { ask, browsers }) =>
    renderQuestion(await ask(method.beginPasskeySignIn, { browser: browsers.read(request) }, request)),
});

const signInByPasskey = route('POST /api/v1/console/sign-in/passkey', {
  id: 'consoleSignInByPasskey',
  summary: 'Sign in by a passkey.',
  session: 'open',
  refusals: ['wrong_credentials'],
  body: Type.Object(
    { ticket: ticketField, response: webauthnJson('What the browser answered.') },
    { title: 'PasskeyAnswer' },
  ),
  answer: UserAnswer,
  handler: (request, services, reply) => {
    const { ticket, response } = request.body;
    const value = { ticket, responseJson: webauthnText(response) };
    return signInBy({ case: 'passkey', value }, request, services, reply);
  },
});

const requestPasswordReset = route('POST /api/v1/console/forgotten-password', {
  id: 'consoleRequestPasswordReset',
  summary: 'Ask for a mail with a link that sets a new password.',
  description:
    'The answer is the same whether or not the address is somebody’s. Only addresses that were verified get a mail, and 3 in an ' +
    'hour at most. `invalid_request` where the service sends no mail.',
  session: 'open',
  refusals: ['rate_limited'],
  body: Type.Object(
    { email: Type.String({ minLength: 1, maxLength: 300, description: 'The e-mail address.' }) },
    { title: 'ForgottenPassword' },
  ),
  answer: DoneAnswer,
  handler: async (request, { ask, browsers }) => {
    const { email } = request.body;
    await ask(method.requestPasswordReset, { email, browser: browsers.read(request) }, request);
    return done;
  },
});

const setNewPassword = route('POST /api/v1/console/new-password', {
  id: 'consoleSetNewPassword',
  summary: 'Set a new password by the link of such a mail.',
  description:
    'All sessions of the person end, and nobody is signed in by it: the new password does that, with the second factor ' +
    'where there is one.',
  session: 'open',
  refusals: ['link_expired'],
  body: Type.Object({ token, password: newPassword('At least 10 characters.') }, { title: 'NewPassword' }),
  answer: DoneAnswer,
  handler: async (request, { ask, browsers }) => {
    const { token, password } = request.body;
    await ask(method.setNewPassword, { token, password, browser: browsers.read(request) }, request);
    return done;
  },
});

const signOut = route('POST /api/v1/console/sign-out', {
  id: 'consoleSignOut',
  summary: 'Sign out; the browser forgets its session.',
  session: 'free',
  answer: DoneAnswer,
  handler: async (request, { ask, browsers }, reply) => {
    if (request.session) await ask(method.signOut, {}, request);
    browsers.signOut(request, reply);
    return done;
  },
});

export const signInRoutes: readonly Route[] = [
  getStart,
  signUp,
  getLink,
  acceptLink,
  signIn,
  signInByCode,
  beginPasskeySignIn,
  signInByPasskey,
  requestPasswordReset,
  setNewPassword,
  signOut,
];
