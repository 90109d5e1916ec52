// The texts that client_refs belong to, looked up when a batch refused them or did not know whose they are.
import type { Batches } from '../postgres/batches.ts';
import { int8, text, textArray } from '../postgres/kinds.ts';
import { list, statement } from '../postgres/statement.ts';

/** A client_ref of an account. */
interface AccountRef {
  accountId: bigint;
  clientRef: string;
}

// A text that was committed on this server's disk alone, because its wait for a synchronous standby was ended, can be
// seen here: the row's lock makes this statement's own commit wait for the standby before anybody learns of the text.
const find = statement({
  takes: { refs: list({ accountId: int8, clientRef: text }) },
  gives: { id: int8.orNull('f.id') },
  expects: 'refs',
  text: ({ refs, row }) => `
with asked as (
  select * from ${refs.as('t', 'ord')}
), found as materialized (
  select a.ord, o.id from asked a
  join message o on o.account_id = a.account_id and o.client_ref = a.client_ref for key share of o
)
select ${row} from asked a left join found f on f.ord = a.ord order by a.ord`,
});

const findOwners = statement({
  takes: { keyHashes: textArray },
  gives: { accountId: int8.orNull('k.account_id') },
  expects: 'keyHashes',
  text: ({ keyHashes, row }) => `
select ${row}
from unnest(${keyHashes}) with ordinality as t (key_hash, ord)
left join api_key k on k.hash = decode(t.key_hash, 'hex')
order by t.ord`,
});

/** Binds the statements to the pool of writes: what they see is as new as the primary. */
export function prepareOriginalTexts(batches: Batches) {
  return {
    /** The id of the text that each was accepted for, as it is committed now; null for none. In their order. */
    async findOriginals(refs: readonly AccountRef[]): Promise<(bigint | null)[]> {
      return (await find.run(batches, { refs })).map(({ id }) => id);
    },

    /** The account of each key, revoked ones too; null for one that is not known. In their order. */
    async findKeyOwners(keyHashes: readonly string[]): Promise<(bigint | null)[]> {
      return (await findOwners.run(batches, { keyHashes })).map(({ accountId }) => accountId);
    },
  };
}
