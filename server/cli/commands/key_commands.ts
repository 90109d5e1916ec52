// `keys create | change | list | refusals | revoke`, `platform-keys create | list | revoke`, and `link | unlink | accounts`: which accounts a
// platform key may act for. A key's secret is shown only as it is created.
import type { Command } from 'commander';
import type { Account } from '../../../proto/gen/textrelay/v1/account_pb.ts';
import type { ListAccountsOfKeyResponse } from '../../../proto/gen/textrelay/v1/account_service_pb.ts';
import type { AccountKey } from '../../../proto/gen/textrelay/v1/key_pb.ts';
import type { KeyRefusal, ListKeysResponse } from '../../../proto/gen/textrelay/v1/key_service_pb.ts';
import type { PlatformKey } from '../../../proto/gen/textrelay/v1/platform_pb.ts';
import { createView, toInteger, toTime } from '../answer.ts';
import {
  accountArgument,
  addPagedList,
  allPages,
  type CommandContext,
  pageRows,
  parseAccount,
  parseId,
  promised,
  type TypedPage,
} from '../command.ts';
import { accountFields } from './account_commands.ts';
import {
  addPolicyOptions,
  policyJson,
  policyWords,
  type TypedPolicy,
  typedPolicy,
} from './key_policy_options.ts';

const keyView = createView<AccountKey>(
  ['id', 'sandboxAccount', 'label', 'hint', 'createdAt', 'revokedAt', 'lastUsedAt'],
  {
    id: 'id',
    label: 'label',
    key: 'hint',
    created: 'createdAt',
    'last used': 'lastUsedAt',
    revoked: 'revokedAt',
    sandbox: ({ sandboxAccount }) => (sandboxAccount === undefined ? '' : 'yes'),
    limits: ({ policy }) => policyWords(policy),
  },
  'no keys',
);
const accountKeys: typeof keyView = {
  ...keyView,
  json: (key) => ({ ...keyView.json(key), policy: policyJson(key.policy) }),
};

const refusalView = createView<KeyRefusal>(
  ['code', 'addressNorm', 'message', 'times', 'firstAt', 'lastAt'],
  { last: 'lastAt', times: 'times', number: 'addressNorm', code: 'code', why: 'message' },
  'nothing was refused',
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

interface TypedKey extends TypedPolicy {
  label: string;
  sandbox?: boolean;
}

/** Adds the group `keys`. */
export function addKeyCommands(program: Command, context: CommandContext): void {
  const { core } = context;
  const keys = program.command('keys').description("make, change, list and end an account's API keys");
  const create = keys
    .command('create')
    .description('create a key; its secret is shown this once')
    .argument(...accountArgument)
    .option('--label <label>', 'a note to recognise it by, at most 100 characters', '')
    .option('--sandbox', 'its texts reach simulators alone, cost no quota and are in a feed of their own');
  addPolicyOptions(create).action(
    async (accountId: bigint, { label, sandbox = false, ...typed }: TypedKey) => {
      const policy = typedPolicy(typed);
      const answer = await core().createKey({ accountId, label, ...(policy && { policy }), sandbox });
      const { secret } = answer;
      const key = promised(answer.key);
      context.answer({
        json: { key: accountKeys.json(key), secret },
        text: `${secret}\nThis is key ${key.id} of account ${accountId}. Keep it now: it is never shown again.\n`,
      });
    },
  );
  addChange(keys, context);
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
    .command('refusals')
    .description("list what a key's limits refused in the last 90 days, newest first")
    .argument(...accountArgument)
    .argument('<key>', "the key's id, as keys list shows it", parseId)
    .action(async (accountId: bigint, id: bigint) => {
      context.answerAll('refusals', refusalView, (await core().listKeyRefusals({ accountId, id })).refusals);
    });
  keys
    .command('revoke')
    .description('end a key: its next request is refused')
    .argument(...accountArgument)
    .argument('<key>', "the key's id, as keys list shows it", parseId)
    .action(async (accountId: bigint, id: bigint) =>
      context.answerOne('key', accountKeys, (await core().revokeKey({ accountId, id })).key),
    );
}

/** Adds `keys change`: the rules that are typed take the place of those that the key has, and the others stay. */
function addChange(keys: Command, context: CommandContext): void {
  const { core } = context;
  const change = keys
    .command('change')
    .description('change the label or the limits of a key, from its next text on; what is left out stays')
    .argument(...accountArgument)
    .argument('<key>', "the key's id, as keys list shows it", parseId)
    .option('--label <label>', 'a note to recognise it by, at most 100 characters');
  addPolicyOptions(change).action(
    async (accountId: bigint, id: bigint, { label, ...typed }: { label?: string } & TypedPolicy) => {
      const [before] = (
        await core().listKeys({
          ...{ accountId, limit: 1 },
          ...(id > 1n && { cursor: id - 1n }),
        })
      ).keys;
      const policy = typedPolicy(typed, before?.id === id ? before.policy : undefined);
      const { key } = await core().changeKey({
        ...{ accountId, id },
        ...(label !== undefined && { label }),
        ...(policy && { to: { case: 'policy', value: policy } }),
      });
      context.answerOne('key', accountKeys, key);
    },
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
    .action(async (id: bigint) =>
      context.answerOne('key', platformKeys, (await core().revokePlatformKey({ id })).key),
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
    .argument('<account>', "the account's id; its owner must have asked for this", parseAccount)
    .action(async (platformId: bigint, accountId: bigint) => {
      const { integration } = await core().linkPlatform({ accountId, id: platformId });
      answerLink(platformId, accountId, toTime(promised(integration).linkedAt));
    });
  keys
    .command('unlink')
    .description('end the link: the account is unknown to the key from its next request on')
    .argument(...keyArgument)
    .argument(...accountArgument)
    .action(async (platformId: bigint, accountId: bigint) => {
      await core().unlinkPlatform({ accountId, id: platformId });
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
