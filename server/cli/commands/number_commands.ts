// `numbers assign | list | release`: which account a carrier's number belongs to.
import { type Command, Option } from 'commander';
import type { CarrierNumber } from '../../../proto/gen/textrelay/v1/admin_service_pb.ts';
import { type Json, renderTable, toInteger, toTime } from '../answer.ts';
import { type CommandContext, parseId, parseLimit, promised } from '../command.ts';

const numberJson = (number: CarrierNumber): { [name: string]: Json } => ({
  carrier: number.carrier,
  number: number.number,
  account_id: toInteger(number.accountId),
  assigned_at: toTime(number.assignedAt),
});

const renderNumbers = (numbers: readonly CarrierNumber[]) =>
  renderTable(
    ['carrier', 'number', 'account', 'assigned'],
    numbers.map((number) => [
      number.carrier,
      number.number,
      String(number.accountId),
      toTime(number.assignedAt) ?? '',
    ]),
    'no numbers',
  );

interface ListOptions {
  account?: bigint;
  limit: number;
  after?: string;
}

/** Adds the group to the program. */
export function addNumberCommands(program: Command, context: CommandContext): void {
  const numbers = program.command('numbers').description("give carriers' numbers to accounts");

  numbers
    .command('assign')
    .description(
      "give a number to an account: texts to it are the account's, and its oldest number on a carrier is its sender there",
    )
    .argument('<account>', "the account's id", parseId)
    .argument('<carrier>', "the carrier's name, as carriers list shows it")
    .argument('<number>', 'a phone number, a short code or a name; quoted when there are spaces in it')
    .action(async (accountId: bigint, carrier: string, typed: string) => {
      const answer = await context.core().assignNumber({ accountId, carrier, number: typed });
      const number = promised(answer.number);
      context.answer({ json: { number: numberJson(number) }, text: renderNumbers([number]) });
    });

  numbers
    .command('list')
    .description('list numbers and their accounts')
    .option('--account <account>', "only this account's", parseId)
    .addOption(
      new Option('--limit <count>', 'most numbers to list, 1 to 500').default(500).argParser(parseLimit),
    )
    .option('--after <carrier/number>', 'only numbers after this one')
    .action(async ({ account, limit, after }: ListOptions) => {
      const { numbers: found, nextCursor } = await context
        .core()
        .listNumbers({ accountId: account, limit, cursor: after });
      const table = renderNumbers(found);
      const only = account === undefined ? '' : ` --account ${account}`;
      context.answer({
        json: { numbers: found.map(numberJson), next_after: nextCursor ?? null },
        text:
          nextCursor === undefined ? table : `${table}more: numbers list${only} --after '${nextCursor}'\n`,
      });
    });

  numbers
    .command('release')
    .description('take a number back: texts to it belong to nobody')
    .argument('<carrier>', "the carrier's name; it need not be configured any more")
    .argument('<number>', 'as numbers list shows it')
    .action(async (carrier: string, typed: string) => {
      const answer = await context.core().releaseNumber({ carrier, number: typed });
      const number = promised(answer.number);
      context.answer({
        json: { number: numberJson(number) },
        text: `Number ${number.number} of carrier ${number.carrier} belonged to account ${number.accountId}.\n`,
      });
    });
}
