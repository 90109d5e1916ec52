// The texts that client_refs belong to, looked up when a batch refused them or could not tell whose they are.
import type { Batches } from './batches.ts';
import { arrayLiteral } from './driver.ts';
import { checkNonce, createNonce } from './nonce.ts';

/** A client_ref of an account. */
export interface AccountRef {
  accountId: bigint;
  clientRef: string;
}

// A text that was committed on this server's disk alone, because its wait for a synchronous standby was ended, can be
// seen here: the row's lock makes this statement's own commit wait for the standby before anybody is told of the text.
const originalStatement = `
with asked as (
  select * from unnest($1::int8[], $2::text[]) with ordinality as t (account_id, client_ref, ord)
), found as materialized (
  select a.ord, o.id from asked a
  join message o on o.account_id = a.account_id and o.client_ref = a.client_ref for key share of o
)
select $3::text, f.id from asked a left join found f on f.ord = a.ord order by a.ord`;

const ownerStatement = `
select $2::text, k.account_id
from unnest($1::text[]) with ordinality as t (key_hash, ord)
left join api_key k on k.hash = decode(t.key_hash, 'hex')
order by t.ord`;

/** Binds the statements to the pool of writes: what they see is as new as the primary. */
export function prepareOriginalTexts(batches: Batches) {
  return {
    /** The id of the text that each was accepted for, as it is committed now; null for none. In their order. */
    async findOriginals(refs: readonly AccountRef[]): Promise<(bigint | null)[]> {
      const nonce = createNonce();
      const rows = await batches.run(originalStatement, [
        arrayLiteral(refs.map(({ accountId }) => accountId)),
        arrayLiteral(refs.map(({ clientRef }) => clientRef)),
        nonce,
      ]);
      checkNonce(nonce, rows, refs.length);
      return rows.map((row) => row[1] as bigint | null);
    },

    /** The account of each key, revoked ones too; null for one that is not known. In their order. */
    async findKeyOwners(keyHashes: readonly string[]): Promise<(bigint | null)[]> {
      const nonce = createNonce();
      const rows = await batches.run(ownerStatement, [arrayLiteral(keyHashes), nonce]);
      checkNonce(nonce, rows, keyHashes.length);
      return rows.map((row) => row[1] as bigint | null);
    },
  };
}
