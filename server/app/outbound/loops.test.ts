// Programs that answer each other come to an end: the bound of answers is exact on two replicas, and people don't reach it.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { setAnswers as answer } from '../../../test/support/answered_rows.ts';
import { newText } from '../../../test/support/new_text.ts';
import { answerMinutes, mostAnswers } from '../../store/outbound/answers.ts';
import { type OptOutWorld, recipient } from '../opt_outs/testing/opt_out_world.ts';
import { provideOptOutWorld } from '../opt_outs/testing/provide_opt_out_world.ts';

let world: OptOutWorld;
let account: bigint;
provideOptOutWorld((shared, own) => {
  [world, account] = [shared, own];
});

const other = '+15005550007';
const isRefused = (sent: unknown) => sent === 'loop_suspected';

/** Exchanges a text with the recipient; returns what became of the answer. */
async function exchange(replica = 0) {
  await world.receive(account, 'hello', { replica });
  return world.send(account, { replica: 1 - replica });
}
/** Brings the recipient's answers to so many, as they are counted in this moment. */
const setAnswers = (count: number, unanswered = 0) =>
  answer(world.inspect, account, recipient, { count, unanswered });
/** Lets time pass for them. */
const pass = (seconds: number) =>
  world.inspect`update thread set answers_until = answers_until - make_interval(secs => ${seconds}) where account_id = ${account}`;

describe('a program that answers each text', () => {
  test('comes to its end, uncharged and unstored, and to this recipient alone', async () => {
    const sent = [];
    for (let n = 0; n < mostAnswers + 5; n++) sent.push(await exchange(n % 2));
    expect(sent.findIndex(isRefused)).toBe(mostAnswers);
    expect(sent.slice(mostAnswers).every(isRefused)).toBe(true);
    expect(await world.used(account)).toBe(mostAnswers);
    expect((await world.feed(account)).filter(({ direction }) => direction === 'out')).toHaveLength(
      mostAnswers,
    );
    expect(await world.send(account, { to: other })).toBeTypeOf('bigint');
  });

  test('gets one more answer each time that one is forgotten', async () => {
    await setAnswers(mostAnswers, 9);
    await world.receive(account, 'hello');
    expect(await world.send(account)).toBe('loop_suspected');
    await pass(answerMinutes * 60 - 60);
    expect(await world.send(account)).toBe('loop_suspected');
    await pass(61);
    expect(await world.send(account)).toBeTypeOf('bigint');
    expect(await world.send(account)).toBe('loop_suspected');
  });

  test('that answers more texts at once than the bound is cut at it', async () => {
    for (let n = 0; n < 30; n++) await world.receive(account, 'hello');
    await setAnswers(mostAnswers - 7, 30);
    const sent = await Promise.all(Array.from({ length: 40 }, () => world.send(account)));
    expect(sent.map(isRefused)).toEqual([...Array(7).fill(false), ...Array(33).fill(true)]);
  });

  test('gets the original of a repeat all the same', async () => {
    await world.receive(account, 'hello');
    const id = await world.send(account, { ref: 'a' });
    await setAnswers(mostAnswers, 1);
    expect(await world.send(account, { ref: 'a' })).toBe(id);
    expect(await world.send(account, { ref: 'b' })).toBe('loop_suspected');
  });

  test('is found by the last text that it sent', async () => {
    await setAnswers(mostAnswers - 2);
    for (let n = 0; n < 2; n++) await exchange();
    const steps =
      await world.inspect`select steps from message where account_id = ${account} and direction = 'out' order by id`;
    expect(steps[0]?.steps).toBeNull();
    expect(steps[1]?.steps).toMatch(/^b\d+ \|\d+\n$/);
  });
});

