// Looks at what the agent needs from the machine: Node, its directory, the disk. It writes nothing.
import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from '../agent_error.ts';
import type { Finding } from '../drivers/driver.ts';
import { asOwner, ownUid } from '../home/directory.ts';
import { describeOldNode } from '../node_version.ts';

type Show = (finding: Finding) => void;

const mebibyte = 1024 * 1024;
/** A journal needs less, but the write-ahead log must fit twice while it is written back. */
const faultBelowBytes = 20 * mebibyte;
const warnBelowBytes = 200 * mebibyte;
/** File systems over a network, by the numbers of statfs(2): NFS, SMB, CIFS, SMB2, 9P, AFS. */
const networkFileSystems = [0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x5346414f];

/** The version of Node, as in process.versions.node. */
export function diagnoseNode(version: string, show: Show): void {
  const what = 'Node';
  if (describeOldNode(version) === undefined) return show({ level: 'ok', what, detail: version });
  const detail = `${version} is too old: its journal needs a newer node:sqlite`;
  show({ level: 'fault', what, detail, advice: 'Install Node 24, or at least the newest Node 22.' });
}

/** The agent's directory: there, writable by this user, closed to others. Returns whether it can be used. */
export function diagnoseDirectory(dir: string, show: Show, uid = ownUid()): boolean {
  const what = 'directory';
  const fault = (detail: string, advice: string) => {
    show({ level: 'fault', what, detail: `${dir} ${detail}`, advice });
    return false;
  };
  try {
    const { uid: owner, mode } = statSync(dir);
    if (!statSync(dir).isDirectory())
      return fault('is not a directory', 'Set TEXTRELAY_AGENT_DIR to another one.');
    if (uid !== undefined && owner !== uid)
      return fault('belongs to another user', `${capital(asOwner(owner))}.`);
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
    if ((mode & 0o077) !== 0) {
      const detail = `${dir} is open to other users of this machine`;
      show({ level: 'warning', what, detail, advice: `chmod 700 ${dir}` });
    } else show({ level: 'ok', what, detail: `${dir} is there, writable and private` });
    return true;
  } catch (error) {
    switch (systemCode(error)) {
      case 'ENOENT':
        return fault(
          'is not there',
          'Pair the device, which makes it; or set TEXTRELAY_AGENT_DIR, or --dir.',
        );
      case 'EROFS':
        return fault(
          'is on a file system that cannot be written',
          'Make it writable, or set TEXTRELAY_AGENT_DIR.',
        );
      default:
        return fault(`cannot be used (${systemCode(error)})`, 'Run this as the user that runs the agent.');
    }
  }
}

/** The disk that a directory is on. */
interface Disk {
  freeBytes: number;
  /** Another machine's, over a network. */
  isNetwork: boolean;
}

/** Space for the journal, where the directory is or will be. */
export function diagnoseDisk(dir: string, show: Show): void {
  judgeDisk(dir, readDisk(dir), show);
}

/** Says whether the disk is good enough; `disk` is undefined when nothing is known about it. */
export function judgeDisk(dir: string, disk: Disk | undefined, show: Show): void {
  const what = 'disk';
  if (disk === undefined) {
    const detail = 'how much is free cannot be seen';
    return show({ level: 'warning', what, detail, advice: `Look with: df ${dir}` });
  }
  const detail = `${describeBytes(disk.freeBytes)} free`;
  if (disk.freeBytes < warnBelowBytes) {
    const advice = 'Free some: without space no text is taken, and received texts stay in the device.';
    const level = disk.freeBytes < faultBelowBytes ? 'fault' : 'warning';
    show({ level, what, detail: `only ${detail}`, advice });
  } else if (disk.isNetwork) {
    const remote = 'it is a network file system, on which a journal can break';
    show({
      level: 'warning',
      what,
      detail: remote,
      advice: 'Set TEXTRELAY_AGENT_DIR to a disk of this machine.',
    });
  } else show({ level: 'ok', what, detail });
}

function readDisk(dir: string): Disk | undefined {
  try {
    const { bavail, bsize, type } = statfsSync(dir);
    return { freeBytes: bavail * bsize, isNetwork: networkFileSystems.includes(type >>> 0) };
  } catch {
    return dirname(dir) === dir ? undefined : readDisk(dirname(dir));
  }
}

function describeBytes(bytes: number): string {
  const mebibytes = Math.floor(bytes / mebibyte);
  return mebibytes < 10_000 ? `${mebibytes} MiB` : `${Math.floor(mebibytes / 1024)} GiB`;
}

const capital = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}`;
