// Signing in, by password and second factor or by passkey, and out.
import { type Static, Type } from 'typebox';
import type { PeopleCore } from '../../core/people_client.ts';
import type { App } from '../../edge/app.ts';
import { invalidRequest, unavailable } from '../../edge/errors.ts';
import { flag, text } from '../../schemas/kinds.ts';
import type { Browsers } from '../../session/browser.ts';
import { DoneAnswer, done, PersonAnswer, PersonShape, readText, renderPerson } from './person_shapes.ts';

const SignInAnswer = Type.Object(
  {
    second_factor: flag('True when a code is asked for: nobody is signed in yet.'),
    ticket: Type.Optional(text('For the second factor; good for five minutes.')),
    person: Type.Optional(PersonShape),
  },
  { title: 'ConsoleSignInStep' },
);
const SignInBody = Type.Object(
  {
    email: Type.String({ maxLength: 300, description: 'The e-mail address.' }),
    password: Type.String({ maxLength: 400, description: 'The password.' }),
  },
  { title: 'ConsoleSignIn' },
);
export const ticketField = Type.String({ maxLength: 200, description: 'Of the step before.' });
const CodeBody = Type.Object(
  {
    ticket: ticketField,
    code: Type.String({ maxLength: 40, description: 'Of the app, or a recovery code.' }),
  },
  { title: 'ConsoleCode' },
);
/** What browsers and passkeys say to each other is WebAuthn's, and changes with it. */
export const webauthnJson = (description: string) =>
  Type.Unsafe<object>({ type: 'object', additionalProperties: true, description });
/** The same as the core takes it. Throws INVALID_REQUEST for what is nested too deeply to be written down. */
export function webauthnText(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw invalidRequest('response must be what the browser answered');
  }
}
export const QuestionAnswer = Type.Object(
  { ticket: text('To be sent back with the answer.'), options: webauthnJson('WebAuthn’s options.') },
  { title: 'ConsolePasskeyQuestion' },
);
const PasskeyBody = Type.Object(
  { ticket: ticketField, response: webauthnJson('What the browser answered.') },
  { title: 'ConsolePasskeyAnswer' },
);

interface SignInRoutesOptions {
  core: Pick<PeopleCore, 'signIn' | 'signInByCode' | 'askPasskey' | 'signInByPasskey' | 'signOut'>;
  browsers: Browsers;
}

export function addSignInRoutes(app: App, { core, browsers }: SignInRoutesOptions): void {
  app.route({
    method: 'POST',
    url: '/api/v1/console/sign-in',
    config: {
      id: 'consoleSignIn',
      tag: 'Console',
      summary: 'Sign in by password.',
      session: 'open',
      refusals: ['wrong_credentials'],
    },
    schema: { body: SignInBody, response: { 200: SignInAnswer } },
    handler: async (request, reply): Promise<Static<typeof SignInAnswer>> => {
      const { email, password } = request.body;
      const { outcome } = await core.signIn({
        email: readText(email, 'email'),
        password: readText(password, 'password'),
        browser: browsers.read(request),
      });
      if (outcome.case === 'ticket') return { second_factor: true, ticket: outcome.value };
      if (outcome.case !== 'entrance') throw unavailable();
      return {
        second_factor: false,
        person: renderPerson(browsers.signIn(request, reply, outcome.value)),
      };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/v1/console/sign-in/totp',
    config: {
      id: 'consoleSignInByCode',
      tag: 'Console',
      summary: 'Go on signing in with a code of the app, or a recovery code.',
      session: 'open',
      refusals: ['wrong_credentials'],
    },
    schema: { body: CodeBody, response: { 200: PersonAnswer } },
    handler: async (request, reply) => {
      const { ticket, code } = request.body;
      const { entrance } = await core.signInByCode({
        ticket: readText(ticket, 'ticket'),
        code: readText(code, 'code'),
        browser: browsers.read(request),
      });
      return { person: renderPerson(browsers.signIn(request, reply, entrance)) };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/v1/console/sign-in/passkey/options',
    config: {
      id: 'consoleAskPasskey',
      tag: 'Console',
      summary: 'Read what the browser is to ask its passkeys.',
      session: 'open',
    },
    schema: { response: { 200: QuestionAnswer } },
    handler: async (request) => {
      const { ticket, optionsJson } = await core.askPasskey({ browser: browsers.read(request) });
      return { ticket, options: JSON.parse(optionsJson) };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/v1/console/sign-in/passkey',
    config: {
      id: 'consoleSignInByPasskey',
      tag: 'Console',
      summary: 'Sign in by a passkey.',
      session: 'open',
      refusals: ['wrong_credentials'],
    },
    schema: { body: PasskeyBody, response: { 200: PersonAnswer } },
    handler: async (request, reply) => {
      const { ticket, response } = request.body;
      const { entrance } = await core.signInByPasskey({
        ticket: readText(ticket, 'ticket'),
        responseJson: webauthnText(response),
        browser: browsers.read(request),
      });
      return { person: renderPerson(browsers.signIn(request, reply, entrance)) };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/v1/console/sign-out',
    config: {
      id: 'consoleSignOut',
      tag: 'Console',
      summary: 'Sign out; the browser forgets its session.',
      session: 'free',
    },
    schema: { response: { 200: DoneAnswer } },
    handler: async (request, reply) => {
      if (request.session) await core.signOut({ session: request.session });
      browsers.signOut(request, reply);
      return done;
    },
  });
}
