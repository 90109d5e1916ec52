import { expect, test } from 'vitest';
import { type AccountDay, standsOut } from './standing_out.ts';

const quiet: AccountDay = {
  sent: 0,
  sentLastHour: 0,
  failed: 0,
  failedLastHour: 0,
  optOuts: 0,
  optOutsLastHour: 0,
};
const of = (day: Partial<AccountDay>) => standsOut({ ...quiet, ...day });

test('an account stands out by a fifth of failures, of 20 at least, in the day or the hour', () => {
  expect(of({ sent: 100, failed: 20 })).toEqual(['failures']);
  expect(of({ sent: 95, failed: 19 })).toEqual([]);
  expect(of({ sent: 101, failed: 20 })).toEqual([]);
  expect(of({ sent: 9_000, failed: 20, sentLastHour: 100, failedLastHour: 20 })).toEqual(['failures']);
});

test('an account stands out by opt-outs of one in fifty, of 5 at least', () => {
  expect(of({ sent: 250, optOuts: 5 })).toEqual(['opt_outs']);
  expect(of({ sent: 251, optOuts: 5 })).toEqual([]);
  expect(of({ sent: 10, optOuts: 4 })).toEqual([]);
});

test('an account stands out by 200 texts in an hour that are five times what the other hours had', () => {
  expect(of({ sent: 200, sentLastHour: 200 })).toEqual(['volume']);
  expect(of({ sent: 199, sentLastHour: 199 })).toEqual([]);
  expect(of({ sent: 200 + 23 * 40, sentLastHour: 200 })).toEqual(['volume']);
  expect(of({ sent: 200 + 23 * 41, sentLastHour: 200 })).toEqual([]);
});
