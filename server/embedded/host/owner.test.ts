import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isRoot, newPlace } from '../testing/places.ts';
import { chooseOwner } from './owner.ts';

const place = newPlace();
const passwd = join(place, 'passwd');
afterAll(() => rmSync(place, { recursive: true, force: true }));

const entry = (name: string, uid: number) => `${name}:x:${uid}:${uid + 1}::/:/bin/false\n`;

describe.runIf(isRoot)('root', () => {
  test('root gives the work to "postgres", else to "nobody", else refuses', () => {
    writeFileSync(passwd, entry('root', 0) + entry('nobody', 65_534) + entry('postgres', 70));
    expect(chooseOwner(join(place, 'none'), passwd)).toMatchObject({ name: 'postgres', uid: 70, gid: 71 });
    writeFileSync(passwd, entry('root', 0) + entry('nobody', 65_534));
    expect(chooseOwner(join(place, 'none'), passwd)).toMatchObject({ name: 'nobody', uid: 65_534 });
    writeFileSync(passwd, entry('root', 0));
    expect(() => chooseOwner(join(place, 'none'), passwd)).toThrow('there is no user "postgres" or "nobody"');
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
