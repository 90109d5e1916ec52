// `npm run judges` fetches the packages for Python and Go by which tests judge the service, at the versions that are pinned beside
// this file, into .judges/. What cannot be fetched is named at the end: the tests that need it are skipped.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { goFlags } from '../support/go_programs.ts';
import { judgesFolder, judgesInGo, judgesInPython } from '../support/judges.ts';

const here = import.meta.dirname;
const requirements = join(here, 'python', 'requirements.txt');

/** What is installed, and by which program: the same again is not fetched anew. */
function isInstalled(mark: string, state: string): boolean {
  try {
    return readFileSync(mark, 'utf8') === state;
  } catch {
    return false;
  }
}

function install(name: string, folder: string, state: () => string, fetchAll: () => void): string[] {
  const mark = join(judgesFolder, `${name}.installed`);
  try {
    const wanted = state();
    if (isInstalled(mark, wanted)) return [];
    rmSync(mark, { force: true });
    rmSync(folder, { recursive: true, force: true });
    fetchAll();
    writeFileSync(mark, wanted);
    return [];
  } catch (error) {
    console.error(`${error}`);
    return [name];
  }
}

const versionOf = (program: string, word: string) => execFileSync(program, [word], { encoding: 'utf8' });
/** A source of packages that does not answer holds nobody for longer. */
const patienceMs = 300_000;
const run = (program: string, words: string[], options: object) =>
  execFileSync(program, words, { stdio: ['ignore', 'ignore', 'inherit'], timeout: patienceMs, ...options });

mkdirSync(judgesFolder, { recursive: true });
const missing = [
  ...install(
    'Python',
    judgesInPython,
    () => versionOf('python3', '--version') + readFileSync(requirements, 'utf8'),
    () => {
      const quiet = ['--quiet', '--no-input', '--disable-pip-version-check', '--root-user-action=ignore'];
      const words = [
        ...quiet,
        '--no-deps',
        '--only-binary=:all:',
        '--target',
        judgesInPython,
        '-r',
        requirements,
      ];
      run('python3', ['-m', 'pip', 'install', ...words], {});
    },
  ),
  ...install(
    'Go',
    judgesInGo,
    () => versionOf('go', 'version') + readFileSync(join(here, 'go', 'go.sum'), 'utf8'),
    () => {
      // Files that can be written can be deleted by anyone who owns the folder.
      const env = {
        ...process.env,
        GOMODCACHE: judgesInGo,
        GOFLAGS: `-modcacherw ${goFlags}`,
        GOTOOLCHAIN: 'local',
      };
      const inGo = { cwd: join(here, 'go'), env };
      run('go', ['mod', 'download'], inGo);
      // What takes Go minutes on a busy machine is built here, so that no test waits for it.
      run(
        'go',
        ['build', 'google.golang.org/grpc', 'google.golang.org/protobuf/types/known/...', './webhook'],
        inGo,
      );
      for (const name of ['protoc-gen-go', 'protoc-gen-go-grpc']) run('go', ['tool', '-n', name], inGo);
    },
  ),
];
for (const name of missing)
  console.error(`the judges for ${name} are not all there: tests that need them are skipped`);
process.exitCode = missing.length > 0 ? 1 : 0;
