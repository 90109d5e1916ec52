// The one statement that ends a text because its account cancels it. Of a cancel and a claim exactly one wins: both
// judge the text on its row, under its account's lock. Where a device holds the text, the row says that it is wanted back:
// a device that is away now is asked when it comes back.
import { failure } from '../../domain/messages/message.ts';
import { isReadable } from '../messages/readable.ts';
import { isAtDevice, mayBeCancelled, staysCharged } from '../messages/status_moves.ts';
import { appended, senderKey, textLine } from '../messages/steps.ts';
import type { Database } from '../postgres/database.ts';
import { bool, int8, text } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';

/** Which text is meant: by its id, or by the idempotency key that it was sent under. */
export type CancelTarget = { id: bigint } | { clientRef: string };

/** The outcome of a cancel. */
interface Cancelled {
  id: bigint;
  /** The text's new seq; null when it had ended, or may have left. */
  seq: bigint | null;
  /** Another sent it than the only key whose texts were to be cancelled, and nothing was done. */
  isForeign: boolean;
}

/** The key that cancels; without it, a person or a service does. */
interface Canceller {
  /** The hash of a key, which cancels only what it may read; null for all texts. */
  reader?: string | null;
  /** The id of a key, which cancels only what it sent; null for all texts. */
  only?: bigint | null;
}

const error = failure('cancelled', 'the account cancelled the text before it left');

const cancel = statement({
  takes: { accountId: int8, id: int8.orNull, clientRef: text.orNull, reader: text.orNull, only: int8.orNull },
  gives: { id: int8('h.id'), seq: int8.orNull('c.seq'), isForeign: bool('h.is_foreign') },
  text: ({ accountId, id, clientRef, reader, only, row }) => `
with locked as materialized (
  select id, period, last_seq from account where id = ${accountId} for update
), hit as materialized (
  select m.id, l.period, l.last_seq + 1 as seq, coalesce(${senderKey('m')} <> ${only}, ${only} is not null) as is_foreign
  from locked l
  join message m on m.account_id = l.id and m.direction = 'out'
    and m.id = coalesce(${id}, (select o.id from message o where o.account_id = ${accountId} and o.client_ref = ${clientRef}))
    and ${isReadable(reader, 'm')}
), changed as (
  update message m set
    seq = h.seq,
    status = 'failed',
    error = '${error}',
    deadline_at = null,
    retry_at = null,
    awaiting = null,
    steps = ${appended('m', textLine('failed', 'now()', `'${error}'`))},
    charged = ${staysCharged('m', { status: "'failed'", hasLeft: 'false', error: `'${error}'`, period: 'h.period' })}
  from hit h
  where m.account_id = ${accountId} and m.id = h.id and not h.is_foreign and ${mayBeCancelled('m')}
  returning m.id, m.seq, m.charged
), asked as (
  update message m set wanted_back_at = now() from hit h
  where m.account_id = ${accountId} and m.id = h.id and not h.is_foreign and ${isAtDevice('m')} and m.wanted_back_at is null
), moved as (
  update account a set last_seq = c.seq, texts_used = a.texts_used - case when c.charged then 0 else 1 end
  from changed c where a.id = ${accountId}
)
select ${row} from hit h left join changed c on c.id = h.id`,
});

export const prepareCancelText = ({ writes }: Database) => ({
  /** Ends a text that has not been handed over; undefined for one that the account has not sent, or the reader may not read. */
  cancelText: async (
    accountId: bigint,
    target: CancelTarget,
    { reader = null, only = null }: Canceller = {},
  ): Promise<Cancelled | undefined> => {
    const { id, clientRef } = { id: null, clientRef: null, ...target };
    return await cancel.first(writes, { accountId, id, clientRef, reader, only });
  },
});
