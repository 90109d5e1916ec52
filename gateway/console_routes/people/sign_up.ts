// What the console's first page needs, and signing up by a link.

import { type Static, Type } from 'typebox';
import { LinkKind } from '../../../proto/gen/textrelay/v1/people_service_pb.ts';
import { readVersion } from '../../../runtime/version.ts';
import type { PeopleCore } from '../../core/people_client.ts';
import type { App } from '../../edge/app.ts';
import { unavailable } from '../../edge/errors.ts';
import { toNumber } from '../../schemas/integers.ts';
import { flag, instant, integer, nullable, nullableOneOf, text } from '../../schemas/kinds.ts';
import { names, renderInstant } from '../../schemas/resource.ts';
import type { Browsers } from '../../session/browser.ts';
import { sessionOf } from '../../session/door.ts';
import { PersonAnswer, PersonShape, readText, renderPerson, renderRole, roleNames } from './person_shapes.ts';

const StartAnswer = Type.Object(
  {
    version: text('Of the service.'),
    needs_first_person: flag('True while nobody has signed up.'),
    oidc: nullable(
      Type.Object(
        { name: text('What the button says.') },
        { description: 'Another way of signing in; null: there is none.' },
      ),
    ),
    // Without a title: a reference could not say that it may be null.
    person: nullable(
      Type.Object(PersonShape.properties, { description: 'Who is signed in; null where nobody is.' }),
    ),
  },
  { title: 'ConsoleStart', description: 'What the console’s first page needs.' },
);

const linkKinds = names({
  [LinkKind.FIRST_PERSON]: 'first_person',
  [LinkKind.INVITATION]: 'invitation',
  [LinkKind.RESET]: 'reset',
  [LinkKind.EMAIL]: 'email',
});

const LinkAnswer = Type.Object(
  {
    kind: linkKinds.schema(
      'What the link does: makes the first person, invites into an account, lets somebody choose a new password, or shows ' +
        'whose an e-mail address is.',
    ),
    account_name: nullable(text('The account that it leads into.')),
    email: nullable(text('Whom it was made for.')),
    role: nullableOneOf(roleNames, 'What they will be in the account.'),
    expires_at: instant('When it ends.'),
  },
  { title: 'ConsoleLink' },
);

const token = Type.String({ minLength: 1, maxLength: 100, description: 'The link’s token.' });

const TokenBody = Type.Object({ token }, { title: 'ConsoleLinkToken' });

const SignUpBody = Type.Object(
  {
    token,
    name: Type.String({ maxLength: 100, description: '1 to 100 characters. A reset ignores it.' }),
    email: Type.String({ maxLength: 300, description: 'At most 254 characters. A reset ignores it.' }),
    password: Type.String({ maxLength: 400, description: '10 to 200 characters.' }),
  },
  { title: 'ConsoleSignUp' },
);

interface SignUpRoutesOptions {
  core: Pick<PeopleCore, 'getStart' | 'getLink' | 'signUp' | 'acceptLink'>;
  browsers: Browsers;
}

export function addSignUpRoutes(app: App, { core, browsers }: SignUpRoutesOptions): void {
  const version = readVersion();

  app.route({
    method: 'GET',
    url: '/api/v1/console/start',
    config: {
      id: 'consoleStart',
      tag: 'Console',
      summary: 'Read what the first page needs.',
      session: 'free',
    },
    schema: { response: { 200: StartAnswer } },
    handler: async ({ session }): Promise<Static<typeof StartAnswer>> => {
      const { needsFirstPerson, person } = await core.getStart(session ? { session } : {});
      return {
        version,
        needs_first_person: needsFirstPerson,
        oidc: null,
        person: person ? renderPerson(person) : null,
      };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/v1/console/sign-up',
    config: {
      id: 'consoleSignUp',
      tag: 'Console',
      summary: 'Sign up by a link, and be signed in.',
      session: 'open',
      refusals: ['link_expired', 'already_exists'],
    },
    schema: { body: SignUpBody, response: { 200: PersonAnswer } },
    handler: async (request, reply) => {
      const { token: typed, name, email, password } = request.body;
      const { entrance } = await core.signUp({
        token: readText(typed, 'token'),
        name: readText(name, 'name'),
        email: readText(email, 'email'),
        password: readText(password, 'password'),
        browser: browsers.read(request),
      });
      return { person: renderPerson(browsers.signIn(request, reply, entrance)) };
    },
  });

  app.route({
    // What is asked stands in the body: addresses are in the logs of proxies, and in the history of browsers.
    method: 'POST',
    url: '/api/v1/console/links/read',
    config: {
      id: 'consoleGetLink',
      tag: 'Console',
      summary: 'Read what a link is for.',
      session: 'open',
      refusals: ['link_expired'],
    },
    schema: { body: TokenBody, response: { 200: LinkAnswer } },
    handler: async ({ body }): Promise<Static<typeof LinkAnswer>> => {
      const asked = { token: readText(body.token, 'token') };
      const { kind, accountName, email, role, expiresAt } = await core.getLink(asked);
      if (!expiresAt) throw unavailable();
      return {
        kind: linkKinds.of(kind),
        account_name: accountName ?? null,
        email: email ?? null,
        role: role === undefined ? null : renderRole(role),
        expires_at: renderInstant(expiresAt),
      };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/v1/console/links/accept',
    config: {
      id: 'consoleAcceptLink',
      tag: 'Console',
      summary: 'Take an invitation as the person who is signed in.',
      session: 'session',
      refusals: ['link_expired', 'already_exists'],
    },
    schema: {
      body: TokenBody,
      response: { 200: Type.Object({ account_id: integer(1, 'The account.') }, { title: 'ConsoleJoined' }) },
    },
    handler: async (request) => {
      const token = readText(request.body.token, 'token');
      const { accountId } = await core.acceptLink({ session: sessionOf(request), token });
      return { account_id: toNumber(accountId) };
    },
  });
}
