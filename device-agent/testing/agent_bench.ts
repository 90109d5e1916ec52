// A paired agent in a directory of its own beside a fake core, in a simulation; for tests only.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, systemClock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log.ts';
import type { EachTest } from '../../test/simulation/each_test.ts';
import type { Agent, AgentOptions } from '../agent.ts';
import type { DriverKind } from '../drivers/driver.ts';
import { simulatedDriver } from '../drivers/simulated.ts';
import { type SentLine, sentLogName } from '../drivers/simulated_log.ts';
import { fingerprint, type Identity, writeIdentity } from '../home/identity.ts';
import { Journal } from '../journal/journal.ts';
import { startAgent } from '../start_agent.ts';
import { FakeCore } from './fake_core.ts';

/** A token as the core gives; tests look for it where it must not be. */
export const testToken = 'token-that-nobody-may-see';

/** The bench. Agents that it started are stopped, and everything is removed, by close. */
export class AgentBench {
  readonly dir = mkdtempSync(join(tmpdir(), 'agent-'));
  /** The clock of the agent's machine; the core's is never wrong. */
  readonly clock: Clock;
  readonly core: FakeCore;
  readonly identity: Identity;
  readonly #simulated: EachTest | undefined;
  readonly #agents: Agent[] = [];

  private constructor(simulated: EachTest | undefined, core: FakeCore) {
    this.#simulated = simulated;
    this.clock = simulated?.clock ?? systemClock;
    this.core = core;
    this.identity = { url: core.url, deviceId: '7', accountName: 'acme', token: testToken };
    writeIdentity(this.dir, this.identity);
  }

  /** A bench in this simulation; without one it is for processes of their own. */
  static async open(simulated?: EachTest): Promise<AgentBench> {
    const time = simulated?.simulation.time ?? systemClock;
    return new AgentBench(simulated, await FakeCore.start(() => time.nowMs()));
  }

  /** Starts an agent; several one after the other are restarts of the same. */
  async start(options: Partial<AgentOptions> & { driver?: DriverKind } = {}): Promise<Agent> {
    const agent = await startAgent({
      dir: this.dir,
      driver: simulatedDriver,
      settings: {},
      clock: this.clock,
      log: createLog('agent', 'silent'),
      agentVersion: '0.0.0-test',
      random: () => 0.5,
      ...options,
    });
    this.#agents.push(agent);
    return agent;
  }

  /** Starts an agent, and its link is up. */
  async startLinked(options: Partial<AgentOptions> = {}): Promise<Agent> {
    const agent = await this.start(options);
    await this.#simulated?.idle();
    const link = agent.state()?.link;
    if (link !== 'up') throw new Error(`the link is ${link}`);
    return agent;
  }

  /** What the simulated network saw. */
  sentLines(): SentLine[] {
    const text = readFileSync(join(this.dir, sentLogName), 'utf8');
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as SentLine);
  }

  /** The journal of a stopped agent. */
  openJournal(): Journal {
    return new Journal({ dir: this.dir, pairedAs: fingerprint(this.identity), onBroken: () => undefined });
  }

  async close(): Promise<void> {
    for (const agent of this.#agents) {
      const stopped = agent.stop();
      await (this.#simulated?.during(stopped) ?? stopped);
    }
    await this.core.close();
    rmSync(this.dir, { recursive: true, force: true });
  }
}
