// How tests build Go programs: with the toolchain that is there, from files that are there.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasProgram } from './programs.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');

/** Without its path a program that is built in another folder is the same to Go, which then takes what it compiled before. */
export const goFlags = '-mod=mod -trimpath';

/** Where Go keeps what it compiled, if that was chosen: a program that is given less would compile all of it again. */
const chosen = Object.fromEntries(
  ['GOCACHE', 'GOPATH'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
);

export const goEnvironment = {
  ...chosen,
  ...{ GOPROXY: 'off', GOTOOLCHAIN: 'local', GOFLAGS: goFlags, GOWORK: 'off' },
};

/**
 * Compiles what tests build, before any test begins: with an empty cache Go compiles its standard library first, which takes
 * minutes. What does not compile is shown by the tests of it.
 */
export async function fillGoCache(): Promise<void> {
  if (!hasProgram('go')) return;
  const env = { ...process.env, ...goEnvironment };
  const client = { cwd: join(root, 'gateway', 'clients', 'go'), env };
  const story = { cwd: join(root, 'test', 'faults', 'clients', 'story_go'), env };
  await run('go', ['vet', './...'], client).catch(() => undefined);
  await run('go', ['test', '-run', '^$', './...'], client).catch(() => undefined);
  await run('go', ['build', '-o', '/dev/null', '.'], story).catch(() => undefined);
}
