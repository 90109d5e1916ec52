// `held list | release | drop`: the texts that waited in a database that was restored. They may have left since the backup, so that
// nothing decides about them but a person.
import { type Command, Option } from 'commander';
import type { HeldTexts } from '../../../proto/gen/textrelay/v1/operations_service_pb.ts';
import { createView } from '../answer.ts';
import { allPages, type CommandContext, parseAccount } from '../command.ts';

const heldView = createView<HeldTexts>(
  ['accountId', 'name', 'texts'],
  { account: 'accountId', name: 'name', texts: 'texts' },
  'no texts are held',
);

async function listAll(context: CommandContext): Promise<HeldTexts[]> {
  const core = context.core();
  const pages = await allPages((cursor?: bigint) =>
    core.countHeldTexts(cursor === undefined ? {} : { cursor }),
  );
  return pages.flatMap(({ accounts }) => accounts);
}

/** Decides about all held texts of some accounts, step by step; returns how many. */
async function decide(context: CommandContext, accounts: readonly bigint[], release: boolean) {
  let done = 0;
  for (const accountId of accounts) {
    for (let hasMore = true; hasMore; ) {
      const step = await context.core().decideHeldTexts({ accountId, release });
      done += step.texts;
      hasMore = step.hasMore;
    }
  }
  return done;
}

/** Adds the group `held`. */
export function addHeldCommands(program: Command, context: CommandContext): void {
  const held = program.command('held').description('decide about texts that a restored backup holds');
  held
    .command('list')
    .description('list the accounts of which texts are held, and how many')
    .action(async () => context.answerAll('held', heldView, await listAll(context)));
  const addDecision = (name: string, release: boolean, description: string, past: string) =>
    held
      .command(name)
      .description(description)
      .argument('[account]', "the account's id", parseAccount)
      .addOption(new Option('--all', 'those of all accounts'))
      .action(async (account: bigint | undefined, { all = false }: { all?: boolean }, command: Command) => {
        if ((account === undefined) !== all)
          command.error(`error: name an account, or --all`, { exitCode: 2 });
        const accounts =
          account === undefined ? (await listAll(context)).map(({ accountId }) => accountId) : [account];
        const texts = await decide(context, accounts, release);
        context.answer({ json: { [past]: texts }, text: `${texts} texts ${past}\n` });
      });
  addDecision(
    'release',
    true,
    'let held texts leave, each at its time; some may have left before the restore',
    'released',
  );
  addDecision('drop', false, 'end held texts as cancelled, and give back their units', 'dropped');
}
