// A real PostgreSQL of the service's own: made, started, kept running and stopped here, with no server to install
// and no TCP port. It knows nothing of what is stored in it.
import type { Clock } from '../../runtime/clock.ts';
import { holdAlive } from '../../runtime/process/hold_alive.ts';
import { prepareBinaries } from './binaries.ts';
import { bringUp } from './bring_up.ts';
import { clusterExists, prepareCluster } from './cluster.ts';
import { takeInstanceLock } from './host/instance_lock.ts';
import { createLauncher, type Launcher } from './host/launcher.ts';
import { chooseOwner, type Owner } from './host/owner.ts';
import { type EmbeddedLog, keepRunning } from './keep_running.ts';
import { layoutOf, prepareDataDir } from './layout.ts';
import { EmbeddedRefused } from './refusal.ts';
import { memoryBytes, settingArgs } from './settings.ts';
import { prepareSocketDir, urlOf } from './socket_place.ts';

export interface EmbeddedOptions {
  /** Absolute path, created if missing. Holds `pg` (the data), `pg.password`, `pgsock`, `logs/postgres.log`. */
  dataDir: string;
  clock: Clock;
  log: EmbeddedLog;
  /** For tests: no fsync at any point, and a stop without checkpoint. Still survives a kill of any process. */
  throwAway?: boolean;
  /** Asks for the end, like `stop`, but works during the start as well. */
  signal?: AbortSignal;
  /** Called with what the start does next, as a sentence begins. */
  onStep?: (what: string) => void;
  /** False leaves PostgreSQL running when this process is killed, as where setpriv is missing. Default true. */
  parentDeathSignal?: boolean;
}

export interface Embedded {
  /** For postgres.js and psql, over a unix socket: see `urlOf`. The same at every start. Holds the password. */
  url: string;
  /** Of the postmaster that the start found or began; it changes when PostgreSQL is restarted. */
  pid: number;
  /** Resolves when PostgreSQL has ended for good: after `stop`, or because its data directory is gone. */
  exited: Promise<void>;
  /** Stops PostgreSQL (bounded by 20 s) and gives the data directory free. Safe twice. */
  stop(): Promise<void>;
}

async function checkReach(dataDir: string, owner: Owner, launcher: Launcher): Promise<void> {
  if (!owner.isOther || (await launcher.run('test', ['-x', dataDir])).succeeded) return;
  throw new EmbeddedRefused(
    `${owner.name}, the user that PostgreSQL runs as, cannot reach ${dataDir}: choose a data directory outside of private ones`,
  );
}

/**
 * Brings up the PostgreSQL in `dataDir`, with an empty database `textrelay` the first time, and restarts it whenever
 * it ends unasked (within about a second). Root runs it as another user. A postmaster that a killed process left
 * behind is taken over. Holds the process alive until `stop`. Throws EmbeddedRefused, whose message is one line for
 * the terminal: a second instance on the same directory, no rights, no PostgreSQL for this machine, its own reason.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, clock, log, throwAway = false, parentDeathSignal = true, onStep = () => {} } = options;
  const layout = layoutOf(dataDir);
  prepareDataDir(dataDir);
  const lock = takeInstanceLock(layout.lockFile, dataDir);
  const letGo = holdAlive();
  const release = () => {
    letGo();
    lock.release();
  };
  try {
    const owner = chooseOwner(layout.cluster);
    const launcher = await createLauncher(owner, parentDeathSignal);
    await checkReach(dataDir, owner, launcher);
    onStep('Preparing PostgreSQL');
    const binaries = await prepareBinaries(launcher, layout.binaries);
    onStep(clusterExists(layout) ? 'Opening the database' : 'Making the database, which is done once');
    const { initdbUser } = owner;
    const ofInitdb = initdbUser
      ? await createLauncher({ ...owner, ...initdbUser }, parentDeathSignal)
      : launcher;
    const password = await prepareCluster({ layout, owner, launcher: ofInitdb, binaries, clock, throwAway });
    const socketDir = prepareSocketDir(layout.socketDir, owner);

    const stopping = new AbortController();
    const signal = AbortSignal.any(options.signal ? [stopping.signal, options.signal] : [stopping.signal]);
    const settings = settingArgs({ isThrowAway: throwAway, memoryBytes: memoryBytes() });
    const { postgres } = binaries;
    const raise = () => bringUp({ layout, launcher, postgres, settings, socketDir, password, clock, signal });

    onStep('Starting PostgreSQL');
    const first = await raise();
    log.info({ pid: first.pid, isAdopted: first.isAdopted }, 'PostgreSQL is up');
    const isPossible = () => clusterExists(layout);
    const keep = { bringUp: raise, isPossible, clock, log, signal, endAtOnce: throwAway };
    const exited = keepRunning(first, keep).finally(release);
    return {
      url: urlOf(socketDir, password),
      pid: first.pid,
      exited,
      stop() {
        stopping.abort();
        return exited;
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}
