// Net::SMPP as an SMSC that refuses, throttles, drops, breaks SMPP and falls silent: what our side says of a
// submit is never better than what the SMSC received, and never worse than it can be.
import { expect } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import type { SubmitResult } from '../../server/carrier/carrier.ts';
import {
  brokenDeliveries,
  type JudgedSubmit,
  lostThread,
  senseless,
  unreadableDeliveries,
} from '../support/net_smpp/plan.ts';
import {
  type Bench,
  type Judged,
  judged,
  keyOf,
  lastOf,
  provideBench,
  receivedOf,
  submissionsOf,
  titled,
} from './smpp_judged.ts';

const open = provideBench();

const textsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => submissionsOf(`text ${index}`)).flat();

const countOf = (all: readonly Judged[], kind: SubmitResult['kind']) =>
  all.filter((one) => lastOf(one).kind === kind).length;

/** Holds each result of each attempt against what the SMSC received and answered. */
function expectTrue({ smsc }: Bench, all: readonly Judged[]) {
  const received = receivedOf(smsc.submits);
  for (const one of all) {
    const submits: JudgedSubmit[] = received.get(keyOf(one.submission)) ?? [];
    const names = submits.map(({ index }) => smsc.accepted.get(index)).filter((name) => name !== undefined);
    const refusals = submits.filter(({ index }) => smsc.refused.has(index)).length;
    const results = one.results.map(({ kind }) => kind);
    // What was received without a refusal is accepted or unknown, and once at most; what was refused may come again.
    expect(submits.length - refusals).toBeLessThanOrEqual(1);
    expect(names.length).toBeLessThanOrEqual(1);
    if (submits.length > refusals) expect(['accepted', 'unknown']).toContain(lastOf(one).kind);
    const last = lastOf(one);
    if (last.kind === 'accepted') expect([last.ref]).toEqual(names);
    // Only the last word may be other than a rejection.
    expect(results.slice(0, -1).every((kind) => kind === 'rejected')).toBe(true);
  }
  expect(smsc.complaints).toEqual([]);
}

judged.each(['reset', 'end'] as const)(
  titled('connections that end in mid-window (%s): nothing twice, and unknown only where nobody can know'),
  async (drop) => {
    const window = 40;
    const on = await open({
      plan: {
        rules: [
          { every: 150, drop },
          { delay_ms: 2, spread_ms: 30 },
        ],
      },
      settings: { connections: 2, window },
      speed: 60,
    });
    const done = await on.submitAll(textsOf(1_500));
    expectTrue(on, done);
    const drops = [...on.smsc.closed.values()].filter((why) => why === 'dropped').length;
    expect(drops).toBeGreaterThanOrEqual(5);
    expect(countOf(done, 'rejected')).toBe(0);
    expect(countOf(done, 'unknown')).toBeGreaterThanOrEqual(drops);
    expect(countOf(done, 'unknown')).toBeLessThanOrEqual(drops * window);
    expect(countOf(done, 'accepted')).toBeGreaterThan(700);
  },
);

judged(
  titled('an SMSC that throttles and has full queues gets everything in the end, and each text once'),
  async () => {
    const on = await open({
      plan: {
        rules: [
          { first: 40, status: 0x58 },
          { first: 30, status: 0x14 },
          { first: 20, status: 0x64 },
          { first: 5, status: 0x08 },
        ],
        rate: 1_000,
      },
      settings: { window: 60 },
      speed: 30,
    });
    const done = await on.submitAll(textsOf(600));
    expectTrue(on, done);
    expect(countOf(done, 'accepted')).toBe(600);
    expect(on.smsc.refused.size).toBeGreaterThanOrEqual(95);
    const rejections = done.flatMap(({ results }) => results).filter(({ kind }) => kind === 'rejected');
    expect(rejections.length).toBe(on.smsc.refused.size);
    for (const rejection of rejections)
      expect(rejection).toMatchObject({
        code: 'carrier_failed',
        retryable: true,
        afterMs: expect.any(Number),
      });
  },
);

judged(
  titled('what an SMSC refuses for good is submitted once, and reported with who refused it'),
  async () => {
    const statuses: [number, string][] = [
      [0x0b, 'rejected_by_network'],
      [0x45, 'rejected_by_network'],
      [0x65, 'rejected_by_network'],
      [0x0a, 'carrier_failed'],
      [0x15, 'carrier_failed'],
      [0xc0, 'carrier_failed'],
      [0x4aa, 'carrier_failed'],
    ];
    const on = await open({
      plan: { rules: statuses.map(([status], index) => ({ first: 1, status, nack: index % 2 === 1 })) },
      settings: { window: 1 },
    });
    const done = await on.submitAll(textsOf(10));
    expectTrue(on, done);
    expect(on.smsc.submits.length).toBe(10);
    const said = done.map(({ results }) =>
      results.map((one) => ('code' in one ? [one.code, one.retryable] : one.kind)),
    );
    expect(said).toEqual([
      ...statuses.map(([, code]) => [[code, false]]),
      ...Array.from({ length: 3 }, () => ['accepted']),
    ]);
  },
);

