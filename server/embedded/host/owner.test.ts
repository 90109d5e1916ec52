import { appendFileSync, chownSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isRoot, newPlace } from '../testing/places.ts';
import { chooseOwner, takeOver } from './owner.ts';

const place = newPlace();
const passwd = join(place, 'passwd');
afterAll(() => rmSync(place, { recursive: true, force: true }));

const entry = (name: string, uid: number) => `${name}:x:${uid}:${uid + 1}::/:/bin/false\n`;

describe.runIf(isRoot)('root', () => {
  const none = () => {};
  const adds = () => appendFileSync(passwd, entry('textrelay-db', 990));

  test('root gives the work to a user of its own, which it makes once', () => {
    writeFileSync(passwd, entry('root', 0) + entry('nobody', 65_534) + entry('postgres', 70));
    const own = { name: 'textrelay-db', uid: 990, gid: 991, isOther: true };
    expect(chooseOwner(join(place, 'none'), passwd, adds)).toEqual(own);
    expect(chooseOwner(join(place, 'none'), passwd, () => expect.fail('it is there'))).toEqual(own);
  });

  test('where no user can be made root gives it to a number that nobody has, and initdb alone to a shared user', () => {
    writeFileSync(passwd, entry('root', 0) + entry('nobody', 65_534) + entry('postgres', 70));
    expect(chooseOwner(join(place, 'none'), passwd, none)).toMatchObject({
      ...{ name: 'user 60900', uid: 60_900, gid: 60_900, isOther: true },
      initdbUser: { uid: 70, gid: 71 },
    });
    writeFileSync(passwd, entry('root', 0) + entry('taken', 60_900) + entry('nobody', 65_534));
    expect(chooseOwner(join(place, 'none'), passwd, none)).toMatchObject({
      uid: 60_901,
      initdbUser: { uid: 65_534 },
    });
    writeFileSync(passwd, entry('root', 0));
    expect(chooseOwner(join(place, 'none'), passwd, none)).not.toHaveProperty('initdbUser');
  });

  test('a database of a shared user becomes that of its own user, also behind links, and nothing of another one does', () => {
    const [shared, log] = [join(place, 'shared'), join(place, 'log')];
    mkdirSync(join(shared, 'base'), { recursive: true });
    mkdirSync(log);
    const theirs = [shared, join(shared, 'base'), join(shared, 'base', '1'), log, join(log, '2')];
    for (const path of [join(shared, 'base', '1'), join(log, '2'), join(shared, 'foreign')])
      writeFileSync(path, '');
    for (const path of theirs) chownSync(path, 70, 71);
    chownSync(join(shared, 'foreign'), 1234, 1235);
    const links = { pg_wal: log, loop: shared, passwd: '/etc/passwd', gone: join(place, 'gone') };
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(shared, name));
    writeFileSync(passwd, entry('root', 0) + entry('postgres', 70));
    const owner = chooseOwner(shared, passwd, adds);
    expect(owner).toMatchObject({ name: 'textrelay-db' });
    takeOver([shared, join(place, 'absent')], owner);
    const uids = [...theirs, join(shared, 'foreign'), '/etc/passwd'].map((path) => statSync(path).uid);
    expect(uids).toEqual([990, 990, 990, 990, 990, 1234, 0]);
  });

  test('root leaves existing data to its owner', () => {
    const cluster = join(place, 'pg');
    mkdirSync(cluster);
    chownSync(cluster, 1234, 1235);
    expect(chooseOwner(cluster)).toMatchObject({ uid: 1234, gid: 1235, name: 'user 1234' });
  });
});

test.runIf(!isRoot)('a normal user does the work itself', () => {
  expect(chooseOwner(place)).toMatchObject({ uid: process.getuid?.(), isOther: false });
});
