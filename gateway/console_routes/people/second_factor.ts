// The second factor: an authenticator app, and recovery codes for when it is lost.
import { Type } from 'typebox';
import type { PeopleCore } from '../../core/people_client.ts';
import type { App } from '../../edge/app.ts';
import { text } from '../../schemas/kinds.ts';
import type { Browsers } from '../../session/browser.ts';
import { sessionOf } from '../../session/door.ts';
import { DoneAnswer, done, readText } from './person_shapes.ts';

const PasswordBody = Type.Object(
  {
    password: Type.Optional(
      Type.String({
        maxLength: 400,
        description: 'The person’s password; not needed within five minutes of a proof.',
      }),
    ),
  },
  { title: 'ConsolePassword' },
);
const SecretAnswer = Type.Object(
  { secret: text('Base32, to be typed into an app.'), uri: text('The same for a QR code.') },
  { title: 'ConsoleTotpSecret' },
);
const ConfirmBody = Type.Object(
  { code: Type.String({ maxLength: 40, description: 'What the app shows.' }) },
  { title: 'ConsoleTotpCode' },
);
const CodesAnswer = Type.Object(
  {
    recovery_codes: Type.Array(Type.String(), {
      description: 'Each stands in for a code once. Shown this once.',
    }),
  },
  { title: 'ConsoleRecoveryCodes' },
);

interface SecondFactorRoutesOptions {
  core: Pick<PeopleCore, 'startTotp' | 'confirmTotp' | 'removeTotp'>;
  browsers: Browsers;
}

export function addSecondFactorRoutes(app: App, { core, browsers }: SecondFactorRoutesOptions): void {
  app.route({
    method: 'POST',
    url: '/api/v1/console/me/totp',
    config: {
      id: 'consoleStartTotp',
      tag: 'Console',
      summary: 'Ask for a secret for an authenticator app.',
      session: 'session',
      refusals: ['proof_needed', 'wrong_credentials', 'already_exists'],
    },
    schema: { body: PasswordBody, response: { 200: SecretAnswer } },
    handler: async (request) => {
      const password = readText(request.body.password ?? '', 'password');
      const browser = browsers.read(request);
      const { secret, uri } = await core.startTotp({ session: sessionOf(request), password, browser });
      return { secret, uri };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/v1/console/me/totp/confirm',
    config: {
      id: 'consoleConfirmTotp',
      tag: 'Console',
      summary: 'Show that the app has the secret: from now on its codes are asked for.',
      session: 'session',
      refusals: ['wrong_credentials', 'already_exists'],
    },
    schema: { body: ConfirmBody, response: { 200: CodesAnswer } },
    handler: async (request) => {
      const code = readText(request.body.code, 'code');
      const browser = browsers.read(request);
      const answer = await core.confirmTotp({ session: sessionOf(request), code, browser });
      return { recovery_codes: answer.recoveryCodes };
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/v1/console/me/totp',
    config: {
      id: 'consoleRemoveTotp',
      tag: 'Console',
      summary: 'Take the second factor away.',
      session: 'session',
      refusals: ['proof_needed', 'wrong_credentials'],
    },
    schema: { body: PasswordBody, response: { 200: DoneAnswer } },
    handler: async (request) => {
      const password = readText(request.body.password ?? '', 'password');
      await core.removeTotp({ session: sessionOf(request), password, browser: browsers.read(request) });
      return done;
    },
  });
}
