// Texts that a restored database holds, until the operator lets them leave or ends them. A step is for one account, under its lock,
// and for a bounded number of its texts.
import { awaitsRelease } from '../../domain/messages/approval.ts';
import { failure } from '../../domain/messages/message.ts';
import { scheduled, staysCharged } from '../messages/status_moves.ts';
import { appended, textLine } from '../messages/steps.ts';
import type { Database } from '../postgres/database.ts';
import { count, int4, int8, text } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

/** The texts of an account that are held. */
export type HeldTexts = RowOf<typeof heldTexts>;
const heldTexts = {
  accountId: int8('h.account_id'),
  name: text('a.name'),
  texts: int4('h.texts'),
};

const isHeld = (message: string) =>
  `${message}.status = '${scheduled}' and ${message}.awaiting = '${awaitsRelease}'`;

const countHeld = statement({
  takes: { after: int8, most: count },
  gives: heldTexts,
  text: ({ after, most, row }) => `
select ${row} from (
  select t.account_id, count(*)::int4 as texts from held_text t
  join message m on m.account_id = t.account_id and m.id = t.message_id and ${isHeld('m')}
  where t.account_id > ${after} group by t.account_id order by t.account_id limit ${most}
) h join account a on a.id = h.account_id order by h.account_id`,
});

/** How far a step got. */
const heldStep = {
  /** Texts of this step; a text that ended meanwhile is not counted. */
  texts: int4('(select count(*)::int4 from changed)'),
  /** The account's newest seq. */
  seq: int8('l.last_seq'),
  /** How many were looked at: fewer than were asked for when there are no more. */
  looked: int4('(select count(*)::int4 from gone)'),
};

const gone = (accountId: string, most: string) => `
with locked as materialized (
  select id, period, last_seq from account where id = ${accountId} for update
), gone as (
  delete from held_text where (account_id, message_id) in (
    select t.account_id, t.message_id from held_text t join locked l on l.id = t.account_id
    order by t.message_id limit ${most}
  ) returning account_id, message_id, held_at, send_at
)`;

// It is scheduled from here on, and judged as any other when its instant has come: see release_texts.ts. The time that it was held
// does not count against its time to live, but for the reply to a stop, which leaves soon or not at all.
const release = statement({
  takes: { accountId: int8, most: count },
  gives: heldStep,
  text: ({ accountId, most, row }) => `${gone(accountId, most)}, changed as (
  update message m set awaiting = null, send_at = coalesce(g.send_at, now()), 
    deadline_at = case when m.confirms_stop then m.deadline_at else m.deadline_at + (now() - g.held_at) end
  from gone g where m.account_id = g.account_id and m.id = g.message_id and ${isHeld('m')}
  returning m.id
)
select ${row} from locked l`,
});

const error = failure('cancelled', 'the operator ended it after a restore');

const drop = statement({
  takes: { accountId: int8, most: count },
  gives: { ...heldStep, seq: int8('greatest(l.last_seq, (select max(c.seq) from changed c))') },
  text: ({ accountId, most, row }) => `${gone(accountId, most)}, changed as (
  update message m set seq = h.seq, status = 'failed', error = '${error}', deadline_at = null, awaiting = null,
    send_at = h.send_at,
    steps = ${appended('m', textLine('failed', 'now()', `'${error}'`))},
    charged = ${staysCharged('m', { status: "'failed'", hasLeft: 'false', error: `'${error}'`, period: 'h.period' })}
  from (
    select g.account_id, g.message_id, g.send_at, l.period, l.last_seq + row_number() over (order by g.message_id) as seq
    from gone g join locked l on l.id = g.account_id
  ) h where m.account_id = h.account_id and m.id = h.message_id and ${isHeld('m')}
  returning m.id, m.seq, m.charged
), moved as (
  update account a set last_seq = greatest(a.last_seq, c.seq), texts_used = a.texts_used - c.refunds
  from (select max(seq) as seq, count(*) filter (where not charged)::int4 as refunds from changed) c
  where a.id = ${accountId}
)
select ${row} from locked l`,
});

export const prepareHeldTexts = ({ reads, writes }: Pick<Database, 'reads' | 'writes'>) => ({
  /** Up to `most` accounts above `after` of which texts are held, in order of id. */
  countHeldTexts: (after: bigint, most: number) => countHeld.run(reads, { after, most }),
  /** Lets up to `most` of an account's held texts leave, in order of id; undefined for an unknown account. */
  releaseHeldTexts: (accountId: bigint, most: number) => release.first(writes, { accountId, most }),
  /** Ends up to `most` of them as `cancelled`, and gives back their units; the same. */
  dropHeldTexts: (accountId: bigint, most: number) => drop.first(writes, { accountId, most }),
});
