// Bodies of texts that a statement claims. While PostgreSQL writes the answer of a statement to a client that does not
// read, it holds the statement's locks: so that a claim's answer stays small, it carries the first bodies only, and the
// rest is read without a lock.
import type { Batches } from './batches.ts';
import { arrayLiteral } from './driver.ts';
import { checkNonce, createNonce } from './nonce.ts';

/** Bytes of bodies in a claim's answer; what the buffers between two machines hold is more. */
const answerBytes = 32 * 1024;

/** SQL: the body of a row of `claimed`, null once the bodies before it, by `order`, are too many. */
export const bodyWhileSmall = (claimed: string, order: string) =>
  `case when sum(octet_length(${claimed}.body)) over (order by ${order}) <= ${answerBytes} then ${claimed}.body end`;

const statement = `
select $3::text, m.account_id, m.id, m.body
from unnest($1::int8[], $2::int8[]) as t (account_id, id)
join message m on m.account_id = t.account_id and m.id = t.id`;

interface Claimed {
  accountId: bigint;
  id: bigint;
  /** Null when the claim's answer left it out. */
  body: string | null;
}

/** Reads the bodies that a claim's answer left out; a body never changes. */
export async function readLeftBodies(batches: Batches, claimed: readonly Claimed[]): Promise<void> {
  const left = new Map(
    claimed.filter(({ body }) => body === null).map((text) => [`${text.accountId}/${text.id}`, text]),
  );
  if (left.size === 0) return;
  const texts = [...left.values()];
  const nonce = createNonce();
  const rows = await batches.run(statement, [
    arrayLiteral(texts.map(({ accountId }) => accountId)),
    arrayLiteral(texts.map(({ id }) => id)),
    nonce,
  ]);
  checkNonce(nonce, rows, texts.length);
  for (const [, accountId, id, body] of rows) {
    const text = left.get(`${accountId}/${id}`);
    if (text) text.body = body as string;
  }
}
