// Copies a file and sums up what was copied, so that the sum is of the bytes that were written and not of those that were there later.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const chunkBytes = 1024 * 1024;

/** A link that took the place of a file meanwhile is not followed, and a pipe is not waited for. */
const readsPlainly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

interface Copied {
  bytes: number;
  sha256: string;
}

async function pour(from: FileHandle, to?: FileHandle): Promise<Copied> {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(chunkBytes);
  let bytes = 0;
  for (;;) {
    const { bytesRead } = await from.read(chunk, 0, chunkBytes, null);
    if (bytesRead === 0) break;
    const read = chunk.subarray(0, bytesRead);
    hash.update(read);
    for (let done = 0; to && done < bytesRead; ) {
      done += (await to.write(read, done)).bytesWritten;
    }
    bytes += bytesRead;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Sums a file up. Throws system errors. */
export async function sumUp(path: string): Promise<Copied> {
  const file = await open(path, readsPlainly);
  try {
    return await pour(file);
  } finally {
    await file.close();
  }
}

interface CopyOptions {
  /** Gets the copy, in place of this process' user. */
  owner?: { uid: number; gid: number } | undefined;
  /** Does not wait for the disk. */
  throwAway: boolean;
}

/** Copies `from` to the new file `to`, mode 0600, durably. Throws system errors. */
export async function copyFile(from: string, to: string, { owner, throwAway }: CopyOptions): Promise<Copied> {
  const source = await open(from, readsPlainly);
  try {
    const target = await open(to, 'wx', 0o600);
    try {
      if (owner) await target.chown(owner.uid, owner.gid);
      const copied = await pour(source, target);
      if (!throwAway) await target.sync();
      return copied;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
