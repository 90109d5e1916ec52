// A process that runs an embedded PostgreSQL, for tests that kill it or run it as another user. Arguments: the data
// directory, and "leave" to leave PostgreSQL running when this process is killed. Sends { url, pid } or { refused },
// and stops when its channel closes.
import { systemClock } from '../../../runtime/clock.ts';
import { startEmbedded } from '../embedded.ts';

const [dataDir = '', leave] = process.argv.slice(2);
const silent = { info: () => {}, warn: () => {}, error: () => {} };
try {
  const { url, pid, stop } = await startEmbedded({
    dataDir,
    clock: systemClock,
    log: silent,
    throwAway: true,
    parentDeathSignal: leave !== 'leave',
  });
  process.once('disconnect', () => stop().then(() => process.exit(0)));
  process.send?.({ url, pid });
} catch (error) {
  process.send?.({ refused: error instanceof Error ? error.message : String(error) });
}
