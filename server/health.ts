// `textrelay health`: whether the parts on this machine can do their work. Exit code 0 for yes, 1 for no, 2 for a command
// that was typed wrongly.
import { systemClock } from '../runtime/clock.ts';
import { ConfigError } from '../runtime/config/config_values.ts';
import { runCommand } from '../runtime/process/command.ts';
import { checkHealth } from './cli/check_health.ts';
import { readHealthConfig } from './config/config_health.ts';
import { askReadiness } from './ops/ask_readiness.ts';
import { reachText } from './standalone/listen_addresses.ts';

try {
  process.exitCode = await runCommand(() =>
    checkHealth({
      words: process.argv.slice(2),
      readListeners: readHealthConfig,
      ask: (address) => askReadiness(reachText(address), systemClock),
      writeOut: (text) => process.stdout.write(text),
      writeError: (text) => process.stderr.write(text),
    }),
  );
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
