// The agent's metrics, read from it when they are asked for. No label ever names a person or a number.
import { Counter, Gauge, Registry } from 'prom-client';
import type { AgentState } from './agent.ts';
import type { Problem } from './drivers/driver.ts';

const prefix = 'textrelay_agent_';

/** Every problem, so that each is 0 while there is none. */
const problems: Readonly<Record<Problem, true>> = {
  absent: true,
  not_answering: true,
  pin_required: true,
  no_sim: true,
  no_network: true,
  unauthorized: true,
  other: true,
};

/** Values that are one number; undefined: not known, and left out. */
const readings: readonly [name: string, help: string, read: (state: AgentState) => number | undefined][] = [
  ['unsent_reports', 'Reports the core has not acknowledged.', ({ counts }) => counts.unsentReports],
  ['unacked_inbound', 'Inbound texts the core has not acknowledged.', ({ counts }) => counts.unackedInbound],
  [
    'queue_length',
    'Texts whose submits have not all ended.',
    ({ counts }) => counts.jobs.accepted + counts.jobs.intent,
  ],
  ['link_up', '1 while the link to the core is up.', ({ link }) => Number(link === 'up')],
  ['reconnects', 'Times the link came up again since the start.', ({ reconnects }) => reconnects],
  ['driver_ok', '1 while the device can be used.', ({ driver }) => Number(driver.problem === undefined)],
  ['signal_percent', "The device's signal; absent when unknown.", ({ driver }) => driver.signalPercent],
  ['battery_percent', "The device's charge; absent when unknown.", ({ driver }) => driver.batteryPercent],
  [
    'inbox_full',
    "1 while the device's memory for received texts is full.",
    ({ driver }) => Number(driver.inboxFull ?? false),
  ],
];

/** The metrics of one agent. */
export class AgentMetrics {
  readonly #registry = new Registry();
  readonly #gauges: readonly { gauge: Gauge; read: (state: AgentState) => number | undefined }[];
  readonly #jobs: Gauge<'state'>;
  readonly #problem: Gauge<'problem'>;
  readonly #submits: Counter<'result'>;

  constructor() {
    const registers = [this.#registry];
    this.#gauges = readings.map(([name, help, read]) => ({
      gauge: new Gauge({ name: prefix + name, help, registers }),
      read,
    }));
    this.#jobs = new Gauge({
      name: `${prefix}jobs`,
      help: 'Hand-overs in the journal, by state; finished ones for as long as their keys are kept.',
      labelNames: ['state'],
      registers,
    });
    this.#problem = new Gauge({
      name: `${prefix}driver_problem`,
      help: '1 for what keeps the device from sending, 0 for what does not.',
      labelNames: ['problem'],
      registers,
    });
    this.#submits = new Counter({
      name: `${prefix}submits_total`,
      help: 'How submits ended since the start; retried are refusals that are tried again.',
      labelNames: ['result'],
      registers,
    });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** The metrics as text. `state` is undefined once the agent has ended; then there is nothing to show. */
  async render(state: AgentState | undefined): Promise<string> {
    if (state === undefined) return '';
    this.#take(state);
    return this.#registry.metrics();
  }

  #take(state: AgentState): void {
    for (const { gauge, read } of this.#gauges) {
      const value = read(state);
      if (value === undefined) gauge.remove();
      else gauge.set(value);
    }
    for (const [name, count] of Object.entries(state.counts.jobs)) this.#jobs.set({ state: name }, count);
    for (const problem of Object.keys(problems))
      this.#problem.set({ problem }, Number(problem === state.driver.problem));
    // The agent counts; this only repeats its totals.
    this.#submits.reset();
    for (const [result, count] of Object.entries(state.submits)) this.#submits.inc({ result }, count);
  }
}
