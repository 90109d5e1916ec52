// Rows and replicas for tests of what carriers deliver, in a simulation of the file: a database for all of its tests, and everything
// else anew for each.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { Simulation, SimulationOptions } from '../simulation/simulation.ts';
import type { PartClock } from '../simulation/time.ts';
import { CarrierReplica, prepareNumbers } from './carrier_replica.ts';
import { CarrierRows } from './carrier_rows.ts';
import { ReceivedReceipts } from './received_receipts.ts';

interface Provided {
  rows: CarrierRows;
  /** Two cores with a clock of their own each. */
  clocks: readonly [PartClock, PartClock];
}

type Passing = Pick<Simulation, 'run' | 'idle' | 'during'>;

/** Gives each test the rows, and ends what a test has begun. */
function provideRows(
  options: SimulationOptions,
  take: (provided: Provided) => Promise<() => Promise<unknown>>,
): Passing {
  let service: SimulatedService;
  let rows: CarrierRows;
  let end: () => Promise<unknown>;
  beforeAll(async () => {
    service = await SimulatedService.begin(options);
    rows = await CarrierRows.of(service);
  });
  afterAll(async () => {
    await rows.close();
    await service.end();
  });
  beforeEach(async () => {
    end = async () => undefined;
    const { simulation } = service;
    end = await take({ rows, clocks: [simulation.clockOf('core 1'), simulation.clockOf('core 2')] });
  });
  afterEach(() => service.simulation.during(end()));
  return {
    run: (duration) => service.simulation.run(duration),
    idle: () => service.simulation.idle(),
    during: (happening) => service.simulation.during(happening),
  };
}

/** Gives each test two replicas on empty tables. */
export function provideReplicas(
  take: (provided: Provided & { first: CarrierReplica; second: CarrierReplica }) => void,
): Passing {
  return provideRows({}, async ({ rows, clocks }) => {
    await prepareNumbers(rows);
    const first = new CarrierReplica(rows.stores[0], clocks[0]);
    const second = new CarrierReplica(rows.stores[1], clocks[1]);
    take({ rows, clocks, first, second });
    return () => Promise.all([first.stop(), second.stop()]);
  });
}

/** Gives each test empty tables and who hears receipts. */
export function provideReceipts(
  take: (provided: Provided & { received: ReceivedReceipts }) => void,
): Passing {
  return provideRows({ start: '2026-03-10T12:00:05Z' }, async ({ rows, clocks }) => {
    await rows.clear();
    const received = new ReceivedReceipts(rows, clocks);
    take({ rows, clocks, received });
    return () => received.stop();
  });
}
