// `accounts create | list | show | suspend | resume`, and how an account is shown.
import { type Command, Option } from 'commander';
import type { Account } from '../../../proto/gen/textrelay/v1/account_pb.ts';
import { type Json, renderFields, renderTable, toInteger, toTime } from '../answer.ts';
import { type CommandContext, parseId, parseLimit, promised } from '../command.ts';
import { usageFields, usageJson } from './usage_command.ts';

/** An account as `--json` shows it where a key acts for it. */
export const accountJson = (account: Account) => ({
  id: toInteger(account.id),
  name: account.name,
  plan: account.plan ?? null,
  subscription_status: account.subscriptionStatus ?? null,
});

/** An account as `--json` shows it to the operator. */
export const recordJson = (account: Account): { [name: string]: Json } => ({
  ...accountJson(account),
  country: account.country,
  exempt: account.exempt,
  created_at: toTime(account.createdAt),
  suspended_at: toTime(account.suspendedAt),
  suspension_reason: account.suspendedAt ? account.suspensionReason : null,
});

const suspension = ({ suspendedAt, suspensionReason }: Account): [string, string][] =>
  suspendedAt
    ? [['suspended', [toTime(suspendedAt) ?? '', suspensionReason].filter(Boolean).join(', ')]]
    : [];

const recordFields = (account: Account): [string, string][] => [
  ['id', String(account.id)],
  ['name', account.name],
  ['plan', account.plan ?? ''],
  ['status', account.subscriptionStatus ?? ''],
  ['country', account.country],
  ['exempt', account.exempt ? 'yes' : 'no'],
  ['created', toTime(account.createdAt) ?? ''],
  ...suspension(account),
];

/** An account as lines for the operator. */
export const renderRecord = (account: Account): string => renderFields(recordFields(account));

const tableRow = (account: Account): string[] => [
  String(account.id),
  account.name,
  account.country,
  account.plan ?? '',
  account.subscriptionStatus ?? '',
  toTime(account.createdAt) ?? '',
  toTime(account.suspendedAt) ?? '',
];

type AddCommand = (group: Command, context: CommandContext) => void;

function answerRecord(context: CommandContext, said: Account | undefined): void {
  const account = promised(said);
  context.answer({ json: { account: recordJson(account) }, text: renderRecord(account) });
}

interface NewAccount {
  name: string;
  country: string;
  plan?: string;
  exempt: boolean;
}

const addCreate: AddCommand = (group, context) =>
  group
    .command('create')
    .description('create an account')
    .requiredOption('--name <name>', 'its name, 1 to 100 characters')
    .requiredOption('--country <code>', 'its country, like US: national phone numbers are read in it')
    .option('--plan <plan>', 'a tier to start on, with an active subscription')
    .option('--exempt', 'no plan or cap applies to it', false)
    .action(async ({ name, country, plan, exempt }: NewAccount) =>
      answerRecord(context, (await context.core().createAccount({ name, country, plan, exempt })).account),
    );

const addList: AddCommand = (group, context) =>
  group
    .command('list')
    .description('list accounts in order of id')
    .addOption(
      new Option('--limit <count>', 'most accounts to list, 1 to 500').default(500).argParser(parseLimit),
    )
    .option('--after <id>', 'only accounts after this one', parseId)
    .action(async ({ limit, after }: { limit: number; after?: bigint }) => {
      const { accounts, nextCursor } = await context.core().listAccounts({ limit, cursor: after });
      const heading = ['id', 'name', 'country', 'plan', 'status', 'created', 'suspended'];
      const table = renderTable(heading, accounts.map(tableRow), 'no accounts');
      context.answer({
        json: {
          accounts: accounts.map(recordJson),
          next_after: nextCursor === undefined ? null : toInteger(nextCursor),
        },
        text: nextCursor === undefined ? table : `${table}more: accounts list --after ${nextCursor}\n`,
      });
    });

const addShow: AddCommand = (group, context) =>
  group
    .command('show')
    .description('show one account and what it has used')
    .argument('<account>', 'its id', parseId)
    .action(async (accountId: bigint) => {
      const core = context.core();
      const [found, used] = await Promise.all([core.getAccount({ accountId }), core.getUsage({ accountId })]);
      const account = promised(found.account);
      const usage = promised(used.usage);
      context.answer({
        json: { account: recordJson(account), usage: usageJson(usage) },
        text: renderFields([...recordFields(account), ...usageFields(usage).slice(2)]),
      });
    });

const addSuspend: AddCommand = (group, context) =>
  group
    .command('suspend')
    .description(
      'let no text of an account leave, nor be accepted, until it is resumed; what it receives is stored',
    )
    .argument('<account>', 'its id', parseId)
    .option('--reason <reason>', 'why, for the operator alone, at most 100 characters', '')
    .action(async (accountId: bigint, { reason }: { reason: string }) =>
      answerRecord(context, (await context.core().setSuspension({ accountId, reason })).account),
    );

const addResume: AddCommand = (group, context) =>
  group
    .command('resume')
    .description('let a suspended account send again, and what waits go on')
    .argument('<account>', 'its id', parseId)
    .action(async (accountId: bigint) =>
      answerRecord(context, (await context.core().setSuspension({ accountId })).account),
    );

/** Adds the group to the program. */
export function addAccountCommands(program: Command, context: CommandContext): void {
  const group = program.command('accounts').description('create, look at, suspend and resume accounts');
  for (const add of [addCreate, addList, addShow, addSuspend, addResume]) add(group, context);
}
