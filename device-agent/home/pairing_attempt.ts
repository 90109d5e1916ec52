// The secret of a pairing that is under way. It stays on disk until the identity does, so that the same code may be typed again
// when the answer to it was lost.
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentError, systemCode } from '../agent_error.ts';

const pathIn = (dir: string) => join(dir, 'pairing.attempt');

/** The secret of the attempts in `dir`; a new one after each pairing that succeeded. Mode 0600. */
export function attemptIn(dir: string): string {
  const path = pathIn(dir);
  try {
    const known = readFileSync(path, 'utf8');
    if (/^[\w-]{43}$/.test(known)) return known;
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw new AgentError(`${path} cannot be read (${systemCode(error)})`);
  }
  const attempt = randomBytes(32).toString('base64url');
  try {
    writeFileSync(path, attempt, { mode: 0o600 });
  } catch (error) {
    throw new AgentError(`${path} cannot be written (${systemCode(error)})`);
  }
  return attempt;
}

/** The pairing succeeded. */
export const forgetAttempt = (dir: string): void => rmSync(pathIn(dir), { force: true });
