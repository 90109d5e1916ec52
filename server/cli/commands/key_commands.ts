// `keys create | list | revoke`, `platform-keys create | list | revoke`, and `link | unlink | accounts`: which accounts a
// platform key may act for. A key's secret is shown only as it is created.
import type { Command } from 'commander';
import type { Account } from '../../../proto/gen/textrelay/v1/account_pb.ts';
import type { ListAccountsOfKeyResponse } from '../../../proto/gen/textrelay/v1/account_service_pb.ts';
import type { AccountKey } from '../../../proto/gen/textrelay/v1/key_pb.ts';
import type { ListKeysResponse } from '../../../proto/gen/textrelay/v1/key_service_pb.ts';
import type { PlatformKey } from '../../../proto/gen/textrelay/v1/platform_pb.ts';
import { createView, toInteger, toTime } from '../answer.ts';
import {
  accountArgument,
  addPagedList,
  allPages,
  type CommandContext,
  pageRows,
  parseId,
  promised,
  type TypedPage,
} from '../command.ts';
import { accountFields } from './account_commands.ts';

const accountKeys = createView<AccountKey>(
  ['id', 'accountId', 'label', 'hint', 'createdAt', 'revokedAt', 'lastUsedAt'],
  {
    id: 'id',
    label: 'label',
    key: 'hint',
    created: 'createdAt',
    'last used': 'lastUsedAt',
    revoked: 'revokedAt',
  },
  'no keys',
);

const platformKeys = createView<PlatformKey>(
  ['id', 'name', 'hint', 'createdAt', 'revokedAt'],
  { id: 'id', name: 'name', key: 'hint', created: 'createdAt', revoked: 'revokedAt' },
  'no platform keys',
);

const linkedAccounts = createView<Account>(
  [...accountFields, 'linkedAt'],
  { id: 'id', name: 'name', plan: 'plan', status: 'subscriptionStatus', linked: 'linkedAt' },
  'no linked accounts',
);

/** Adds the group `keys`. */
export function addKeyCommands(program: Command, context: CommandContext): void {
  const { core } = context;
  const keys = program.command('keys').description("make, list and end an account's API keys");
  keys
    .command('create')
    .description('create a key; its secret is shown this once')
    .argument(...accountArgument)
    .option('--label <label>', 'a note to recognise it by, at most 100 characters', '')
    .action(async (accountId: bigint, { label }: { label: string }) => {
      const answer = await core().createKey({ accountId, label });
      const { secret } = answer;
      const key = promised(answer.key);
      context.answer({
        json: { key: accountKeys.json(key), secret },
        text: `${secret}\nThis is key ${key.id} of account ${accountId}. Keep it now: it is never shown again.\n`,
      });
    });
  keys
    .command('list')
    .description('list keys without their secrets, with those that were revoked in the last 90 days')
    .argument(...accountArgument)
    .action(async (accountId: bigint) => {
      const pages = await allPages<ListKeysResponse>((cursor) =>
        core().listKeys({ accountId, limit: pageRows, cursor }),
      );
      context.answerAll(
        'keys',
        accountKeys,
        pages.flatMap((page) => page.keys),
      );
    });
  keys
    .command('revoke')
    .description('end a key: its next request is refused')
    .argument(...accountArgument)
    .argument('<key>', "the key's id, as keys list shows it", parseId)
    .action(async (accountId: bigint, keyId: bigint) =>
      context.answerOne('key', accountKeys, (await core().revokeKey({ accountId, keyId })).key),
    );
}

const keyArgument = ['<key>', "the platform key's id, as platform-keys list shows it", parseId] as const;

/** Adds the group `platform-keys`. */
export function addPlatformKeyCommands(program: Command, context: CommandContext): void {
  const { core } = context;
  const keys = program
    .command('platform-keys')
    .description("issue and end integrators' platform keys, and link accounts to them");
  keys
    .command('create')
    .description('issue a platform key to an integrator; its secret is shown this once')
    .requiredOption('--name <name>', "the integrator's name, 1 to 100 characters")
    .action(async ({ name }: { name: string }) => {
      const answer = await core().createPlatformKey({ name });
      const { secret } = answer;
      const key = promised(answer.key);
      context.answer({
        json: { key: platformKeys.json(key), secret },
        text:
          `${secret}\nThis is platform key ${key.id}. Keep it now: it is never shown again.\n` +
          `Let it act for an account: platform-keys link ${key.id} <account>\n`,
      });
    });
  addPagedList(keys, 'keys', 'list platform keys without their secrets, revoked ones too').action(
    async ({ limit, after }: TypedPage) => {
      const page = await core().listPlatformKeys({ limit, cursor: after });
      context.answerPage('keys', platformKeys, page.keys, 'platform-keys list', page.nextCursor);
    },
  );
  keys
    .command('revoke')
    .description('end a platform key: its next request is refused')
    .argument(...keyArgument)
    .action(async (platformKeyId: bigint) =>
      context.answerOne('key', platformKeys, (await core().revokePlatformKey({ platformKeyId })).key),
    );
  addLinkCommands(keys, context);
}

function addLinkCommands(keys: Command, context: CommandContext): void {
  const { core } = context;
  const answerLink = (platformId: bigint, accountId: bigint, since: string | null) =>
    context.answer({
      json: { platform_key_id: toInteger(platformId), account_id: toInteger(accountId), linked_at: since },
      text:
        since === null
          ? `Platform key ${platformId} may not act for account ${accountId}.\n`
          : `Platform key ${platformId} may act for account ${accountId} since ${since}.\n`,
    });
  keys
    .command('link')
    .description('let a platform key read the usage and change the plan of an account')
    .argument(...keyArgument)
    .argument('<account>', "the account's id; its owner must have asked for this", parseId)
    .action(async (platformId: bigint, accountId: bigint) => {
      const { platform } = await core().linkPlatform({ accountId, platformId });
      answerLink(platformId, accountId, toTime(promised(platform).linkedAt));
    });
  keys
    .command('unlink')
    .description('end the link: the account is unknown to the key from its next request on')
    .argument(...keyArgument)
    .argument(...accountArgument)
    .action(async (platformId: bigint, accountId: bigint) => {
      await core().unlinkPlatform({ accountId, platformId });
      answerLink(platformId, accountId, null);
    });
  keys
    .command('accounts')
    .description('list the accounts that a platform key may act for')
    .argument(...keyArgument)
    .action(async (platformKeyId: bigint) => {
      const caller = { case: 'platformKeyId', value: platformKeyId } as const;
      const pages = await allPages<ListAccountsOfKeyResponse>((cursor) =>
        core().listAccountsOfKey({ caller, cursor }),
      );
      context.answerAll(
        'accounts',
        linkedAccounts,
        pages.flatMap((page) => page.accounts),
      );
    });
}
