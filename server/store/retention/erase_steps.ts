// The steps that erase a recipient or an account. Each is one statement that deletes a bounded number of rows and counts them on the
// request, so that whoever goes on after a crash repeats nothing and loses no number. The request's row is locked meanwhile: of two
// cores, one does a step, and the other learns that it is not its turn. A row that something else has locked is left, and counts as
// left: the step then has not cleared its table, and the request is not done.

import { bool, count, int4, int8, type ValuesOf } from '../postgres/kinds.ts';
import { type Statement, statement } from '../postgres/statement.ts';
import { isCountedAsIs, lockedCount } from '../stats/count_texts.ts';
import { accountTables, outlivesAccount } from './account_tables.ts';
import { cursorAfterRows, erasedRows } from './erased_rows.ts';
import { goneTexts, isOver } from './keep_texts.ts';
import { isRecipient, mentions, namesRecipient } from './mentions.ts';

export type ErasureKind = 'recipient' | 'account';

const takes = { accountId: int8, id: int8, most: int4 };
type Takes = Record<keyof typeof takes, string>;

const mine = ({ accountId, id, most }: Takes) => `mine as materialized (
  select e.account_id, e.id, e.addresses, e.last_message_id, e.broadcast_cursor, e.recipient_cursor, ${most} as most from erasure e
  where e.account_id = ${accountId} and e.id = ${id} and e.done_at is null for update skip locked
)`;

interface StepNames {
  /** The step that has the rows which are to go, at most as many as may be. */
  looked: string;
  /** Whether nothing is left, where that is not seen by all these rows being gone. */
  isClear?: string;
  /** More columns to set of the request. */
  place?: string;
  /** The tables that are clear afterwards; this one with the others, where it is left out. */
  cleared?: string;
}

const allGone = (looked: string) =>
  `((select count(*) from ${looked}) = n.rows and n.rows < (select max(most) from mine))`;

/** The step that counts the rows of `gone` on the request, and notes whether the table is cleared. */
const counted = (
  { accountId, id }: Takes,
  table: string,
  { looked, isClear = allGone(looked), place = '', cleared }: StepNames,
) => {
  const others = `array_remove(e.cleared, '${table}')`;
  return `counted_erased as (
  update erasure e set ${place}
    erased = case when n.rows = 0 then e.erased
      else e.erased || jsonb_build_object('${table}', coalesce((e.erased->>'${table}')::int8, 0) + n.rows) end,
    cleared = ${cleared ?? `case when c.is_clear then array_append(${others}, '${table}') else ${others} end`}
  from (select count(*) as rows from gone) n cross join lateral (select ${isClear} as is_clear) c
  where e.account_id = ${accountId} and e.id = ${id} and exists (select from mine)${
    place === '' ? ` and (n.rows > 0 or c.is_clear <> ('${table}' = any (e.cleared)))` : ''
  }
)`;
};

/** The outcome of a step. */
export interface StepOutcome {
  /** Rows that it deleted or emptied. */
  rows: number;
  /** There is more to do at once. */
  hasMore: boolean;
  /** Nothing is left of its table. */
  isClear: boolean;
  /** It had the request's row: false where another core has it locked, and where the request is done. Nothing was done then. */
  isTurn: boolean;
}

interface Step {
  /** What it clears; by this name the request notes that it did. */
  table: string;
  statement: Statement<ValuesOf<typeof takes>, StepOutcome>;
}

/** A step that deletes or changes `gone`; it has more to do where as many rows as may be were looked at, and some went. */
const step = (
  table: string,
  gone: (names: Takes) => string,
  { hasMore, ...names }: StepNames & { hasMore?: string },
): Step => ({
  table,
  statement: statement({
    takes,
    gives: {
      rows: count('(select count(*) from gone)'),
      hasMore: bool(
        hasMore ??
          `coalesce((select count(*) from ${names.looked}) = (select max(most) from mine), false) and exists (select from gone)`,
      ),
      isClear: bool(
        `exists (select from mine) and (select ${names.isClear ?? allGone(names.looked)} from (select count(*) as rows from gone) n)`,
      ),
      isTurn: bool('exists (select from mine)'),
    },
    expects: 'one',
    text: ({ row, ...given }) => `
with ${mine(given)}, ${gone(given)}, ${counted(given, table, names)}
select ${row}`,
  }),
});

/**
 * A step for the rows of a table `t` of which `condition` holds, each with its request `e`; `act` deletes or changes those at
 * `places`. The rows of a recipient wait for no lock, as a send may hold it; of an account that ends nothing waits for them.
 */
const rowsOf = (
  table: string,
  condition: string,
  act: (places: string) => string,
  lock: '' | 'skip locked',
) =>
  step(
    table,
    ({ most }) => `looked as materialized (
  select t.ctid as place from mine e join ${table} t on ${condition} limit ${most}
), gone as (
  ${act(`(array (select h.ctid from ${table} h where h.ctid = any (array (select place from looked)) for update ${lock}))`)} returning 1
)`,
    { looked: 'looked' },
  );

const deleteRows = (table: string, condition: string, lock: '' | 'skip locked' = 'skip locked') =>
  rowsOf(table, condition, (places) => `delete from ${table} where ctid = any ${places}`, lock);

const ofAccount = 't.account_id = e.account_id';

/** Deletes the rows of a table that are of the recipient. */
const ofRecipient = (table: string, more = '') =>
  deleteRows(table, `${ofAccount} and t.address_norm = any (e.addresses)${more}`);

