// Passwords: Node's own argon2id, few at a time, to bound how much of the core people take who sign in.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { unavailable } from '../../errors.ts';

// Of the settings that OWASP's password storage cheat sheet calls equally strong, the one with the least memory: 7 MiB,
// five passes, one thread. The system's allocator keeps several times that memory for later hashes.
const cost = { memory: 7_168, passes: 5, parallelism: 1, tagLength: 32 };
/** Each takes a processor for about 20 ms, and 7 MiB. */
const mostAtATime = 2;
/** Most that wait of each line: they take about a second in all. */
export const mostWaiting = 64;

/** The line in which a password waits: of a person whose browser, session or link is known, or of somebody who is unknown. */
export type PasswordLine = 'known' | 'unknown';

export type Passwords = ReturnType<typeof createPasswords>;

const derive = (password: string, nonce: Buffer, options = cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    argon2('argon2id', { message: password, nonce, ...options }, (error, tag) =>
      error ? reject(error) : resolve(tag),
    );
  });

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** Each action waits for its turn, and throws `unavailable` when too many wait. */
export function createPasswords() {
  let running = 0;
  const lines: Record<PasswordLine, (() => void)[]> = { known: [], unknown: [] };
  let last: PasswordLine = 'unknown';
  /** The lines take turns, so that nobody who is unknown keeps the others from signing in. */
  const takeNext = (): (() => void) | undefined => {
    const other = last === 'known' ? 'unknown' : 'known';
    if (lines[other].length > 0) last = other;
    return lines[last].shift();
  };
  const inTurn = async <T>(line: PasswordLine, work: () => Promise<T>): Promise<T> => {
    if (running >= mostAtATime) {
      const waiting = lines[line];
      if (waiting.length >= mostWaiting)
        throw unavailable('too many people sign in at once; try again shortly');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      // The next one begins in this one's stead.
      const next = takeNext();
      if (next) next();
      else running--;
    }
  };
  const decoy = Buffer.alloc(16);
  return {
    /** The hash that is stored: its parameters, salt and result, as text. Only those who are known ask for one. */
    hash: (password: string): Promise<string> =>
      inTurn('known', async () => {
        const salt = randomBytes(16);
        const tag = await derive(password, salt);
        const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
        return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(salt)}$${text(tag)}`;
      }),

    /**
     * True for the password that `stored` was made of. Null in place of a hash takes as long and returns false, so that
     * the time does not say whether there is a password.
     */
    verify: (password: string, stored: string | null, line: PasswordLine): Promise<boolean> =>
      inTurn(line, async () => {
        const [, memory, passes, parallelism, salt = '', tag = ''] = form.exec(stored ?? '') ?? [];
        if (memory === undefined) {
          await derive(password, decoy);
          return false;
        }
        const expected = Buffer.from(tag, 'base64');
        const found = await derive(password, Buffer.from(salt, 'base64'), {
          memory: Number(memory),
          passes: Number(passes),
          parallelism: Number(parallelism),
          tagLength: expected.length,
        });
        return timingSafeEqual(found, expected);
      }),
  };
}
