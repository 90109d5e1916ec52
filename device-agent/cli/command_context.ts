// The context that every command is given.
import type { Clock } from '../../runtime/clock.ts';
import type { Config } from '../config.ts';
import type { HubConfig } from '../phones/config.ts';

/** The command line's surroundings. The getters throw an AgentError. */
export interface CommandContext {
  clock: Clock;
  /** The agent's directory. */
  dir(): string;
  /** The configuration; for commands that need the driver. */
  config(): Config;
  /** The configuration of the phones hub. */
  hubConfig(): HubConfig;
  /** Writes lines to standard output. */
  say(text: string): void;
  /** Starts the agent and waits for its end. */
  run(config: Config): Promise<void>;
  /** Starts the phones hub and waits for its end. */
  runHub(config: HubConfig): Promise<void>;
  /** Makes the process exit with 1: the command worked, and its answer is bad. */
  fail(): void;
}
