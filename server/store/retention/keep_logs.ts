// Deletes logs that are not kept longer, and the rows of broadcasts that ended long ago.
import type { Database } from '../postgres/database.ts';
import { instant, int4, int8 } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';

const takesLogs = { accountId: int8, beforeMs: instant, most: int4 };

const deleteOld = (table: string, at: string) =>
  statement({
    takes: takesLogs,
    text: ({ accountId, beforeMs, most }) => `
delete from ${table} where ctid = any (array (
  select t.ctid from ${table} t where t.account_id = ${accountId} and t.${at} < ${beforeMs} limit ${most} for update skip locked
)) returning 1`,
  });

const deletions = [
  deleteOld('webhook_attempt', 'at'),
  deleteOld('key_refusal', 'last_at'),
  deleteOld('audit_event', 'at'),
];

// The rows of a broadcast have the words and recipients of its texts once more. The broadcast itself stays, with its numbers.
const oldBroadcast = (accountId: string, beforeMs: string, mark: string) => `old as materialized (
  select s.id from broadcast s where s.account_id = ${accountId} and s.ended_at < ${beforeMs} and s.${mark} is null
  order by s.id limit 1 for update skip locked
)`;

const clearBroadcast = (mark: string, act: (rows: string) => string, isLeft: string) =>
  statement({
    takes: { ...takesLogs, nowMs: instant },
    text: ({ accountId, beforeMs, most, nowMs }) => `
with ${oldBroadcast(accountId, beforeMs, mark)}, due as materialized (
  select r.number from old o join broadcast_recipient r on r.account_id = ${accountId} and r.broadcast_id = o.id
  where ${isLeft} order by r.number limit ${most}
), cleared as (
  ${act(`r.account_id = ${accountId} and r.broadcast_id = (select id from old) and r.number in (select number from due)`)}
), over as (
  update broadcast s set ${mark} = ${nowMs} from old o
  where s.account_id = ${accountId} and s.id = o.id and (select count(*) from due) < ${most}
)
select 1 from old`,
  });

const deleteRows = clearBroadcast(
  'recipients_removed_at',
  (rows) => `delete from broadcast_recipient r where ${rows}`,
  'true',
);
const removeRowWords = clearBroadcast(
  'words_removed_at',
  (rows) => `update broadcast_recipient r set body = '' where ${rows}`,
  "r.body <> ''",
);

interface BroadcastStep {
  accountId: bigint;
  beforeMs: number;
  nowMs: number;
}

/** Rows of a broadcast in a step: a send waits behind at most one step. */
const stepRows = 100;
/** Rows of each log of an account in a round. */
const most = 1_000;

export const prepareKeepLogs = ({ stats }: Database) => ({
  /** Deletes up to 100 rows of an account's broadcast that ended before an instant; returns whether there was one. */
  deleteBroadcastRecipients: (step: BroadcastStep) => deleteRows.any(stats, { ...step, most: stepRows }),

  /** Empties the words of up to 100 such rows; returns whether there was such a broadcast. */
  removeBroadcastWords: (step: BroadcastStep) => removeRowWords.any(stats, { ...step, most: stepRows }),

  /** Deletes the logs of what webhooks were brought, of what keys' policies refused, and of changes; returns how many rows. */
  async deleteLogs(accountId: bigint, beforeMs: number): Promise<number> {
    const gone = [];
    for (const deletion of deletions) gone.push(await deletion.run(stats, { accountId, beforeMs, most }));
    return gone.flat().length;
  },
});
