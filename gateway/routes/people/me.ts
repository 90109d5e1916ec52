// The signed-in person, and the accounts that they go into.

import { Type } from 'typebox';
import { AccountService } from '../../../proto/gen/textrelay/v1/account_service_pb.ts';
import { PeopleService } from '../../../proto/gen/textrelay/v1/people_service_pb.ts';
import type { Ask } from '../../core/ask.ts';
import type { App } from '../../edge/app.ts';
import { DoneAnswer, done } from '../../schemas/answers.ts';
import { readPathId, toNumber } from '../../schemas/integers.ts';
import { integer } from '../../schemas/kinds.ts';
import { missing } from '../../schemas/resource.ts';
import { MemberAccountShape, renderMemberAccount } from '../../schemas/resources/member.ts';
import { PersonAnswer, PersonShape, renderPerson } from '../../schemas/resources/person.ts';
import { requireText } from '../../schemas/text_rules.ts';
import type { Browsers } from '../../session/browser.ts';

const { method } = PeopleService;

const MeAnswer = Type.Object(
  { person: PersonShape, accounts: Type.Array(MemberAccountShape, { description: 'In order of name.' }) },
  { title: 'PersonAndAccounts', description: 'Who is signed in.' },
);
const EnterAnswer = Type.Object({ account: MemberAccountShape }, { title: 'EnteredAccount' });
const OpenedAnswer = Type.Object({ account_id: integer(1, 'The new account.') }, { title: 'OpenedAccount' });

const name = Type.String({ maxLength: 200, description: '1 to 100 characters.' });
const RenameBody = Type.Object({ name }, { title: 'RenamePerson' });
const OpenBody = Type.Object(
  { name, country: Type.String({ maxLength: 10, description: 'ISO 3166-1, two letters.' }) },
  { title: 'OpenOwnAccount' },
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
  { title: 'ChangePassword' },
);

export function addMeRoutes(app: App, ask: Ask, browsers: Browsers): void {
  app.route({
    method: 'GET',
    url: '/api/v1/console/me',
    config: { id: 'consoleGetMe', tag: 'Console', summary: 'Read who is signed in.', session: 'session' },
    schema: { response: { 200: MeAnswer } },
    handler: async (request) => {
      const { person, accounts } = await ask(method.getMe, {}, request);
      return { person: renderPerson(person ?? missing()), accounts: accounts.map(renderMemberAccount) };
    },
  });

  app.route({
    method: 'PATCH',
    url: '/api/v1/console/me',
    config: { id: 'consoleRename', tag: 'Console', summary: 'Change the own name.', session: 'session' },
    schema: { body: RenameBody, response: { 200: PersonAnswer } },
    handler: async (request) => {
      const asked = { name: requireText(request.body.name, 'name') };
      const { person } = await ask(method.renamePerson, asked, request);
      return { person: renderPerson(person ?? missing()) };
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
      const asked = {
        current: requireText(request.body.current ?? '', 'current'),
        new: requireText(request.body.new, 'new'),
        browser: browsers.read(request),
        endPasskeys: request.body.end_passkeys ?? false,
      };
      await ask(method.changePassword, asked, request);
      return done;
    },
  });
}

export function addAccountEntryRoutes(app: App, ask: Ask): void {
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
      const asked = { name: requireText(typed, 'name'), country: requireText(country, 'country') };
      const { account } = await ask(AccountService.method.createAccount, { ...asked, owned: true }, request);
      return { account_id: toNumber((account ?? missing()).id) };
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
      const { account } = await ask(
        method.enterAccount,
        { accountId: readPathId(request, 'account') },
        request,
      );
      return { account: renderMemberAccount(account ?? missing()) };
    },
  });
}
