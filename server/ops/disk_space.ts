// How much space a disk has.
import { statfs } from 'node:fs/promises';

/** In bytes; `free` is what this user may use. */
export interface DiskSpace {
  free: number;
  size: number;
}

/** Of the disk that a directory is on; undefined where that cannot be read. */
export async function readDiskSpace(dir: string): Promise<DiskSpace | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(dir);
    return { free: bavail * bsize, size: blocks * bsize };
  } catch {
    return undefined;
  }
}
