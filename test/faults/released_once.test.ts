// Cores die by kill -9 as they release texts that are due: no text is lost, leaves early or leaves twice. The log of the
// modem is the judge.
import { expect, test } from 'vitest';
import { extent } from '../support/extent.ts';
import type { CoreUnderTest } from './core_under_test.ts';
import { providePhone } from './provide_phone.ts';
import { judgeNetwork, type RealPhone } from './real_phone.ts';

const recipient = '+15005550101';
const deaths = extent({ suite: 1, nightly: 6 });
/** Texts in a round, and the time between their instants. */
const texts = 4;
const apartMs = 300;

let core: CoreUnderTest;
let other: CoreUnderTest;
let phone: RealPhone;
providePhone((provided) => {
  ({ core, other, phone } = provided);
});

test(
  'cores that die as they release texts lose none, repeat none, send none early, and keep their order',
  async () => {
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
      // The core that dies is alone until then, so that it does the release itself.
      await Promise.all([core.kill(), other.kill()]);
      const { died } = await core.run('text_after_release');
      // On a busy machine it may die before the last text is accepted. That text then waits for a core that answers.
      const sent = sendSome(round);
      await died();
      await Promise.all([core.run(), other.run()]);
      await sent;
    }
    // Two cores compete for the same texts.
    await sendSome(deaths);
    await phone.settled(0);
    judgeNetwork(phone);
    const left = phone.modem.submits();
    expect(left.map(({ text }) => text)).toEqual([...due.keys()]);
    for (const { text, atMs } of left) expect(atMs, text).toBeGreaterThanOrEqual(due.get(text) as number);
  },
  extent({ suite: 120_000, nightly: 240_000 }),
);
