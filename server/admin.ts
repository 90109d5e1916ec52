// The operator's command line: `npm run admin -- ...`. Only wires the process to server/cli; exit code 0 for done,
// 1 for refused or failed, 2 for a command that was typed wrongly.

import { systemClock } from '../runtime/clock.ts';
import { readVersion } from '../runtime/version.ts';
import { readConnection, readDatabases } from './cli/config.ts';
import { runAdmin } from './cli/run.ts';

process.exitCode = await runAdmin({
  words: process.argv.slice(2),
  version: readVersion(),
  readConnection,
  readDatabases,
  clock: systemClock,
  writeOut: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
});
