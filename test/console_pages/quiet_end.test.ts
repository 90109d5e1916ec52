// Quiet hours are on in the account's own zone, over midnight as well.
import { expect, test } from 'vitest';
import { quietEnd } from '../../gateway/console/pages/overview/quiet_end.ts';

const at = (time: string) => Date.parse(`2026-11-24T${time}:00Z`);

test.each([
  ['before they begin', '08:00', '12:00', '07:59', false],
  ['as they begin', '08:00', '12:00', '08:00', true],
  ['in their last minute', '08:00', '12:00', '11:59', true],
  ['as they end', '08:00', '12:00', '12:00', false],
  ['over midnight, late', '22:00', '07:00', '23:00', true],
  ['over midnight, early', '22:00', '07:00', '06:59', true],
  ['over midnight, by day', '22:00', '07:00', '12:00', false],
])('%s', (_, from, until, time, isOn) => {
  expect(quietEnd({ time_zone: 'UTC', from, until }, at(time))).toBe(isOn ? `${until} (UTC)` : null);
});

test('the zone decides, not the reader’s clock', () => {
  const hours = { time_zone: 'Europe/Berlin', from: '22:00', until: '07:00' };
  expect(quietEnd(hours, at('21:30'))).toBe('07:00 (Europe/Berlin)');
  expect(quietEnd(hours, at('06:30'))).toBe(null);
});
