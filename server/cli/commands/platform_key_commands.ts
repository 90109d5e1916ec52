// `platform-keys create | list | revoke`, and `link | unlink | accounts`: which accounts a key may act for. A key's
// secret is shown only as it is created.
import { type Command, Option } from 'commander';
import type { Account } from '../../../proto/gen/textrelay/v1/account_service_pb.ts';
import type { PlatformKey } from '../../../proto/gen/textrelay/v1/admin_service_pb.ts';
import { allPages } from '../all_pages.ts';
import { type Json, renderTable, toInteger, toTime } from '../answer.ts';
import { type CommandContext, parseId, parseLimit, promised } from '../command.ts';
import { accountJson } from './account_commands.ts';

const keyJson = (key: PlatformKey): { [name: string]: Json } => ({
  id: toInteger(key.id),
  name: key.name,
  hint: key.hint,
  created_at: toTime(key.createdAt),
  revoked_at: toTime(key.revokedAt),
});

const renderKeys = (keys: readonly PlatformKey[]) =>
  renderTable(
    ['id', 'name', 'key', 'created', 'revoked'],
    keys.map((key) => [
      String(key.id),
      key.name,
      key.hint,
      toTime(key.createdAt) ?? '',
      toTime(key.revokedAt) ?? '',
    ]),
    'no platform keys',
  );

const renderLinked = (accounts: readonly Account[]) =>
  renderTable(
    ['id', 'name', 'plan', 'status', 'linked'],
    accounts.map((account) => [
      String(account.id),
      account.name,
      account.plan ?? '',
      account.subscriptionStatus ?? '',
      toTime(account.linkedAt) ?? '',
    ]),
    'no linked accounts',
  );

const keyArgument = ['<key>', "the platform key's id, as platform-keys list shows it"] as const;

function addLifeCommands(keys: Command, context: CommandContext): void {
  keys
    .command('create')
    .description('issue a platform key to an integrator; its secret is shown this once')
    .requiredOption('--name <name>', "the integrator's name, 1 to 100 characters")
    .action(async ({ name }: { name: string }) => {
      const answer = await context.core().createPlatformKey({ name });
      const key = promised(answer.key);
      context.answer({
        json: { key: keyJson(key), secret: answer.secret },
        text:
          `${answer.secret}\nThis is platform key ${key.id}. Keep it now: it is never shown again.\n` +
          `Let it act for an account: platform-keys link ${key.id} <account>\n`,
      });
    });

  keys
    .command('list')
    .description('list platform keys without their secrets, revoked ones too')
    .addOption(
      new Option('--limit <count>', 'most keys to list, 1 to 500').default(500).argParser(parseLimit),
    )
    .option('--after <id>', 'only keys after this one', parseId)
    .action(async ({ limit, after }: { limit: number; after?: bigint }) => {
      const { keys, nextCursor } = await context.core().listPlatformKeys({ limit, cursor: after });
      const table = renderKeys(keys);
      context.answer({
        json: {
          keys: keys.map(keyJson),
          next_after: nextCursor === undefined ? null : toInteger(nextCursor),
        },
        text: nextCursor === undefined ? table : `${table}more: platform-keys list --after ${nextCursor}\n`,
      });
    });

  keys
    .command('revoke')
    .description('end a platform key: its next request is refused')
    .argument(...keyArgument, parseId)
    .action(async (platformKeyId: bigint) => {
      const key = promised((await context.core().revokePlatformKey({ platformKeyId })).key);
      context.answer({ json: { key: keyJson(key) }, text: renderKeys([key]) });
    });
}

function addLinkCommands(keys: Command, context: CommandContext): void {
  keys
    .command('link')
    .description('let a platform key read the usage and change the plan of an account')
    .argument(...keyArgument, parseId)
    .argument('<account>', "the account's id; its owner must have asked for this", parseId)
    .action(async (platformKeyId: bigint, accountId: bigint) => {
      const { linkedAt } = await context.core().linkAccount({ platformKeyId, accountId });
      const since = toTime(linkedAt);
      context.answer({
        json: {
          platform_key_id: toInteger(platformKeyId),
          account_id: toInteger(accountId),
          linked_at: since,
        },
        text: `Platform key ${platformKeyId} may act for account ${accountId} since ${since}.\n`,
      });
    });

  keys
    .command('unlink')
    .description('end that: the account is unknown to the key from its next request on')
    .argument(...keyArgument, parseId)
    .argument('<account>', "the account's id", parseId)
    .action(async (platformKeyId: bigint, accountId: bigint) => {
      await context.core().unlinkAccount({ platformKeyId, accountId });
      context.answer({
        json: {
          platform_key_id: toInteger(platformKeyId),
          account_id: toInteger(accountId),
          linked_at: null,
        },
        text: `Platform key ${platformKeyId} may not act for account ${accountId}.\n`,
      });
    });

  keys
    .command('accounts')
    .description('list the accounts that a platform key may act for')
    .argument(...keyArgument, parseId)
    .action(async (platformKeyId: bigint) => {
      const core = context.core();
      const accounts = await allPages<Account, string>(async (cursor) => {
        const caller = { case: 'platformKeyId', value: platformKeyId } as const;
        const { accounts: rows, nextCursor } = await core.listAccounts({ caller, cursor });
        return { rows, nextCursor };
      });
      context.answer({
        json: {
          accounts: accounts.map((account) => ({
            ...accountJson(account),
            linked_at: toTime(account.linkedAt),
          })),
        },
        text: renderLinked(accounts),
      });
    });
}

/** Adds the group to the program. */
export function addPlatformKeyCommands(program: Command, context: CommandContext): void {
  const keys = program
    .command('platform-keys')
    .description("issue and end integrators' platform keys, and link accounts to them");
  addLifeCommands(keys, context);
  addLinkCommands(keys, context);
}
