// The steps that erase a recipient or an account. Each is one statement that deletes a bounded number of rows and counts them on the
// request, so that whoever goes on after a crash repeats nothing and loses no number. The request's row is locked meanwhile: of two
// cores, one does a step and the other nothing.
import { isCountedAsIs, lockedCount } from '../figures/count_texts.ts';
import { bool, count, int4, int8, type ValuesOf } from '../postgres/kinds.ts';
import { type Statement, statement } from '../postgres/statement.ts';
import { accountTables, outlivesAccount } from './account_tables.ts';
import { goneTexts, isOver } from './keep_texts.ts';

export type ErasureKind = 'recipient' | 'account';

const takes = { accountId: int8, id: int8, most: int4 };
type Takes = Record<keyof typeof takes, string>;

const mine = ({ accountId, id, most }: Takes) => `mine as materialized (
  select e.account_id, e.addresses, e.last_message_id, e.sending_place, e.row_place, ${most} as most from erasure e
  where e.account_id = ${accountId} and e.id = ${id} and e.done_at is null for update skip locked
)`;

/** The step that counts the rows of `gone` on the request. */
const counted = ({ accountId, id }: Takes, table: string, place: string) => `counted_erased as (
  update erasure e set ${place}erased = case when n.rows = 0 then e.erased
      else e.erased || jsonb_build_object('${table}', coalesce((e.erased->>'${table}')::int8, 0) + n.rows) end
  from (select count(*) as rows from gone) n
  where e.account_id = ${accountId} and e.id = ${id} and exists (select from mine)${place === '' ? ' and n.rows > 0' : ''}
)`;

type Step = Statement<ValuesOf<typeof takes>, { rows: number; hasMore: boolean }>;

/** A step that deletes or changes `gone`; it has more to do where as many rows were `looked` at as may be. */
const step = (table: string, gone: (names: Takes) => string, { looked = 'gone', place = '' } = {}): Step =>
  statement({
    takes,
    gives: {
      rows: count('(select count(*) from gone)'),
      hasMore: bool(`coalesce((select count(*) from ${looked}) = (select max(most) from mine), false)`),
    },
    expects: 'one',
    text: ({ row, ...names }) => `
with ${mine(names)}, ${gone(names)}, ${counted(names, table, place)}
select ${row}`,
  });

/** SQL: whether what a carrier brought holds a number: formats differ, so that its last digits are looked for among all digits. */
const mentions = (raw: string, number: string): string => {
  const digits = (text: string) => `regexp_replace(${text}, '[^0-9]+', '', 'g')`;
  return `case when length(${digits(number)}) < 7 then strpos(${raw}, ${number}) > 0
      else strpos(${digits(raw)}, right(${digits(number)}, 8)) > 0 end`;
};

/** Deletes the rows of a table that are of the recipient. */
const ofRecipient = (table: string, column = 'address_norm', more = '') =>
  step(
    table,
    ({ most }) => `gone as (
  delete from ${table} where ctid = any (array (
    select t.ctid from mine e join ${table} t on t.account_id = e.account_id and t.${column} = any (e.addresses)${more}
    limit ${most} for update of t skip locked
  )) returning 1
)`,
  );

/** Empties columns of rows that name the recipient. */
const emptied = (table: string, condition: string, set: string) =>
  step(
    table,
    ({ most }) => `gone as (
  update ${table} t set ${set} from mine e where t.account_id = e.account_id and t.ctid = any (array (
    select o.ctid from mine x join ${table} o on o.account_id = x.account_id
    where ${condition} limit ${most} for update of o skip locked
  )) returning 1
)`,
  );

const naming = (column: string) =>
  `exists (select from unnest(x.addresses) a (address) where strpos(${column}, a.address) > 0)`;

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
);

// The rows of sendings are not found by their recipients: all of the account's are walked over once.
const sendingRows = step(
  'sending_row',
  ({ accountId, most }) => `seen as materialized (
  select r.sending_id, r.number, r.address_norm from mine e cross join lateral (
    select s.sending_id, s.number, s.address_norm from sending_row s
    where s.account_id = ${accountId} and (s.sending_id, s.number) > (e.sending_place, e.row_place)
    order by s.sending_id, s.number limit ${most}
  ) r
), gone as (
  update sending_row t set address = '', address_norm = null, body = '', reason = null
  from mine e cross join seen s
  where t.account_id = ${accountId} and t.sending_id = s.sending_id and t.number = s.number and s.address_norm = any (e.addresses)
  returning 1
)`,
  {
    looked: 'seen',
    place: `sending_place = coalesce((select max(s.sending_id) from seen s), e.sending_place),
    row_place = coalesce((select s.number from seen s order by s.sending_id desc, s.number desc limit 1), e.row_place),
    `,
  },
);

const idleThread = ' and t.last_message_id <= e.last_message_id';

// What hangs on a conversation goes before it, so that it is counted. The opt-out stays, or the recipient would be written to again.
const recipientSteps: readonly Step[] = [
  ofRecipient('thread_read'),
  ofRecipient('thread_state'),
  ofRecipient('thread_note'),
  ofRecipient('thread', 'address_norm', idleThread),
  texts,
  ofRecipient('keyword_answer'),
  ofRecipient('key_refusal'),
  ofRecipient('carrier_inbound_part', 'sender'),
  sendingRows,
  emptied('webhook_attempt', naming('o.payload || o.answer'), "payload = '', answer = ''"),
  step(
    'dead_letter',
    ({ most }) => `gone as (
  delete from dead_letter where id = any (array (
    select t.id from mine e join dead_letter t on exists (
      select from unnest(e.addresses) a (address) where ${mentions('t.raw', 'a.address')}) limit ${most}
  )) returning 1
)`,
  ),
  emptied('notice', naming('o.data::text'), "data = '{}'::jsonb"),
];

const deleteRows = (table: string, condition: string) =>
  step(
    table,
    ({ most }) => `gone as (
  delete from ${table} where ctid = any (array (
    select t.ctid from mine e join ${table} t on ${condition} limit ${most}
  )) returning 1
)`,
  );

const isLast = new Set(['account', outlivesAccount]);

// Whatever still refers to the account goes before it. A statement that had begun before may have written a row of a table without
// a foreign key after that: these are looked at once more at the end.
const accountSteps: readonly Step[] = [
  deleteRows(
    'dead_letter',
    `exists (select from carrier_number n where n.account_id = e.account_id and ${mentions('t.raw', 'n.number')})`,
  ),
  deleteRows('rate_window', 't.key_hash in (select k.hash from api_key k where k.account_id = e.account_id)'),
  ...accountTables
    .filter(({ name }) => !isLast.has(name) && name !== 'membership')
    .map(({ name }) => deleteRows(name, 't.account_id = e.account_id')),
  deleteRows('membership', 't.account_id = e.account_id'),
  deleteRows('account', 't.id = e.account_id'),
];

/** In the order in which they are done. */
export const stepsOf: Readonly<Record<ErasureKind, readonly Step[]>> = {
  recipient: recipientSteps,
  account: accountSteps,
};
