// The second factor: an authenticator app, and recovery codes for when it is lost.
import { Type } from 'typebox';
import { PeopleService } from '../../../proto/gen/textrelay/v1/people_service_pb.ts';
import type { Ask } from '../../core/ask.ts';
import type { App } from '../../edge/app.ts';
import { DoneAnswer, done } from '../../schemas/answers.ts';
import { text } from '../../schemas/kinds.ts';
import { requireText } from '../../schemas/text_rules.ts';
import type { Browsers } from '../../session/browser.ts';

const { method } = PeopleService;

const PasswordBody = Type.Object(
  {
    password: Type.Optional(
      Type.String({
        maxLength: 400,
        description: 'The person’s password; not needed within five minutes of a proof.',
      }),
    ),
  },
  { title: 'OwnPassword' },
);
const SecretAnswer = Type.Object(
  { secret: text('Base32, to be typed into an app.'), uri: text('The same for a QR code.') },
  { title: 'TotpSecret' },
);
const ConfirmBody = Type.Object(
  { code: Type.String({ maxLength: 40, description: 'What the app shows.' }) },
  { title: 'TotpCode' },
);
const CodesAnswer = Type.Object(
  {
    recovery_codes: Type.Array(Type.String(), {
      description: 'Each stands in for a code once. Shown this once.',
    }),
  },
  { title: 'RecoveryCodes' },
);

export function addSecondFactorRoutes(app: App, ask: Ask, browsers: Browsers): void {
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
      const password = requireText(request.body.password ?? '', 'password');
      const { secret, uri } = await ask(method.startTotp, { password }, request);
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
      const code = requireText(request.body.code, 'code');
      const browser = browsers.read(request);
      const { recoveryCodes } = await ask(method.confirmTotp, { code, browser }, request);
      return { recovery_codes: recoveryCodes };
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
      const password = requireText(request.body.password ?? '', 'password');
      await ask(method.removeTotp, { password, browser: browsers.read(request) }, request);
      return done;
    },
  });
}
