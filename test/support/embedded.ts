// A throw-away embedded PostgreSQL in a directory of its own.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log.ts';
import { type Embedded, startEmbedded } from '../../server/embedded/embedded.ts';
import { readPostmasterFile } from '../../server/embedded/host/postmaster_file.ts';

export interface ThrowAway extends Embedded {
  dataDir: string;
  /** The process to kill; it changes at each restart. */
  postmasterPid(): number;
}

/** Starts a cluster that is gone after `stop`. `durable` keeps fsync on, for whoever measures. */
export async function startThrowAway({ durable = false } = {}): Promise<ThrowAway> {
  const dataDir = await mkdtemp(join(tmpdir(), 'textrelay-pg-'));
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
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
