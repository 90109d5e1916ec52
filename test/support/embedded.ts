// A throw-away embedded PostgreSQL in a directory of its own.
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log.ts';
import { type Embedded, startEmbedded } from '../../server/embedded/embedded.ts';
import { takeInstanceLock } from '../../server/embedded/host/instance_lock.ts';
import { findPostmaster, readPostmasterFile } from '../../server/embedded/host/postmaster_file.ts';
import { layoutOf } from '../../server/embedded/layout.ts';

export interface ThrowAway extends Embedded {
  dataDir: string;
  /** The process to kill; it changes at each restart. */
  postmasterPid(): number;
}

const prefix = 'textrelay-pg-';

/** Removes what killed runs left behind: clusters whose lock nobody holds. It is taken before there is a cluster. */
export async function removeAbandoned(root = tmpdir()): Promise<void> {
  for (const name of await readdir(root)) {
    const dataDir = join(root, name);
    const { cluster, lockFile } = layoutOf(dataDir);
    if (!name.startsWith(prefix) || !existsSync(cluster) || !existsSync(lockFile)) continue;
    try {
      const lock = takeInstanceLock(lockFile, dataDir);
      if (findPostmaster(cluster) === null) await rm(dataDir, { recursive: true, force: true });
      lock.release();
    } catch {
      // It is somebody else's.
    }
  }
}

/** Starts a cluster that is gone after `stop`. `durable` keeps fsync on, for whoever measures. */
export async function startThrowAway({ durable = false } = {}): Promise<ThrowAway> {
  await removeAbandoned();
  const dataDir = await mkdtemp(join(tmpdir(), prefix));
  const embedded = await startEmbedded({
    dataDir,
    clock: systemClock,
    log: createLog('test', 'silent'),
    throwAway: !durable,
  });
  return {
    ...embedded,
    dataDir,
    postmasterPid: () => readPostmasterFile(join(dataDir, 'pg'))?.pid ?? 0,
    async stop() {
      await embedded.stop();
      // Another run may be looking at the lock.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
