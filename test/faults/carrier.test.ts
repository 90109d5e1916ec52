// Cores die by kill -9 at every named place of route gateway, carriers drop the line anywhere in a window or die, and the
// database goes away. Each part of each text leaves at most once, every text ends, each received text arrives once, the
// counts agree and readers miss nothing.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { extent, isNightly } from '../support/extent.ts';
import type { PlainSmsc } from '../support/plain_smsc/plain_smsc.ts';
import type { Plan, Strike } from '../support/plain_smsc/plan.ts';
import { type Judged, judgeWorld } from './carrier_judge.ts';
import { CarrierWorld, pause, window } from './carrier_world.ts';
import type { CoreUnderTest } from './core_under_test.ts';

const places = [
  'carrier_before_claim',
  'carrier_after_claim',
  'carrier_after_submit',
  'carrier_after_record',
  'receipt_before_commit',
  'receipt_after_commit',
  'inbound_before_commit',
  'inbound_after_commit',
] as const;

/** Where the only core dies: in the suite once on a text's way out, and once on a text's way in. */
const placesAlone = isNightly ? places : (['carrier_after_submit', 'inbound_before_commit'] as const);
const databaseCuts = extent({ suite: 3, nightly: 12 });

/** Between two waves of texts, in milliseconds. */
const waveMs = 400;

/** Sends and receives texts again and again until `end`. */
async function load(world: CarrierWorld, end: Promise<unknown>): Promise<void> {
  let isOver = false;
  const over = end.finally(() => {
    isOver = true;
  });
  over.catch(() => undefined);
  while (!isOver) {
    const wave = Promise.all([world.send(), world.receive(), pause(waveMs)]);
    // No core is there to take it now; one takes it later.
    await Promise.race([over, wave]);
  }
  await over;
}

async function judge(world: CarrierWorld): Promise<Judged> {
  await world.settled();
  return judgeWorld(world);
}

/** Each test has a world of its own. */
const worlds: CarrierWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.throwAway();
});

async function open(replicas: number, plans: Plan[] = [{}]): Promise<CarrierWorld> {
  const world = await CarrierWorld.start(plans);
  worlds.push(world);
  for (let index = 0; index < replicas; index++) await world.addCore();
  await world.openAccounts();
  return world;
}

describe('while another core lives, one is killed', () => {
  let world: CarrierWorld;
  beforeAll(async () => {
    world = await CarrierWorld.start();
    await world.addCore();
  }, 60_000);
  afterAll(() => world?.throwAway());

  test('while another core lives, one is killed at no place: all is delivered', async () => {
    await world.openAccounts();
    await load(world, pause(3 * waveMs));
    expect(await judge(world)).toMatchObject({ unknown: 0, delivered: world.asked.size });
    world.forget();
  }, 60_000);

  const nths = places.map((place) => `${place}:${place === 'carrier_after_submit' ? 20 : 3}`);
  // In the suite two die in one load: one as a text goes out, the other as a receipt or a text comes in.
  const alone = [...nths, 'carrier_after_submit:1'].map((place) => [place]);
  const half = nths.length / 2;
  const pairs = nths.slice(0, half).map((place, index) => [place, nths[half + index] ?? '']);
  for (const group of isNightly ? alone : pairs) {
    test(`while another core lives, one is killed at ${group.join(', and one at ')}`, async () => {
      await world.openAccounts();
      const doomed: CoreUnderTest[] = [];
      for (const place of group) doomed.push(await world.addCore(place));
      await load(world, Promise.all(doomed.map((core) => core.died())));
      for (const core of doomed) await world.remove(core);
      const { unknown } = await judge(world);
      // The parts that a dead core may have claimed.
      expect(unknown).toBeLessThanOrEqual(2 * window * group.length);
      world.forget();
    }, 60_000);
  }
});

test(`the only core is killed at ${placesAlone.length} places in turn, and comes back`, async () => {
  const world = await open(0, [{ receipts: 'before' }]);
  const core = await world.addCore(placesAlone[0]);
  await world.openAccounts();
  for (const next of [...placesAlone.slice(1), '']) {
    await load(world, core.died());
    await world.restart(core, next);
  }
  const { unknown, delivered } = await judge(world);
  expect(unknown).toBeLessThanOrEqual(2 * window * placesAlone.length);
  expect(delivered).toBeGreaterThan(0);
}, 120_000);

