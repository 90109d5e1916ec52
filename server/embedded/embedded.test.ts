import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Embedded } from './embedded.ts';
import { chooseOwner } from './host/owner.ts';
import { findProcess } from './host/process_table.ts';
import {
  ask,
  askUntilAnswered,
  endOf,
  isRoot,
  newPlace,
  startOtherSupervisor,
  startThrowAway,
  untilGone,
} from './testing/places.ts';

const place = newPlace();
const dataDir = join(place, 'data');
const running: Embedded[] = [];

/** Starts one that the test's end stops. */
async function start(...args: Parameters<typeof startThrowAway>): Promise<Embedded> {
  const embedded = await startThrowAway(...args);
  running.push(embedded);
  return embedded;
}

afterEach(async () => {
  for (const embedded of running.splice(0)) await embedded.stop();
});

afterAll(() => rmSync(place, { recursive: true, force: true }));

describe('on one data directory', () => {
  beforeAll(async () => {
    const { url, stop } = await startThrowAway(dataDir);
    await ask(url, 'create table kept (n int)', 'insert into kept values (1)');
    await stop();
  });

  test('what was stored is there at the next start, at the same URL', async () => {
    const first = await start(dataDir);
    await first.stop();
    const second = await start(dataDir);
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  test('a copy of the stopped database, taken as the operating guide says, starts in another data directory', async () => {
    const restored = join(place, 'restored');
    mkdirSync(restored, { mode: 0o755 });
    execFileSync('cp', ['-a', join(dataDir, 'pg'), restored]);
    const copy = await start(restored);
    expect(await ask(copy.url, 'select n from kept')).toEqual([{ n: 1 }]);
    expect(await ask((await start(dataDir)).url, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  test('there is no TCP port, and nobody else can open the socket', async () => {
    const { url, pid } = await start(dataDir);
    expect(await ask(url, "select current_setting('listen_addresses') as a")).toEqual([{ a: '' }]);
    expect(findProcess(pid)?.uid).not.toBe(0);
    const modes = execFileSync('stat', ['-c', '%a', join(dataDir, 'pgsock'), join(dataDir, 'pg.password')]);
    expect(String(modes).split('\n').slice(0, 2)).toEqual(['700', '600']);
  });

  test('psql takes the same URL', async ({ skip }) => {
    if (spawnSync('psql', ['--version']).error) skip('there is no psql here');
    const { url } = await start(dataDir);
    expect(String(execFileSync('psql', [url, '-Atc', 'select n from kept']))).toBe('1\n');
  });

  test('a killed postmaster is back within a second, with all that was committed', async () => {
    const { url, pid } = await start(dataDir);
    const [row] = await ask(url, 'insert into kept values (2) returning n');
    const startedMs = performance.now();
    process.kill(pid, 'SIGKILL');
    await untilGone(pid);
    const rows = await askUntilAnswered(url, 'delete from kept where n = 2 returning n');
    expect(rows).toEqual([row]);
    expect(performance.now() - startedMs).toBeLessThan(1500);
  });

  test('a killed postmaster whose backend still works is waited for, not given up', async () => {
    const { url, pid } = await start(dataDir);
    // A loop notices neither the death of the postmaster nor that of its client: only its timeout ends it.
    const busy = ask(url, "set statement_timeout = '1s'", 'do $$ begin loop end loop; end $$').catch(
      () => 'ended',
    );
    await askUntilAnswered(
      url,
      "select 1 / count(*)::int from pg_stat_activity where query like 'do %' and state = 'active'",
    );
    process.kill(pid, 'SIGKILL');
    expect(await busy).toBe('ended');
    expect(await askUntilAnswered(url, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  test('a second instance is refused in one line, by this process and by another', async () => {
    await start(dataDir);
    const line = `another instance is running on the data directory ${dataDir}`;
    await expect(startThrowAway(dataDir)).rejects.toThrow(line);
    const other = await startOtherSupervisor(dataDir);
    expect(other.refused).toBe(line);
    await endOf(other.child);
  });

  test('kill -9 of the supervisor ends PostgreSQL in good order', async ({ skip }) => {
    if (spawnSync('setpriv', ['--pdeathsig=INT', 'true']).status !== 0) skip('there is no setpriv here');
    const { child, pid } = await startOtherSupervisor(dataDir);
    child.kill('SIGKILL');
    await endOf(child);
    await untilGone(pid);
    const log = readFileSync(join(dataDir, 'logs', 'postgres.log'), 'utf8');
    expect(log.trimEnd().split('\n').at(-1)).toContain('database system is shut down');
    const { url } = await start(dataDir);
    expect(await ask(url, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  test('a start right after that kill waits for the end of the postmaster', async () => {
    const { child, pid } = await startOtherSupervisor(dataDir);
    child.kill('SIGKILL');
    await endOf(child);
    const { url, ...next } = await start(dataDir);
    expect(await ask(url, 'select n from kept')).toEqual([{ n: 1 }]);
    expect(next.pid).not.toBe(pid);
  });

  test('a postmaster that its supervisor left behind is adopted, kept up, and stopped', async () => {
    const { child, pid } = await startOtherSupervisor(dataDir, { leave: true });
    child.kill('SIGKILL');
    await endOf(child);
    const adopter = await start(dataDir);
    expect(adopter.pid).toBe(pid);
    process.kill(pid, 'SIGKILL');
    await untilGone(pid);
    expect(await askUntilAnswered(adopter.url, 'select n from kept')).toEqual([{ n: 1 }]);
    await adopter.stop();
    expect(existsSync(join(dataDir, 'pg', 'postmaster.pid'))).toBe(false);
  });

  test('an adopted postmaster is stopped with its supervisor', async () => {
    const { child, pid } = await startOtherSupervisor(dataDir, { leave: true });
    child.kill('SIGKILL');
    await endOf(child);
    const adopter = await start(dataDir);
    await adopter.stop();
    expect(findProcess(pid)).toBeNull();
  });

  test('a postmaster.pid that names another process, or nothing, is no obstacle', async () => {
    const { uid, gid } = chooseOwner(join(dataDir, 'pg'));
    const other = spawn('sleep', ['60'], isRoot ? { uid, gid } : {});
    const file = join(dataDir, 'pg', 'postmaster.pid');
    try {
      for (const content of [`${other.pid}\n${join(dataDir, 'pg')}\n1\n5432\n/tmp\n\n1 1\nready\n`, '']) {
        writeFileSync(file, content);
        const { url, stop } = await start(dataDir);
        expect(await ask(url, 'select n from kept')).toEqual([{ n: 1 }]);
        await stop();
      }
      expect(findProcess(other.pid ?? 0)).not.toBeNull();
    } finally {
      other.kill();
    }
  });

  test('a lost password is shown at once, and a wrong one too', async () => {
    const file = join(dataDir, 'pg.password');
    const password = readFileSync(file);
    rmSync(file);
    rmSync(join(dataDir, 'pg', 'textrelay.password'));
    await expect(startThrowAway(dataDir)).rejects.toThrow(`password is gone: ${file} is missing`);
    writeFileSync(file, 'wrong', { mode: 0o600 });
    await expect(startThrowAway(dataDir)).rejects.toThrow(`refuses the password in ${file}`);
    writeFileSync(file, password);
    const { url } = await start(dataDir);
    expect(await ask(url, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  test("PostgreSQL's own reason is passed on", async () => {
    const file = join(dataDir, 'pg', 'PG_VERSION');
    const version = readFileSync(file);
    writeFileSync(file, '9.6\n');
    await expect(startThrowAway(dataDir)).rejects.toThrow(
      'PostgreSQL did not start: database files are incompatible with server',
    );
    writeFileSync(file, version);
  });

  test('an end that is asked for during the start is obeyed', async () => {
    const asked = AbortSignal.abort();
    await expect(startThrowAway(dataDir, { signal: asked })).rejects.toThrow(
      'the start of PostgreSQL was stopped',
    );
    await start(dataDir);
  });
});

test('what an interrupted initdb left is wiped and made anew', async () => {
  const other = join(place, 'interrupted');
  mkdirSync(join(other, 'pg', 'base'), { recursive: true });
  writeFileSync(join(other, 'pg', 'PG_VERSION'), '18\n');
  writeFileSync(join(other, 'pg.unfinished'), '');
  const { url } = await start(other);
  expect(await ask(url, 'select current_database() as name')).toEqual([{ name: 'textrelay' }]);
  expect(existsSync(join(other, 'pg.unfinished'))).toBe(false);
});

test('a directory with something else in it is left alone', async () => {
  const other = join(place, 'foreign');
  mkdirSync(join(other, 'pg'), { recursive: true });
  writeFileSync(join(other, 'pg', 'thesis.txt'), 'mine');
  await expect(startThrowAway(other)).rejects.toThrow('holds files that are not PostgreSQL data');
  expect(readFileSync(join(other, 'pg', 'thesis.txt'), 'utf8')).toBe('mine');
});

test('a directory that cannot be made is shown in one line', async () => {
  const file = join(place, 'file');
  writeFileSync(file, '');
  await expect(startThrowAway(join(file, 'data'))).rejects.toThrow(
    `the data directory ${join(file, 'data')} cannot be used (ENOTDIR)`,
  );
});

test('a long data directory gets a short socket, and PostgreSQL gives up when its data is taken away', async () => {
  const long = join(place, 'd'.repeat(100));
  const { url, exited, pid } = await start(long);
  expect(decodeURIComponent(url)).toMatch(/@\/tmp\/textrelay-\d+-[0-9a-f]{12}\/s,\/textrelay$/);
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  rmSync(long, { recursive: true });
  process.kill(pid, 'SIGKILL');
  await exited;
  rmSync(decodeURIComponent(url).replace(/^.*@(.*)\/s,.*$/, '$1'), { recursive: true });
});

describe.runIf(isRoot)('as another user', () => {
  const nobody = chooseOwner('/nonexistent');
  const words = ['setpriv', `--reuid=${nobody.uid}`, `--regid=${nobody.gid}`, '--clear-groups'];
  const module = join(import.meta.dirname, 'embedded.ts');
  const canRun = () =>
    spawnSync(words[0] ?? '', [...words.slice(1), process.execPath, '-e', `import('${module}')`]).status ===
    0;

  test('a normal user runs it as itself, and root later runs it as that user', async ({ skip }) => {
    if (!canRun()) skip('another user cannot read this checkout');
    const home = join(place, 'home');
    mkdirSync(home);
    execFileSync('chown', [String(nobody.uid), home]);
    const mine = join(home, 'data');
    const { child, url, pid } = await startOtherSupervisor(mine, { words });
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(findProcess(pid)?.uid).toBe(nobody.uid);
    await endOf(child);
    expect(findProcess(pid)).toBeNull();

    const asRoot = await start(mine);
    expect(findProcess(asRoot.pid)?.uid).toBe(nobody.uid);
  });

  test('a directory that it may not write is shown in one line', async ({ skip }) => {
    if (!canRun()) skip('another user cannot read this checkout');
    const closed = join(place, 'closed');
    mkdirSync(closed, { mode: 0o755 });
    const { child, refused } = await startOtherSupervisor(closed, { words });
    await endOf(child);
    expect(refused).toBe(`the data directory ${closed} cannot be used (EACCES)`);
  });

  test('root is warned when the other user cannot reach the data', async () => {
    const home = join(place, 'private');
    mkdirSync(home);
    chmodSync(home, 0o700);
    await expect(startThrowAway(join(home, 'data'))).rejects.toThrow(
      `${nobody.name}, the user that PostgreSQL runs as, cannot reach ${join(home, 'data')}`,
    );
  });
});