test('a dry run says so, and counts nothing', async () => {
  await setAnswers(mostAnswers, 1);
  await world.receive(account, 'hello');
  const preview = () =>
    world.store.previewTexts(
      [{ ...newText({ address: recipient, body: 'hello', isUrgent: true }), accountId: account, lot: 1n }],
      {
        nowMs: world.clock.nowMs(),
        month: '2026-01-01',
        newestMonth: '2026-01-01',
        plans: ['starter'],
        caps: [9],
      },
    );
  expect((await preview())[0]?.verdict).toBe('loop_suspected');
  await pass(answerMinutes * 60 + 1);
  for (let n = 0; n < 2; n++) expect((await preview())[0]?.verdict).toBe('accepted');
});

describe('people', () => {
  test('who answer each other every 15 seconds for 25 minutes are not stopped', async () => {
    for (let n = 0; n < mostAnswers; n++) {
      expect(await exchange()).toBeTypeOf('bigint');
      await pass(15);
    }
  });

  test('who answer each other every five minutes are never stopped', async () => {
    await setAnswers(mostAnswers - 1);
    for (let n = 0; n < 10; n++) {
      expect(await exchange()).toBeTypeOf('bigint');
      await pass(answerMinutes * 60);
    }
  });

  test('get any number of texts for one of theirs, and without one', async () => {
    await world.receive(account, 'hello');
    const texts = Array.from({ length: mostAnswers + 20 }, (_, n) => world.send(account, { replica: n % 2 }));
    expect((await Promise.all(texts)).some(isRefused)).toBe(false);
  });
});

test('the answer to a stop goes out beyond the bound: it has one of its own', async () => {
  await world.optOuts.setSettings(account, {
    stopWords: [],
    stopAnswer: 'Bye.',
    startAnswer: null,
    helpAnswer: null,
  });
  await setAnswers(mostAnswers, 1);
  await world.receive(account, 'stop');
  await expect.poll(async () => (await world.feed(account)).map(({ body }) => body)).toContain('Bye.');
});

test.each([1, 2, 3, 4])(
  'two replicas that answer at once accept as many as the bound has left (%i)',
  async (round) => {
    const left = round * 5;
    for (let n = 0; n < 50; n++) await world.receive(account, 'hello');
    await setAnswers(mostAnswers - left, 50);
    const texts = Array.from({ length: 60 }, (_, n) => world.send(account, { replica: n % 2 }));
    const received = Array.from({ length: 5 }, () => world.receive(account, 'hello', { replica: round % 2 }));
    const sent = await Promise.all(texts);
    await Promise.all(received);
    expect(sent.filter((one) => !isRefused(one))).toHaveLength(left);
    expect(await world.used(account)).toBe(left);
  },
);

test('however texts come and go on two replicas, no more answers count than the bound', async () => {
  const burst = fc.record({ received: fc.nat(70), sent: fc.nat(90) });
  const reached: number[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(burst, { minLength: 2, maxLength: 5 }), async (bursts) => {
      account = await world.addAccount();
      for (const { received, sent } of bursts) {
        const both = (n: number) => ({ replica: n % 2 });
        await Promise.all([
          ...Array.from({ length: received }, (_, n) => world.receive(account, 'hello', both(n))),
          ...Array.from({ length: sent }, (_, n) => world.send(account, both(n))),
        ]);
        const [row] =
          await world.inspect`select extract(epoch from answers_until - now()) / 60 / ${answerMinutes} as answers
          from thread where account_id = ${account}`;
        const answers = Number(row?.answers ?? 0);
        expect(answers).toBeLessThanOrEqual(mostAnswers);
        reached.push(answers);
      }
    }),
    { numRuns: 25 },
  );
  expect(Math.max(...reached)).toBeGreaterThan(mostAnswers / 2);
}, 60_000);

test('what a core that counts no answers received and sent is no error', async () => {
  await world.inspect`insert into thread (account_id, address_norm, address, last_message_id, message_count)
    values (${account}, ${recipient}, ${recipient}, 0, 0)`;
  expect(await exchange()).toBeTypeOf('bigint');
  const [row] =
    await world.inspect`select unanswered, answers_until > now() as is_counted from thread where account_id = ${account}`;
  expect(row).toEqual({ unanswered: 0, is_counted: true });
});
