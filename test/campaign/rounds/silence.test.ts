// How the silence of a cluster's rounds is measured.
import { expect, test } from 'vitest';
import { Seeded } from '../../support/seeded.ts';
import { roundKinds } from './kinds.ts';
import { drawRounds, type Round } from './rounds.ts';
import { figuresByKind, longestSilence, measure } from './silence.ts';

const round = (times: Pick<Round, 'kind' | 'struckMs' | 'healedMs' | 'wholeMs'>): Round => ({
  ...times,
  victim: 'node-1',
  acknowledgedBefore: true,
  acknowledgedMeanwhile: true,
  promotions: { before: 0, after: 1 },
});
const at = (...times: number[]) => times.map((endedMs) => ({ endedMs }));

test('a silence counts from the fault, not from the last acknowledgement before it', () => {
  expect(longestSilence(at(900, 4_000), 1_000, 5_000)).toBe(3_000);
});

test('an acknowledgement that was on its way at the fault does not end the silence', () => {
  expect(longestSilence(at(1_005, 4_000, 4_100), 1_000, 5_000)).toBe(2_995);
});

test('a silence that began while the fault lasted counts to its end, and what came later does not count', () => {
  expect(longestSilence(at(1_100, 1_200, 9_000, 60_000), 1_000, 5_000)).toBe(7_800);
});

test('a silence that nothing ended lasts as long as the fault', () => {
  expect(longestSilence(at(1_100), 1_000, 5_000)).toBe(3_900);
  expect(longestSilence([], 1_000, 5_000)).toBe(4_000);
});

test('what is silent after the end of a fault counts apart from what was silent before', () => {
  const killed = round({ kind: 'kill_database', struckMs: 1_000, healedMs: 5_000, wholeMs: 9_000 });
  const [measured] = measure([killed], at(1_000, 6_500, 7_000, 9_100));
  expect(measured).toMatchObject({ silenceMs: 5_500, afterHealMs: 2_100 });
});

test('a round after which the cluster was never whole counts in no figure of that', () => {
  const cut = round({ kind: 'cut_database', struckMs: 0, healedMs: 10, wholeMs: null });
  const { cut_database: figures } = figuresByKind(measure([cut], at(5, 20)));
  expect(figures).toMatchObject({ silence: { count: 1, max: 15 }, untilWhole: { count: 0 } });
});

test('every kind comes once before any comes again, in an order of the seed', () => {
  const names = (seed: string) =>
    drawRounds(new Seeded(seed), roundKinds.length * 2, roundKinds).map(({ kind }) => kind);
  const [drawn, again, other] = [names('a'), names('a'), names('b')];
  expect(drawn).toEqual(again);
  expect(drawn).not.toEqual(other);
  for (const turn of [drawn.slice(0, roundKinds.length), drawn.slice(roundKinds.length)])
    expect(new Set(turn).size).toBe(roundKinds.length);
});
