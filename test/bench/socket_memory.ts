// What the kernel keeps for a socket that is open and idle: no process' memory has it.
import { readFile } from 'node:fs/promises';

/** What stands behind one connected TCP socket that is watched: itself, its file, and its entry in the watch (slabinfo(5)). */
const objects = new Set(['TCP', 'sock_inode_cache', 'filp', 'dentry', 'eventpoll_epi']);

/** Bytes; undefined where only root may read them and this is not root, or the system is another. */
export async function kernelBytesOfSocket(): Promise<number | undefined> {
  const slabs = await readFile('/proc/slabinfo', 'utf8').catch(() => undefined);
  const sizes = slabs
    ?.split('\n')
    .map((line) => line.split(/\s+/))
    .filter(([name]) => objects.has(name as string))
    .map(([, , , bytes]) => Number(bytes));
  return sizes?.reduce((total, bytes) => total + bytes, 0);
}
