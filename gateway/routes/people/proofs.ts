// Proving once more who one is, and what changed in how one signs in.
import { Type } from 'typebox';
import { PeopleService } from '../../../proto/gen/textrelay/v1/people_service_pb.ts';
import type { Ask } from '../../core/ask.ts';
import type { App } from '../../edge/app.ts';
import { invalidRequest } from '../../edge/errors.ts';
import { DoneAnswer, done } from '../../schemas/answers.ts';
import { renderSignInChange, SignInChangeShape } from '../../schemas/resources/session.ts';
import { requireText } from '../../schemas/text_rules.ts';
import type { Browsers } from '../../session/browser.ts';
import { QuestionAnswer, renderQuestion, ticketField, webauthnJson, webauthnText } from './webauthn.ts';

const { method } = PeopleService;

const ProofBody = Type.Object(
  {
    password: Type.Optional(Type.String({ maxLength: 400, description: 'The person’s password.' })),
    ticket: Type.Optional(ticketField),
    response: Type.Optional(webauthnJson('What the browser answered.')),
  },
  { title: 'Prove', description: 'The password, or the ticket and the response of a passkey.' },
);

const ChangesAnswer = Type.Object(
  { changes: Type.Array(SignInChangeShape, { description: 'Newest first, 50 at most.' }) },
  { title: 'SignInChanges' },
);

export function addProofRoutes(app: App, ask: Ask, browsers: Browsers): void {
  app.route({
    method: 'POST',
    url: '/api/v1/console/me/proof/options',
    config: {
      id: 'consoleAskProof',
      tag: 'Console',
      summary: 'Read what the browser is to ask the person’s passkeys for a proof.',
      session: 'session',
      refusals: ['not_found'],
    },
    schema: { response: { 200: QuestionAnswer } },
    handler: async (request) =>
      renderQuestion(await ask(method.askProof, { browser: browsers.read(request) }, request)),
  });

  app.route({
    method: 'POST',
    url: '/api/v1/console/me/proof',
    config: {
      id: 'consoleProve',
      tag: 'Console',
      summary: 'Prove once more who one is: for five minutes the session may change how one signs in.',
      session: 'session',
      refusals: ['wrong_credentials'],
    },
    schema: { body: ProofBody, response: { 200: DoneAnswer } },
    handler: async (request) => {
      const asked = { browser: browsers.read(request), proof: proofOf(request.body) };
      await ask(method.prove, asked, request);
      return done;
    },
  });

  app.route({
    method: 'GET',
    url: '/api/v1/console/me/changes',
    config: {
      id: 'consoleListSignInChanges',
      tag: 'Console',
      summary: 'List what changed in how the person signs in.',
      session: 'session',
    },
    schema: { response: { 200: ChangesAnswer } },
    handler: async (request) => {
      const { changes } = await ask(method.listSignInChanges, {}, request);
      return { changes: changes.map(renderSignInChange) };
    },
  });
}

/** What somebody proves themselves with. Throws INVALID_REQUEST unless it is one of the two. */
function proofOf({ password, ticket, response }: { password?: string; ticket?: string; response?: object }) {
  if (password !== undefined && ticket === undefined && response === undefined)
    return { case: 'password' as const, value: requireText(password, 'password') };
  if (password !== undefined || ticket === undefined || response === undefined)
    throw invalidRequest('a proof is a password, or the ticket and the response of a passkey');
  const value = { ticket: requireText(ticket, 'ticket'), responseJson: webauthnText(response) };
  return { case: 'passkey' as const, value };
}
