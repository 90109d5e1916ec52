// The parts of a service in a simulation: cores and gateways, each with a clock and a way to the database of its own, so that one
// can be killed and a new one started on what is durable.

import type { GatewayConfig } from '../../gateway/config.ts';
import { type Gateway, startGateway } from '../../gateway/gateway.ts';
import { createLog } from '../../runtime/log.ts';
import { startTestCore, type TestCore } from '../support/core.ts';
import { copyDatabase, createDatabase } from '../support/database.ts';
import { DatabaseLines } from './database/database_lines.ts';
import { prepareCopy, prepareDatabase } from './database/prepare_database.ts';
import { Standstill } from './database/standstill.ts';
import { Simulation, type SimulationOptions } from './simulation.ts';
import type { PartClock } from './time.ts';

type CoreOptions = Omit<NonNullable<Parameters<typeof startTestCore>[1]>, 'clock'>;

/** What is particular to a part of a simulation. */
export interface SimulatedPart {
  /** Its own clock, which can be set wrong. */
  clock: PartClock;
  /** Ends it at once, as a power cut does. */
  kill(): void;
}

export type SimulatedCore = TestCore & SimulatedPart;
export type SimulatedGateway = Gateway & SimulatedPart;

/** The statements of parts of a simulation on a database. */
async function openLines(simulation: Simulation, databaseUrl: string): Promise<DatabaseLines> {
  const standstill = await Standstill.begin(databaseUrl);
  const database = new DatabaseLines({ databaseUrl, nowMs: () => simulation.time.nowMs(), standstill });
  database.onWaiting = simulation.attach(database);
  return database;
}

export class SimulatedService {
  readonly simulation: Simulation;
  /** The statements of all parts. */
  database: DatabaseLines;
  /** The database for whoever looks into it; its time is the machine's there. */
  databaseUrl: string;
  readonly #parts: { stop(): Promise<void> }[] = [];
  readonly #names = new Map<string, number>();

  private constructor(simulation: Simulation, database: DatabaseLines, databaseUrl: string) {
    this.simulation = simulation;
    this.database = database;
    this.databaseUrl = databaseUrl;
  }

  /** Begins a simulation on an empty service. */
  static async begin(options: SimulationOptions = {}): Promise<SimulatedService> {
    const databaseUrl = await createDatabase();
    await prepareDatabase(databaseUrl);
    const simulation = Simulation.begin(options);
    return new SimulatedService(simulation, await openLines(simulation, databaseUrl), databaseUrl);
  }

  /** Copies the database. No part may run that is connected to it. */
  async copy(): Promise<string> {
    await this.database.close();
    const copy = await copyDatabase(this.databaseUrl);
    this.database = await openLines(this.simulation, this.databaseUrl);
    return copy;
  }

  /** Goes on with a copy of the database, once it is prepared. No part may run. */
  async moveTo(copy: string, prepare: () => Promise<unknown>): Promise<void> {
    await this.database.close();
    await prepareCopy(copy, this.simulation.time.nowMs());
    await prepare();
    this.databaseUrl = copy;
    this.database = await openLines(this.simulation, copy);
  }

  async startCore(options: CoreOptions = {}): Promise<SimulatedCore> {
    const { name, clock } = this.newPart('core');
    const { simulation } = this;
    const url = await this.database.open(name);
    const starting = startTestCore(url, { ...options, clock, during: (call) => simulation.during(call) });
    const core = await simulation.during(starting);
    const listeners = [core.rpc.port, core.device.port, core.ops.port];
    return this.add(core, { clock, end: () => this.database.kill(name), listeners });
  }

  async startGateway(config: GatewayConfig): Promise<SimulatedGateway> {
    const { clock } = this.newPart('gateway');
    const gateway = await this.simulation.during(startGateway(config, clock, createLog('gateway', 'silent')));
    const listeners = [gateway.url, gateway.opsUrl].map((url) => Number(new URL(url).port));
    return this.add(gateway, { clock, end: () => {}, listeners });
  }

  /** Does something at the end, once all that began later has stopped. */
  atEnd(work: () => void): void {
    this.#parts.push({ stop: async () => work() });
  }

  /** Stops everything that runs, the last that was started first, and ends the simulation. */
  async end(): Promise<void> {
    try {
      for (const part of this.#parts.splice(0).reverse()) await part.stop();
    } finally {
      await this.simulation.end();
    }
  }

  /** A name and a clock for a part of this kind. */
  newPart(kind: string): { name: string; clock: PartClock } {
    const number = (this.#names.get(kind) ?? 0) + 1;
    this.#names.set(kind, number);
    const name = `${kind} ${number}`;
    return { name, clock: this.simulation.clockOf(name) };
  }

  /** Adds a part that runs: `end` is what its kill does besides, and `listeners` are the ports that are closed then. */
  add<Part extends { stop(): Promise<void> }>(
    part: Part,
    { clock, end, listeners }: { clock: PartClock; end: () => void; listeners: readonly number[] },
  ): Part & SimulatedPart {
    const forget = () => {
      const at = this.#parts.indexOf(added);
      if (at >= 0) this.#parts.splice(at, 1);
    };
    const added = {
      ...part,
      clock,
      kill: () => {
        forget();
        clock.kill();
        end();
        this.simulation.cut(listeners);
      },
      stop: () => {
        forget();
        return this.simulation.during(part.stop());
      },
    };
    this.#parts.push(added);
    return added;
  }
}
