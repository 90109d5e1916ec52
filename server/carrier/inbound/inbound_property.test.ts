// Whatever a carrier repeats, on whatever connection and replica, and wherever replicas die: every text that somebody
// wrote is one message, and nothing else is.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SimulatedService } from '../../../test/simulation/simulated_service.ts';
import type { PartClock } from '../../../test/simulation/time.ts';
import { bodiesOf, CarrierReplica, prepareNumbers } from '../../../test/support/carrier_replica.ts';
import { CarrierRows } from '../../../test/support/carrier_rows.ts';
import { extent } from '../../../test/support/extent.ts';
import type { Taken } from '../carrier.ts';

let service: SimulatedService;
let rows: CarrierRows;
let clocks: readonly PartClock[];
beforeAll(async () => {
  service = await SimulatedService.begin({ overlaps: 0.3 });
  rows = await CarrierRows.of(service);
  clocks = ['core 1', 'core 2'].map((core) => service.simulation.clockOf(core));
});
afterAll(async () => {
  await rows.close();
  await service.end();
});

const openReplica = (index: number) =>
  new CarrierReplica(rows.stores[index] as CarrierRows['stores'][0], clocks[index] as PartClock);
const during = <T>(happening: Promise<T>) => service.simulation.during(happening);

/** What becomes of one delivery. */
type Fate =
  /** The carrier hears the acknowledgement, and we learn of it. */
  | 'acknowledged'
  /** The acknowledgement is lost with the connection. */
  | 'unacknowledged'
  /** The replica dies at a step, and its connections with it. */
  | 'death'
  /** The step fails, and the carrier has to repeat. */
  | 'refusal';

const steps = [
  'claimInbound:before',
  'claimInbound:after',
  'storeParts:before',
  'storeParts:after',
  'readPartSets:before',
  'insertInbound:before',
  'insertInbound:after',
  'markJoined:before',
  'markJoined:after',
];
const fate = fc.record({
  fate: fc.constantFrom<Fate>('acknowledged', 'acknowledged', 'unacknowledged', 'death', 'refusal'),
  step: fc.constantFrom(...steps),
  replica: fc.nat(1),
});

interface Delivery {
  text: string;
  sender: string;
  concat?: { reference: number; total: number; number: number };
}

/** A carrier that repeats each delivery until it hears that it was taken. */
class Company {
  readonly #replicas = [openReplica(0), openReplica(1)];
  readonly #dead: CarrierReplica[] = [];
  #connections = 0;
  readonly #bound = [this.#connect(), this.#connect()];

  #connect(): string {
    this.#connections++;
    return `connection ${this.#connections}`;
  }

  async #tryOnce(delivery: Delivery, fate: Fate, replica: number, step: string): Promise<boolean> {
    const taker = this.#replicas[replica] as CarrierReplica;
    await service.simulation.run('1 ms');
    if (fate === 'death' || fate === 'refusal')
      taker.onStep = (passed) => {
        if (passed === step) throw new Error('failed here');
      };
    let taken: Taken | undefined;
    try {
      taken = await during(taker.take({ ...delivery, connection: this.#bound[replica] as string }));
    } catch {
      // It is repeated below.
    }
    taker.onStep = () => undefined;
    if (fate === 'death') {
      this.#dead.push(taker);
      this.#replicas[replica] = openReplica(replica);
    }
    if (fate === 'death' || fate === 'unacknowledged') {
      this.#bound[replica] = this.#connect();
      return false;
    }
    if (taken === undefined) return false;
    const before = taker.confirmations;
    taken.confirm();
    await service.simulation.idle();
    expect(taker.confirmations).toBe(before + 1);
    return true;
  }

  /** Delivers until it is acknowledged; the fates are used up one after the other. */
  async deliver(delivery: Delivery, fates: { fate: Fate; step: string; replica: number }[]): Promise<void> {
    for (;;) {
      const next = fates.shift() ?? { fate: 'acknowledged' as const, step: '', replica: 0 };
      if (await this.#tryOnce(delivery, next.fate, next.replica, next.step)) return;
    }
  }

  async stop(): Promise<void> {
    await during(Promise.all([...this.#dead, ...this.#replicas].map((replica) => replica.stop())));
  }
}

test('every text is one message, also when the same words are written again', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 6 }),
      fc.array(fate, { maxLength: 10 }),
      async (words, given) => {
        const fates = [...given];
        await prepareNumbers(rows);
        const far = new Company();
        for (const text of words) await far.deliver({ text, sender: '+15005550006' }, fates);
        await far.stop();
        expect((await bodiesOf(rows)).sort()).toEqual([...words].sort());
      },
    ),
    { numRuns: extent({ suite: 15, nightly: 300 }) },
  );
}, 120_000);

test('every long text is one message, whatever the order of its parts', async () => {
  const long = fc.record({
    words: fc.constantFrom('a', 'b'),
    reference: fc.nat(1),
    order: fc.constantFrom<number[]>([1, 2], [2, 1], [1, 2, 3], [3, 1, 2], [2, 3, 1]),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(long, { minLength: 1, maxLength: 4 }),
      fc.array(fate, { maxLength: 10 }),
      async (texts, given) => {
        const fates = [...given];
        await prepareNumbers(rows);
        const far = new Company();
        for (const { words, reference, order } of texts) {
          for (const number of order) {
            const concat = { reference, total: order.length, number };
            await far.deliver({ text: `${words}${number}`, sender: '+15005550006', concat }, fates);
          }
        }
        // What came twice and was joined already is dropped after a day and makes no message.
        await far.stop();
        const expected = texts.map(({ words, order }) =>
          [...order]
            .sort()
            .map((number) => `${words}${number}`)
            .join(''),
        );
        expect((await bodiesOf(rows)).sort()).toEqual(expected.sort());
      },
    ),
    { numRuns: extent({ suite: 15, nightly: 300 }) },
  );
}, 120_000);

test('long texts of several senders, all parts at once on two replicas, are one message each', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 2, max: 5 }), { minLength: 1, maxLength: 5 }),
      fc.infiniteStream(fc.nat(1)),
      fc.integer({ min: 1, max: 2 }),
      async (totals, replicas, copies) => {
        await prepareNumbers(rows);
        const takers = [openReplica(0), openReplica(1)];
        const deliveries = totals.flatMap((total, sender) =>
          Array.from({ length: total }, (_, index) => ({
            text: `${sender}:${index + 1}`,
            sender: `+1500555000${sender}`,
            concat: { reference: 1, total, number: index + 1 },
          })),
        );
        const taking = deliveries.flatMap((delivery) =>
          Array.from({ length: copies }, (_, copy) => {
            const connection = `connection ${copy}`;
            return takers[replicas.next().value ?? 0]?.take({ ...delivery, connection });
          }),
        );
        await during(Promise.all(taking));
        await during(Promise.all(takers.map((taker) => taker.stop())));
        const expected = totals.map((total, sender) =>
          Array.from({ length: total }, (_, index) => `${sender}:${index + 1}`).join(''),
        );
        expect((await bodiesOf(rows)).sort()).toEqual(expected.sort());
      },
    ),
    { numRuns: extent({ suite: 12, nightly: 200 }) },
  );
}, 120_000);
