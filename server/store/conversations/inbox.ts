// Conversations that need somebody: what a person has not read, what waits for an answer, and what failed. They are
// found by the received texts, or by the failed ones, newest first, so that sent texts push none of them down.

import { isCancelled } from '../messages/cancelled.ts';
import { messageFields } from '../messages/message_fields.ts';
import type { Database } from '../postgres/database.ts';
import { int4, int8, sqlNamesOf } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';
import { stateOf } from './thread_states.ts';
import { ofThread, type Reader, seenBy, seenRow, toThread, type UnreadThread } from './threads.ts';

/** The need that conversations are looked for by. */
export type Need = 'unread' | 'waiting' | 'mine' | 'failed';

/** The newest texts among which a page, or a count, looks for conversations. */
export const mostLookedThrough = 1_000;
/** Above the id of every text. */
const aboveAll = 2n ** 63n - 1n;

/** A page of conversations of one need. */
interface NeedPage {
  threads: UnreadThread[];
  /** Where the next page begins; null when nothing older is there. */
  nextBefore: bigint | null;
}

/** How many conversations have each need that is counted. */
interface NeedCounts {
  unread: number;
  mine: number;
  failed: number;
}

interface Names {
  accountId: string;
  userId: string;
  before: string;
  looks: string;
}

/** The texts that are looked through. */
const looked = (need: Need, { accountId, before, looks }: Names) => `
  select m.id, m.seq, m.address_norm, m.error from message m
  where m.account_id = ${accountId} and m.id < ${before}
    and ${need === 'failed' ? `m.status = 'failed'` : `m.direction = 'in'`}
  order by m.id desc limit ${looks}`;

/** Keeps the conversations `n` that are found by their newest text, and are not done. The limits make the planner look each up by its key. */
const waitingBy = ({ accountId }: Names) => `
  cross join lateral (
    select t.last_message_id from thread t
    where t.account_id = ${accountId} and t.address_norm = n.address_norm limit 1
  ) t
  left join lateral (${stateOf(accountId, 'n.address_norm')}) s on true
  where t.last_message_id = n.id and n.seq > coalesce(s.done_seq, 0)`;

/** The newest text by which each conversation may be found, newest first: a page that is full looks no conversation up any more. */
const newestOf = (need: Need, names: Names) => `
  select w.address_norm, max(w.id) as id, max(w.seq) as seq from (${looked(need, names)}) w
  ${need === 'failed' ? `where not ${isCancelled('w')}` : ''} group by 1 order by 2 desc limit ${names.looks}`;

const isMine = ({ userId }: Names) => `and coalesce(s.assignee_id, ${userId}) = ${userId}`;

/** How far the person has read the conversation `n`. */
const readBy = ({ accountId, userId }: Names) => `
  left join lateral (
    select r.last_message_id from thread_read r
    where r.account_id = ${accountId} and r.user_id = ${userId} and r.address_norm = n.address_norm limit 1
  ) r on true`;

/**
 * `id` of the text that a conversation is found by, and its `address_norm`. It is the conversation's newest text, or, of one
 * that is unread, the newest that was received in it.
 */
const found = (need: Need, names: Names) => {
  const { accountId } = names;
  const newest = newestOf(need, names);
  if (need !== 'unread')
    return `select n.id, n.address_norm from (${newest}) n ${waitingBy(names)} ${need === 'mine' ? isMine(names) : ''}`;
  return `select n.id, n.address_norm from (${newest}) n ${readBy(names)}
    cross join lateral (
      select m.id from message m
      where m.account_id = ${accountId} and m.address_norm = n.address_norm and m.direction = 'in'
      order by m.id desc limit 1
    ) m
    where n.id > coalesce(r.last_message_id, 0) and m.id = n.id`;
};

const takes = { accountId: int8, userId: int8, before: int8, looks: int4 };

const listBy = (need: Need) =>
  statement({
    takes: { ...takes, most: int4 },
    gives: { ...seenRow, place: int8('p.place') },
    text: ({ most, row, ...names }) => `
select ${row} from (${seenBy(
      `select ${sqlNamesOf(messageFields, 'm')}, ${ofThread}, f.id as place
      from (select * from (${found(need, names)}) f order by f.id desc limit ${most}) f
      cross join lateral (
        select t.* from thread t
        where t.account_id = ${names.accountId} and t.address_norm = f.address_norm limit 1
      ) t cross join lateral (
        select m.* from message m where m.account_id = ${names.accountId} and m.id = t.last_message_id limit 1
      ) m`,
      names,
    )}) p order by p.place desc`,
  });

const floorBy = (need: Need) =>
  statement({
    takes: { accountId: int8, before: int8, looks: int4 },
    gives: { floor: int8.orNull('case when count(*) = max(l.looks) then min(w.id) end') },
    expects: 'one',
    text: ({ row, looks, ...names }) => `
select ${row} from (${looked(need, { ...names, userId: '', looks })}) w
cross join (select ${looks} as looks) l`,
  });

// From the newest text on, so that the newest one that is found was received last in its conversation.
const count = statement({
  takes: { accountId: int8, userId: int8, before: int8, looks: int4 },
  gives: { unread: int4('c.unread'), mine: int4('c.mine'), failed: int4('c.failed') },
  expects: 'one',
  text: ({ row, ...names }) => `
with received as materialized (${newestOf('mine', names)}), failed as materialized (${newestOf('failed', names)})
select ${row} from (select
  (select count(*)::int4 from received n ${readBy(names)} where n.id > coalesce(r.last_message_id, 0)) as unread,
  (select count(*)::int4 from received n ${waitingBy(names)} ${isMine(names)}) as mine,
  (select count(*)::int4 from failed n ${waitingBy(names)}) as failed) c`,
});

/** `looks` is for tests. */
export function prepareInbox({ reads }: Database, looks = mostLookedThrough) {
  const needs: readonly Need[] = ['unread', 'waiting', 'mine', 'failed'];
  const by = <S>(make: (need: Need) => S) =>
    Object.fromEntries(needs.map((need) => [need, make(need)])) as Record<Need, S>;
  const [lists, floors] = [by(listBy), by(floorBy)];
  return {
    /**
     * Up to `limit` conversations that have a need, by the text that gave it to them, newest first, below the text
     * `before`. A page looks through a bounded number of texts: it may be short or empty without being the last.
     */
    async listNeeding(
      { accountId, userId }: Reader,
      need: Need,
      before: bigint,
      limit: number,
    ): Promise<NeedPage> {
      const asked = { accountId, userId, before, looks };
      const rows = await lists[need].run(reads, { ...asked, most: limit + 1 });
      const threads = rows.slice(0, limit).map(toThread);
      const last = rows[limit - 1];
      if (rows.length > limit && last) return { threads, nextBefore: last.place };
      const nextBefore = await this.findFloor(accountId, need, before);
      return { threads, nextBefore };
    },

    /** The oldest of the texts that a page below `before` looks through; null where there are no older ones. */
    async findFloor(accountId: bigint, need: Need, before: bigint): Promise<bigint | null> {
      return (await floors[need].first(reads, { accountId, before, looks }))?.floor ?? null;
    },

    /** Counts conversations among the newest 1,000 received texts, and the newest 1,000 that failed. */
    async countNeeding({ accountId, userId }: Reader): Promise<NeedCounts> {
      const counts = await count.first(reads, { accountId, userId, before: aboveAll, looks });
      return counts ?? { unread: 0, mine: 0, failed: 0 };
    },
  };
}
