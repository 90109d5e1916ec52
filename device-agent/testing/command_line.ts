// The command line within a test's process: what it says, and how it ends.

import type { Clock } from '../../runtime/clock.ts';
import { createProgram } from '../cli/program.ts';
import { type Config, readConfig } from '../config.ts';
import { type HubConfig, readHubConfig } from '../phones/config.ts';

/** What came of a command. */
export interface Answer {
  /** What it said. */
  out: string;
  /** What it threw, if it did. */
  fault: string | undefined;
  /** Whether its answer was a bad one. */
  hasFailed: boolean;
  /** The configuration that `run` was started with. */
  ran: Config | undefined;
  /** The configuration that `phones` was started with. */
  ranHub: HubConfig | undefined;
}

/** Runs the typed words on the agent in `dir`. */
export async function runWords(
  dir: string,
  clock: Clock,
  words: readonly string[],
  env: Record<string, string> = {},
): Promise<Answer> {
  const answer: Answer = { out: '', fault: undefined, hasFailed: false, ran: undefined, ranHub: undefined };
  const program = createProgram('0.0.0-test', () => ({
    clock,
    dir: () => dir,
    config: () => readConfig(dir, env),
    hubConfig: () => readHubConfig(dir, env),
    say: (text) => {
      answer.out += `${text}\n`;
    },
    run: async (config) => {
      answer.ran = config;
    },
    runHub: async (config) => {
      answer.ranHub = config;
    },
    fail: () => {
      answer.hasFailed = true;
    },
  }));
  try {
    await program.parseAsync([...words], { from: 'user' });
  } catch (error) {
    answer.fault = (error as Error).message;
  }
  return answer;
}
