// Which user root's embedded database is, in processes of their own.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findProcess } from './host/process_table.ts';
import { ask, endOf, isRoot, newPlace, startOtherSupervisor, startThrowAway } from './testing/places.ts';

const place = newPlace();
afterAll(() => rmSync(place, { recursive: true, force: true }));

describe.runIf(isRoot)('started by root', () => {
  const shared = { uid: 65_534, gid: 65_534 };
  const ownersOf = (path: string) =>
    String(execFileSync('find', ['-L', path, '-printf', '%U\n']))
      .trim()
      .split('\n');
  const readsAs = ({ uid, gid }: typeof shared, path: string) =>
    spawnSync('cat', [path], { uid, gid, stdio: 'ignore' }).status === 0;
  const readOnly = `grep -v ^textrelay-db: /etc/passwd >"$0" && mount --bind /etc /etc && mount -o remount,ro,bind /etc &&
    mount --bind "$0" /etc/passwd && exec "$@"`;
  /** Before a command: root where the passwd file has no user of ours, and nothing below /etc can be changed. */
  const withoutUser = ['unshare', '--mount', 'sh', '-c', readOnly, join(place, 'passwd')];

  test('the database is a user of its own, below a path with spaces too, and a shared user reads nothing of it', async () => {
    const mine = join(place, 'with some spaces', 'data');
    const { child, url, pid } = await startOtherSupervisor(mine);
    const uid = findProcess(pid)?.uid;
    expect([undefined, 0, shared.uid]).not.toContain(uid);
    expect(String(execFileSync('id', ['-un', String(uid)]))).toBe('textrelay-db\n');
    await ask(url, 'create table kept (n int)');
    expect(new Set(ownersOf(join(mine, 'pg')))).toEqual(new Set([String(uid)]));
    const secrets = ['pg/PG_VERSION', 'pg.password', 'pg/textrelay.password'].map((name) => join(mine, name));
    expect(secrets.map((path) => readsAs(shared, path))).toEqual([false, false, false]);
    await endOf(child);
  });

  test('a database that "nobody" ran before goes on, log on another disk included, as a user of its own', async () => {
    const mine = join(place, 'earlier');
    const first = await startThrowAway(mine);
    await ask(first.url, 'create table kept (n int)', 'insert into kept values (1)');
    await first.stop();
    execFileSync('mv', [join(mine, 'pg', 'pg_wal'), join(place, 'other disk')]);
    execFileSync('ln', ['-s', join(place, 'other disk'), join(mine, 'pg', 'pg_wal')]);
    const paths = [
      ...['pg', 'pg.password', 'pgsock'].map((name) => join(mine, name)),
      join(place, 'other disk'),
    ];
    execFileSync('chown', ['-R', '65534:65534', ...paths]);
    const { child, url, pid } = await startOtherSupervisor(mine);
    expect(await ask(url, 'select n from kept')).toEqual([{ n: 1 }]);
    const uid = String(findProcess(pid)?.uid);
    expect(uid).not.toBe('65534');
    expect(new Set(paths.flatMap(ownersOf))).toEqual(new Set([uid]));
    await endOf(child);
  });

  test('a password file that an interrupted start left for another user is no obstacle', async () => {
    const mine = join(place, 'left');
    mkdirSync(mine);
    for (const name of ['pg.password', 'pg.unfinished'])
      writeFileSync(join(mine, name), 'x', { mode: 0o600 });
    execFileSync('chown', ['65534', join(mine, 'pg.password')]);
    const { url, stop } = await startThrowAway(mine);
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
  });

  test('where no user can be made the database is a number of its own', async ({ skip }) => {
    const tried = spawnSync(withoutUser[0] ?? '', [...withoutUser.slice(1), 'true']);
    if (tried.status !== 0) skip('namespaces cannot be made here');
    const mine = join(place, 'numbered');
    for (const kept of [[], [{ n: 1 }]]) {
      const { child, url, pid } = await startOtherSupervisor(mine, { words: withoutUser });
      await ask(url, 'create table if not exists kept (n int)');
      expect(await ask(url, 'select n from kept')).toEqual(kept);
      await ask(url, 'insert into kept values (1)');
      expect(findProcess(pid)?.uid).toBe(60_900);
      expect(new Set(ownersOf(join(mine, 'pg')))).toEqual(new Set(['60900']));
      await endOf(child);
    }
  });
});
