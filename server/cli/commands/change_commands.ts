// `changes`: what people, keys and operators changed.
import type { Command } from 'commander';
import { type AccountChange, ChangeCaller } from '../../../proto/gen/textrelay/v1/change_service_pb.ts';
import { createView, jsonOf, type View } from '../answer.ts';
import { type CommandContext, limitOption, parseId } from '../command.ts';

const callers: Record<ChangeCaller, string> = {
  [ChangeCaller.UNSPECIFIED]: 'unknown',
  [ChangeCaller.PERSON]: 'person',
  [ChangeCaller.KEY]: 'key',
  [ChangeCaller.PLATFORM]: 'platform',
  [ChangeCaller.OPERATOR]: 'operator',
};
const callerOf = ({ callerKind }: AccountChange) => callers[callerKind] ?? 'unknown';

const changes: View<AccountChange> = {
  ...createView<AccountChange>(
    [],
    {
      at: 'at',
      by: (change) => [callerOf(change), change.callerId ?? '', change.callerName].filter(Boolean).join(' '),
      call: 'method',
      on: 'object',
      outcome: ({ outcome }) => outcome ?? 'not known',
    },
    'nothing was changed',
  ),
  json: (change) => ({
    ...jsonOf(change, ['at', 'callerId', 'callerName', 'method', 'object', 'outcome']),
    caller: callerOf(change),
  }),
};

/** Adds `changes`. */
export function addChangeCommand(program: Command, context: CommandContext): void {
  const { core } = context;
  program
    .command('changes')
    .description('list what was changed in an account, or in the service itself, and by whom, newest first')
    .argument('[account]', "the account's id; left out for the service itself", parseId)
    .addOption(limitOption('changes', 50))
    .option('--after <cursor>', 'where the page before ended')
    .action(async (account: bigint | undefined, { limit, after }: { limit: number; after?: string }) => {
      const page = await core().listAccountChanges({ accountId: account ?? 0n, limit, cursor: after });
      const again = account === undefined ? 'changes' : `changes ${account}`;
      context.answerPage('changes', changes, page.changes, again, page.nextCursor);
    });
}
