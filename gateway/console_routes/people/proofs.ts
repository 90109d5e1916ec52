// Proving once more who one is, and what changed in how one signs in.
import { Type } from 'typebox';
import { SignInChangeKind } from '../../../proto/gen/textrelay/v1/people_service_pb.ts';
import type { PeopleCore } from '../../core/people_client.ts';
import type { App } from '../../edge/app.ts';
import { invalidRequest, unavailable } from '../../edge/errors.ts';
import { toNumber } from '../../schemas/integers.ts';
import { instant, integer, text } from '../../schemas/kinds.ts';
import { names, renderInstant } from '../../schemas/resource.ts';
import type { Browsers } from '../../session/browser.ts';
import { sessionOf } from '../../session/door.ts';
import { DoneAnswer, done, readText } from './person_shapes.ts';
import { QuestionAnswer, ticketField, webauthnJson, webauthnText } from './sign_in.ts';

const ProofBody = Type.Object(
  {
    password: Type.Optional(Type.String({ maxLength: 400, description: 'The person’s password.' })),
    ticket: Type.Optional(ticketField),
    response: Type.Optional(webauthnJson('What the browser answered.')),
  },
  { title: 'ConsoleProof', description: 'The password, or the ticket and the response of a passkey.' },
);

const changeKinds = names({
  [SignInChangeKind.NEW_PASSWORD]: 'new_password',
  [SignInChangeKind.NEW_PASSWORD_WITHOUT_PASSKEYS]: 'new_password_without_passkeys',
  [SignInChangeKind.PASSKEY_ADDED]: 'passkey_added',
  [SignInChangeKind.PASSKEY_REMOVED]: 'passkey_removed',
  [SignInChangeKind.SECOND_FACTOR_ON]: 'second_factor_on',
  [SignInChangeKind.SECOND_FACTOR_OFF]: 'second_factor_off',
  [SignInChangeKind.NEW_START]: 'new_start',
  [SignInChangeKind.NEW_EMAIL]: 'new_email',
});

const ChangesAnswer = Type.Object(
  {
    changes: Type.Array(
      Type.Object(
        {
          id: integer(1, 'Random.'),
          kind: changeKinds.schema('What changed.'),
          changed_at: instant('When.'),
          address: text('The network address that asked for it; of an IPv6 one the first 64 bits.'),
        },
        { title: 'ConsoleSignInChange' },
      ),
      { description: 'Newest first, 50 at most.' },
    ),
  },
  { title: 'ConsoleSignInChanges' },
);

interface ProofRoutesOptions {
  core: Pick<PeopleCore, 'askProof' | 'prove' | 'listSignInChanges'>;
  browsers: Browsers;
}

export function addProofRoutes(app: App, { core, browsers }: ProofRoutesOptions): void {
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
    handler: async (request) => {
      const asked = { session: sessionOf(request), browser: browsers.read(request) };
      const { ticket, optionsJson } = await core.askProof(asked);
      return { ticket, options: JSON.parse(optionsJson) };
    },
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
      await core.prove({
        session: sessionOf(request),
        browser: browsers.read(request),
        proof: proofOf(request.body),
      });
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
      const { changes } = await core.listSignInChanges({ session: sessionOf(request) });
      return {
        changes: changes.map(({ id, kind, changedAt, address }) => {
          if (!changedAt) throw unavailable();
          return {
            id: toNumber(id),
            kind: changeKinds.of(kind),
            changed_at: renderInstant(changedAt),
            address,
          };
        }),
      };
    },
  });
}

/** What somebody proves themselves with. Throws INVALID_REQUEST unless it is one of the two. */
function proofOf({ password, ticket, response }: { password?: string; ticket?: string; response?: object }) {
  if (password !== undefined && ticket === undefined && response === undefined)
    return { case: 'password' as const, value: readText(password, 'password') };
  if (password !== undefined || ticket === undefined || response === undefined)
    throw invalidRequest('a proof is a password, or the ticket and the response of a passkey');
  const value = { ticket: readText(ticket, 'ticket'), responseJson: webauthnText(response) };
  return { case: 'passkey' as const, value };
}
