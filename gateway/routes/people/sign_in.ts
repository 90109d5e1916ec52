// Signing in, by password and second factor or by passkey, and out.
import { type Static, Type } from 'typebox';
import { PeopleService } from '../../../proto/gen/textrelay/v1/people_service_pb.ts';
import type { Ask } from '../../core/ask.ts';
import type { App } from '../../edge/app.ts';
import { DoneAnswer, done } from '../../schemas/answers.ts';
import { flag, text } from '../../schemas/kinds.ts';
import { PersonAnswer, PersonShape, renderPerson } from '../../schemas/resources/person.ts';
import { requireText } from '../../schemas/text_rules.ts';
import type { Browsers } from '../../session/browser.ts';
import { QuestionAnswer, renderQuestion, ticketField, webauthnJson, webauthnText } from './webauthn.ts';

const { method } = PeopleService;

const SignInAnswer = Type.Object(
  {
    second_factor: flag('True when a code is asked for: nobody is signed in yet.'),
    ticket: Type.Optional(text('For the second factor; good for five minutes.')),
    person: Type.Optional(PersonShape),
  },
  { title: 'SignInStep' },
);
const SignInBody = Type.Object(
  {
    email: Type.String({ maxLength: 300, description: 'The e-mail address.' }),
    password: Type.String({ maxLength: 400, description: 'The password.' }),
  },
  { title: 'SignIn' },
);
const CodeBody = Type.Object(
  {
    ticket: ticketField,
    code: Type.String({ maxLength: 40, description: 'Of the app, or a recovery code.' }),
  },
  { title: 'SignInCode' },
);
const PasskeyBody = Type.Object(
  { ticket: ticketField, response: webauthnJson('What the browser answered.') },
  { title: 'PasskeyAnswer' },
);

export function addSignInRoutes(app: App, ask: Ask, browsers: Browsers): void {
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
      const value = { email: requireText(email, 'email'), password: requireText(password, 'password') };
      const asked = { proof: { case: 'password' as const, value }, browser: browsers.read(request) };
      const { outcome } = await ask(method.signIn, asked, request);
      if (outcome.case === 'ticket') return { second_factor: true, ticket: outcome.value };
      return { second_factor: false, person: renderPerson(browsers.signIn(request, reply, outcome.value)) };
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
      const value = { ticket: requireText(ticket, 'ticket'), code: requireText(code, 'code') };
      const asked = { proof: { case: 'code' as const, value }, browser: browsers.read(request) };
      const { outcome } = await ask(method.signIn, asked, request);
      const entrance = outcome.case === 'entrance' ? outcome.value : undefined;
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
      if (request.session) await ask(method.signOut, {}, request);
      browsers.signOut(request, reply);
      return done;
    },
  });
}

export function addPasskeySignInRoutes(app: App, ask: Ask, browsers: Browsers): void {
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
    handler: async (request) =>
      renderQuestion(await ask(method.askPasskey, { browser: browsers.read(request) }, request)),
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
      const value = { ticket: requireText(ticket, 'ticket'), responseJson: webauthnText(response) };
      const asked = { proof: { case: 'passkey' as const, value }, browser: browsers.read(request) };
      const { outcome } = await ask(method.signIn, asked, request);
      const entrance = outcome.case === 'entrance' ? outcome.value : undefined;
      return { person: renderPerson(browsers.signIn(request, reply, entrance)) };
    },
  });
}
