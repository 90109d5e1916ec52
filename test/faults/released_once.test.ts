// kill -9 of cores as they release texts whose instant has come: none is lost, none leaves early, none twice. The log of the
// modem that they leave by is the judge.
import { expect, test } from 'vitest';
import type { CoreUnderTest } from './core_under_test.ts';
import { providePhone } from './provide_phone.ts';
import { judgeNetwork, type RealPhone } from './real_phone.ts';

const recipient = '+15005550101';
const deaths = 3;
/** Texts of a round, and between their instants. */
const texts = 4;
const apartMs = 300;

let core: CoreUnderTest;
let other: CoreUnderTest;
let phone: RealPhone;
providePhone((provided) => {
  ({ core, other, phone } = provided);
});

test('cores that die as they release lose, repeat and hasten nothing, and what left kept its order', async () => {
  const due = new Map<string, number>();
  const sendSome = async (round: number) => {
    const startMs = Date.now() + 2_000;
    for (let text = 0; text < texts; text++) {
      const [body, atMs] = [`round ${round}, text ${text}`, startMs + text * apartMs];
      due.set(body, atMs);
      await phone.send(recipient, body, atMs);
    }
  };
  for (let round = 0; round < deaths; round++) {
    // The one that dies is alone until then, so that the release is its own.
    await Promise.all([core.kill(), other.kill()]);
    const { died } = await core.run('text_after_release');
    // On a busy machine it dies before the last text is accepted, which then waits for one that answers.
    const sent = sendSome(round);
    await died();
    await Promise.all([core.run(), other.run()]);
    await sent;
  }
  // Two that compete for the same texts.
  await sendSome(deaths);
  await phone.settled(0);
  judgeNetwork(phone);
  const left = phone.modem.submits();
  expect(left.map(({ text }) => text)).toEqual([...due.keys()]);
  for (const { text, atMs } of left) expect(atMs, text).toBeGreaterThanOrEqual(due.get(text) as number);
}, 120_000);