/** Empties columns of rows that name the recipient. */
const emptied = (table: string, condition: string, set: string) =>
  rowsOf(
    table,
    `${ofAccount} and ${condition}`,
    (places) => `update ${table} t set ${set} where t.ctid = any ${places}`,
    'skip locked',
  );

// What was found before texts went may be there again: what is written of a text names its recipient.
const texts = step(
  'message',
  (of) => `${lockedCount(of.accountId)}, going as materialized (
  select m.id, m.client_ref from mine e join message m on m.account_id = e.account_id and m.address_norm = any (e.addresses)
  where m.id <= e.last_message_id and ${isOver('m')} and ${isCountedAsIs('m')}
  order by m.id limit ${of.most} for update of m skip locked
), ${goneTexts(of.accountId)}, truncated as (
  insert into retention as r (account_id, deleted_seq)
  select ${of.accountId}, max(g.seq) from gone g having count(*) > 0
  on conflict (account_id) do update set deleted_seq = greatest(r.deleted_seq, excluded.deleted_seq)
)`,
  { looked: 'going', cleared: "case when n.rows > 0 then '{}' else e.cleared end" },
);

const broadcastRecipients = step(
  'broadcast_recipient',
  ({ accountId, most }) => erasedRows(accountId, most),
  {
    looked: 'seen',
    isClear: 'not exists (select from seen)',
    hasMore: 'exists (select from seen)',
    place: cursorAfterRows,
  },
);

// Whoever writes down a delivery by a snapshot from before the texts were gone does so again: see conclude_deliveries.ts.
const webhooks = step(
  'webhook',
  () => `held as materialized (
  select w.account_id, w.name from mine e join webhook w on w.account_id = e.account_id order by w.name for update of w
), touched as (
  update webhook w set name = w.name from held h where w.account_id = h.account_id and w.name = h.name
), gone as (select from held where false)`,
  { looked: 'gone', isClear: 'true' },
);

const isOld = (id: string) => ` and ${id} <= e.last_message_id`;

// Rows of broadcasts go before texts, or they would become texts once more. What hangs on a conversation goes before it, so that it is
// counted. The opt-out stays, or the recipient would be written to again.
const recipientSteps: readonly Step[] = [
  broadcastRecipients,
  ofRecipient('thread_read'),
  ofRecipient('thread_state'),
  ofRecipient('thread_note'),
  ofRecipient('thread', isOld('t.last_message_id')),
  texts,
  ofRecipient('keyword_answer', isOld('t.message_id')),
  deleteRows(
    'key_refusal',
    `${ofAccount} and (t.address_norm = any (e.addresses) or ${namesRecipient('t.message')})`,
  ),
  deleteRows('carrier_inbound_part', `${ofAccount} and ${isRecipient('t.sender')}`),
  webhooks,
  emptied(
    'webhook_attempt',
    `(t.address_norm = any (e.addresses) or ${namesRecipient("t.payload || ' ' || t.answer || ' ' || coalesce(t.error, '')")})`,
    "payload = '', answer = '', address_norm = null, error = case when t.error is not null then 'erased' end",
  ),
  deleteRows('dead_letter', namesRecipient('t.raw')),
  emptied('notice', namesRecipient('t.data::text'), "data = '{}'::jsonb"),
];

const isLast = new Set(['account', outlivesAccount]);

// Whatever still refers to the account goes before it. A statement that had begun before may have written a row of a table without
// a foreign key after that: these are looked at once more at the end.
const accountSteps: readonly Step[] = [
  deleteRows(
    'dead_letter',
    `exists (select from carrier_number n where n.account_id = e.account_id and ${mentions('t.raw', 'n.number')})`,
    '',
  ),
  deleteRows(
    'rate_window',
    't.key_hash in (select k.hash from api_key k where k.account_id = e.account_id)',
    '',
  ),
  ...accountTables
    .filter(({ name }) => !isLast.has(name) && name !== 'membership')
    .map(({ name }) => deleteRows(name, ofAccount, '')),
  deleteRows('membership', ofAccount, ''),
  deleteRows('account', 't.id = e.account_id', ''),
];

/** In the order in which they are done. */
export const stepsOf: Readonly<Record<ErasureKind, readonly Step[]>> = {
  recipient: recipientSteps,
  account: accountSteps,
};

const areClear = (steps: readonly Step[]) =>
  `e.cleared @> array[${steps.map(({ table }) => `'${table}'`).join(', ')}]`;
const isGone = (table: string, condition: string) => `not exists (select from ${table} t where ${condition})`;

/**
 * SQL: whether nothing is left of what a request `e` is about. What has an index for it is looked up, and of the rest its steps have
 * noted that they cleared it.
 */
export const isErased = `case e.kind
    when 'recipient' then ${[
      areClear(recipientSteps.filter((one) => one !== texts)),
      isGone('message', `${ofAccount} and t.address_norm = any (e.addresses)${isOld('t.id')}`),
      isGone('thread', `${ofAccount} and t.address_norm = any (e.addresses)${isOld('t.last_message_id')}`),
      isGone('contact', `${ofAccount} and t.address_norm = any (e.addresses)`),
    ].join('\n      and ')}
    else ${[
      areClear(accountSteps),
      ...accountTables
        .filter(({ name }) => name !== outlivesAccount)
        .map(({ name }) => isGone(name, ofAccount)),
      isGone('account', 't.id = e.account_id'),
    ].join('\n      and ')} end`;
