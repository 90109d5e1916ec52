// kill -9 of cores as they release texts whose instant has come: none is lost, none leaves early, none twice. The log of the
// modem that they leave by is the judge.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../support/database.ts';
import { CoreUnderTest } from './core_under_test.ts';
import { judgeNetwork, RealPhone } from './real_phone.ts';

const recipient = '+15005550101';
const deaths = 3;
/** Texts of a round, and between their instants. */
const texts = 4;
const apartMs = 300;

let core: CoreUnderTest;
let other: CoreUnderTest;
beforeAll(async () => {
  const url = await createDatabase();
  core = await CoreUnderTest.start(url);
  other = await CoreUnderTest.start(url);
}, 60_000);
afterAll(async () => {
  await core.stop();
  await other.stop();
}, 60_000);

test('cores that die as they release lose, repeat and hasten nothing, and what left kept its order', async () => {
  const phone = await RealPhone.pair(core);
  await phone.run();
  const due = new Map<string, number>();
  const sendSome = async (round: number) => {
    const startMs = Date.now() + 1_000;
    for (let text = 0; text < texts; text++) {
      const [body, atMs] = [`round ${round}, text ${text}`, startMs + text * apartMs];
      due.set(body, atMs);
      await phone.send(recipient, body, atMs);
    }
  };
  try {
    for (let round = 0; round < deaths; round++) {
      // The one that dies is alone until then, so that the release is its own.
      await Promise.all([core.kill(), other.kill()]);
      const { died } = await core.run('text_after_release');
      await sendSome(round);
      await died();
      await Promise.all([core.run(), other.run()]);
    }
    // Two that compete for the same texts.
    await sendSome(deaths);
    await phone.settled(0);
    judgeNetwork(phone);
    const left = phone.modem.submits();
    expect(left.map(({ text }) => text)).toEqual([...due.keys()]);
    for (const { text, atMs } of left) expect(atMs, text).toBeGreaterThanOrEqual(due.get(text) as number);
  } finally {
    await phone.throwAway();
  }
}, 120_000);
