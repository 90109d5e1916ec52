// `consumers list`: an account's readers, and how far they are.
import type { Command } from 'commander';
import { type NamedPlace, PlaceKind } from '../../../proto/gen/textrelay/v1/place_service_pb.ts';
import { type Json, renderTable, toInteger, toTime } from '../answer.ts';
import { type CommandContext, parseId } from '../command.ts';

const consumerJson = (consumer: NamedPlace): { [name: string]: Json } => ({
  name: consumer.name,
  cursor: toInteger(consumer.cursor),
  behind: toInteger(consumer.behind),
  moved_at: toTime(consumer.movedAt),
  created_at: toTime(consumer.createdAt),
  lease_until: toTime(consumer.leaseUntil),
});

const renderConsumers = (consumers: readonly NamedPlace[]) =>
  renderTable(
    ['name', 'cursor', 'behind', 'moved', 'leased until'],
    consumers.map((consumer) => [
      consumer.name,
      String(consumer.cursor),
      String(consumer.behind),
      toTime(consumer.movedAt) ?? '',
      toTime(consumer.leaseUntil) ?? '',
    ]),
    'no consumers',
  );

/** Adds the group to the program. */
export function addConsumerCommands(program: Command, context: CommandContext): void {
  program
    .command('consumers')
    .description("see how far an account's readers are")
    .command('list')
    .description("list an account's consumers, how far they are behind, and since when they have not moved")
    .argument('<account>', "the account's id", parseId)
    .action(async (accountId: bigint) => {
      const { places: consumers } = await context.core().listPlaces({ accountId, kind: PlaceKind.CONSUMER });
      context.answer({
        json: { consumers: consumers.map(consumerJson) },
        text: renderConsumers(consumers),
      });
    });
}
