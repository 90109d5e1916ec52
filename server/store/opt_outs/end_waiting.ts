// Ends the texts that still wait for recipients who have opted out since they were accepted. It is a statement of its own,
// after the commit of the opt-out: one that waited for the account's lock would not see what was accepted meanwhile, and
// after that commit nothing more is. Against a claim exactly one wins, on the text's own row. Webhooks that ask for
// it get their notice in the same commit; one that another notice was counted with fails it, and the next sweep repeats it.
import { failure } from '../../domain/message.ts';
import { addNotices, asks } from '../consumers/notices.ts';
import type { Batches } from '../database/batches.ts';
import { int4, int8, text } from '../database/kinds.ts';
import { statement } from '../database/statement.ts';
import { mayBeCancelled, staysCharged } from '../messages/status_moves.ts';
import { appended, textLine } from '../messages/steps.ts';

/** The error of a text that was ended so. */
const error = failure('opted_out', 'the recipient wants no more texts');

// The cast keeps the planner from walking through a whole queue instead of the recipient's texts.
const end = statement({
  takes: { most: int4, error: text },
  gives: { accountId: int8.orNull('d.account_id'), seq: int8.orNull('c.seq') },
  expects: 'any',
  text: (given) => `
with due as materialized (
  select account_id, address_norm from opt_out where ends_waiting order by account_id, address_norm limit ${given.most}
), locked as materialized (
  select id, period, last_seq from account where id in (select account_id from due) order by id for update
), waiting as materialized (
  select m.account_id, m.id, l.period, l.last_seq + row_number() over (partition by m.account_id order by m.id) as seq
  from due d
  join locked l on l.id = d.account_id
  join message m on m.account_id = d.account_id and m.address_norm = d.address_norm and ${mayBeCancelled('m', 'm.status::text')}
), changed as (
  update message m set
    seq = w.seq, status = 'failed', error = ${given.error}, deadline_at = null, retry_at = null,
    steps = ${appended('m', textLine('failed', 'now()', given.error))},
    charged = ${staysCharged('m', { status: "'failed'", hasLeft: 'false', error: given.error, period: 'w.period' })}
  from waiting w
  where m.account_id = w.account_id and m.id = w.id and ${mayBeCancelled('m')}
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
), done as (
  update opt_out o set ends_waiting = false from due d
  where o.account_id = d.account_id and o.address_norm = d.address_norm and o.ends_waiting
  returning o.account_id, o.address_norm, o.source
), found as materialized (
  select account_id, address_norm as subject, 'recipient.opted_out' as type,
    jsonb_build_object('address_norm', address_norm, 'source', source) as data
  from done where ${asks('done.account_id', "'recipient.opted_out'")}
), noticed as (${addNotices('found', 'locked', 'now()')}
)
select ${given.row} from due d left join (
  select account_id, max(seq) as seq from changed group by account_id
) c on c.account_id = d.account_id`,
});

/**
 * Ends what waits for up to `most` recipients. Returns a row for each of them: its account and the account's newest seq,
 * or null where nothing waited.
 */
export const endWaiting = async (
  batches: Batches,
  most: number,
): Promise<{ accountId: bigint; seq: bigint | null }[]> =>
  (await end.run(batches, { most, error })).flatMap(({ accountId, seq }) =>
    accountId === null ? [] : { accountId, seq },
  );
