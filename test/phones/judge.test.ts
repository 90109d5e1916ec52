// Tests of the judge itself: a service that keeps its promises passes any story, and one that breaks a promise is found out.
import { expect, test } from 'vitest';
import { simulateEachTest } from '../simulation/each_test.ts';
import { extent } from '../support/extent.ts';
import { Conversation } from '../support/stock_phone/conversation.ts';
import type { StockPhone } from '../support/stock_phone/stock_phone.ts';
import { type Evidence, judge } from './judge.ts';
import { type Breach, PlainWorld } from './plain_world.ts';
import { Story, type StoryOptions } from './story.ts';

const time = simulateEachTest();

/** Longer than a phone waits before it pulls by itself, and longer than the plain service waits for a report. */
const settleMs = 20 * 60_000;

async function playAt(
  breach: Breach | undefined,
  seed: string,
  options: Partial<StoryOptions> = {},
): Promise<string[]> {
  const world = await PlainWorld.start(time, breach);
  const story = new Story(world, { seed, settleMs, steps: 40, ...options });
  try {
    const faults = await story.play();
    return faults.length > 0 ? [...faults, ...story.log] : [];
  } finally {
    story.throwAway();
    await world.stop();
  }
}

test.each(Array.from({ length: extent({ suite: 2, nightly: 8 }) }, (_, at) => `plain-${at}`))(
  'a service that keeps its promises passes story %s',
  async (seed) => {
    expect(await playAt(undefined, seed)).toEqual([]);
  },
);

test.each(['unattended', 'alone', 'nobody'].slice(0, extent({ suite: 1, nightly: 3 })))(
  'phones that start again without the app, until their owner opens it, are passed as well: story %s',
  async (seed) => {
    const unattended = { traits: { startsOnBoot: false }, settleMs: 60 * 60_000 };
    expect(await playAt(undefined, seed, unattended)).toEqual([]);
  },
);

test('the same seed gives the same story, whatever the service and the phones do', async () => {
  const logOf = async (breach: Breach | undefined) => {
    const world = await PlainWorld.start(time, breach);
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

test('a receipt counts that a phone posted and saw no answer to, and one that it never posted is found out', () => {
  const words = 'text 1 delivered';
  const evidenceOf = (reports: readonly { status: number | undefined }[]) => {
    const conversation = new Conversation();
    const url = 'http://127.0.0.1/mobile/v1/message';
    const exchange = { url, headers: {}, answerHeaders: {}, answer: '' };
    const listed = JSON.stringify([{ id: 'a', textMessage: { text: words } }]);
    conversation.exchanges.push({ ...exchange, method: 'GET', status: 200, answer: listed });
    const body = JSON.stringify([{ id: 'a', recipients: [{ state: 'Delivered' }] }]);
    for (const { status } of reports)
      conversation.exchanges.push({ ...exchange, method: 'PATCH', status, body });
    const ledger = { sent: [{ words, left: 1, parts: 1 }], received: [] };
    const phone = { conversation, ledger, ownDoubles: [], ownLosses: [], waitingWords: [] };
    return {
      accepted: [words],
      texts: [{ direction: 'out', address: '+15005551000', body: words, status: 'delivered', failure: null }],
      phones: [phone as unknown as StockPhone],
    } satisfies Evidence;
  };
  expect(judge(evidenceOf([{ status: 204 }]))).toEqual([]);
  expect(judge(evidenceOf([{ status: undefined }]))).toEqual([]);
  expect(judge(evidenceOf([]))).toEqual([`"${words}" is delivered: no receipt was reported`]);
});
