// The operator's command line: `npm run admin -- ...`. Only wires the process to server/cli; exit code 0 for done,
// 1 for refused or failed, 2 for a command that was typed wrongly.

import { systemClock } from '../runtime/clock.ts';
import { runCommand, stopRequests } from '../runtime/process/command.ts';
import { readVersion } from '../runtime/version.ts';
import { readConnection, readConnections, readDatabases } from './cli/core_client/config.ts';
import { runAdmin } from './cli/run.ts';
import { readHealthConfig } from './config/config_health.ts';
import { reportSettings } from './config/config_report.ts';
import { askMetrics, askReadiness } from './ops/ask_readiness.ts';
import { reachText } from './standalone/listen_addresses.ts';

// A reader such as `| head` may stop reading.
process.stdout.on('error', () => {});
process.exitCode = await runCommand(() =>
  runAdmin({
    words: process.argv.slice(2),
    version: readVersion(),
    readConnection,
    readConnections,
    readDatabases,
    here: {
      readListeners: readHealthConfig,
      ask: (address) => askReadiness(reachText(address), systemClock),
      readMetrics: (address) => askMetrics(reachText(address), systemClock),
      readSettings: reportSettings,
    },
    clock: systemClock,
    stopRequests,
    writeOut: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
  }),
);
