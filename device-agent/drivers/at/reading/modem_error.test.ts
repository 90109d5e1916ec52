// The table of errors: every number that the standards give has plain words and a kind.
import { expect, test } from 'vitest';
import { cmeErrors, cmsErrors } from './error_table.ts';
import { describeError, failureCodeOf, meaningOfError, parseRefusal } from './modem_error.ts';

/** The lists of TS 24.011 annex E-2, TS 23.040 9.2.3.22 and TS 27.005 3.2.5. */
const networkCauses = [
  1, 8, 10, 21, 27, 28, 29, 30, 38, 41, 42, 47, 50, 69, 81, 95, 96, 97, 98, 99, 111, 127,
];
const smscCauses = [
  ...[128, 129, 130, 143, 144, 145, 159, 160, 161, 175, 176, 192, 193, 194, 195, 196, 197, 198, 199],
  ...[208, 209, 210, 211, 212, 213, 255],
];
const deviceCauses = [
  ...[300, 301, 302, 303, 304, 305, 310, 311, 312, 313, 314, 315, 316, 317, 318, 320, 321, 322],
  ...[330, 331, 332, 340, 500],
];

test('every number of the standards is in the table', () => {
  for (const code of [...networkCauses, ...smscCauses, ...deviceCauses])
    expect([code, cmsErrors.has(code)]).toEqual([code, true]);
});

test('every row says something short that fits behind "the modem says"', () => {
  for (const [code, { words }] of [...cmsErrors, ...cmeErrors]) {
    expect([code, words.length > 3 && words.length < 80 && !words.endsWith('.')]).toEqual([code, true]);
  }
});

test('what the network and the SMSC refuse is distinguished from what the device refuses', () => {
  expect(failureCodeOf({ family: 'cms', code: 38 })).toBe('rejected_by_network');
  expect(failureCodeOf({ family: 'cms', code: 196 })).toBe('rejected_by_network');
  expect(failureCodeOf({ family: 'cms', code: 310 })).toBe('device_failed');
  expect(failureCodeOf({ family: 'cme', code: 30 })).toBe('device_failed');
  expect(failureCodeOf({ family: 'plain' })).toBe('device_failed');
});

test.each([
  ['+CMS ERROR: 1', 'permanent'],
  ['+CMS ERROR: 42', 'congested'],
  ['+CMS ERROR: 41', 'congested'],
  ['+CMS ERROR: 47', 'congested'],
  ['+CMS ERROR: 192', 'congested'],
  ['+CMS ERROR: 11', 'permanent'],
  ['+CMS ERROR: 27', 'temporary'],
  ['+CMS ERROR: 38', 'no_network'],
  ['+CMS ERROR: 331', 'no_network'],
  ['+CME ERROR: 30', 'no_network'],
  ['+CMS ERROR: 310', 'no_sim'],
  ['+CME ERROR: 11', 'pin'],
  ['+CMS ERROR: 322', 'full'],
  ['+CMS ERROR: 332', 'unsure'],
  ['+CMS ERROR: 500', 'unsure'],
  ['+CMS ERROR: 513', 'unsure'],
  ['+CMS ERROR: 120', 'permanent'],
  ['+CMS ERROR: SIM busy', 'unsure'],
  ['ERROR', 'unsure'],
] as const)('%s is %s', (line, kind) => {
  const error = parseRefusal(line);
  expect(error && meaningOfError(error).kind).toBe(kind);
});

test('the number is shown, and words that a modem makes up are not', () => {
  expect(describeError({ family: 'cms', code: 38 })).toBe(
    'the modem says: the network is out of order (+CMS ERROR 38)',
  );
  const made = parseRefusal('+CME ERROR: +15551234567 is bad');
  expect(made && describeError(made)).toBe('the modem says: a reason that no standard names');
});

test('lines that are no refusal are none', () => {
  for (const line of ['OK', '+CMGS: 5', '+CMSERROR', 'ERRORS', ''])
    expect(parseRefusal(line)).toBeUndefined();
});
