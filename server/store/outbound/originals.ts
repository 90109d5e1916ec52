// The texts that client_refs were accepted for before, and whose keys they came with.
import { isReadable } from '../messages/readable.ts';
import type { Database } from '../postgres/database.ts';
import { int8, text, textArray, type ValuesOf } from '../postgres/kinds.ts';
import { list, statement } from '../postgres/statement.ts';

/** A client_ref of an account, and the reader's key, as SHA-256 in hex; null for a reader of all texts. */
const askedRef = { accountId: int8, clientRef: text, policyKey: text.orNull };

// A text that was committed on this server's disk alone, because its wait for a synchronous standby was ended, can be
// seen here: the row's lock makes this statement's own commit wait for the standby before anybody learns of the text.
const findOriginals = statement({
  takes: { refs: list(askedRef) },
  gives: { id: int8.orNull('f.id') },
  expects: 'refs',
  text: ({ refs, row }) => `
with asked as (
  select * from ${refs.as('t', 'ord')}
), found as materialized (
  select a.ord, o.id from asked a
  join message o on o.account_id = a.account_id and o.client_ref = a.client_ref
  where ${isReadable('a.policy_key', 'o')} for key share of o
)
select ${row} from asked a left join found f on f.ord = a.ord order by a.ord`,
});

const sentBefore = { accountId: int8.orNull, keyHash: text.orNull, refs: textArray, maxAgeMs: int8 };
const findEarlierRef = statement({
  takes: sentBefore,
  gives: { clientRef: text.orNull('f.client_ref') },
  expects: 'one',
  text: ({ accountId, keyHash, refs, maxAgeMs, row }) => `
select ${row} from (select ${accountId} as asked, decode(${keyHash}, 'hex') as key_hash) a left join lateral (
  select m.client_ref from message m
  where m.account_id = coalesce(a.asked, (select k.account_id from api_key k where k.hash = a.key_hash))
    and m.client_ref = any(${refs}) and m.created_at > now() - make_interval(secs => ${maxAgeMs} / 1000.0)
  order by m.id limit 1
) f on true`,
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

export const prepareOriginals = ({ reads, batches }: Pick<Database, 'reads' | 'batches'>) => ({
  /** The id of the text that each was accepted for, as it is committed now; null for none. In their order. */
  async findOriginals(refs: readonly ValuesOf<typeof askedRef>[]): Promise<(bigint | null)[]> {
    return (await findOriginals.run(batches, { refs })).map(({ id }) => id);
  },

  /** Of these client_refs the one of the first text that the account, or the key's, has and that is not older; null for none. */
  async findEarlierRef(asked: ValuesOf<typeof sentBefore>): Promise<string | null> {
    return (await findEarlierRef.run(reads, asked))[0]?.clientRef ?? null;
  },

  /** The account of each key, revoked ones too; null for one that is not known. In their order. */
  async findKeyOwners(keyHashes: readonly string[]): Promise<(bigint | null)[]> {
    return (await findOwners.run(batches, { keyHashes })).map(({ accountId }) => accountId);
  },
});
