// Signing up by a link, signing in, by password and second factor or by passkey, and out: what puts cookies into a browser, or takes
// them away.
import type { DescMessage, MessageInitShape } from '@bufbuild/protobuf';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { UserSchema } from '../../../proto/gen/textrelay/v1/user_pb.ts';
import {
  CodeCredentialSchema,
  PasskeyAssertionSchema,
  PasswordCredentialSchema,
  SignUpRequestSchema,
  UserService,
} from '../../../proto/gen/textrelay/v1/user_service_pb.ts';
import { requestBody } from '../../interface/bodies.ts';
import { resource } from '../../interface/resources.ts';
import { type Route, route, type Services } from '../../interface/route.ts';
import { DoneAnswer, done } from '../../schemas/answers.ts';
import { flag, nullable, text } from '../../schemas/kinds.ts';
import { missing } from '../../schemas/resource.ts';

const { method } = UserService;

const user = resource(UserSchema);
const UserAnswer = Type.Object({ user: user.Shape }, { title: 'SignedIn' });

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
      user: nullable({
        ...user.Shape,
        title: undefined,
        description: 'The person who is signed in; null where there is none.',
      }),
    },
    { title: 'Start', description: 'What the console’s first page needs.' },
  ),
  handler: async (request, { ask, version }) => {
    const start = await ask(method.getStart, {}, request);
    return {
      version,
      needs_first_user: start.needsFirstUser,
      sends_mail: start.sendsMail,
      user: start.user ? user.render(start.user) : null,
    };
  },
});

const byLink = requestBody(SignUpRequestSchema);

const signUp = route('POST /api/v1/console/sign-up', {
  id: 'consoleSignUp',
  summary: 'Sign up by a link, and be signed in.',
  session: 'open',
  refusals: ['link_expired', 'already_exists'],
  body: byLink.schema,
  answer: UserAnswer,
  handler: async (request, { ask, browsers }, reply) => {
    const asked = { ...byLink.read(request.body), browser: browsers.read(request) };
    const { entrance } = await ask(method.signUp, asked, request);
    return { user: user.render(browsers.signIn(request, reply, entrance)) };
  },
});

type Credential = MessageInitShape<typeof method.signIn.input>['credential'];

/** Signs in by a credential; the answer is a ticket where a code is asked for as well. */
async function signInBy(
  credential: Credential,
  request: FastifyRequest,
  { ask, browsers }: Services,
  reply: FastifyReply,
) {
  const { outcome } = await ask(method.signIn, { credential, browser: browsers.read(request) }, request);
  return outcome.case === 'ticket'
    ? { ticket: outcome.value }
    : { user: user.render(browsers.signIn(request, reply, outcome.value)) };
}

const SignInAnswer = Type.Object(
  {
    second_factor: flag('True when a code is asked for: the person is not signed in yet.'),
    ticket: Type.Optional(text('For the second factor; valid for five minutes.')),
    user: Type.Optional(user.Shape),
  },
  { title: 'SignInStep' },
);
const byPassword = requestBody(PasswordCredentialSchema);

const signIn = route('POST /api/v1/console/sign-in', {
  id: 'consoleSignIn',
  summary: 'Sign in by password.',
  session: 'open',
  refusals: ['wrong_credentials'],
  body: byPassword.schema,
  answer: SignInAnswer,
  handler: async (request, services, reply): Promise<Static<typeof SignInAnswer>> => {
    const credential = { case: 'password' as const, value: byPassword.read(request.body) };
    const step = await signInBy(credential, request, services, reply);
    return { second_factor: 'ticket' in step, ...step };
  },
});

/** The last step of signing in. */
const lastStep = (
  line: `POST /${string}`,
  described: { id: string; summary: string },
  message: typeof CodeCredentialSchema | typeof PasskeyAssertionSchema,
  credentialOf: (value: never) => Credential,
) => {
  const body = requestBody<DescMessage>(message);
  return route(line, {
    ...described,
    session: 'open',
    refusals: ['wrong_credentials'],
    body: body.schema,
    answer: UserAnswer,
    handler: async (request, services, reply) => {
      const credential = credentialOf(body.read(request.body) as never);
      const { user = missing() } = await signInBy(credential, request, services, reply);
      return { user };
    },
  });
};

const signInByCode = lastStep(
  'POST /api/v1/console/sign-in/totp',
  { id: 'consoleSignInByCode', summary: 'Go on signing in with a code of the app, or a recovery code.' },
  CodeCredentialSchema,
  (value) => ({ case: 'code', value }),
);
const signInByPasskey = lastStep(
  'POST /api/v1/console/sign-in/passkey',
  { id: 'consoleSignInByPasskey', summary: 'Sign in by a passkey.' },
  PasskeyAssertionSchema,
  (value) => ({ case: 'passkey', value }),
);

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

const signOutEverywhere = route('DELETE /api/v1/console/me/sessions', {
  id: 'consoleEndAllSessions',
  summary: 'Sign out everywhere, here too.',
  session: 'session',
  answer: DoneAnswer,
  handler: async (request, { ask, browsers }, reply) => {
    await ask(method.endAllSessions, {}, request);
    browsers.signOut(request, reply);
    return done;
  },
});

export const signInRoutes: readonly Route[] = [
  getStart,
  signUp,
  signIn,
  signInByCode,
  signInByPasskey,
  signOut,
  signOutEverywhere,
];
