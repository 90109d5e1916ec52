// `carriers list | dead-letters` and `numbers assign | list | release`: where texts of route gateway leave, and which account a carrier's
// number belongs to.
import type { Command } from 'commander';
import {
  type Carrier,
  type CarrierNumber,
  type DeadLetter,
  DeadLetterReason,
} from '../../../proto/gen/textrelay/v1/carrier_pb.ts';
import { createView, jsonOf, type View } from '../answer.ts';
import {
  accountArgument,
  type CommandContext,
  limitOption,
  parseAccount,
  parseId,
  promised,
} from '../command.ts';

const carriers: View<Carrier> = {
  ...createView<Carrier>(
    [],
    {
      name: 'name',
      kind: 'kind',
      priority: 'priority',
      'shared sender': 'sharedSender',
      capacity: 'capacity',
      state: ({ up, detail }) => [up ? 'up' : 'down', detail].filter(Boolean).join(': '),
    },
    'no carriers',
  ),
  json: (carrier) => ({
    ...jsonOf(carrier, ['name', 'kind', 'priority', 'up', 'detail', 'capacity']),
    shared_sender: carrier.sharedSender ?? null,
  }),
};

const numberView = createView<CarrierNumber>(
  ['carrier', 'number', 'accountId', 'assignedAt'],
  { carrier: 'carrier', number: 'number', account: 'accountId', assigned: 'assignedAt' },
  'no numbers',
);

const reasons = new Map<DeadLetterReason, string>([
  [DeadLetterReason.UNREADABLE, 'unreadable'],
  [DeadLetterReason.INCOMPLETE, 'incomplete'],
  [DeadLetterReason.UNOWNED, 'unowned'],
]);

const reasonOf = ({ reason }: DeadLetter): string => reasons.get(reason) ?? 'unknown';

const deadLetters: View<DeadLetter> = {
  ...createView<DeadLetter>(
    [],
    { id: 'id', received: 'receivedAt', carrier: 'carrier', source: 'source', reason: reasonOf, raw: 'raw' },
    'nothing came that could not be used',
  ),
  json: (letter) => ({
    ...jsonOf(letter, ['id', 'carrier', 'source', 'raw', 'receivedAt']),
    reason: reasonOf(letter),
  }),
};

/** Adds the group `carriers`. */
export function addCarrierCommands(program: Command, context: CommandContext): void {
  const group = program
    .command('carriers')
    .description('see the carriers that texts of route gateway leave through');
  group
    .command('list')
    .description('list the configured carriers, and how they are as one core sees them')
    .action(async () =>
      context.answerAll('carriers', carriers, (await context.core().listCarriers({})).carriers),
    );
  group
    .command('dead-letters')
    .description(
      'show what carriers brought and nobody could use, newest first: numbers and words of people, as they came',
    )
    .option('--carrier <name>', "only this carrier's; it need not be configured any more")
    .addOption(limitOption('dead letters', 50, 100))
    .option('--after <id>', 'only dead letters older than this one', parseId)
    .action(async ({ carrier, limit, after }: TypedDeadLetters) => {
      const page = await context.core().listDeadLetters({ carrier, limit, cursor: after });
      const command = `carriers dead-letters${carrier === undefined ? '' : ` --carrier ${carrier}`}`;
      context.answerPage('dead_letters', deadLetters, page.deadLetters, command, page.nextCursor);
    });
}

interface TypedDeadLetters {
  carrier?: string;
  limit: number;
  after?: bigint;
}

interface TypedList {
  account?: bigint;
  limit: number;
  after?: string;
}

/** Adds the group `numbers`. */
export function addNumberCommands(program: Command, context: CommandContext): void {
  const numbers = program.command('numbers').description("give carriers' numbers to accounts");
  numbers
    .command('assign')
    .description(
      "give a number to an account: texts to it are the account's, and its oldest number on a carrier is its sender there",
    )
    .argument(...accountArgument)
    .argument('<carrier>', "the carrier's name, as carriers list shows it")
    .argument('<number>', 'a phone number, a short code or a name; quoted when there are spaces in it')
    .action(async (accountId: bigint, carrier: string, number: string) => {
      const assigned = await context.core().assignNumber({ accountId, carrier, number });
      context.answerOne('number', numberView, assigned.number);
    });
  numbers
    .command('list')
    .description('list numbers and their accounts')
    .option('--account <account>', "only this account's", parseAccount)
    .addOption(limitOption('numbers'))
    .option('--after <carrier/number>', 'only numbers after this one')
    .action(async ({ account, limit, after }: TypedList) => {
      const page = await context.core().listAllNumbers({ account, limit, cursor: after });
      const command = `numbers list${account === undefined ? '' : ` --account ${account}`}`;
      context.answerPage('numbers', numberView, page.numbers, command, page.nextCursor);
    });
  numbers
    .command('release')
    .description('take a number back: texts to it belong to no account')
    .argument('<carrier>', "the carrier's name; it need not be configured any more")
    .argument('<number>', 'as numbers list shows it')
    .action(async (carrier: string, typed: string) => {
      const number = promised((await context.core().releaseNumber({ carrier, number: typed })).number);
      context.answer({
        json: { number: numberView.json(number) },
        text: `Number ${number.number} of carrier ${number.carrier} belonged to account ${number.accountId}.\n`,
      });
    });
}
