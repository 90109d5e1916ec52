// The parts of a service in a simulation: cores, gateways and devices, each with a clock and a way to the database of its own, so
// that one can be killed and a new one started on what is durable.

import { startTestCore, type TestCore } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';
import { simulateNow } from './database/simulated_now.ts';
import { Simulation } from './simulation.ts';
import type { PartClock } from './time.ts';

type CoreOptions = Parameters<typeof startTestCore>[1];

/** A core of a simulation. */
export interface SimulatedCore extends TestCore {
  /** Its own clock, which can be set wrong. */
  clock: PartClock;
  /** Ends it at once, as a power cut does. */
  kill(): void;
}

export class SimulatedService {
  readonly simulation: Simulation;
  readonly databaseUrl: string;
  #cores = 0;
  readonly #running = new Set<SimulatedCore>();

  private constructor(simulation: Simulation, databaseUrl: string) {
    this.simulation = simulation;
    this.databaseUrl = databaseUrl;
  }

  /** Begins a simulation on an empty service. */
  static async begin(seed?: string): Promise<SimulatedService> {
    const databaseUrl = await createDatabase();
    await simulateNow(databaseUrl);
    const simulation = Simulation.begin({ databaseUrl, ...(seed !== undefined && { seed }) });
    return new SimulatedService(simulation, databaseUrl);
  }

  async startCore(options: CoreOptions = {}): Promise<SimulatedCore> {
    const { simulation } = this;
    const part = `core ${++this.#cores}`;
    const clock = simulation.clockOf(part);
    const url = await simulation.database.open(part);
    const core = await simulation.during(startTestCore(url, { ...options, clock }));
    const kill = () => {
      clock.kill();
      simulation.database.kill(part);
      this.#running.delete(started);
    };
    const stop = async () => {
      this.#running.delete(started);
      await simulation.during(core.stop());
    };
    const started: SimulatedCore = { ...core, clock, kill, stop };
    this.#running.add(started);
    return started;
  }

  /** Stops everything, and ends the simulation. */
  async end(): Promise<void> {
    for (const core of [...this.#running]) await core.stop();
    await this.simulation.end();
  }
}
