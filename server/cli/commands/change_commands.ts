// `changes`: what people, keys and operators changed.
import { type Command, Option } from 'commander';
import { type AccountChange, ChangeCaller } from '../../../proto/gen/textrelay/v1/change_service_pb.ts';
import { createView, jsonOf, type View } from '../answer.ts';
import { type CommandContext, limitOption, parseAccount } from '../command.ts';

const callers = {
  person: ChangeCaller.PERSON,
  key: ChangeCaller.KEY,
  platform: ChangeCaller.PLATFORM,
  operator: ChangeCaller.OPERATOR,
} as const;
type Caller = keyof typeof callers;
const callerNames = Object.keys(callers) as Caller[];
const callerOf = ({ callerKind }: AccountChange) =>
  callerNames.find((name) => callers[name] === callerKind) ?? 'unknown';

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

interface TypedFilters {
  limit: number;
  after?: string;
  caller?: Caller;
  method: string;
}

/** Adds `changes`. */
export function addChangeCommand(program: Command, context: CommandContext): void {
  const { core } = context;
  program
    .command('changes')
    .description('list what was changed in an account, or in the service itself, and by whom, newest first')
    .argument('[account]', "the account's id; left out for the service itself", parseAccount)
    .addOption(limitOption('changes', 50))
    .option('--after <cursor>', 'where the page before ended')
    .addOption(new Option('--caller <kind>', 'only changes by such a caller').choices(callerNames))
    .option('--method <name>', 'only calls of this method or service, as the list shows them', '')
    .action(async (account: bigint | undefined, { limit, after, caller, method }: TypedFilters) => {
      const page = await core().listAccountChanges({
        accountId: account ?? 0n,
        limit,
        cursor: after,
        callerKind: caller ? callers[caller] : ChangeCaller.UNSPECIFIED,
        method,
      });
      const again = ['changes', account, caller && `--caller ${caller}`, method && `--method '${method}'`];
      context.answerPage('changes', changes, page.changes, again.filter(Boolean).join(' '), page.nextCursor);
    });
}
