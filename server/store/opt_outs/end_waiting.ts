// Ends texts that wait for recipients who have opted out since, so that readers see it at once. The statements that
// claim and release already keep such texts from leaving. Either this statement or a claim wins, on the text's own row.
// Webhooks that ask for it get their notice in the same commit.

import { isAtDevice, waitsToLeave } from '../messages/status_moves.ts';
import type { Database } from '../postgres/database.ts';
import { hops } from '../postgres/hops.ts';
import { bool, int4, int8, int8Array } from '../postgres/kinds.ts';
import { locking } from '../postgres/locking.ts';
import { type RowOf, statement } from '../postgres/statement.ts';
import { addNotices, asks } from '../subscriptions/notices.ts';
import { endsRefused, formsOf } from './judge_opt_outs.ts';

/** Recipients and texts of one account that one run looks at. */
const recipientsATurn = 20;
const textsATurn = 200;

/** The outcome of a run for one account. */
type EndedOfAccount = RowOf<typeof endedOfAccount>;
const endedOfAccount = {
  accountId: int8('t.account_id'),
  /** The account's newest seq; null where nothing of it was ended. */
  seq: int8.orNull('c.seq'),
  /** Texts that devices hold, to be asked back. */
  wantedBack: int8Array(`coalesce(h.ids, '{}')`),
  /** Nothing was done, because another statement has it locked. */
  isLocked: bool('l.id is null'),
  /** There may be more. */
  hasMore: bool(`l.id is not null and (t.recipients >= ${recipientsATurn} or l.texts >= ${textsATurn})`),
};

// The walk hops from account to account in opt_out_ending.
const listAccounts = statement({
  takes: { without: int8Array, most: int4 },
  gives: { accountId: int8 },
  text: ({ without, most, row }) => `
with recursive ${hops('walk', 'account_id', 'opt_out', 't.ends_waiting')}
select ${row} from walk where account_id is not null and account_id <> all (${without}) limit ${most}`,
});

// If an account has more texts than a run ends, the next run looks at its recipients again. The cast keeps the planner
// from reading a whole queue instead of the recipient's texts.
const end = locking(({ skipLocked }) =>
  statement({
    takes: { accountIds: int8Array },
    gives: endedOfAccount,
    text: ({ accountIds, row }) => `
with due as materialized (
  select a.account_id, o.address_norm from unnest(${accountIds}) as a (account_id)
  cross join lateral (
    select address_norm from opt_out o where o.account_id = a.account_id and o.ends_waiting
    order by address_norm limit ${recipientsATurn}
  ) o
), locked as materialized (
  select id, period, last_seq from account where id in (select account_id from due) order by id for update ${skipLocked}
), waiting as materialized (
  select l.id as account_id, w.id, l.period, l.last_seq + row_number() over (partition by l.id order by w.id) as seq
  from locked l cross join lateral (
    select distinct m.id from due d
    join message m on m.account_id = l.id and m.address_norm = any (${formsOf('d.address_norm')})
      and ${waitsToLeave('m', 'm.status::text')} and m.confirms_stop is not true
    where d.account_id = l.id order by m.id limit ${textsATurn}
  ) w
), held as materialized (
  select l.id as account_id, array(
    select m.id from due d
    join message m on m.account_id = l.id and m.address_norm = any (${formsOf('d.address_norm')})
      and ${isAtDevice('m')} and m.confirms_stop is not true
    where d.account_id = l.id order by m.id limit ${textsATurn}
  ) as ids
  from locked l
), changed as (
  update message m set ${endsRefused('m', { seq: 'w.seq', period: 'w.period' })}
  from waiting w
  where m.account_id = w.account_id and m.id = w.id and ${waitsToLeave('m')}
  returning m.account_id, m.seq, m.charged
), moved as (
  update account a set last_seq = s.seq, texts_used = a.texts_used - s.refunds
  from (
    select account_id, max(seq) as seq, count(*) filter (where is_refund)::int4 as refunds
    from (select account_id, seq, false from waiting union all select account_id, seq, not charged from changed)
      as moves (account_id, seq, is_refund)
    group by account_id
  ) s
  where a.id = s.account_id
), counted as materialized (
  select l.id, (select count(*) from waiting w where w.account_id = l.id) as texts from locked l
), done as (
  update opt_out o set ends_waiting = false from due d join counted l on l.id = d.account_id and l.texts < ${textsATurn}
  where o.account_id = d.account_id and o.address_norm = d.address_norm and o.ends_waiting
  returning o.account_id, o.address_norm, o.source
), found as materialized (
  select account_id, address_norm as subject, 'recipient.opted_out' as type,
    jsonb_build_object('address_norm', address_norm, 'source', source) as data
  from done where ${asks('done.account_id', "'recipient.opted_out'")}
), noticed as (${addNotices('found', 'locked', 'now()')}
)
select ${row} from (select account_id, count(*) as recipients from due group by account_id) t
left join counted l on l.id = t.account_id
left join held h on h.account_id = t.account_id
left join (select account_id, max(seq) as seq from changed group by account_id) c on c.account_id = t.account_id`,
  }),
);

export const prepareEndWaiting = ({ batches }: Database) => ({
  /** Up to `most` accounts, except `without`, that may have texts to end, ascending. */
  listAccountsToEnd: async (without: readonly bigint[], most: number): Promise<bigint[]> =>
    (await listAccounts.run(batches, { without, most })).map(({ accountId }) => accountId),

  /**
   * Ends some of the texts that wait for recipients who opted out, the same number for each account, and names those
   * that devices hold. An account that another statement has locked is passed over. Throws StatementFailed 23505 when another statement gave a notice the
   * same number: repeat.
   */
  endWaiting: async (accountIds: readonly bigint[]): Promise<EndedOfAccount[]> =>
    (await end.run(batches, { accountIds }, 'wait_seldom')).rows,
});
