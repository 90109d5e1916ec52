// A person's passkeys.
import { Type } from 'typebox';
import type { PeopleCore } from '../../core/people_client.ts';
import type { App } from '../../edge/app.ts';
import { unavailable } from '../../edge/errors.ts';
import { readPathId } from '../../schemas/integers.ts';
import { integer } from '../../schemas/kinds.ts';
import type { Browsers } from '../../session/browser.ts';
import { sessionOf } from '../../session/door.ts';
import { DoneAnswer, done, PasskeyShape, readText, renderPasskey } from './person_shapes.ts';
import { QuestionAnswer, ticketField, webauthnJson, webauthnText } from './sign_in.ts';

const AddBody = Type.Object(
  {
    ticket: ticketField,
    name: Type.String({ maxLength: 200, description: '1 to 100 characters.' }),
    response: webauthnJson('What the browser answered.'),
  },
  { title: 'ConsoleNewPasskey' },
);
const PasskeyAnswer = Type.Object({ passkey: PasskeyShape }, { title: 'ConsoleAddedPasskey' });

interface PasskeyRoutesOptions {
  core: Pick<PeopleCore, 'askNewPasskey' | 'addPasskey' | 'removePasskey'>;
  browsers: Browsers;
}

export function addPasskeyRoutes(app: App, { core, browsers }: PasskeyRoutesOptions): void {
  app.route({
    method: 'POST',
    url: '/api/v1/console/me/passkeys/options',
    config: {
      id: 'consoleAskNewPasskey',
      tag: 'Console',
      summary: 'Read how the browser is to make a passkey.',
      session: 'session',
      refusals: ['proof_needed'],
    },
    schema: { response: { 200: QuestionAnswer } },
    handler: async (request) => {
      const asked = { session: sessionOf(request), browser: browsers.read(request) };
      const { ticket, optionsJson } = await core.askNewPasskey(asked);
      return { ticket, options: JSON.parse(optionsJson) };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/v1/console/me/passkeys',
    config: {
      id: 'consoleAddPasskey',
      tag: 'Console',
      summary: 'Add a passkey that the browser has made.',
      session: 'session',
      refusals: ['wrong_credentials', 'already_exists'],
    },
    schema: { body: AddBody, response: { 200: PasskeyAnswer } },
    handler: async (request) => {
      const { ticket, name, response } = request.body;
      const { passkey } = await core.addPasskey({
        session: sessionOf(request),
        ticket: readText(ticket, 'ticket'),
        name: readText(name, 'name'),
        responseJson: webauthnText(response),
        browser: browsers.read(request),
      });
      if (!passkey) throw unavailable();
      return { passkey: renderPasskey(passkey) };
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/v1/console/me/passkeys/:id',
    config: {
      id: 'consoleRemovePasskey',
      tag: 'Console',
      summary: 'Remove a passkey.',
      session: 'session',
      parameters: { path: { id: integer(1, 'The passkey.') } },
      refusals: ['proof_needed', 'not_found'],
    },
    schema: { response: { 200: DoneAnswer } },
    handler: async (request) => {
      const passkeyId = readPathId(request, 'passkey');
      await core.removePasskey({ session: sessionOf(request), passkeyId, browser: browsers.read(request) });
      return done;
    },
  });
}