judged(
  titled(
    'broken PDUs are read as far as they go or passed over, and the same session goes on with its submits',
  ),
  async () => {
    const on = await open({ plan: { rules: [{ delay_ms: 60 }] } });
    const done: Judged[] = [];
    for (const kind of [...unreadableDeliveries, ...brokenDeliveries, ...senseless]) {
      const submitted = on.submitAll(textsOf(5));
      await on.smsc.when(() => on.smsc.submits.length === done.length + 5);
      await on.smsc.breakPdu(kind, 1);
      done.push(...(await submitted));
      expectTrue(on, done);
    }
    expect(countOf(done, 'accepted')).toBe(done.length);
    expect([...on.smsc.closed]).toEqual([]);
    const answered = (command: string) => on.smsc.answers.filter((one) => one.command === command);
    expect(answered('deliver_sm_resp').map(({ status }) => status)).toEqual([
      ...unreadableDeliveries.map(() => 1),
      ...brokenDeliveries.map(() => 0),
    ]);
    expect(answered('generic_nack')).toMatchObject([{ seq: 900_001, status: 3 }]);
    expect([on.inbounds.map(({ text }) => text), on.receipts]).toEqual([
      ['broken', expect.stringMatching(/^broken/), 'bro', 'broken', 'broken'],
      [],
    ]);
  },
);

judged(
  titled('when the thread is lost the session is made anew, and what was under way is unknown'),
  async () => {
    const on = await open({ speed: 40 });
    const done: Judged[] = [];
    for (const [index, kind] of lostThread.entries()) {
      const session = await on.smsc.whenBound();
      await on.smsc.plan({ rules: [{ first: 3, silence: true }] });
      const received = on.smsc.submits.length;
      const submitted = on.submitAll(textsOf(3));
      await on.smsc.when(() => on.smsc.submits.length === received + 3);
      await on.smsc.breakPdu(kind, session);
      done.push(...(await submitted));
      await on.smsc.when(() => on.smsc.closed.size >= index + 1);
      done.push(...(await on.submitAll(textsOf(3))));
    }
    expectTrue(on, done);
    expect(countOf(done, 'unknown')).toBe(3 * lostThread.length);
    expect(countOf(done, 'accepted')).toBe(3 * lostThread.length);
  },
);

judged(titled('a session of nothing but nonsense is kept while it answers'), async () => {
  const on = await open({ speed: 20 });
  const session = await on.smsc.whenBound();
  for (let sent = 0; sent <= 50; sent++) await on.smsc.breakPdu('unasked_answer', session);
  const done = await on.submitAll(textsOf(3));
  expectTrue(on, done);
  expect(countOf(done, 'accepted')).toBe(3);
  expect([...on.smsc.closed]).toEqual([]);
});

judged(
  titled('a submit that is never answered is unknown after its time, and never comes again'),
  async () => {
    const on = await open({
      plan: { rules: [{ first: 2, silence: true }] },
      settings: { response_timeout_s: 30 },
      speed: 40,
    });
    const done = await on.submitAll(textsOf(5));
    expectTrue(on, done);
    expect([countOf(done, 'unknown') >= 2, countOf(done, 'rejected')]).toEqual([true, 0]);
    const again = await on.submitAll(textsOf(5));
    expect(countOf(again, 'accepted')).toBe(5);
    expect(on.smsc.submits.length).toBe(10);
  },
);

judged(titled('a quiet link is tested, and a question of the SMSC is answered'), async () => {
  const on = await open({ settings: { enquire_after_s: 5 }, speed: 40 });
  await on.smsc.when(() => on.smsc.enquiries.length >= 3);
  expect(await on.smsc.ask('enquire', await on.smsc.whenBound())).toMatchObject({
    command: 'enquire_link_resp',
    status: 0,
  });
  expect([...on.smsc.closed]).toEqual([]);
});

judged(
  titled('an unbind of the SMSC is answered after what is under way, and another session follows'),
  async () => {
    const on = await open({ plan: { rules: [{ delay_ms: 100 }] }, speed: 4 });
    const submitted = on.submitAll(textsOf(20));
    await on.smsc.when(() => on.smsc.submits.length === 20);
    expect(await on.smsc.ask('unbind', 1)).toMatchObject({ command: 'unbind_resp', status: 0 });
    const done = await submitted;
    expect(countOf(done, 'accepted')).toBe(20);
    await on.smsc.when(() => on.smsc.closed.has(1));
    expect(await on.smsc.whenBound()).toBeGreaterThan(1);
    expectTrue(on, [...done, ...(await on.submitAll(textsOf(5)))]);
  },
);

judged(titled('our end waits for what is under way, says unbind and is received'), async () => {
  const on = await open({ plan: { rules: [{ delay_ms: 200 }] }, settings: { connections: 2 }, speed: 1 });
  const submitted = on.submitAll(textsOf(30));
  await on.smsc.when(() => on.smsc.submits.length === 30);
  await on.carrier.stop();
  expect(countOf(await submitted, 'accepted')).toBe(30);
  await on.smsc.catchUp();
  expect(on.smsc.unbinds.toSorted()).toEqual([1, 2]);
  expect([...on.smsc.closed.values()]).toEqual(['unbind', 'unbind']);
});

judged(titled('a bind that is refused is tried again, and shows in health'), async () => {
  const on = await open({ plan: { bind: [0x0e, 0x05] }, speed: 40 });
  await until(() => on.carrier.health().detail.includes('password'));
  expect([on.carrier.health().up, on.carrier.capacity()]).toEqual([false, 0]);
  await on.smsc.whenBound();
  expect(on.smsc.binds.slice(0, 3).map(({ status }) => status)).toEqual([0x0e, 0x05, 0]);
  await until(() => on.carrier.health().up);
});
