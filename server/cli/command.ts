// What the command groups share: how they reach the core, how they answer, and how typed words become values.
import { InvalidArgumentError } from 'commander';
import type { Answer } from './answer.ts';
import type { CoreClient } from './core_client.ts';

/** What a command is given to do its work. */
export interface CommandContext {
  /** Connects on the first call, so that help works without a core. Throws ConfigError. */
  core(): CoreClient;
  /** Writes the command's one answer. */
  answer(answer: Answer): void;
}

/** Reads the id of an account, key or device. Throws InvalidArgumentError for anything but a plain integer above 0. */
export function parseId(word: string): bigint {
  if (!/^[1-9]\d{0,14}$/.test(word)) throw new InvalidArgumentError('An id is a whole number above 0.');
  return BigInt(word);
}

/** Reads a page's size, 1 to 500. */
export function parseLimit(word: string): number {
  const limit = /^\d{1,3}$/.test(word) ? Number(word) : 0;
  if (limit < 1 || limit > 500) throw new InvalidArgumentError('A limit is a whole number from 1 to 500.');
  return limit;
}

/** Unpacks a field that the contract promises; its absence is a fault of the core's. */
export function promised<T>(field: T | undefined): T {
  if (field === undefined) throw new Error('the core answered without the field that was asked for');
  return field;
}
