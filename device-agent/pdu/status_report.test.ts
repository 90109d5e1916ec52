// What each TP-ST means, against the table of TS 23.040 9.2.3.15.
import { expect, test } from 'vitest';
import { meaningOf } from './status_report.ts';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test.each([
  ['delivered', [...range(0x00, 0x02), ...range(0x10, 0x1f)]],
  ['trying', range(0x20, 0x3f)],
  ['failed', [...range(0x03, 0x0f), ...range(0x40, 0xff)]],
] as const)('%s is what these values mean', (outcome, values) => {
  for (const status of values) expect([status, meaningOf(status).outcome]).toEqual([status, outcome]);
});

test.each([
  [0x00, 'the phone has it'],
  [0x22, "the recipient's phone did not answer"],
  [0x43, 'the number cannot be reached'],
  [0x46, "the network gave up when the text's time was over"],
  [0x62, "the recipient's phone did not answer"],
  [0x55, 'the network gave no known reason (status 55)'],
  [0x30, 'the network gave no known reason (status 30)'],
  [0x08, 'rejected (status 08)'],
])('status %i in plain words', (status, reason) => {
  expect(meaningOf(status).reason).toBe(reason);
});

test('every value has a short reason', () => {
  for (const status of range(0, 255)) expect(meaningOf(status).reason).toMatch(/^[a-z][a-z0-9 ,'()]{5,90}$/i);
});
