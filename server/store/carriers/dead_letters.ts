// What carriers brought and nobody could read, or nobody owns: the newest of each carrier, as it came, for the operator.
import type { Database } from '../postgres/database.ts';
import { instant, int4, int8, text, type ValuesOf, word } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

/** `unreadable`: not of the form that is configured. `incomplete`: what it is about is missing. `unowned`: for numbers of no account. */
export type DeadLetterReason = 'unreadable' | 'incomplete' | 'unowned';

/** One of them, as it came. */
type DeadLetterFields = ValuesOf<typeof fields>;
const fields = {
  carrier: text,
  /** The hook that was called, or `smpp`. */
  source: text,
  why: word<DeadLetterReason>(),
  /** At most 8,192 characters. */
  raw: text,
};

/** One of them, as it is kept. */
export type DeadLetter = RowOf<typeof stored>;
const stored = { id: int8, ...fields, receivedAtMs: instant('received_at') };

/** Most that are kept of one carrier. */
export const maxDeadLetters = 200;

const keep = statement({
  takes: { ...fields, nowMs: instant, most: int4 },
  expects: 'any',
  text: ({ carrier, source, why, raw, nowMs, most, row }) => `
with gone as (
  delete from dead_letter where carrier = ${carrier} and id <= (
    select id from dead_letter where carrier = ${carrier} order by id desc offset ${most} - 1 limit 1)
)
insert into dead_letter (carrier, source, why, raw, received_at)
values (${carrier}, ${source}, ${why}, ${raw}, ${nowMs}) returning ${row}`,
});

const list = statement({
  takes: { carrier: text.orNull, before: int8, most: int4 },
  gives: stored,
  text: ({ carrier, before, most, row }) => `
select ${row} from dead_letter where id < ${before} and (${carrier} is null or carrier = ${carrier})
order by id desc limit ${most}`,
});

export const prepareDeadLetters = ({ reads, writes }: Database) => ({
  /** Keeps one; the oldest of its carrier goes where there are too many. */
  keepDeadLetter: (letter: DeadLetterFields, nowMs: number) =>
    keep.any(writes, { ...letter, nowMs, most: maxDeadLetters }),

  /** Up to `most` of one carrier, or of all, with ids below one, newest first. */
  listDeadLetters: (carrier: string | null, before: bigint, most: number): Promise<DeadLetter[]> =>
    list.run(reads, { carrier, before, most }),
});
