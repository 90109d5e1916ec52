// Which rows other statements have locked at this moment. It waits for no lock, and gives back at once those that it
// takes to find out.
import type { Batches } from './batches.ts';
import { arrayLiteral, type Row } from './driver.ts';
import { checkNonce, createNonce } from './nonce.ts';

/** Who sends a text: an account, or whom an account key stands for. */
export interface Sender {
  accountId: bigint | null;
  /** SHA-256 in hex. */
  keyHash: string | null;
}

// The locks that are taken here are those of the statements that write.
const accountStatement = `
with asked as (
  select * from unnest($1::int8[]) with ordinality as t (account_id, ord)
), free as materialized (
  select id from account where id in (select account_id from asked) for update skip locked
)
select $2::text, exists (select from account a where a.id = asked.account_id) and not exists (
  select from free f where f.id = asked.account_id)
from asked order by ord`;

const senderStatement = `
with asked as materialized (
  select coalesce(t.account_id, k.account_id) as account_id, k.hash, t.ord
  from unnest($1::int8[], $2::text[]) with ordinality as t (account_id, key_hash, ord)
  left join lateral (
    select hash, account_id from api_key where hash = decode(t.key_hash, 'hex') and revoked_at is null limit 1
  ) k on true
), free as materialized (
  select id from account where id in (select account_id from asked) for update skip locked
), open as materialized (
  select key_hash from rate_window where key_hash in (select hash from asked) for update skip locked
)
select $3::text,
  (exists (select from account a where a.id = asked.account_id)
    and not exists (select from free f where f.id = asked.account_id))
  or (asked.hash is not null and not exists (select from open o where o.key_hash = asked.hash))
from asked order by ord`;

const windowStatement = `
with asked as materialized (
  select decode(t.key_hash, 'hex') as hash, t.ord from unnest($1::text[]) with ordinality as t (key_hash, ord)
), open as materialized (
  select key_hash from rate_window where key_hash in (select hash from asked) for update skip locked
)
select $2::text, exists (select from rate_window w where w.key_hash = asked.hash) and not exists (
  select from open o where o.key_hash = asked.hash)
from asked order by ord`;

const areLocked = (nonce: string, rows: readonly Row[], count: number): boolean[] => {
  checkNonce(nonce, rows, count);
  return rows.map((row) => row[1] as boolean);
};

/** Binds the statements. Each returns for every item, in their order, whether a row of it is locked. */
export function prepareLockedRows(batches: Batches, admission: Pick<Batches, 'run'>) {
  return {
    async areAccountsLocked(accountIds: readonly bigint[]): Promise<boolean[]> {
      const nonce = createNonce();
      const rows = await batches.run(accountStatement, [arrayLiteral(accountIds), nonce]);
      return areLocked(nonce, rows, accountIds.length);
    },

    /** Of a key both its window and its account count. */
    async areSendersLocked(senders: readonly Sender[]): Promise<boolean[]> {
      const nonce = createNonce();
      const rows = await batches.run(senderStatement, [
        arrayLiteral(senders.map(({ accountId }) => accountId)),
        arrayLiteral(senders.map(({ keyHash }) => keyHash)),
        nonce,
      ]);
      return areLocked(nonce, rows, senders.length);
    },

    /** Keys are SHA-256 in hex. */
    async areWindowsLocked(keyHashes: readonly string[]): Promise<boolean[]> {
      const nonce = createNonce();
      const rows = await admission.run(windowStatement, [arrayLiteral(keyHashes), nonce]);
      return areLocked(nonce, rows, keyHashes.length);
    },
  };
}
