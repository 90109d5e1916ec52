// `carriers list`: where texts of route gateway leave.
import type { Command } from 'commander';
import type { Carrier } from '../../../proto/gen/textrelay/v1/admin_service_pb.ts';
import { type Json, renderTable } from '../answer.ts';
import type { CommandContext } from '../command.ts';

const carrierJson = (carrier: Carrier): { [name: string]: Json } => ({
  name: carrier.name,
  kind: carrier.kind,
  priority: carrier.priority,
  shared_sender: carrier.sharedSender === '' ? null : carrier.sharedSender,
  up: carrier.up,
  detail: carrier.detail,
  room: carrier.room,
});

const renderCarriers = (carriers: readonly Carrier[]) =>
  renderTable(
    ['name', 'kind', 'priority', 'shared sender', 'capacity', 'state'],
    carriers.map((carrier) => [
      carrier.name,
      carrier.kind,
      String(carrier.priority),
      carrier.sharedSender,
      String(carrier.room),
      `${carrier.up ? 'up' : 'down'}${carrier.detail === '' ? '' : `: ${carrier.detail}`}`,
    ]),
    'no carriers',
  );

/** Adds the group to the program. */
export function addCarrierCommands(program: Command, context: CommandContext): void {
  program
    .command('carriers')
    .description('see the carriers that texts of route gateway leave through')
    .command('list')
    .description('list the configured carriers, and how they are as one core sees them')
    .action(async () => {
      const { carriers } = await context.core().listCarriers({});
      context.answer({ json: { carriers: carriers.map(carrierJson) }, text: renderCarriers(carriers) });
    });
}
