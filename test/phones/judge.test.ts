// The judge is judged: a service that keeps its promises passes any story, and one that breaks a promise is found out.
import { expect, test } from 'vitest';
import { type Breach, PlainWorld } from './plain_world.ts';
import { Story, type StoryOptions } from './story.ts';

/** Longer than a phone waits before it pulls by itself, and than the plain service waits for a report. */
const settleMs = 20 * 60_000;

async function playAt(
  breach: Breach | undefined,
  seed: string,
  options: Partial<StoryOptions> = {},
): Promise<string[]> {
  const world = await PlainWorld.start(breach);
  const story = new Story(world, { seed, settleMs, steps: 40, ...options });
  try {
    const faults = await story.play();
    return faults.length > 0 ? [...faults, ...story.log] : [];
  } finally {
    story.throwAway();
    await world.stop();
  }
}

test.each(Array.from({ length: 8 }, (_, at) => `plain-${at}`))(
  'a service that keeps its promises passes story %s',
  async (seed) => {
    expect(await playAt(undefined, seed)).toEqual([]);
  },
);

test.each(['unattended', 'alone', 'nobody'])(
  'phones that start again without the app, until their owner opens it, are passed as well: story %s',
  async (seed) => {
    const unattended = { traits: { startsOnBoot: false }, settleMs: 60 * 60_000 };
    expect(await playAt(undefined, seed, unattended)).toEqual([]);
  },
);

test('the same seed is the same story, whatever the service and the phones make of it', async () => {
  const logOf = async (breach: Breach | undefined) => {
    const world = await PlainWorld.start(breach);
    const story = new Story(world, { seed: 'again', settleMs: 60_000, steps: 60 });
    await story.play();
    story.throwAway();
    await world.stop();
    return story.log;
  };
  const log = await logOf(undefined);
  expect(log.length).toBeGreaterThan(60);
  for (const breach of ['embellishes', 'answers first', 'forgets'] as const)
    expect(await logOf(breach)).toEqual(log);
});

const breaches: [Breach, RegExp][] = [
  ['renames', /was listed under \d names/],
  ['lists abroad', /was listed under \d names/],
  ['forgets', /it never ended/],
  ['repeats', /came in once and is there \d times/],
  ['answers first', /came in and is not there/],
  ['gives up', /expired_in_queue: it left/],
  ['embellishes', /sent: it never left/],
];

test.each(breaches)('a service that %s is found out', async (breach, found) => {
  const seen: string[] = [];
  for (let at = 0; at < 12 && !found.test(seen.join('\n')); at += 1)
    seen.push(...(await playAt(breach, `breach-${at}`, { settleMs: 60_000, accidents: ['part', 'losses'] })));
  expect(seen.join('\n')).toMatch(found);
});
