// `accounts create | list | show | rename | suspend | resume`, `plan set`, `plans` and `usage`: accounts, and what they may use.

import { type Command, Option } from 'commander';
import type { AccountRecord, Tier } from '../../../proto/gen/textrelay/v1/account_pb.ts';
import { type Usage, UsageReason } from '../../../proto/gen/textrelay/v1/usage_pb.ts';
import { writtenPrice } from '../../../runtime/interfaces/currency.ts';
import { createView, type JsonObject, jsonOf, renderFields, toTime, type View } from '../answer.ts';
import { accountArgument, addPagedList, type CommandContext, promised, type TypedPage } from '../command.ts';

/** What `--json` says of an account where a key acts for it. */
export const accountFields = ['id', 'name', 'plan', 'subscriptionStatus'] as const;

const recordJson = (account: AccountRecord): JsonObject => ({
  ...jsonOf(account, [...accountFields, 'country', 'exempt', 'createdAt', 'suspendedAt']),
  suspension_reason: account.suspendedAt ? account.suspensionReason : null,
});

const recordFields = (account: AccountRecord): [string, string][] => [
  ['id', String(account.id)],
  ['name', account.name],
  ['plan', account.plan ?? ''],
  ['status', account.subscriptionStatus ?? ''],
  ['country', account.country],
  ['exempt', account.exempt ? 'yes' : 'no'],
  ['created', toTime(account.createdAt) ?? ''],
];

const suspension = ({ suspendedAt, suspensionReason }: AccountRecord): [string, string][] =>
  suspendedAt
    ? [['suspended', [toTime(suspendedAt) ?? '', suspensionReason].filter(Boolean).join(', ')]]
    : [];

const accountLines = (account: AccountRecord) => [...recordFields(account), ...suspension(account)];

const listed: View<AccountRecord> = {
  ...createView<AccountRecord>(
    [],
    {
      id: 'id',
      name: 'name',
      country: 'country',
      plan: 'plan',
      status: 'subscriptionStatus',
      created: 'createdAt',
      suspended: 'suspendedAt',
    },
    'no accounts',
  ),
  json: recordJson,
};

/** One account: lines instead of a table. */
const shown: View<AccountRecord> = {
  json: recordJson,
  table: (accounts) => accounts.map((account) => renderFields(accountLines(account))).join(''),
};

const reasons: Record<UsageReason, string> = {
  [UsageReason.UNSPECIFIED]: 'unknown',
  [UsageReason.OK]: 'ok',
  [UsageReason.NO_PLAN]: 'no_plan',
  [UsageReason.NO_SUBSCRIPTION]: 'no_subscription',
  [UsageReason.CAP_REACHED]: 'cap_reached',
  [UsageReason.NO_ROUTE]: 'no_route',
  [UsageReason.ACCOUNT_SUSPENDED]: 'account_suspended',
};
const reasonOf = ({ reason }: Usage) => reasons[reason] ?? 'unknown';

/** A quota in the shape of the public REST answer. */
const usageJson = (usage: Usage): JsonObject => ({
  ...jsonOf(usage, ['plan', 'subscriptionStatus', 'canSend', 'textsUsed', 'textsCap', 'textsRemaining']),
  ...jsonOf(usage, ['unlimited', 'resetsAt']),
  reason: reasonOf(usage),
  period: 'calendar_month_utc',
});

const quotaLines = (usage: Usage): [string, string][] => {
  const isCapped = usage.textsCap !== undefined;
  return [
    ['can send', usage.canSend ? 'yes' : `no (${reasonOf(usage)})`],
    ['texts used', isCapped ? `${usage.textsUsed} of ${usage.textsCap}` : `${usage.textsUsed}, no cap`],
    ['texts left', isCapped ? String(usage.textsRemaining ?? 0n) : usage.unlimited ? 'unlimited' : ''],
    ['resets at', toTime(usage.resetsAt) ?? ''],
  ];
};

const usageView: View<Usage> = {
  json: usageJson,
  table: (usages) =>
    usages
      .map((usage) =>
        renderFields([
          ['plan', usage.plan ?? ''],
          ['status', usage.subscriptionStatus ?? ''],
          ...quotaLines(usage),
        ]),
      )
      .join(''),
};

const priceOf = ({ priceCents, currency, interval }: Tier): string =>
  `${writtenPrice(Number(priceCents), currency)} a ${interval}`;

const tiers = createView<Tier>(
  ['plan', 'name', 'textsCap', 'priceCents', 'currency', 'interval'],
  { plan: 'plan', name: 'name', 'texts a month': 'textsCap', price: priceOf },
  'no plans',
);

