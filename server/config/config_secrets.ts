// Secrets of a configuration file: a text "env:NAME" stands for a variable, "file:PATH" for a file's content, so that
// the file itself holds none. No fault quotes what was read.
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** Largest file that is read, in bytes. */
const maxFileBytes = 64 * 1024;
/** Deepest nesting of a value that is looked through. */
const maxDepth = 16;

export interface SecretReader {
  /** A copy of the value with every reference replaced, at any depth; one that leads nowhere stays, and is a fault. */
  replace(value: unknown, place: string, faults: string[]): unknown;
  /** The variables that were named. */
  names(): string[];
}

/** Reads variables of `environment`, and files by their path from `folder`. */
export function createSecretReader(environment: NodeJS.ProcessEnv, folder: string): SecretReader {
  const named = new Set<string>();

  const readVariable = (name: string, place: string, faults: string[]): string => {
    named.add(name);
    const value = environment[name];
    if (value === undefined || value === '')
      faults.push(`${place} names the variable ${name}, which is not set`);
    return value || name;
  };

  const readFile = (path: string, place: string, faults: string[]): string => {
    try {
      const whole = resolve(folder, path);
      if (statSync(whole).size > maxFileBytes) {
        faults.push(`${place} names a file of more than ${maxFileBytes} bytes`);
        return path;
      }
      const text = readFileSync(whole, 'utf8');
      // Editors end a file with a line break that is no part of a password.
      return text.replace(/\r?\n$/, '');
    } catch {
      faults.push(`${place} names a file that cannot be read`);
      return path;
    }
  };

  const replace = (value: unknown, place: string, faults: string[], depth: number): unknown => {
    if (typeof value === 'string') {
      const [, scheme, rest = ''] = /^(env|file):(.+)$/s.exec(value) ?? [];
      if (scheme === 'env') return readVariable(rest, place, faults);
      return scheme === 'file' ? readFile(rest, place, faults) : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (depth === maxDepth) {
      faults.push(`${place} is nested too deeply`);
      return null;
    }
    if (Array.isArray(value))
      return value.map((each, index) => replace(each, `${place}[${index}]`, faults, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        replace(each, `${place}.${name}`, faults, depth + 1),
      ]),
    );
  };

  return {
    replace: (value, place, faults) => replace(value, place, faults, 0),
    names: () => [...named],
  };
}
