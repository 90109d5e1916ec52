// A receipt may come before the database knows of its part: it waits for the record, but never for long.
import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { noFailpoint } from '../../../runtime/failpoint.ts';
import { createLog } from '../../../runtime/log.ts';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import type { CarrierSink, Submission } from '../../carrier/carrier.ts';
import type { CarrierKind } from '../../carrier/kind.ts';
import { startCarriers } from './carriers.ts';
import { type DispatchWorld, lifetimes } from './testing/dispatch_world.ts';
import { account, provideDispatchWorld, sendOne } from './testing/provide_dispatch_world.ts';
import { acceptAll, ScriptedCarrier } from './testing/scripted_carrier.ts';
import { UnrecordedParts } from './unrecorded_parts.ts';

const part = { carrier: 'main', ref: 'a' };

describe('a receipt', () => {
  const { clock, run, idle } = simulateEachTest();

  /** The receipt of `name` waits; what is returned says whether it still does. */
  function waitFor(parts: UnrecordedParts, name = part): () => Promise<boolean> {
    let isOver = false;
    void parts.recordOf(name).then(() => {
      isOver = true;
    });
    return async () => {
      await idle();
      return !isOver;
    };
  }

  test('a receipt waits for the record of a part that was just taken', async () => {
    const parts = new UnrecordedParts(clock);
    parts.taken(part);
    const waits = waitFor(parts);
    expect(await waits()).toBe(true);
    parts.recorded([{ carrier: 'main', ref: 'b' }]);
    expect(await waits()).toBe(true);
    parts.recorded([part]);
    expect(await waits()).toBe(false);
  });

  test('a receipt that is read in the same turn as the answer, and before that is noted, waits as well', async () => {
    const parts = new UnrecordedParts(clock);
    const waits = waitFor(parts);
    parts.taken(part);
    expect(await waits()).toBe(true);
    parts.recorded([part]);
    expect(await waits()).toBe(false);
  });

  test('a receipt of an unknown part, of a recorded one, or of another carrier waits for nothing', async () => {
    const parts = new UnrecordedParts(clock);
    expect(await waitFor(parts)()).toBe(false);
    parts.taken(part);
    expect(await waitFor(parts, { carrier: 'other', ref: 'a' })()).toBe(false);
    parts.recorded([part]);
    expect(await waitFor(parts)()).toBe(false);
  });

  test('a receipt waits 250 ms at most, and a part that was taken longer ago is not remembered', async () => {
    const parts = new UnrecordedParts(clock);
    parts.taken(part);
    const waits = waitFor(parts);
    expect(await waits()).toBe(true);
    await run(249);
    expect(await waits()).toBe(true);
    await run(1);
    expect(await waits()).toBe(false);
    parts.taken(part);
    await run(250);
    parts.taken({ carrier: 'main', ref: 'b' });
    expect(await waitFor(parts)()).toBe(false);
  });
});

describe('with a database', () => {
  let world: DispatchWorld;
  provideDispatchWorld((made) => {
    world = made;
  });

  test('a receipt that comes with the answer of its submit is applied at once: nothing is kept', async () => {
    let sink: CarrierSink | undefined;
    class PromptCarrier extends ScriptedCarrier {
      override start(given: CarrierSink, onCapacity: () => void): void {
        sink = given;
        super.start(given, onCapacity);
      }
    }
    const receipts: Promise<void>[] = [];
    const script = (submission: Submission) => {
      const answer = acceptAll(submission);
      if (answer === 'wait' || answer.kind !== 'accepted') throw new Error('it accepts all');
      const said = {
        ref: answer.ref as string,
        outcome: 'delivered',
        detail: '',
        atMs: world.clock.nowMs(),
      } as const;
      receipts.push((sink as CarrierSink).receipt(said));
      return answer;
    };
    const kind = { kind: 'prompt', create: () => new PromptCarrier({ script }) } as unknown as CarrierKind;
    const kept: number[] = [];
    const unused = () => Promise.reject(new Error('it is not used'));
    const id = await sendOne(world);
    const carriers = startCarriers({
      configs: [{ name: 'main', kind, priority: 50, sender: '+15005550100', settings: {} }],
      store: {
        ...world.store,
        async takeReceipts(...given) {
          const taken = await world.store.takeReceipts(...given);
          kept.push(taken.kept);
          return taken;
        },
      },
      clock: world.clock,
      log: createLog('core', 'silent'),
      publish: () => undefined,
      lifetimes,
      failpoint: noFailpoint,
      referenceBits: 8,
      receive: unused,
      update: world.update,
      random: () => 0.5,
      registry: new Registry(),
      onBatch: () => () => undefined,
    });
    await world.simulation.during(Promise.all(receipts));
    expect(await world.message(account, id)).toMatchObject({ status: 'delivered' });
    expect(kept).toEqual([0]);
    await world.simulation.during(carriers.stop());
  });
});
