// An account's own data: its usage, the tiers, its settings, and the console's first page of it
// (SPEC: /me, /usage, /accounts, /tiers).
import { Type } from 'typebox';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import { KeyService } from '../../proto/gen/textrelay/v1/key_service_pb.ts';
import { accountOf, ofKeyAtDoor } from '../edge/app.ts';
import { unavailable } from '../errors/errors.ts';
import { type Route, route } from '../interface/route.ts';
import { AccountShape, renderAccount, renderTier, TierShape } from '../resources/accounts/account.ts';
import { renderUsage, UsageShape } from '../resources/accounts/usage.ts';
import { OwnKeyShape, renderOwnKey } from '../resources/keys/own_key.ts';
import { extension, text } from '../schemas/kinds.ts';
import { pageOf, textCursor } from '../schemas/parameters.ts';

const { method } = AccountService;

const getMe = route('GET /api/v1/me', {
  id: 'getMe',
  tag: 'Account',
  summary: 'Read the account, its usage, the tiers, and what the key may do.',
  admittedFor: method.getAccount,
  answer: Type.Object(
    {
      account: AccountShape,
      usage: UsageShape,
      tiers: Type.Array(TierShape),
      key: Type.Optional(extension(OwnKeyShape)),
    },
    { title: 'Me', description: 'The key’s own account.' },
  ),
  handler: async (request, { ask, tiers }) => {
    const asked = { accountId: accountOf(request) };
    const { admittedKey: apiKey } = ofKeyAtDoor(request);
    const [{ account }, { usage }, offered, own] = await Promise.all([
      ask(method.getAccount, asked),
      ask(method.getUsage, asked),
      tiers(),
      apiKey === undefined ? undefined : ask(KeyService.method.describeKey, { apiKey }),
    ]);
    return {
      account: renderAccount(account),
      usage: renderUsage(usage),
      tiers: offered.map(renderTier),
      // A key that was revoked meanwhile has nothing to show.
      ...(own?.key && { key: renderOwnKey(own) }),
    };
  },
});

const getUsage = route('GET /api/v1/usage', {
  id: 'getUsage',
  tag: 'Account',
  summary: 'Read how many texts were used and remain this month.',
  admittedFor: method.getUsage,
  answer: UsageShape,
  handler: async (request, { ask }) =>
    renderUsage((await ask(method.getUsage, { accountId: accountOf(request) })).usage),
});

const listAccounts = route('GET /api/v1/accounts', {
  id: 'listAccounts',
  tag: 'Account',
  summary: 'List the accounts that the key may name.',
  admittedFor: method.listAccountsOfKey,
  // Unless a smaller page is asked for, it holds all accounts that a key may have.
  query: pageOf('accounts', textCursor, { min: 1, max: 10_000, fallback: 10_000 }),
  answer: Type.Object(
    {
      accounts: Type.Array(AccountShape, { description: 'In order of name, then id.' }),
      next_cursor: Type.Optional(
        extension(text('What to pass as cursor for the next page. Left out on the last one.')),
      ),
    },
    { title: 'Accounts' },
  ),
  handler: async ({ caller, query }, { ask }) => {
    if (!caller?.case) throw unavailable();
    const { accounts, nextCursor } = await ask(method.listAccountsOfKey, { caller, ...query });
    return { accounts: accounts.map(renderAccount), ...(nextCursor && { next_cursor: nextCursor }) };
  },
});

const listTiers = route('GET /api/v1/tiers', {
  id: 'listTiers',
  tag: 'Plans',
  summary: 'List the pricing tiers.',
  refusals: ['unavailable'],
  answer: Type.Object(
    { tiers: Type.Array(TierShape, { description: 'Smallest cap first.' }) },
    { title: 'Tiers' },
  ),
  handler: async (_request, { tiers }) => ({ tiers: (await tiers()).map(renderTier) }),
});

export const accountRoutes: readonly Route[] = [getMe, getUsage, listAccounts, listTiers];