test('three cores share a carrier, and two of them are killed amid the load', async () => {
  const world = await open(3);
  const kill = async (core: CoreUnderTest | undefined) => {
    await pause(waveMs);
    await (core as CoreUnderTest).kill();
    await world.remove(core as CoreUnderTest);
  };
  await load(
    world,
    kill(world.cores[2]).then(() => kill(world.cores[0])),
  );
  const { unknown } = await judge(world);
  expect(unknown).toBeLessThanOrEqual(4 * window);
}, 60_000);

test('when a carrier drops the line or dies in mid-window, the next one takes over', async () => {
  const strikes: Strike[] = [
    { at: 'before_taken', action: 'drop', nth: 5 },
    { at: 'after_taken', action: 'drop', nth: 12 },
    { at: 'inside_answer', action: 'drop', nth: 9 },
    { at: 'after_answer', action: 'drop', nth: 3 },
    { at: 'after_taken', action: 'die', nth: 7 },
  ];
  const world = await open(1, [...strikes.map(() => ({})), {}]);
  const struck = strikes.map(async (strike, index) => {
    const smsc = world.smscs[index] as PlainSmsc;
    await (await smsc.strike({ strike, answerMs: index * 3 })).struck;
    if (strike.action === 'die') await smsc.run();
    else await smsc.plan({});
  });
  await load(world, Promise.all(struck));
  const { unknown, bySmsc } = await judge(world);
  expect(unknown).toBeLessThanOrEqual(strikes.length * window);
  for (const texts of bySmsc.slice(0, strikes.length)) expect(texts).toBeGreaterThan(0);
}, 60_000);

test('the only carrier dies twice, and the texts that it did not take are sent when it is back', async () => {
  const world = await open(2);
  const [smsc] = world.smscs as [PlainSmsc];
  await world.send();
  const { struck } = await smsc.strike({ strike: { at: 'after_taken', action: 'die', nth: 20 } });
  await load(
    world,
    struck.then(() => smsc.run({ receiptMs: 50 })),
  );
  await smsc.kill();
  await world.send();
  await smsc.run({ receipts: 'before' });
  const { unknown, delivered } = await judge(world);
  expect(unknown).toBeLessThanOrEqual(4 * window);
  expect(delivered).toBeGreaterThan(0);
}, 60_000);

test('a carrier that is overloaded is left alone, and another one takes over', async () => {
  const world = await open(2, [
    { refuse: { status: 0x58, times: 30 } },
    { refuse: { status: 0x14, times: 5 } },
  ]);
  await load(world, pause(3 * waveMs));
  const { unknown, bySmsc } = await judge(world);
  expect(unknown).toBe(0);
  expect(bySmsc[1]).toBeGreaterThan(0);
}, 60_000);

test('the line to the database is cut again and again: no outcome is unknown, and nothing leaves twice', async () => {
  // Answers are late, so that texts are under way whenever the line is cut.
  const world = await open(2, [{ answerMs: 250 }]);
  const cut = async () => {
    for (let turn = 0; turn < databaseCuts; turn++) {
      await pause(100);
      // Statements that wait lose their answers but still commit.
      await world.holdWrites(async () => {
        await pause(50);
        world.databaseLine.reset();
      });
    }
  };
  await load(world, cut());
  await (world.smscs[0] as PlainSmsc).plan({});
  expect(await judge(world)).toMatchObject({ unknown: 0 });
}, 60_000);

test('a core dies while the database takes no writes: receipts and texts that it received meanwhile come again', async () => {
  const world = await open(1, [{ receiptMs: 500 }]);
  const [core] = world.cores as [CoreUnderTest];
  await world.send();
  await pause(250);
  await world.holdWrites(async () => {
    await world.receive();
    await pause(1_000);
    await core.kill();
  });
  await world.restart(core);
  await (world.smscs[0] as PlainSmsc).plan({});
  const { unknown } = await judge(world);
  expect(unknown).toBeLessThanOrEqual(3 * window);
}, 60_000);

test('a core that is asked to stop finishes what is under way, and another one sends the rest', async () => {
  const world = await open(2, [{ answerMs: 300 }]);
  const [first] = world.cores as [CoreUnderTest];
  let code: number | null = null;
  const stop = async () => {
    await pause(waveMs);
    code = await first.stop();
    await world.remove(first);
  };
  await load(world, stop());
  await (world.smscs[0] as PlainSmsc).plan({});
  expect(await judge(world)).toMatchObject({ unknown: 0 });
  expect(code).toBe(0);
}, 60_000);
