// The operator's accounts.

import { type Static, Type } from 'typebox';
import {
  ConsoleOperatorService,
  type ListedAccount,
} from '../../../proto/gen/textrelay/v1/console_operator_service_pb.ts';
import type { AskConsole } from '../../core/console_client.ts';
import type { App } from '../../edge/app.ts';
import { unavailable } from '../../edge/errors.ts';
import { parseCursor, parseInteger, readPathId, toNumber } from '../../schemas/integers.ts';
import { flag, instant, integer, nullable, text } from '../../schemas/kinds.ts';
import { clampedInteger, limitRule, nextCursorField, textIn } from '../../schemas/parameters.ts';
import { renderInstant } from '../../schemas/resource.ts';
import { requireText } from '../../schemas/text_rules.ts';
import { sessionOf } from '../../session/door.ts';

const method = ConsoleOperatorService.method;

const AccountShape = Type.Object(
  {
    id: integer(1, 'Random.'),
    name: text('Its name.'),
    country: text('ISO 3166-1, two letters.'),
    plan: nullable(text('The current plan; null when there never was one.')),
    subscription_status: nullable(text('As in Usage.')),
    exempt: flag('True when no plan or cap applies.'),
    created_at: instant('When it was made.'),
    texts_used: integer(0, 'Texts used this month.'),
    suspended_at: nullable(
      instant('Since when none of its texts leaves; null for an account that may send.'),
    ),
  },
  { title: 'ConsoleListedAccount', description: 'An account, as the operator sees it.' },
);
const AccountsAnswer = Type.Object(
  {
    accounts: Type.Array(AccountShape, { description: 'In order of id.' }),
    next_cursor: nextCursorField,
  },
  { title: 'ConsoleListedAccounts' },
);
const AccountAnswer = Type.Object({ account: AccountShape }, { title: 'ConsoleOneListedAccount' });

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
  { title: 'ConsoleOperatorNewAccount' },
);
const ChangeBody = Type.Object(
  {
    name: optional(fields.name),
    country: optional(fields.country),
    plan: optional(fields.plan),
    subscription_status: optional(fields.subscription_status),
    exempt: optional(fields.exempt),
  },
  { title: 'ConsoleChangedAccount', description: 'What is left out or null stays as it is.' },
);

const InviteBody = Type.Object(
  { email: Type.String({ maxLength: 300, description: 'Whom.' }) },
  { title: 'ConsoleInviteOwner' },
);
const InvitedAnswer = Type.Object(
  { link: nullable(text('To be handed to them. Shown this once; null where it was mailed to them.')) },
  { title: 'ConsoleInvitedOwner' },
);

function render(listed: ListedAccount | undefined): Static<typeof AccountShape> {
  const record = listed?.record;
  if (!listed || !record?.account || !record.createdAt) throw unavailable();
  return {
    id: toNumber(record.account.id),
    name: record.account.name,
    country: record.country,
    plan: record.account.plan ?? null,
    subscription_status: record.account.subscriptionStatus ?? null,
    exempt: record.exempt,
    created_at: renderInstant(record.createdAt),
    texts_used: toNumber(listed.textsUsed),
    suspended_at: record.suspendedAt ? renderInstant(record.suspendedAt) : null,
  };
}

/** A text that may be left out or null. */
const textOf = (value: string | null | undefined, name: string) =>
  value == null ? undefined : requireText(value, name);

export function addOperatorAccountRoutes(app: App, { ask }: { ask: AskConsole }): void {
  app.route({
    method: 'GET',
    url: '/api/v1/console/operator/accounts',
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
          limit: clampedInteger(limitRule, 'Most accounts in the answer.'),
          cursor: text('The next_cursor of the page before.'),
        },
      },
    },
    schema: { response: { 200: AccountsAnswer } },
    handler: async (request) => {
      const query = request.query as Record<string, unknown>;
      const { accounts, nextCursor } = await ask(method.findAccounts, {
        session: sessionOf(request),
        search: textIn(query, 'search'),
        limit: parseInteger(query.limit, limitRule),
        cursor: parseCursor(query.cursor, 'cursor'),
      });
      return { accounts: accounts.map(render), next_cursor: nextCursor?.toString() ?? null };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/v1/console/operator/accounts',
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
      const { account } = await ask(method.openBareAccount, {
        session: sessionOf(request),
        name: requireText(name, 'name'),
        country: requireText(country, 'country'),
        plan: textOf(plan, 'plan'),
        exempt: exempt === true,
      });
      return { account: render(account) };
    },
  });

  app.route({
    method: 'PATCH',
    url: '/api/v1/console/operator/accounts/:id',
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
      const { account } = await ask(method.changeAccount, {
        session: sessionOf(request),
        accountId,
        name: textOf(name, 'name'),
        country: textOf(country, 'country'),
        plan: textOf(plan, 'plan'),
        subscriptionStatus: textOf(status, 'subscription_status'),
        exempt: exempt ?? undefined,
      });
      return { account: render(account) };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/v1/console/operator/accounts/:id/invitations',
    config: {
      id: 'consoleInviteOwner',
      tag: 'Console',
      summary: 'Invite an owner of an account. For the operator.',
      session: 'session',
      parameters: { path: { id: integer(1, 'The account.') } },
      refusals: ['not_found', 'already_exists', 'rate_limited'],
    },
    schema: { body: InviteBody, response: { 200: InvitedAnswer } },
    handler: async (request) => {
      const { link } = await ask(method.inviteOwner, {
        session: sessionOf(request),
        accountId: readPathId(request, 'account'),
        email: requireText(request.body.email, 'email'),
      });
      return { link: link ?? null };
    },
  });
}
