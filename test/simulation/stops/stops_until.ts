// Plays stories about stops, one seed after the other, until there are as many as SIMULATION_STOPS says, or for as many hours as
// SIMULATION_HOURS says. The first seed that breaks something ends it, and repeats it.
import { expect, type TestContext } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { countPlayed, extent, extentName } from '../../support/extent.ts';
import { playStops } from './play_stops.ts';
import type { StopRoute } from './stop_accounts.ts';

const hourMs = 3_600_000;
const seed = process.env.SIMULATION_SEED ?? 'suite';
const wanted = Number(process.env.SIMULATION_STOPS ?? 1);
const longestMs = Number(process.env.SIMULATION_HOURS ?? 1) * hourMs;
/** Stories of one seed: the more there are, the less its beginning and its quiet moments cost each of them. */
const storiesOfSeed = extent({ suite: 40, nightly: 1_000 });
/** The last seed is played to its end. */
export const timeoutMs = longestMs + hourMs;

/** Plays those whose texts leave by one route, which are this share of all. */
export async function playStopsUntil({ task }: TestContext, route: StopRoute, share: number): Promise<void> {
  const played = { stories: 0, acknowledged: 0, left: 0, kept: 0, statements: 0 };
  const endMs = systemClock.nowMs() + longestMs;
  for (let round = 0; played.stories < wanted * share && systemClock.nowMs() < endMs; round++) {
    const own = round === 0 ? seed : `${seed}-${round}`;
    const { breaches, ...counts } = await playStops({ seed: own, stories: storiesOfSeed, route });
    played.stories += storiesOfSeed;
    for (const [name, count] of Object.entries(counts)) played[name as keyof typeof counts] += count;
    countPlayed(task, played);
    const repeats = `${extentName}=${process.env[extentName] ?? 'suite'} SIMULATION_SEED=${own}`;
    expect(
      breaches,
      `one of ${played.stories} stories, repeated by ${repeats}: ${breaches.join('; ')}`,
    ).toEqual([]);
  }
  expect(played.left).toBeGreaterThan(0);
  expect(played.kept).toBeGreaterThan(0);
}
