// `erase recipient | account | list`: what is erased on request, and the list of it.
import type { Command } from 'commander';
import { type Erasure, ErasureKind } from '../../../proto/gen/textrelay/v1/erasure_service_pb.ts';
import { createView, jsonOf, toTime, type View } from '../answer.ts';
import { accountArgument, type CommandContext, limitOption, parseId } from '../command.ts';

/** With the account that was typed. */
type AccountErasure = Erasure & { accountId: bigint };

const kindOf = ({ kind }: Erasure): string => (kind === ErasureKind.ACCOUNT ? 'account' : 'recipient');

const erasedOf = ({ erased }: Erasure): string =>
  erased.map(({ table, rows }) => `${rows} ${table}`).join(', ');

const retainedOf = ({ retained }: Erasure): string =>
  retained.map(({ table, name }) => `${table} ${name}`.trimEnd()).join(', ');

const erasures: View<AccountErasure> = {
  ...createView<AccountErasure>(
    [],
    {
      id: 'id',
      kind: kindOf,
      asked: 'askedAt',
      by: 'askedBy',
      note: 'note',
      done: ({ doneAt }) => toTime(doneAt) ?? 'under way',
      erased: erasedOf,
      retained: retainedOf,
    },
    'nothing was erased',
  ),
  json: (erasure) => ({
    ...jsonOf(erasure, ['accountId', 'id', 'askedBy', 'note', 'askedAt', 'doneAt']),
    kind: kindOf(erasure),
    erased: Object.fromEntries(erasure.erased.map(({ table, rows }) => [table, Number(rows)])),
    retained: erasure.retained.map(({ table, name }) => ({ table, name })),
  }),
};

const noteOption = ['--note <note>', 'for the list, like the number of a ticket; it stays', ''] as const;

/** Adds the group `erase`. */
export function addErasureCommands(program: Command, context: CommandContext): void {
  const { core } = context;
  const answer = (accountId: bigint, erasure: Erasure | undefined) =>
    context.answerOne('erasure', erasures, erasure && { ...erasure, accountId });
  const erase = program.command('erase').description('erase a person or an account on request');
  erase
    .command('recipient')
    .description('erase a recipient of an account with texts, notes and contact; the answer names what stays')
    .argument(...accountArgument)
    .argument('<address>', 'the number, or the name that texts came from')
    .option(...noteOption)
    .action(async (accountId: bigint, address: string, { note }: { note: string }) =>
      answer(accountId, (await core().eraseRecipient({ accountId, address, note })).erasure),
    );
  erase
    .command('account')
    .description('end an account at once, and erase all of it')
    .argument(...accountArgument)
    .requiredOption('--name <name>', 'its name, so that no other account is meant')
    .option(...noteOption)
    .action(async (accountId: bigint, { name, note }: { name: string; note: string }) =>
      answer(accountId, (await core().eraseAccount({ accountId, name, note })).erasure),
    );
  erase
    .command('list')
    .description('list what was erased, and who asked for it, newest first; also of an account that is gone')
    .argument(...accountArgument)
    .addOption(limitOption('requests', 50))
    .option('--after <id>', 'only requests older than this one', parseId)
    .action(async (accountId: bigint, { limit, after }: { limit: number; after?: bigint }) => {
      const page = await core().listErasures({ accountId, limit, cursor: after });
      const listed = page.erasures.map((erasure) => ({ ...erasure, accountId }));
      context.answerPage('erasures', erasures, listed, `erase list ${accountId}`, page.nextCursor);
    });
}
