import { describe, expect, test } from 'vitest';
import { createPasswords, mostWaiting, type PasswordLine } from './passwords.ts';

const passwords = createPasswords();
const verify = (typed: string, stored: string | null) => passwords.verify(typed, stored, 'unknown');

describe('a hash', () => {
  test('says what it was made with, is new each time, and takes its own password only', async () => {
    const [one, two] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
    expect(await verify('correct horse', one)).toBe(true);
    expect(await verify('correct horsf', one)).toBe(false);
  });

  test('that is missing or no hash takes no password', async () => {
    for (const stored of [null, '', 'x', '$argon2id$v=19$m=7168,t=5,p=1$'])
      expect(await verify('', stored)).toBe(false);
  });

  test('of other costs, made elsewhere, is read by them', async () => {
    // A known answer of the reference implementation, for "password" and "somesalt".
    const stored = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
    expect(await verify('password', stored)).toBe(true);
    expect(await verify('Password', stored)).toBe(false);
  });
});

test('66 may come at once, the next is asked to come back, and all of the others are served', async () => {
  const asked = Array.from({ length: 67 }, () => verify('x', null));
  const ends = await Promise.allSettled(asked);
  expect(ends.map(({ status }) => status)).toEqual([...Array(66).fill('fulfilled'), 'rejected']);
  expect(ends.at(-1)).toMatchObject({ reason: { code: 'unavailable', retryAfterSeconds: 1 } });
  expect(await verify('x', null)).toBe(false);
});

test('however many wait whom nobody knows, those who are known have every second turn', async () => {
  const ends: string[] = [];
  const of = (line: PasswordLine) => passwords.verify('x', null, line).then(() => ends.push(line));
  const unknown = Array.from({ length: mostWaiting + 2 }, () => of('unknown'));
  await expect(of('unknown')).rejects.toMatchObject({ code: 'unavailable' });
  const known = Array.from({ length: mostWaiting }, () => of('known'));
  await expect(of('known')).rejects.toMatchObject({ code: 'unavailable' });
  await Promise.all([...unknown, ...known]);
  // Two were under way when the others came, and two that run at a time may end in any order.
  expect(ends.slice(0, 24).filter((line) => line === 'known').length).toBeGreaterThanOrEqual(10);
});