interface TypedAccount {
  name: string;
  country: string;
  plan?: string;
  exempt: boolean;
}

/** Adds the group `accounts`. */
export function addAccountCommands(program: Command, context: CommandContext): void {
  const { core } = context;
  const accounts = program
    .command('accounts')
    .description('create, find, rename, suspend and resume accounts');
  accounts
    .command('create')
    .description('create an account')
    .requiredOption('--name <name>', 'its name, 1 to 100 characters')
    .requiredOption('--country <code>', 'its country, like US: national phone numbers are read in it')
    .option('--plan <plan>', 'a tier to start on, with an active subscription')
    .option('--exempt', 'no plan or cap applies to it', false)
    .action(async ({ name, country, plan, exempt }: TypedAccount) => {
      const { account } = await core().createAccount({ name, country, plan, exempt });
      context.answerOne('account', shown, account);
    });
  addPagedList(accounts, 'accounts', 'list accounts in order of id')
    .option('--search <part>', 'only those whose name has this in it, or whose id it is', '')
    .action(async ({ limit, after, search }: TypedPage & { search: string }) => {
      const page = await core().listAccounts({ limit, cursor: after, search });
      const again = `accounts list${search === '' ? '' : ` --search '${search}'`}`;
      context.answerPage('accounts', listed, page.accounts, again, page.nextCursor);
    });
  accounts
    .command('show')
    .description('show one account and what it has used')
    .argument(...accountArgument)
    .action(async (accountId: bigint) => {
      const [found, used] = await Promise.all([
        core().getAccountRecord({ accountId }),
        core().getUsage({ accountId }),
      ]);
      const [account, usage] = [promised(found.account), promised(used.usage)];
      context.answer({
        json: { account: recordJson(account), usage: usageJson(usage) },
        text: renderFields([...accountLines(account), ...quotaLines(usage)]),
      });
    });
  accounts
    .command('rename')
    .description('give an account another name')
    .argument(...accountArgument)
    .argument('<name>', '1 to 100 characters')
    .action(async (accountId: bigint, name: string) =>
      context.answerOne('account', shown, (await core().updateAccount({ accountId, name })).account),
    );
  accounts
    .command('suspend')
    .description(
      'let no text of an account leave, nor be accepted, until it is resumed; what it receives is stored',
    )
    .argument(...accountArgument)
    .option('--reason <reason>', 'why, for the operator alone, at most 100 characters', '')
    .action(async (accountId: bigint, { reason }: { reason: string }) =>
      context.answerOne('account', shown, (await core().suspendAccount({ accountId, reason })).account),
    );
  accounts
    .command('resume')
    .description('let a suspended account send again, and what waits go on')
    .argument(...accountArgument)
    .action(async (accountId: bigint) =>
      context.answerOne('account', shown, (await core().resumeAccount({ accountId })).account),
    );
}

interface TypedPlan {
  plan?: string;
  status?: string;
  exempt?: string;
}

/** Adds `plan set`, `plans` and `usage`. */
export function addPlanCommands(program: Command, context: CommandContext): void {
  const { core } = context;
  program
    .command('plan')
    .description('set what an account may use, past the payment provider')
    .command('set')
    .description("set an account's plan, subscription status or exemption; what is left out stays as it is")
    .argument(...accountArgument)
    .option('--plan <plan>', "a tier's name; makes the subscription active unless --status says otherwise")
    .option('--status <status>', 'the subscription status: active, past_due, canceled ...')
    .addOption(new Option('--exempt <answer>', 'whether no plan or cap applies').choices(['true', 'false']))
    .action(async (accountId: bigint, { plan, status, exempt }: TypedPlan, command: Command) => {
      if (plan === undefined && status === undefined && exempt === undefined) {
        command.error('error: nothing to set: give --plan, --status or --exempt');
      }
      const { account } = await core().updateAccount({
        accountId,
        plan,
        subscriptionStatus: status,
        exempt: exempt === undefined ? undefined : exempt === 'true',
      });
      context.answerOne('account', shown, account);
    });
  program
    .command('plans')
    .description('list the plans on offer; TEXTRELAY_TIERS_FILE changes them')
    .action(async () => context.answerAll('plans', tiers, (await core().listTiers({})).tiers));
  program
    .command('usage')
    .description('show what an account has used this month and may still use')
    .argument(...accountArgument)
    .action(async (accountId: bigint) =>
      context.answerOne('usage', usageView, (await core().getUsage({ accountId })).usage),
    );
}
