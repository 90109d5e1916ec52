// The device's identity: the outcome of pairing, in identity.json. The token in it is the device's only secret; it is
// shown to nobody and logged nowhere.
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { AgentError, systemCode } from '../agent_error.ts';

const fileName = 'identity.json';

/** A paired device. */
export interface Identity {
  /** Origin of the core's device listener, http or https, without a path. */
  url: string;
  /** Counted per account; decimal digits. */
  deviceId: string;
  /** The account it serves. */
  accountName: string;
  /** Opens the link. */
  token: string;
}

/** The identity in `dir`. Undefined when it was never paired; an AgentError when the file cannot be used. */
export function readIdentity(dir: string): Identity | undefined {
  const path = join(dir, fileName);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw new AgentError(`${path} cannot be read (${systemCode(error)})`);
  }
  const identity = parseIdentity(text);
  if (identity === undefined) throw new AgentError(`${path} is damaged; pair the device again`);
  return identity;
}

/** Replaces the identity in `dir`: whole or not at all, and on disk when it returns. Mode 0600. */
export function writeIdentity(dir: string, identity: Identity): void {
  const path = join(dir, fileName);
  const draft = `${path}.draft`;
  try {
    const fd = openSync(draft, 'w', 0o600);
    writeSync(fd, `${JSON.stringify(identity, undefined, 2)}\n`);
    fsyncSync(fd);
    closeSync(fd);
    renameSync(draft, path);
    const dirFd = openSync(dir, 'r');
    fsyncSync(dirFd);
    closeSync(dirFd);
  } catch (error) {
    throw new AgentError(`${path} cannot be written (${systemCode(error)})`);
  }
}

/** Names a pairing without its secret; a journal belongs to one pairing. 16 hex digits. */
export function fingerprint(identity: Identity): string {
  return createHash('sha256').update(`pairing:${identity.token}`).digest('hex').slice(0, 16);
}

function parseIdentity(text: string): Identity | undefined {
  try {
    const { url, deviceId, accountName, token } = JSON.parse(text) as Record<string, unknown>;
    const strings = [url, deviceId, accountName, token].every((value) => typeof value === 'string');
    return strings && URL.canParse(String(url)) && token !== ''
      ? {
          url: String(url),
          deviceId: String(deviceId),
          accountName: String(accountName),
          token: String(token),
        }
      : undefined;
  } catch {
    return undefined;
  }
}
