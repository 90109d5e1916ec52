// Who the caller is and what may be used (SPEC: /me, /usage, /accounts, /tiers).

import { Operation } from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import type { Tier } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import type { Core } from '../core/client.ts';
import { type App, accountOf } from '../edge/app.ts';
import { unavailable } from '../edge/errors.ts';
import { AccountsAnswer, MeAnswer, TiersAnswer } from '../schemas/answers.ts';
import { renderAccount, renderTier } from '../schemas/resources/account.ts';
import { renderUsage, UsageShape } from '../schemas/resources/usage.ts';

interface AccountRoutesOptions {
  core: Pick<Core, 'getAccount' | 'getUsage' | 'listAccounts'>;
  tiers: () => Promise<Tier[]>;
}

export function addAccountRoutes(app: App, { core, tiers }: AccountRoutesOptions): void {
  app.route({
    method: 'GET',
    url: '/api/v1/me',
    config: {
      id: 'getMe',
      tag: 'Account',
      summary: 'Read the account, its usage and the tiers.',
      operation: Operation.READ_ACCOUNT,
    },
    schema: { response: { 200: MeAnswer } },
    handler: async (request) => {
      const accountId = accountOf(request);
      const [account, usage, offered] = await Promise.all([
        core.getAccount(accountId),
        core.getUsage(accountId),
        tiers(),
      ]);
      return {
        account: renderAccount(account),
        usage: renderUsage(usage),
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
      operation: Operation.READ_USAGE,
    },
    schema: { response: { 200: UsageShape } },
    handler: async (request) => renderUsage(await core.getUsage(accountOf(request))),
  });

  app.route({
    method: 'GET',
    url: '/api/v1/accounts',
    config: {
      id: 'listAccounts',
      tag: 'Account',
      summary: 'List the accounts that the key may name.',
      operation: Operation.LIST_ACCOUNTS,
    },
    schema: { response: { 200: AccountsAnswer } },
    handler: async ({ caller }) => {
      if (!caller?.case) throw unavailable();
      return { accounts: (await core.listAccounts(caller)).map(renderAccount) };
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
