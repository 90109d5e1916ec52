// The settings that a person keeps beside the identity: agent.env in the agent's directory, so that systemd and a
// shell both find the same ones. It is read whole and strictly; no error ever shows a value.
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { nearestName } from '../runtime/cli/nearest_name.ts';
import { systemCode } from './agent_error.ts';

/** The file's name within the agent's directory. */
export const configFileName = 'agent.env';

const maxBytes = 64 * 1024;
const secretName = /_(PIN|PUK|PASSWORD|PASSWD|SECRET|TOKEN|KEY)$/;

/** The content of a file. */
interface FileSettings {
  /** By name; empty ones are left out, as if they were not there. */
  values: Record<string, string>;
  /** One line each, without any value. */
  errors: string[];
}

/** Whether a variable of this name holds a secret. */
export function isSecret(name: string): boolean {
  return secretName.test(name);
}

/** Reads the file in `dir`; a missing one says nothing. `knownNames`: what may stand in it. Never throws. */
export function readConfigFile(dir: string, knownNames: readonly string[]): FileSettings {
  const path = join(dir, configFileName);
  let text: string;
  let isPrivate: boolean;
  try {
    const fd = openSync(path, 'r');
    try {
      const { size, mode } = fstatSync(fd);
      if (size > maxBytes) return broken(`${path} is no settings file: it is too large`);
      isPrivate = (mode & 0o077) === 0;
      text = readFileSync(fd, 'utf8');
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    const code = systemCode(error);
    return code === 'ENOENT' ? { values: {}, errors: [] } : broken(`${path} cannot be read (${code})`);
  }
  return judge(path, isPrivate, text.replace(/^\ufeff/, ''), knownNames);
}

function judge(path: string, isPrivate: boolean, text: string, knownNames: readonly string[]): FileSettings {
  const errors: string[] = [];
  const seen = new Set<string>();
  const taken: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const at = `${path} line ${index + 1}`;
    const [, name, value = ''] =
      /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)$/.exec(line.trimEnd()) ?? [];
    if (name === undefined) errors.push(`${at} is not NAME=value`);
    else if (!knownNames.includes(name)) errors.push(`${at}: ${describeUnknown(name, knownNames)}`);
    else if (seen.has(name)) errors.push(`${at}: ${name} was set before`);
    else if (!isPlain(value.trim())) errors.push(`${at}: ${name}: put the value into quotes, on one line`);
    else taken.push(line);
    seen.add(name ?? '');
  }
  const given = Object.entries(parseEnv(taken.join('\n'))).filter(
    (entry): entry is [string, string] => !!entry[1],
  );
  const secret = [...seen].find(isSecret);
  if (secret !== undefined && !isPrivate) {
    errors.push(`${path} holds ${secret} and is open to others: chmod 600 ${path}`);
  }
  return { values: Object.fromEntries(given), errors };
}

/** Whether parseEnv reads this value as a person means it: it cuts at a bare #, and goes on past an open quote. */
function isPlain(value: string): boolean {
  const quote = value[0];
  if (quote === '"' || quote === "'" || quote === '`') {
    const end = value.indexOf(quote, 1);
    return end > 0 && /^\s*(#.*)?$/.test(value.slice(end + 1));
  }
  return !/\S#/.test(value);
}

function describeUnknown(name: string, knownNames: readonly string[]): string {
  if (name === 'TEXTRELAY_AGENT_DIR') return `${name} cannot stand here: it says where this file is`;
  if (name.startsWith('NODE_')) return `${name} is read before the agent is: set it in the environment`;
  const nearest = nearestName(name, knownNames);
  return nearest === undefined ? `${name} is not known` : `${name} is not known; ${nearest} is`;
}

function broken(error: string): FileSettings {
  return { values: {}, errors: [error] };
}
