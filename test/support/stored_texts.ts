// Received texts in great number or size, written straight into the tables: a device would take minutes to report them.
import { openInspector } from './database.ts';

/** The character that takes most octets for its length: four in UTF-8, two code units. */
export const emoji = '\u{1f600}';

export interface StoredTexts {
  accountId: bigint;
  count: number;
  body: string;
  /** One conversation unless said otherwise. */
  conversations?: number;
}

/** Adds received texts to an account, after those that it has. */
export async function storeReceived(
  databaseUrl: string,
  { accountId, count, body, conversations = 1 }: StoredTexts,
): Promise<void> {
  const sql = openInspector(databaseUrl);
  try {
    await sql`
      with owner as (
        update account set last_message_id = last_message_id + ${count}::int8, last_seq = last_seq + ${count}::int8
        where id = ${accountId} returning last_message_id - ${count}::int8 as id, last_seq - ${count}::int8 as seq
      ), written as (
        insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments,
          encoding, charged, attempt, created_at)
        select ${accountId}, o.id + n, o.seq + n, 'in', 'SENDER' || n % ${conversations}::int4,
          'SENDER' || n % ${conversations}::int4, ${body}, 'received', 'device', 1, 'ucs2', false, 0, now()
        from owner o, generate_series(1, ${count}::int4) as s (n) returning address_norm, id
      )
      insert into thread (account_id, address_norm, address, last_message_id, message_count)
      select ${accountId}, address_norm, address_norm, max(id), count(*) from written group by address_norm`;
  } finally {
    await sql.end();
  }
}
