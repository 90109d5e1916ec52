// The console's first page of an account.

import { Type } from 'typebox';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import type { Ask } from '../core/ask.ts';
import { type App, accountOf } from '../edge/app.ts';
import { unavailable } from '../edge/errors.ts';
import { toNumber } from '../schemas/integers.ts';
import { flag, integer, nullable, oneOf, text } from '../schemas/kinds.ts';
import { renderUsage, UsageShape } from '../schemas/resources/usage.ts';

const OverviewAnswer = Type.Object(
  {
    account: Type.Object(
      {
        id: integer(1, 'What to send as X-SVC-Account.'),
        name: text('Its name.'),
        country: text('ISO 3166-1, two letters.'),
        exempt: flag('True when no plan or cap applies.'),
        plan: nullable(text('The current plan; null when there never was one.')),
      },
      { title: 'OverviewAccount' },
    ),
    usage: UsageShape,
    days: Type.Array(
      Type.Object(
        {
          day: text('A UTC day, as 2026-11-20.'),
          sent: integer(0, 'Texts accepted to be sent that day.'),
          delivered: integer(0, 'Of those, delivered.'),
          failed: integer(0, 'Of those, failed.'),
          received: integer(0, 'Texts received that day.'),
        },
        { title: 'Day' },
      ),
      { description: 'The days of this month that have texts, in order, as far as they are counted.' },
    ),
    days_complete: flag('False while counting goes on: ask again in a moment.'),
    devices: Type.Object(
      {
        total: integer(0, 'Paired.'),
        online: integer(0, 'Of those, linked now.'),
        problems: integer(0, 'Of those, with something that keeps them from sending.'),
      },
      { title: 'DeviceTotals' },
    ),
    carriers: Type.Array(
      Type.Object(
        {
          name: text('As configured.'),
          state: oneOf(['up', 'down'], 'Whether texts can be submitted through it now.'),
          detail: text('One sentence about that.'),
        },
        { title: 'UsableCarrier' },
      ),
      { description: 'Those that the account has a number on, or that share a sender.' },
    ),
    numbers: integer(0, 'Its numbers on carriers.'),
    simulated: flag('True when nothing leaves: its texts end at simulators.'),
    note: nullable(text('A sentence about simulators; null without one.')),
  },
  { title: 'Overview', description: 'How an account is.' },
);

export function addOverviewRoute(app: App, ask: Ask): void {
  app.route({
    method: 'GET',
    url: '/api/v1/overview',
    config: {
      id: 'consoleGetOverview',
      tag: 'Console',
      summary: 'Read how the account is.',
      session: 'account',
    },
    schema: { response: { 200: OverviewAnswer } },
    handler: async (request) => {
      const found = await ask(AccountService.method.getOverview, { accountId: accountOf(request) }, request);
      const { account, usage, devices } = found;
      if (!account || !usage || !devices) throw unavailable();
      return {
        account: {
          id: toNumber(account.id),
          name: account.name,
          country: account.country,
          exempt: account.exempt,
          plan: account.plan ?? null,
        },
        usage: renderUsage(usage),
        days: found.days.map(({ day, sent, delivered, failed, received }) => ({
          day,
          sent: toNumber(sent),
          delivered: toNumber(delivered),
          failed: toNumber(failed),
          received: toNumber(received),
        })),
        days_complete: found.daysComplete,
        devices: { total: devices.total, online: devices.online, problems: devices.problems },
        carriers: found.carriers.map(({ name, up, detail }) => ({
          name,
          state: up ? ('up' as const) : ('down' as const),
          detail,
        })),
        numbers: found.numbers,
        simulated: found.simulated,
        note: found.note || null,
      };
    },
  });
}
