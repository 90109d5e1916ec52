// A paired agent in a directory of its own beside a fake core, under a fake clock; for tests only.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../runtime/log.ts';
import { type Agent, type AgentOptions, startAgent } from '../agent.ts';
import type { DriverKind } from '../drivers/driver.ts';
import { simulatedDriver } from '../drivers/simulated.ts';
import { type SentLine, sentLogName } from '../drivers/simulated_log.ts';
import { fingerprint, type Identity, writeIdentity } from '../home/identity.ts';
import { Journal } from '../journal/journal.ts';
import { FakeClock } from './fake_clock.ts';
import { FakeCore } from './fake_core.ts';
import { turn, until } from './until.ts';

/** A token as the core gives; tests look for it where it must not be. */
export const testToken = 'token-that-nobody-may-see';

/** The bench. Agents that it started are stopped, and everything is removed, by close. */
export class AgentBench {
  readonly dir = mkdtempSync(join(tmpdir(), 'agent-'));
  readonly clock: FakeClock;
  readonly core: FakeCore;
  readonly identity: Identity;
  readonly #agents: Agent[] = [];

  private constructor(clock: FakeClock, core: FakeCore) {
    this.clock = clock;
    this.core = core;
    this.identity = { url: core.url, deviceId: '7', accountName: 'acme', token: testToken };
    writeIdentity(this.dir, this.identity);
  }

  static async open(): Promise<AgentBench> {
    const clock = new FakeClock();
    return new AgentBench(clock, await FakeCore.start(() => clock.trueMs()));
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

  /** Starts an agent and waits for its link. */
  async startLinked(options: Partial<AgentOptions> = {}): Promise<Agent> {
    const agent = await this.start(options);
    await until('the link is up', () => agent.state()?.link === 'up');
    return agent;
  }

  /** Moves time in steps, so that what a timer sets off can happen before the next. */
  async pass(ms: number, stepMs = 250): Promise<void> {
    for (let passedMs = 0; passedMs < ms; passedMs += stepMs) {
      this.clock.advance(Math.min(stepMs, ms - passedMs));
      await turn(6);
    }
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
      await turn(3);
      this.clock.advance(6_000);
      await stopped;
    }
    await this.core.close();
    rmSync(this.dir, { recursive: true, force: true });
  }
}
