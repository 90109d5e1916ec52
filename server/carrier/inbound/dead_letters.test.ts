// What carriers brought and nobody could use: bounded for each carrier, gone after its time and on request, and never in the log.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog, type Log } from '../../../runtime/log.ts';
import { SimulatedService } from '../../../test/simulation/simulated_service.ts';
import type { PartClock } from '../../../test/simulation/time.ts';
import { CarrierRows } from '../../../test/support/carrier_rows.ts';
import { startPruner } from '../../app/pruning/pruner.ts';
import { maxDeadLetters } from '../../store/carriers/dead_letters.ts';
import { DeadLetters } from './dead_letters.ts';

let service: SimulatedService;
let rows: CarrierRows;
let clock: PartClock;
beforeAll(async () => {
  service = await SimulatedService.begin();
  rows = await CarrierRows.of(service);
  clock = service.simulation.clockOf('core 1');
});
beforeEach(() => rows.inspect`truncate dead_letter`);
afterAll(async () => {
  await rows.close();
  await service.end();
});

const lines: string[] = [];
const log = { warn: (...said: unknown[]) => lines.push(JSON.stringify(said)) } as unknown as Log;
const lettersOf = (carrier: string) => new DeadLetters(carrier, { store: rows.stores[0], clock, log });
const letter = (raw: string) => ({ source: 'texts', why: 'incomplete' as const, raw });
const list = (carrier: string | null = null) => rows.stores[1].listDeadLetters(carrier, 2n ** 62n, 1_000);

describe('a dead letter', () => {
  test('a dead letter is kept as it came, and the log says that it came, and nothing of what it says', async () => {
    lines.length = 0;
    await lettersOf('main').take(letter('{"from":"+15005550006","text":"a\u0000secret"}'));
    expect(await list()).toMatchObject([
      { carrier: 'main', source: 'texts', why: 'incomplete', receivedAtMs: clock.nowMs() },
    ]);
    expect((await list())[0]?.raw).toMatch(/^\{"from":"\+15005550006","text":"a.secret"\}$/u);
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/5550006|secret/);
  });

  test('a dead letter is kept up to 8,192 characters, and a pair of surrogates is never cut in two', async () => {
    await lettersOf('main').take(letter(`${'x'.repeat(8_191)}😀`));
    await lettersOf('other').take(letter('x'.repeat(8_192)));
    expect((await list('main'))[0]?.raw).toHaveLength(8_192);
    expect((await list('main'))[0]?.raw.isWellFormed()).toBe(true);
    expect((await list('other'))[0]?.raw).toBe('x'.repeat(8_192));
  });

  test('a flood of one carrier stores 20 in ten seconds, and takes nothing from another carrier', async () => {
    const letters = lettersOf('main');
    for (let n = 0; n < 30; n++) await letters.take(letter(`${n}`));
    await lettersOf('other').take(letter('x'));
    expect(await list('main')).toHaveLength(20);
    expect(await list('other')).toHaveLength(1);
    await service.simulation.run('10 s');
    await letters.take(letter('later'));
    expect((await list('main')).map(({ raw }) => raw).slice(0, 2)).toEqual(['later', '19']);
  });

  test('of one carrier the newest 200 are kept, and those of others stay', async () => {
    const [store] = rows.stores;
    await store.keepDeadLetter({ carrier: 'other', ...letter('x') }, clock.nowMs());
    for (let n = 1; n <= maxDeadLetters + 1; n++)
      await store.keepDeadLetter({ carrier: 'main', ...letter(`${n}`) }, clock.nowMs());
    const kept = await list('main');
    expect([kept.length, kept.at(0)?.raw, kept.at(-1)?.raw]).toEqual([200, '201', '2']);
    expect(await list('other')).toHaveLength(1);
  });

  test('a dead letter goes after 30 days', async () => {
    const [store] = rows.stores;
    await store.keepDeadLetter({ carrier: 'main', ...letter('x') }, clock.nowMs());
    const prune = async (afterMs: number) => {
      const later = service.simulation.clockOf('core 2');
      later.set(afterMs);
      const pruner = startPruner({ store, clock: later, log: createLog('test', 'silent') });
      await pruner.prune();
      await pruner.stop();
      return (await list()).length;
    };
    expect(await prune(30 * 86_400_000)).toBe(1);
    expect(await prune(30 * 86_400_000 + 1_000)).toBe(0);
  });
});
