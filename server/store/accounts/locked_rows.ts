// Which rows other statements have locked at this moment. It waits for no lock, and gives back at once those that it
// takes to find out.
import type { Batches } from '../database/batches.ts';
import { bool, int8, int8Array, text, textArray } from '../database/kinds.ts';
import { list, statement } from '../database/statement.ts';

/** Who sends a text: an account, or the account of an account key. */
interface Sender {
  accountId: bigint | null;
  /** SHA-256 in hex. */
  keyHash: string | null;
}

// The locks that are taken here are those of the statements that write.
const findAccounts = statement({
  takes: { accountIds: int8Array },
  gives: {
    isLocked: bool(`exists (select from account a where a.id = asked.account_id) and not exists (
      select from free f where f.id = asked.account_id)`),
  },
  expects: 'accountIds',
  text: ({ accountIds, row }) => `
with asked as (
  select * from unnest(${accountIds}) with ordinality as t (account_id, ord)
), free as materialized (
  select id from account where id in (select account_id from asked) for update skip locked
)
select ${row} from asked order by ord`,
});

const findSenders = statement({
  takes: { senders: list({ accountId: int8.orNull, keyHash: text.orNull }) },
  gives: {
    isLocked: bool(`(exists (select from account a where a.id = asked.account_id)
        and not exists (select from free f where f.id = asked.account_id))
      or (exists (select from rate_window w where w.key_hash = asked.hash)
        and not exists (select from open o where o.key_hash = asked.hash))`),
  },
  expects: 'senders',
  text: ({ senders, row }) => `
with asked as materialized (
  select coalesce(t.account_id, k.account_id) as account_id, k.hash, t.ord
  from ${senders.as('t', 'ord')}
  left join lateral (
    select hash, account_id from api_key where hash = decode(t.key_hash, 'hex') and revoked_at is null limit 1
  ) k on true
), free as materialized (
  select id from account where id in (select account_id from asked) for update skip locked
), open as materialized (
  select key_hash from rate_window where key_hash in (select hash from asked) for update skip locked
)
select ${row} from asked order by ord`,
});

const findWindows = statement({
  takes: { keyHashes: textArray },
  gives: {
    isLocked: bool(`exists (select from rate_window w where w.key_hash = asked.hash) and not exists (
      select from open o where o.key_hash = asked.hash)`),
  },
  expects: 'keyHashes',
  text: ({ keyHashes, row }) => `
with asked as materialized (
  select decode(t.key_hash, 'hex') as hash, t.ord from unnest(${keyHashes}) with ordinality as t (key_hash, ord)
), open as materialized (
  select key_hash from rate_window where key_hash in (select hash from asked) for update skip locked
)
select ${row} from asked order by ord`,
});

const areLocked = (rows: readonly { isLocked: boolean }[]) => rows.map(({ isLocked }) => isLocked);

/** Binds the statements. Each function returns for every item, in their order, whether a row of it is locked. */
export function prepareLockedRows(batches: Batches, admission: Pick<Batches, 'run'>) {
  return {
    areAccountsLocked: async (accountIds: readonly bigint[]): Promise<boolean[]> =>
      areLocked(await findAccounts.run(batches, { accountIds })),

    /** Of a key both its window and its account count. */
    areSendersLocked: async (senders: readonly Sender[]): Promise<boolean[]> =>
      areLocked(await findSenders.run(batches, { senders })),

    /** Keys are SHA-256 in hex. */
    areWindowsLocked: async (keyHashes: readonly string[]): Promise<boolean[]> =>
      areLocked(await findWindows.run(admission, { keyHashes })),
  };
}
