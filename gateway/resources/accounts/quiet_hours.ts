// Quiet hours.
import { Type } from 'typebox';
import type { QuietHours } from '../../../proto/gen/textrelay/v1/account_pb.ts';
import { decidedByCore, nullable, text } from '../../schemas/kinds.ts';
import { madeOf } from '../../schemas/resource.ts';

const timeOfDay = (description: string) =>
  decidedByCore(text(description), { pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' });

const fields = {
  time_zone: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'Whose clock counts: a name of the IANA database.',
  }),
  from: timeOfDay('When they begin, by that clock.'),
  until: timeOfDay('When they end; a time before from is that of the next day.'),
};

export const SetQuietHoursBody = Type.Object(fields, {
  title: 'SetQuietHours',
  description: 'The part of the day in which texts are not to leave.',
});

const { Shape, render: renderQuietHours } = madeOf<QuietHours>().resource(
  'QuietHours',
  'The part of the day in which texts don’t leave.',
  fields,
  { time_zone: 'Europe/Berlin', from: '21:30', until: '07:00' },
);

export { renderQuietHours };

export const QuietHoursAnswer = Type.Object(
  { quiet_hours: nullable(Shape) },
  { title: 'QuietHoursAnswer', description: 'The quiet hours; null for none.' },
);
