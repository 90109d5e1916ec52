// Writes small files that hold a secret or a state: whole or not at all, and for their owner's eyes.
import { chownSync, closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes what was renamed, made or removed in a directory outlast a crash of the machine. */
export function syncDirectory(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Replaces the file at `path`, mode 0600, durably; `owner` gets it, by default the caller. Throws system errors. */
export function writePrivateFile(path: string, text: string, owner?: { uid: number; gid: number }): void {
  const draft = `${path}.new`;
  rmSync(draft, { force: true });
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  if (owner) chownSync(draft, owner.uid, owner.gid);
  renameSync(draft, path);
  syncDirectory(dirname(path));
}
