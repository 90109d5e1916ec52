// Subscriptions in accounts' feeds: what the tables of consumers and of webhooks have in common. Each statement changes one
// place, and none takes the account's lock. The two stay tables of their own, because cores of older versions write to both
// while a newer one already runs.
import type { Database } from '../postgres/database.ts';
import type { Pool } from '../postgres/driver.ts';
import { instant, int4, int8, text } from '../postgres/kinds.ts';
import { type Fields, type NamesOf, type RowOf, type Statement, statement } from '../postgres/statement.ts';

/** A table of subscriptions. */
export type SubscriptionTable = 'consumer' | 'webhook';

/** The fields of both kinds, of a subscription `p` and its account `a`. */
export type SubscriptionRow = RowOf<typeof subscriptionRow>;
const subscriptionRow = {
  accountId: int8('p.account_id'),
  name: text('p.name'),
  cursorSeq: int8('p.cursor_seq'),
  /** The account's newest seq. */
  newestSeq: int8('a.last_seq'),
  movedAtMs: instant('p.moved_at'),
  createdAtMs: instant('p.created_at'),
};

/** Finds a subscription within its table. */
export interface Named {
  accountId: bigint;
  name: string;
}

/** The parameters that name one subscription. */
export const named = { accountId: int8, name: text };

/** The parameters that add a subscription; an account has `most`. */
export const newSubscription = { ...named, most: int4, nowMs: instant };

/** Binds a statement to its pool: it returns its row, undefined for none. */
export const firstRow =
  <Values, Row>(pool: Pool, { first }: Statement<Values, Row>) =>
  (values: Values) =>
    first(pool, values);

/** Binds a statement to its pool: it returns whether it gave a row. */
export const anyRow =
  <Values, Row>(pool: Pool, { any }: Statement<Values, Row>) =>
  (values: Values) =>
    any(pool, values);

/**
 * Adds a subscription with further columns. The lowest free number is taken, so that the account's bound holds however many come at
 * once: of two that chose the same number one writes nothing.
 */
export const insertPlace = (
  table: SubscriptionTable,
  { accountId, name, most, nowMs, row }: NamesOf<typeof newSubscription> & { row: string },
  columns: Readonly<Record<string, string>>,
): string => `
insert into ${table} (account_id, name, slot, moved_at, created_at, ${Object.keys(columns).join(', ')})
select a.id, ${name}, f.slot, ${nowMs}, ${nowMs}, ${Object.values(columns).join(', ')}
from account a cross join lateral (
  select min(n) as slot from generate_series(1, ${most}) n
  where not exists (select from ${table} p where p.account_id = a.id and p.slot = n)
) f
where a.id = ${accountId} and f.slot is not null
on conflict do nothing returning ${row}`;

/** Changes a subscription `p`, whose account is `a`, and returns it. */
export const updateSubscription = (
  table: SubscriptionTable,
  { accountId, name, row }: NamesOf<typeof named> & { row: string },
  set: string,
  where = 'true',
): string => `
update ${table} p set ${set}
from account a
where a.id = p.account_id and p.account_id = ${accountId} and p.name = ${name} and ${where}
returning ${row}`;

interface Differences<F> {
  /** The further fields of its rows. */
  own: F;
  /** The other columns that change with the cursor. */
  alsoMoved: string;
  /** Which subscriptions may be removed. */
  isRemovable?: string;
  /** Statements that go with the removal, of the rows `removed`. */
  alsoRemoved?: string;
}

/** The statements that both tables have. */
export function subscriptionStatements<const F extends Fields>(
  table: SubscriptionTable,
  { own, alsoMoved, isRemovable = 'true', alsoRemoved = '' }: Differences<F>,
) {
  const gives = { ...subscriptionRow, ...own };
  const ofAccount = `${table} p join account a on a.id = p.account_id`;
  const list = statement({
    takes: { accountId: int8 },
    gives,
    text: ({ accountId, row }) =>
      `select ${row} from ${ofAccount} where p.account_id = ${accountId} order by p.name collate "C"`,
  });
  const find = statement({
    takes: named,
    gives,
    text: ({ accountId, name, row }) =>
      `select ${row} from ${ofAccount} where p.account_id = ${accountId} and p.name = ${name}`,
  });
  const remove = statement({
    takes: named,
    gives: { name: text },
    text: ({ accountId, name, row }) => `
with removed as (
  delete from ${table} p where p.account_id = ${accountId} and p.name = ${name} and ${isRemovable}
  returning p.account_id, p.name
)${alsoRemoved}
select ${row} from removed`,
  });
  const move = statement({
    takes: { ...named, seq: int8, nowMs: instant },
    gives,
    text: ({ seq, nowMs, ...names }) =>
      updateSubscription(table, names, `cursor_seq = ${seq}, moved_at = ${nowMs}, ${alsoMoved}`),
  });
  return {
    gives,
    ofAccount,
    prepare: ({ reads, writes }: Pick<Database, 'reads' | 'writes'>) => ({
      /** An account's subscriptions in order of name. */
      list: (accountId: bigint) => list.run(reads, { accountId }),

      find: firstRow(reads, find),

      /** Returns whether it was there, and may be removed. */
      remove: anyRow(writes, remove),

      /** Sets the cursor, also back. Returns undefined when there is no such subscription. */
      move: firstRow(writes, move),
    }),
  };
}
