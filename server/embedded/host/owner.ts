// The user that PostgreSQL runs as. It refuses to run as root, so that root starts it as somebody else.
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../refusal.ts';
import { findProcessesOn } from './process_table.ts';

/** A user, as the kernel knows it. */
interface Identity {
  uid: number;
  gid: number;
}

export interface Owner extends Identity {
  /** For sentences. */
  name: string;
  /** True when this process has to change its user for it. */
  isOther: boolean;
  /** Runs initdb in its place: initdb fails for a user that the passwd file does not name. */
  initdbUser?: Identity;
}

/** The user that root makes for the database, so that no other service reads its files. */
const ownName = 'textrelay-db';
/**
 * The first user to take where `textrelay-db` cannot be made, as on a read-only system. Neither distributions nor systemd give a user
 * a number from here to 61183, and every container has it.
 */
const firstOwnNumber = 60_900;
/** Users that other services may have as well. They run initdb alone, before there is anything to read. */
const sharedNames = ['postgres', 'nobody'];

/** Makes a user without a home or a shell; useradd waits for others that change the list. */
function addOwnUser(): void {
  const flags = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  const environment = { PATH: '/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin', LC_ALL: 'C' };
  spawnSync(
    'useradd',
    [...flags, '--shell', '/usr/sbin/nologin', '--comment', 'Textrelay database', ownName],
    {
      stdio: 'ignore',
      env: environment,
    },
  );
}

interface PasswdEntry extends Identity {
  name: string;
}

function readPasswd(path: string): PasswdEntry[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 7)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

function ownerOf(path: string): Identity | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && stats.uid !== 0 ? { uid: stats.uid, gid: stats.gid } : null;
}

/** A user of the database's own that no passwd file names. */
function unnamedOwner(passwd: readonly PasswdEntry[]): Owner {
  let number = firstOwnNumber;
  while (passwd.some(({ uid }) => uid === number)) number++;
  const initdbUser = sharedNames
    .map((shared) => passwd.find(({ name, uid }) => name === shared && uid !== 0))
    .find((entry) => entry !== undefined);
  const owner = { uid: number, gid: number, name: `user ${number}`, isOther: true };
  return { ...owner, ...(initdbUser && { initdbUser }) };
}

/**
 * Chooses the user: the caller, unless that is root; then the owner of the existing `cluster` directory, unless that is a shared user and
 * nothing runs there; else `textrelay-db`, which is made by `addUser`, else a number that nobody has.
 */
export function chooseOwner(cluster: string, passwdFile = '/etc/passwd', addUser = addOwnUser): Owner {
  const uid = process.getuid?.() ?? -1;
  if (uid !== 0) return { uid, gid: process.getgid?.() ?? -1, name: `user ${uid}`, isOther: false };

  const existing = ownerOf(cluster);
  const before = readPasswd(passwdFile);
  const findOwn = (passwd: PasswdEntry[]) =>
    passwd.find((entry) => entry.name === ownName && entry.uid !== 0);
  const name = before.find((entry) => entry.uid === existing?.uid)?.name ?? `user ${existing?.uid}`;
  const keepsOwner = !sharedNames.includes(name) || findProcessesOn(cluster).length > 0;
  if (existing && keepsOwner) return { ...existing, name, isOther: true };
  if (!findOwn(before)) addUser();
  const passwd = readPasswd(passwdFile);
  const own = findOwn(passwd);
  return own ? { ...own, isOther: true } : unnamedOwner(passwd);
}

/** What cannot be opened for its kind, or is gone by now, is nothing that PostgreSQL reads. */
const passedOver = ['ENOENT', 'ELOOP', 'ENXIO'];

/** Gives one file to `to` if `from` has it, and returns the identity of a directory that is either's. */
function giveOne(path: string, from: Identity, to: Identity): string | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (passedOver.includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
  try {
    // Of the open file, because its owner of before may put another in its place meanwhile.
    const stats = fstatSync(descriptor);
    const isDirectory = stats.isDirectory();
    if (stats.uid === from.uid && (isDirectory || stats.isFile())) fchownSync(descriptor, to.uid, to.gid);
    const isTheirs = stats.uid === from.uid || stats.uid === to.uid;
    return isDirectory && isTheirs ? `${stats.dev}:${stats.ino}` : undefined;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Gives to `owner` what another user has of `paths` and all below them, also where links lead: the database of a shared user becomes
 * its own user's. Each of the paths comes last, so that the next start goes on where this one is cut off.
 */
export function takeOver(paths: readonly string[], owner: Identity): void {
  for (const path of paths) {
    const before = ownerOf(path);
    if (before === null || before.uid === owner.uid) continue;
    const entered = new Set<string>();
    const giveBelow = (folder: string) => {
      for (const name of readdirSync(folder)) {
        const directory = giveOne(join(folder, name), before, owner);
        if (directory === undefined || entered.has(directory)) continue;
        entered.add(directory);
        giveBelow(join(folder, name));
      }
    };
    if (statSync(path).isDirectory()) giveBelow(path);
    giveOne(path, before, owner);
  }
}
