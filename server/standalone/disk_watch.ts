// Watches the disk of the data directory: PostgreSQL on a full disk refuses every text, and its log has no space for the
// reason. The terminal shows it before and while it lasts.
import { statfsSync } from 'node:fs';
import type { Clock } from '../../runtime/clock.ts';

const lookEveryMs = 5_000;
/** Below this PostgreSQL may stop at any write. */
const fullBytes = 64 * 1024 * 1024;
/** Above this it is said to be over: with one bound for both, the line would come and go. */
const enoughBytes = 2 * fullBytes;

interface DiskWatchOptions {
  dir: string;
  clock: Clock;
  /** Gets a line when the disk is as good as full, and one when it has space again. */
  show(line: string): void;
  /** Bytes that are free for this user; for tests. */
  freeBytes?: (dir: string) => number;
}

function freeBytesOf(dir: string): number {
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize;
}

/** Looks now, then every 5 s. Returns a function that ends it. */
export function watchDisk({ dir, clock, show, freeBytes = freeBytesOf }: DiskWatchOptions): () => void {
  let isFull = false;
  const look = () => {
    let free: number;
    try {
      free = freeBytes(dir);
    } catch {
      // A directory that is gone is reported by what needs it.
      return;
    }
    const megabytes = Math.floor(free / 1024 / 1024);
    const state =
      megabytes > 0
        ? `has ${megabytes} MB left: once it is full, texts are refused until it has space`
        : 'is full: texts are refused until it has space';
    if (!isFull && free < fullBytes) show(`the disk of ${dir} ${state}`);
    else if (isFull && free > enoughBytes) show(`the disk of ${dir} has space again (${megabytes} MB left)`);
    else return;
    isFull = !isFull;
  };
  look();
  return clock.setInterval(look, lookEveryMs);
}
