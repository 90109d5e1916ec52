// Bodies of texts that a statement claims. While PostgreSQL writes an answer to a client that does not read, it holds
// the statement's locks. To keep a claim's answer small, it has only the first bodies; the rest is read without a lock.
import { DatabaseUnavailable, type Pool } from '../postgres/driver.ts';
import { columnsOf, int8, text } from '../postgres/kinds.ts';
import { list, statement } from '../postgres/statement.ts';

/** Bytes of bodies in a claim's answer, fewer than the buffers between two machines hold. */
const answerBytes = 32 * 1024;

/** SQL: the body of a row of `claimed`, null once the bodies before it, by `order`, are too many. */
export const bodyWhileSmall = (claimed: string, order: string) =>
  `case when sum(octet_length(${claimed}.body)) over (order by ${order}) <= ${answerBytes} then ${claimed}.body end`;

const read = statement({
  takes: { texts: list({ accountId: int8, id: int8 }) },
  gives: columnsOf({ accountId: int8, id: int8, body: text }, 'm'),
  expects: 'texts',
  text: ({ texts, row }) => `
select ${row} from ${texts.as('t')} join message m on m.account_id = t.account_id and m.id = t.id`,
});

interface Claimed {
  accountId: bigint;
  id: bigint;
  /** Null when the claim's answer left it out. */
  body: string | null;
}

/** A claimed text whose body is there. */
export type WithBody<T extends Claimed> = T & { body: string };

const nameOf = ({ accountId, id }: Omit<Claimed, 'body'>) => `${accountId}/${id}`;

const hasBody = <T extends Claimed>(text: T): text is WithBody<T> => text.body !== null;

/**
 * The texts with the bodies that the claim's answer left out; a body never changes. Throws only DatabaseUnavailable:
 * the claim is committed, and its caller must not take it for one that was rolled back.
 */
export async function readLeftBodies<T extends Claimed>(
  pool: Pick<Pool, 'run'>,
  claimed: readonly T[],
): Promise<WithBody<T>[]> {
  const left = claimed.filter((text) => !hasBody(text));
  const bodies = new Map<string, string>();
  if (left.length > 0) {
    try {
      for (const text of await read.run(pool, { texts: left })) bodies.set(nameOf(text), text.body);
    } catch (error) {
      throw new DatabaseUnavailable(error);
    }
  }
  return claimed.map((text) =>
    hasBody(text) ? text : { ...text, body: bodies.get(nameOf(text)) as string },
  );
}
