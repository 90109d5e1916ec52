// `plans`: what is on offer, as customers see it.
import type { Command } from 'commander';
import type { Tier } from '../../../proto/gen/textrelay/v1/account_service_pb.ts';
import { renderTable, toInteger } from '../answer.ts';
import type { CommandContext } from '../command.ts';

const tierJson = (tier: Tier) => ({
  plan: tier.plan,
  name: tier.name,
  texts_cap: toInteger(tier.textsCap),
  price_cents: toInteger(tier.priceCents),
  currency: tier.currency,
  interval: tier.interval,
});

/** Cents as people write them, in the currency's own way. */
function priceOf({ priceCents, currency, interval }: Tier): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return `${format.format(Number(priceCents) / 10 ** digits)} a ${interval}`;
}

/** Adds the command to the program. */
export function addPlansCommand(program: Command, context: CommandContext): void {
  program
    .command('plans')
    .description('list the plans on offer; TEXTRELAY_TIERS_FILE changes them')
    .action(async () => {
      const { tiers } = await context.core().listTiers({});
      const rows = tiers.map((tier) => [tier.plan, tier.name, String(tier.textsCap), priceOf(tier)]);
      context.answer({
        json: { plans: tiers.map(tierJson) },
        text: renderTable(['plan', 'name', 'texts a month', 'price'], rows, 'no plans'),
      });
    });
}
