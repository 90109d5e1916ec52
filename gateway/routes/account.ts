// Who the caller is and what may be used (SPEC: /me, /usage, /accounts, /tiers).

import type { Tier } from '../../proto/gen/textrelay/v1/account_pb.ts';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import type { Ask } from '../core/ask.ts';
import { type App, accountOf } from '../edge/app.ts';
import { invalidRequest, unavailable } from '../edge/errors.ts';
import { AccountsAnswer, MeAnswer, TiersAnswer } from '../schemas/answers.ts';
import { parseInteger } from '../schemas/integers.ts';
import { text } from '../schemas/kinds.ts';
import { clampedInteger } from '../schemas/parameters.ts';
import { missing } from '../schemas/resource.ts';
import { renderAccount, renderTier } from '../schemas/resources/account.ts';
import { renderUsage, UsageShape } from '../schemas/resources/usage.ts';
import { requireText } from '../schemas/text_rules.ts';

const { method } = AccountService;

/** A page that is not asked to be smaller holds all accounts that a key may have (SPEC: GET /api/v1/accounts). */
const limitRule = { name: 'limit', min: 1, max: 10_000, fallback: 10_000 };

interface AccountRoutesOptions {
  ask: Ask;
  tiers: () => Promise<Tier[]>;
}

export function addAccountRoutes(app: App, { ask, tiers }: AccountRoutesOptions): void {
  app.route({
    method: 'GET',
    url: '/api/v1/me',
    config: {
      id: 'getMe',
      tag: 'Account',
      summary: 'Read the account, its usage and the tiers.',
      admittedFor: method.getAccount,
    },
    schema: { response: { 200: MeAnswer } },
    handler: async (request) => {
      const asked = { accountId: accountOf(request) };
      const [{ account }, { usage }, offered] = await Promise.all([
        ask(method.getAccount, asked),
        ask(method.getUsage, asked),
        tiers(),
      ]);
      return {
        account: renderAccount(account ?? missing()),
        usage: renderUsage(usage ?? missing()),
        tiers: offered.map(renderTier),
      };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/v1/usage',
    config: {
      id: 'getUsage',
      tag: 'Account',
      summary: 'Read how many texts were used and remain this month.',
      admittedFor: method.getUsage,
    },
    schema: { response: { 200: UsageShape } },
    handler: async (request) => {
      const { usage } = await ask(method.getUsage, { accountId: accountOf(request) });
      return renderUsage(usage ?? missing());
    },
  });

  app.route({
    method: 'GET',
    url: '/api/v1/accounts',
    config: {
      id: 'listAccounts',
      tag: 'Account',
      summary: 'List the accounts that the key may name.',
      admittedFor: method.listAccountsOfKey,
      parameters: {
        query: {
          limit: clampedInteger(limitRule, 'Most accounts in the answer.'),
          cursor: text('The next_cursor of the page before.'),
        },
      },
    },
    schema: { response: { 200: AccountsAnswer } },
    handler: async ({ caller, query }) => {
      if (!caller?.case) throw unavailable();
      const { limit, cursor } = query as Record<string, unknown>;
      if (cursor !== undefined && typeof cursor !== 'string') throw invalidRequest('cursor was given twice');
      if (cursor === '') throw invalidRequest('cursor must not be empty');
      const { accounts, nextCursor } = await ask(method.listAccountsOfKey, {
        caller,
        limit: parseInteger(limit, limitRule),
        ...(cursor !== undefined && { cursor: requireText(cursor, 'cursor') }),
      });
      return { accounts: accounts.map(renderAccount), ...(nextCursor && { next_cursor: nextCursor }) };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/v1/tiers',
    config: { id: 'listTiers', tag: 'Plans', summary: 'List the pricing tiers.', refusals: ['unavailable'] },
    schema: { response: { 200: TiersAnswer } },
    handler: async () => ({ tiers: (await tiers()).map(renderTier) }),
  });
}
