// The console's first page, and signing up by a link.
import { type Static, Type } from 'typebox';
import {
  type GetLinkResponse,
  LinkKind,
  PeopleService,
} from '../../../proto/gen/textrelay/v1/people_service_pb.ts';
import { readVersion } from '../../../runtime/version.ts';
import type { Ask } from '../../core/ask.ts';
import type { App } from '../../edge/app.ts';
import { toNumber } from '../../schemas/integers.ts';
import { flag, instant, integer, nullable, nullableOneOf, text } from '../../schemas/kinds.ts';
import { fieldOf, missing, names, renderInstant, resource } from '../../schemas/resource.ts';
import { renderRole, roleNames } from '../../schemas/resources/member.ts';
import { PersonAnswer, PersonShape, renderPerson } from '../../schemas/resources/person.ts';
import { requireText } from '../../schemas/text_rules.ts';
import type { Browsers } from '../../session/browser.ts';

const { method } = PeopleService;

const StartAnswer = Type.Object(
  {
    version: text('Of the service.'),
    needs_first_person: flag('True while nobody has signed up.'),
    // Without a title: a reference could not say that it may be null.
    person: nullable(
      Type.Object(PersonShape.properties, { description: 'Who is signed in; null where nobody is.' }),
    ),
  },
  { title: 'Start', description: 'What the console’s first page needs.' },
);

const linkKinds = names({
  [LinkKind.FIRST_PERSON]: 'first_person',
  [LinkKind.INVITATION]: 'invitation',
  [LinkKind.RESET]: 'reset',
  [LinkKind.EMAIL]: 'email',
});

const field = fieldOf<GetLinkResponse>();

const { Shape: LinkAnswer, render: renderLink } = resource('Link', 'The purpose of a link.', {
  kind: field(
    linkKinds.schema(
      'What the link does: makes the first person, invites into an account, lets somebody choose a new password, or shows ' +
        'whose an e-mail address is.',
    ),
    ({ kind }) => linkKinds.of(kind),
  ),
  account_name: field(
    nullable(text('The account that it leads into.')),
    ({ accountName }) => accountName ?? null,
  ),
  email: field(nullable(text('Whom it was made for.')), ({ email }) => email ?? null),
  role: field(nullableOneOf(roleNames, 'What they will be in the account.'), ({ role }) =>
    role === undefined ? null : renderRole(role),
  ),
  expires_at: field(instant('When it ends.'), ({ expiresAt }) => renderInstant(expiresAt ?? missing())),
});

const token = Type.String({ minLength: 1, maxLength: 100, description: 'The link’s token.' });

const TokenBody = Type.Object({ token }, { title: 'LinkToken' });

const SignUpBody = Type.Object(
  {
    token,
    name: Type.String({ maxLength: 100, description: '1 to 100 characters. A reset ignores it.' }),
    email: Type.String({ maxLength: 300, description: 'At most 254 characters. A reset ignores it.' }),
    password: Type.String({ maxLength: 400, description: '10 to 200 characters.' }),
  },
  { title: 'SignUp' },
);

export function addSignUpRoutes(app: App, ask: Ask, browsers: Browsers): void {
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
    handler: async (request): Promise<Static<typeof StartAnswer>> => {
      const { needsFirstPerson, person } = await ask(method.getStart, {}, request);
      return {
        version,
        needs_first_person: needsFirstPerson,
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
      const asked = {
        token: requireText(typed, 'token'),
        name: requireText(name, 'name'),
        email: requireText(email, 'email'),
        password: requireText(password, 'password'),
        browser: browsers.read(request),
      };
      const { entrance } = await ask(method.signUp, asked, request);
      return { person: renderPerson(browsers.signIn(request, reply, entrance)) };
    },
  });
}

export function addLinkRoutes(app: App, ask: Ask): void {
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
    handler: async (request) => {
      const asked = { token: requireText(request.body.token, 'token') };
      return renderLink(await ask(method.getLink, asked, request));
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
      response: { 200: Type.Object({ account_id: integer(1, 'The account.') }, { title: 'JoinedAccount' }) },
    },
    handler: async (request) => {
      const token = requireText(request.body.token, 'token');
      const { accountId } = await ask(method.acceptLink, { token }, request);
      return { account_id: toNumber(accountId) };
    },
  });
}
