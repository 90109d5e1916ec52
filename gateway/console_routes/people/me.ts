// The signed-in person, and the accounts that they go into.
import { Type } from 'typebox';
import type { GetMeResponse } from '../../../proto/gen/textrelay/v1/people_service_pb.ts';
import type { PeopleCore } from '../../core/people_client.ts';
import type { App } from '../../edge/app.ts';
import { readPathId, toNumber } from '../../schemas/integers.ts';
import { integer } from '../../schemas/kinds.ts';
import type { Browsers } from '../../session/browser.ts';
import { sessionOf } from '../../session/door.ts';
import {
  DoneAnswer,
  done,
  MemberAccountShape,
  PersonAnswer,
  PersonShape,
  readText,
  renderMemberAccount,
  renderPerson,
} from './person_shapes.ts';

const MeAnswer = Type.Object(
  { person: PersonShape, accounts: Type.Array(MemberAccountShape, { description: 'In order of name.' }) },
  { title: 'ConsoleMe', description: 'Who is signed in.' },
);
const EnterAnswer = Type.Object({ account: MemberAccountShape }, { title: 'ConsoleEntered' });
const OpenedAnswer = Type.Object({ account_id: integer(1, 'The new account.') }, { title: 'ConsoleOpened' });

const name = Type.String({ maxLength: 200, description: '1 to 100 characters.' });
const RenameBody = Type.Object({ name }, { title: 'ConsoleRename' });
const OpenBody = Type.Object(
  { name, country: Type.String({ maxLength: 10, description: 'ISO 3166-1, two letters.' }) },
  { title: 'ConsoleNewAccount' },
);
const PasswordBody = Type.Object(
  {
    current: Type.Optional(
      Type.String({
        maxLength: 400,
        description: 'The present one; not needed within five minutes of a proof.',
      }),
    ),
    new: Type.String({ maxLength: 400, description: '10 to 200 characters.' }),
    end_passkeys: Type.Optional(Type.Boolean({ description: 'True: all passkeys are removed as well.' })),
  },
  { title: 'ConsoleNewPassword' },
);

interface MeRoutesOptions {
  core: Pick<PeopleCore, 'getMe' | 'renamePerson' | 'changePassword' | 'openAccount' | 'enterAccount'>;
  browsers: Browsers;
}

const renderMe = ({ person, accounts }: GetMeResponse) => ({
  person: renderPerson(person),
  accounts: accounts.map(renderMemberAccount),
});

export function addMeRoutes(app: App, { core, browsers }: MeRoutesOptions): void {
  app.route({
    method: 'GET',
    url: '/api/v1/console/me',
    config: { id: 'consoleGetMe', tag: 'Console', summary: 'Read who is signed in.', session: 'session' },
    schema: { response: { 200: MeAnswer } },
    handler: async (request) => renderMe(await core.getMe({ session: sessionOf(request) })),
  });

  app.route({
    method: 'PATCH',
    url: '/api/v1/console/me',
    config: { id: 'consoleRename', tag: 'Console', summary: 'Change the own name.', session: 'session' },
    schema: { body: RenameBody, response: { 200: PersonAnswer } },
    handler: async (request) => {
      const asked = { session: sessionOf(request), name: readText(request.body.name, 'name') };
      return { person: renderPerson((await core.renamePerson(asked)).person) };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/v1/console/me/password',
    config: {
      id: 'consoleChangePassword',
      tag: 'Console',
      summary: 'Change the own password; all other sessions end.',
      session: 'session',
      refusals: ['proof_needed', 'wrong_credentials'],
    },
    schema: { body: PasswordBody, response: { 200: DoneAnswer } },
    handler: async (request) => {
      await core.changePassword({
        session: sessionOf(request),
        current: readText(request.body.current ?? '', 'current'),
        new: readText(request.body.new, 'new'),
        browser: browsers.read(request),
        endPasskeys: request.body.end_passkeys ?? false,
      });
      return done;
    },
  });

  app.route({
    method: 'POST',
    url: '/api/v1/console/accounts',
    config: {
      id: 'consoleOpenAccount',
      tag: 'Console',
      summary: 'Make an account, as the operator, and own it.',
      session: 'session',
    },
    schema: { body: OpenBody, response: { 200: OpenedAnswer } },
    handler: async (request) => {
      const { name: typed, country } = request.body;
      const { accountId } = await core.openAccount({
        session: sessionOf(request),
        name: readText(typed, 'name'),
        country: readText(country, 'country'),
      });
      return { account_id: toNumber(accountId) };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/v1/console/accounts/:id/enter',
    config: {
      id: 'consoleEnterAccount',
      tag: 'Console',
      summary: 'Let the session act for an account.',
      description:
        'From now on the public endpoints take the session together with X-SVC-Account, as they take an account key. ' +
        'Besides, they answer a session with 403 `forbidden` where its role does not reach, or where another site’s ' +
        'page asks.',
      session: 'session',
      parameters: { path: { id: integer(1, 'The account.') } },
      refusals: ['not_found'],
    },
    schema: { response: { 200: EnterAnswer } },
    handler: async (request) => {
      const session = { ...sessionOf(request), accountId: readPathId(request, 'account') };
      return { account: renderMemberAccount((await core.enterAccount({ session })).account) };
    },
  });
}
