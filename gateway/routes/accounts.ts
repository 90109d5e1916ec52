// The accounts of the service, for its operator.
import { Type } from 'typebox';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import type { Ask } from '../core/ask.ts';
import type { App } from '../edge/app.ts';
import { readPathId } from '../schemas/integers.ts';
import { flag, integer, nullable, text } from '../schemas/kinds.ts';
import { nextCursorField, pageParameters, readPage, textIn } from '../schemas/parameters.ts';
import { missing } from '../schemas/resource.ts';
import { AccountRecordShape, renderAccountRecord } from '../schemas/resources/account.ts';
import { requireText } from '../schemas/text_rules.ts';

const { method } = AccountService;

const AccountsAnswer = Type.Object(
  {
    accounts: Type.Array(AccountRecordShape, { description: 'In order of id.' }),
    next_cursor: nextCursorField,
  },
  { title: 'AccountRecords' },
);
const AccountAnswer = Type.Object({ account: AccountRecordShape }, { title: 'OneAccountRecord' });

const fields = {
  name: text('1 to 100 characters.'),
  country: text('ISO 3166-1, two letters.'),
  plan: text('A plan on offer.'),
  subscription_status: text('The subscription’s status, in the payment provider’s words.'),
  exempt: flag('True: no plan and no cap applies.'),
};
const optional = <T extends Parameters<typeof nullable>[0]>(schema: T) => Type.Optional(nullable(schema));
const NewAccountBody = Type.Object(
  {
    name: fields.name,
    country: fields.country,
    plan: optional(fields.plan),
    exempt: optional(fields.exempt),
  },
  { title: 'CreateAccount' },
);
const ChangeBody = Type.Object(
  {
    name: optional(fields.name),
    country: optional(fields.country),
    plan: optional(fields.plan),
    subscription_status: optional(fields.subscription_status),
    exempt: optional(fields.exempt),
  },
  { title: 'UpdateAccount', description: 'What is left out or null stays as it is.' },
);
/** A text that may be left out or null. */
const textOf = (value: string | null | undefined, name: string) =>
  value == null ? undefined : requireText(value, name);

function addList(app: App, ask: Ask): void {
  app.route({
    method: 'GET',
    url: '/api/v1/operator/accounts',
    config: {
      id: 'consoleFindAccounts',
      tag: 'Console',
      summary: 'List accounts, or find some. For the operator.',
      description:
        'At most 20,000 accounts are looked at for a page: it may be short, and yet not be the last.',
      session: 'session',
      parameters: {
        query: {
          search: Type.String({ maxLength: 100, description: 'A part of the name, or the id.' }),
          ...pageParameters('accounts').query,
        },
      },
    },
    schema: { response: { 200: AccountsAnswer } },
    handler: async (request) => {
      const search = textIn(request.query as Record<string, unknown>, 'search');
      const page = await ask(method.listAccounts, { search, ...readPage(request) }, request);
      return {
        accounts: page.accounts.map(renderAccountRecord),
        next_cursor: page.nextCursor?.toString() ?? null,
      };
    },
  });
}

function addChanges(app: App, ask: Ask): void {
  app.route({
    method: 'POST',
    url: '/api/v1/operator/accounts',
    config: {
      id: 'consoleOperatorOpenAccount',
      tag: 'Console',
      summary: 'Make an account without people. For the operator.',
      session: 'session',
      refusals: ['unknown_plan'],
    },
    schema: { body: NewAccountBody, response: { 200: AccountAnswer } },
    handler: async (request) => {
      const { name, country, plan, exempt } = request.body;
      const asked = {
        name: requireText(name, 'name'),
        country: requireText(country, 'country'),
        plan: textOf(plan, 'plan'),
        exempt: exempt === true,
      };
      const { account } = await ask(method.createAccount, asked, request);
      return { account: renderAccountRecord(account ?? missing()) };
    },
  });

  app.route({
    method: 'PATCH',
    url: '/api/v1/operator/accounts/:id',
    config: {
      id: 'consoleChangeAccount',
      tag: 'Console',
      summary: 'Change an account. For the operator.',
      session: 'session',
      parameters: { path: { id: integer(1, 'The account.') } },
      refusals: ['not_found', 'unknown_plan'],
    },
    schema: { body: ChangeBody, response: { 200: AccountAnswer } },
    handler: async (request) => {
      const accountId = readPathId(request, 'account');
      const { name, country, plan, subscription_status: status, exempt } = request.body;
      const asked = {
        accountId,
        name: textOf(name, 'name'),
        country: textOf(country, 'country'),
        plan: textOf(plan, 'plan'),
        subscriptionStatus: textOf(status, 'subscription_status'),
        exempt: exempt ?? undefined,
      };
      const { account } = await ask(method.updateAccount, asked, request);
      return { account: renderAccountRecord(account ?? missing()) };
    },
  });
}

export function addAccountsRoutes(app: App, ask: Ask): void {
  addList(app, ask);
  addChanges(app, ask);
}
