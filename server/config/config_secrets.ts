// Secrets of a configuration file: a text "env:NAME" stands for a variable, "file:PATH" for a file's content, so that
// the file itself holds none. No error quotes what was read.
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** Largest file that is read, in bytes. */
const maxFileBytes = 64 * 1024;
/** Deepest nesting of a value that is looked through. */
const maxDepth = 16;

export interface SecretReader {
  /** A copy of the value with every reference replaced, at any depth; one that leads nowhere stays, and is an error. */
  replace(value: unknown, place: string, errors: string[]): unknown;
  /** The variables that were named. */
  names(): string[];
}

/** Reads variables of `environment`, and files by their path from `folder`. */
export function createSecretReader(environment: NodeJS.ProcessEnv, folder: string): SecretReader {
  const named = new Set<string>();

  const readVariable = (name: string, place: string, errors: string[]): string => {
    named.add(name);
    const value = environment[name];
    if (value === undefined || value === '')
      errors.push(`${place} names the variable ${name}, which is not set`);
    return value || name;
  };

  const readFile = (path: string, place: string, errors: string[]): string => {
    try {
      const whole = resolve(folder, path);
      if (statSync(whole).size > maxFileBytes) {
        errors.push(`${place} names a file of more than ${maxFileBytes} bytes`);
        return path;
      }
      const text = readFileSync(whole, 'utf8');
      // Editors end a file with a line break that is no part of a password.
      return text.replace(/\r?\n$/, '');
    } catch {
      errors.push(`${place} names a file that cannot be read`);
      return path;
    }
  };

  const replace = (value: unknown, place: string, errors: string[], depth: number): unknown => {
    if (typeof value === 'string') {
      const [, scheme, rest = ''] = /^(env|file):(.+)$/s.exec(value) ?? [];
      if (scheme === 'env') return readVariable(rest, place, errors);
      return scheme === 'file' ? readFile(rest, place, errors) : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (depth === maxDepth) {
      errors.push(`${place} is nested too deeply`);
      return null;
    }
    if (Array.isArray(value))
      return value.map((each, index) => replace(each, `${place}[${index}]`, errors, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        replace(each, `${place}.${name}`, errors, depth + 1),
      ]),
    );
  };

  return {
    replace: (value, place, errors) => replace(value, place, errors, 0),
    names: () => [...named],
  };
}
