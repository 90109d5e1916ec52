// A person's passkeys.
import { Type } from 'typebox';
import { PeopleService } from '../../../proto/gen/textrelay/v1/people_service_pb.ts';
import type { Ask } from '../../core/ask.ts';
import type { App } from '../../edge/app.ts';
import { DoneAnswer, done } from '../../schemas/answers.ts';
import { readPathId } from '../../schemas/integers.ts';
import { integer } from '../../schemas/kinds.ts';
import { missing } from '../../schemas/resource.ts';
import { PasskeyShape, renderPasskey } from '../../schemas/resources/person.ts';
import { requireText } from '../../schemas/text_rules.ts';
import type { Browsers } from '../../session/browser.ts';
import { QuestionAnswer, renderQuestion, ticketField, webauthnJson, webauthnText } from './webauthn.ts';

const { method } = PeopleService;

const AddBody = Type.Object(
  {
    ticket: ticketField,
    name: Type.String({ maxLength: 200, description: '1 to 100 characters.' }),
    response: webauthnJson('What the browser answered.'),
  },
  { title: 'AddPasskey' },
);
const PasskeyAnswer = Type.Object({ passkey: PasskeyShape }, { title: 'OnePasskey' });

export function addPasskeyRoutes(app: App, ask: Ask, browsers: Browsers): void {
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
    handler: async (request) =>
      renderQuestion(await ask(method.askNewPasskey, { browser: browsers.read(request) }, request)),
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
      const asked = {
        ticket: requireText(ticket, 'ticket'),
        name: requireText(name, 'name'),
        responseJson: webauthnText(response),
        browser: browsers.read(request),
      };
      const { passkey } = await ask(method.addPasskey, asked, request);
      return { passkey: renderPasskey(passkey ?? missing()) };
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
      const asked = { passkeyId: readPathId(request, 'passkey'), browser: browsers.read(request) };
      await ask(method.removePasskey, asked, request);
      return done;
    },
  });
}
