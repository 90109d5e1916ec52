// What `doctor` says of the backups of the embedded database.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../../runtime/cli/findings.ts';
import { readLastBackup } from '../../embedded/backup/last_backup.ts';
import { layoutOf } from '../../embedded/layout.ts';
import type { Databases } from '../core_client/config.ts';

/** A backup that is older may be too old, in milliseconds: a day, and the time that one takes. */
const oldMs = 26 * 3_600_000;

const what = 'backup';

/** `admin` is how the operator's commands are typed. */
export function diagnoseBackups({ dataDir, url }: Databases, nowMs: number, admin: string): Finding {
  if (url !== '' || !existsSync(layoutOf(dataDir).cluster)) {
    const detail = 'no embedded database is here: what backs your PostgreSQL up is not seen from here';
    return { level: 'ok', what, detail };
  }
  const advice = `Make one, and let it go on: ${admin} backup FOLDER --every 6h --keep 28.`;
  const last = readLastBackup(dataDir);
  if (last === undefined)
    return { level: 'warning', what, detail: 'none was made of the embedded database', advice };
  if (!existsSync(join(last.path, 'manifest.json')))
    return { level: 'warning', what, detail: 'the last one is not where it was made any more', advice };
  const hours = Math.max(0, Math.floor((nowMs - Date.parse(last.endedAt)) / 3_600_000));
  const detail = `the last one is of ${last.endedAt}, ${hours} hours ago`;
  if (nowMs - Date.parse(last.endedAt) > oldMs) return { level: 'warning', what, detail, advice };
  return { level: 'ok', what, detail };
}
