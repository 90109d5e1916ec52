// What the command groups share: how they reach the core, how they answer, and how typed words become values.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Answer, toInteger, type View } from './answer.ts';
import type { CoreClient } from './core_client/core_client.ts';

/** Unpacks a field that the contract promises; its absence is a fault of the core's. */
export function promised<T>(field: T | undefined): T {
  if (field === undefined) throw new Error('the core’s answer lacks the field that was asked for');
  return field;
}

/** What a command needs: the core, and where its answer goes. */
export class CommandContext {
  /** Connects on the first call, so that help works without a core. Throws ConfigError. */
  readonly core: () => CoreClient;
  /** Writes the command's one answer. */
  readonly answer: (answer: Answer) => void;
  /** Makes the exit code 1, though the command has answered. */
  readonly fail: () => void;

  constructor(core: () => CoreClient, answer: (answer: Answer) => void, fail: () => void) {
    this.core = core;
    this.answer = answer;
    this.fail = fail;
  }

  /** Answers with one row, under its name in JSON. */
  answerOne<Row>(name: string, view: View<Row>, field: Row | undefined): void {
    const row = promised(field);
    this.answer({ json: { [name]: view.json(row) }, text: view.table([row]) });
  }

  /** Answers with all rows of a list. */
  answerAll<Row>(name: string, view: View<Row>, rows: readonly Row[]): void {
    this.answer({ json: { [name]: rows.map(view.json) }, text: view.table(rows) });
  }

  /** Answers with a page of a list; `next` is what the following one comes after, and `command` lists it. */
  answerPage<Row>(
    name: string,
    view: View<Row>,
    rows: readonly Row[],
    command: string,
    next: bigint | string | undefined,
  ): void {
    const more = typeof next === 'string' ? `'${next}'` : next;
    this.answer({
      json: {
        [name]: rows.map(view.json),
        next_after: typeof next === 'bigint' ? toInteger(next) : (next ?? null),
      },
      text: `${view.table(rows)}${next === undefined ? '' : `more: ${command} --after ${more}\n`}`,
    });
  }
}

const wholeNumber = (word: string, most: number): number => {
  const value = /^[1-9]\d{0,8}$/.test(word) ? Number(word) : 0;
  return value <= most ? value : 0;
};

/** Reads a whole number from 1 to `most`; `what` begins the sentence of the error. */
export const parseUpTo = (most: number, what: string) => (word: string) => {
  const value = wholeNumber(word, most);
  if (value === 0) throw new InvalidArgumentError(`${what} is a whole number from 1 to ${most}.`);
  return value;
};

/** Reads the id of an account, key or device. Throws InvalidArgumentError for anything but a plain integer above 0. */
export function parseId(word: string): bigint {
  if (!/^[1-9]\d{0,14}$/.test(word)) throw new InvalidArgumentError('An id is a whole number above 0.');
  return BigInt(word);
}

/** Reads the id of an account; whoever types its name hears how to find the id. Throws InvalidArgumentError. */
export function parseAccount(word: string): bigint {
  try {
    return parseId(word);
  } catch {
    throw new InvalidArgumentError(
      'An account is given by its id: find it with accounts list --search and a part of its name.',
    );
  }
}

/** An instant in RFC 3339, or the beginning of a day of UTC, in milliseconds; NaN for anything else. */
export const toInstantMs = (word: string): number =>
  /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(word) ? Date.parse(word) : Number.NaN;

/** The first argument of most commands. */
export const accountArgument = ['<account>', "the account's id", parseAccount] as const;

/** The page of a list, by `--limit` and `--after`. */
export interface TypedPage {
  limit: number;
  after?: bigint;
}

/** The option `--limit` of a list of `rows`. */
export const limitOption = (rows: string, usual = 500, most = 500) =>
  new Option('--limit <count>', `most ${rows} to list, 1 to ${most}`)
    .default(usual)
    .argParser(parseUpTo(most, 'A limit'));

/** A command that lists `rows` page by page, in order of id. */
export const addPagedList = (group: Command, rows: string, description: string): Command =>
  group
    .command('list')
    .description(description)
    .addOption(limitOption(rows))
    .option('--after <id>', `only ${rows} after this one`, parseId);

/** Most rows of a page, as the core answers them. */
export const pageRows = 500;

/** Reads page after page; returns all of them. */
export async function allPages<Page extends { nextCursor?: unknown }>(
  read: (cursor: Page['nextCursor'] | undefined) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = [];
  let cursor: Page['nextCursor'] | undefined;
  do {
    const page = await read(cursor);
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return pages;
}
