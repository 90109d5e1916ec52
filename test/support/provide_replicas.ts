// Rows and replicas for tests of what carriers deliver: a database for the file, and everything else anew for each test.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { Simulation } from '../simulation/simulation.ts';
import type { PartClock } from '../simulation/time.ts';
import { CarrierReplica, prepareNumbers } from './carrier_replica.ts';
import { CarrierRows } from './carrier_rows.ts';
import { ReceivedReceipts } from './received_receipts.ts';

function provideRows(): { current: () => CarrierRows } {
  let rows: CarrierRows | undefined;
  beforeAll(async () => {
    rows = await CarrierRows.create();
  });
  afterAll(() => rows?.close());
  return { current: () => rows as CarrierRows };
}

interface ProvidedReplicas {
  rows: CarrierRows;
  /** Two cores with a clock of their own each. */
  first: CarrierReplica;
  second: CarrierReplica;
  clocks: readonly [PartClock, PartClock];
}

/** Gives each test two replicas on empty tables, in a simulation of the file. */
export function provideReplicas(
  take: (provided: ProvidedReplicas) => void,
): Pick<Simulation, 'run' | 'idle' | 'during'> {
  let service: SimulatedService;
  let rows: CarrierRows;
  const replicas: CarrierReplica[] = [];
  beforeAll(async () => {
    service = await SimulatedService.begin();
    rows = await CarrierRows.of(service);
  });
  afterAll(async () => {
    await rows.close();
    await service.end();
  });
  beforeEach(async () => {
    await prepareNumbers(rows);
    const clocks = [service.simulation.clockOf('core 1'), service.simulation.clockOf('core 2')] as const;
    const [first, second] = [
      new CarrierReplica(rows.stores[0], clocks[0]),
      new CarrierReplica(rows.stores[1], clocks[1]),
    ];
    replicas.push(first, second);
    take({ rows, clocks, first, second });
  });
  afterEach(() =>
    service.simulation.during(Promise.all(replicas.splice(0).map((replica) => replica.stop()))),
  );
  return {
    run: (duration) => service.simulation.run(duration),
    idle: () => service.simulation.idle(),
    during: (happening) => service.simulation.during(happening),
  };
}

/** Gives each test empty tables and who hears receipts. */
export function provideReceipts(
  take: (provided: { rows: CarrierRows; received: ReceivedReceipts }) => void,
): void {
  const { current } = provideRows();
  let received: ReceivedReceipts | undefined;
  beforeEach(async () => {
    const rows = current();
    await rows.clear();
    received = new ReceivedReceipts(rows);
    take({ rows, received });
  });
  afterEach(() => received?.stop());
}
