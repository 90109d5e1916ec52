// How far each feed had got at which time. A change has no time of its own that can be trusted (devices bring theirs
// late), so that an instant becomes a cursor by these marks: everything that changed after a mark has a seq above it.
import type { Database } from '../postgres/database.ts';
import { instant, int8 } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';

// The account's newest mark is looked up, so that a feed that has not moved is not marked again.
const mark = statement({
  takes: { nowMs: instant, sinceMs: instant },
  gives: { accountId: int8('account_id') },
  text: ({ nowMs, sinceMs, row }) => `
insert into feed_mark (account_id, at, seq)
select a.id, ${nowMs}, a.last_seq
from (select account_id from consumer union select account_id from webhook) u
join account a on a.id = u.account_id
left join lateral (
  select at, seq from feed_mark f where f.account_id = a.id order by at desc limit 1
) f on true
where f.at is null or (f.at <= ${sinceMs} and f.seq < a.last_seq)
on conflict do nothing returning ${row}`,
});

const find = statement({
  takes: { accountId: int8, atMs: instant },
  gives: { seq: int8 },
  text: ({ accountId, atMs, row }) => `
select ${row} from feed_mark where account_id = ${accountId} and at <= ${atMs} order by at desc limit 1`,
});

export const prepareFeedMarks = ({ reads, writes }: Database) => ({
  /** Marks the feeds of accounts with consumers or webhooks that have moved, and whose last mark is from before `sinceMs`. */
  markFeeds: async (nowMs: number, sinceMs: number): Promise<void> => {
    await mark.run(writes, { nowMs, sinceMs });
  },

  /** A seq that the feed had reached at an instant; undefined where no mark is that old. */
  findMark: async (accountId: bigint, atMs: number): Promise<bigint | undefined> =>
    (await find.run(reads, { accountId, atMs }))[0]?.seq,
});
