// How many texts an account sent and received, by time.
import { type Static, Type } from 'typebox';
import {
  type ListStatsResponse,
  type Stat,
  StatsPeriod,
  StatsSplit,
} from '../../../proto/gen/textrelay/v1/stats_pb.ts';
import { flag, integer, nullable, text } from '../../schemas/kinds.ts';
import { optionalText, optionalWord, type Parameter } from '../../schemas/parameters.ts';
import { madeOf } from '../../schemas/resource.ts';

const { Shape: StatShape, render: renderStat } = madeOf<Stat>().resource(
  'Stat',
  'The texts of a period, or one part of them. A text counts on the day that it was accepted or received.',
  {
    day: text('The first day of the period within the range, as 2026-11-20.'),
    device_id: nullable(
      integer(
        1,
        'With split=device: the device that they left or came by. Null for none, and for texts that wait.',
      ),
    ),
    device_name: nullable(text('Its name; null for a device that is forgotten.')),
    carrier: nullable(text('With split=device: the carrier that they left or came by. Null for none.')),
    reason: nullable(
      text(
        'With split=reason: why they failed, the stable prefix of their error. Null for texts that did not.',
      ),
    ),
    sent: integer(0, 'Accepted to be sent, without those that were cancelled.'),
    delivered: integer(0, 'Of those, delivered.'),
    failed: integer(0, 'Of those, failed.'),
    cancelled: integer(0, 'Cancelled before they left. They are in none of the other numbers.'),
    received: integer(0, 'Received.'),
    replied: integer(
      0,
      'Of those, replies: one of the ten texts before them in their conversation was sent by the account.',
    ),
  },
  { day: '2026-11-20', sent: 42, delivered: 39, failed: 2, cancelled: 1, received: 7, replied: 5 },
);

/** The columns of stats as a file. */
export const statsColumns = Object.keys(StatShape.properties) as (keyof Static<typeof StatShape>)[];

export { renderStat };

const ofStats = madeOf<ListStatsResponse>();

export const { Shape: StatsShape, render: renderStats } = ofStats.resource(
  'Stats',
  'How many texts were sent and received.',
  {
    stats: ofStats.field(
      Type.Array(StatShape, { description: 'In order of days. A period without texts has none.' }),
      ({ stats }) => stats.map(renderStat),
    ),
    from: text('The first day.'),
    to: text('The last day.'),
    time_zone: text('The zone of the days: that of the account’s quiet hours, UTC without any.'),
    complete: flag('False while texts of these days are still being counted: ask again in a moment.'),
  },
  { from: '2026-11-01', to: '2026-11-30', time_zone: 'Europe/Berlin', complete: true },
);

/** A parameter that is one of some words; the value of undefined where it is left out. */
const wordOf = <const T extends string, V>(
  values: Readonly<Record<T, V>>,
  otherwise: V,
  description: string,
): Parameter<V> => {
  const { schema, read } = optionalWord(Object.keys(values) as T[], description);
  return {
    schema,
    read(given, name) {
      const word = read(given, name);
      return word === undefined ? otherwise : values[word];
    },
  };
};

/** Which stats are asked for. */
export const statsParameters = {
  from: optionalText(
    'The first day, as 2026-11-01. Without it the first of the month that the last day is in, or of this one.',
  ),
  to: optionalText(
    'The last day, at most 399 after the first one. Without it today, or the end of this month.',
  ),
  by: wordOf<'day' | 'week' | 'month', StatsPeriod>(
    { day: StatsPeriod.DAY, week: StatsPeriod.WEEK, month: StatsPeriod.MONTH },
    StatsPeriod.DAY,
    'What texts are summed over: a day, a week from Monday on, or a month. day without it.',
  ),
  split: wordOf<'device' | 'reason', StatsSplit>(
    { device: StatsSplit.DEVICE, reason: StatsSplit.REASON },
    StatsSplit.UNSPECIFIED,
    'Divides each period by device and carrier, or by why texts failed. Not divided without it.',
  ),
};
