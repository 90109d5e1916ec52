// A small disk of its own, in the machine's memory, that a fault can fill. Only root can have one.
import { execFileSync } from 'node:child_process';
import { statfsSync } from 'node:fs';

/** What is left on a disk that is full. */
const leftKilobytes = 64;

export class Disk {
  readonly #place: string;
  readonly #megabytes: number;

  private constructor(place: string, megabytes: number) {
    this.#place = place;
    this.#megabytes = megabytes;
  }

  /** Mounts one at a directory that exists; undefined where that is not allowed. */
  static mount(place: string, megabytes: number): Disk | undefined {
    const isMounted = mount(place, ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs']);
    return isMounted ? new Disk(place, megabytes) : undefined;
  }

  /** Leaves no space on it. Throws when there still is some. */
  fill(): void {
    for (let spare = leftKilobytes; !this.#resize(`${usedKilobytes(this.#place) + spare}k`); spare *= 2)
      if (spare > 1_000_000) throw new Error('the disk cannot be filled');
  }

  /** Gives it back all of its space. */
  heal(): void {
    this.#resize(`${this.#megabytes}m`);
  }

  unmount(): void {
    try {
      execFileSync('umount', ['--lazy', this.#place], { stdio: 'ignore' });
    } catch {
      // Somebody has done it.
    }
  }

  #resize(size: string): boolean {
    return mount(this.#place, ['-o', `remount,size=${size}`]);
  }
}

function mount(place: string, args: readonly string[]): boolean {
  try {
    execFileSync('mount', [...args, place], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function usedKilobytes(place: string): number {
  const { blocks, bfree, bsize } = statfsSync(place);
  return Math.ceil(((blocks - bfree) * bsize) / 1024);
}
