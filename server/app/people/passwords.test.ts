import { describe, expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

const passwords = createPasswords();

describe('a hash', () => {
  test('says what it was made with, is new each time, and takes its own password only', async () => {
    const [one, two] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
    expect(await passwords.verify('correct horse', one)).toBe(true);
    expect(await passwords.verify('correct horsf', one)).toBe(false);
  });

  test('that is missing or no hash takes no password', async () => {
    for (const stored of [null, '', 'x', '$argon2id$v=19$m=7168,t=5,p=1$'])
      expect(await passwords.verify('', stored)).toBe(false);
  });

  test('of other costs, made elsewhere, is read by them', async () => {
    // A known answer of the reference implementation, for "password" and "somesalt".
    const stored = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
    expect(await passwords.verify('password', stored)).toBe(true);
    expect(await passwords.verify('Password', stored)).toBe(false);
  });
});

test('66 may come at once, the next is asked to come back, and all of the others are served', async () => {
  const asked = Array.from({ length: 67 }, () => passwords.verify('x', null));
  const ends = await Promise.allSettled(asked);
  expect(ends.map(({ status }) => status)).toEqual([...Array(66).fill('fulfilled'), 'rejected']);
  expect(ends.at(-1)).toMatchObject({ reason: { code: 'unavailable', retryAfterSeconds: 1 } });
  expect(await passwords.verify('x', null)).toBe(false);
});
