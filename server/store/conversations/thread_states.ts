// What people decided about conversations: who looks after one, whether it is done, and their notes in it.
import { additionTo } from '../accounts/additions.ts';
import { isCancelled } from '../messages/cancelled.ts';
import type { Database } from '../postgres/database.ts';
import { bool, instant, int4, int8, text } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

/** Most notes in a conversation. */
export const mostNotes = 200;

/** A note as it is stored; the table is `n`. */
export type ThreadNote = RowOf<typeof noteRow>;
const noteRow = {
  id: int8('n.id'),
  userId: int8('n.user_id'),
  body: text('n.body'),
  createdAtMs: instant('n.created_at'),
};

const ofThread = { accountId: int8, addressNorm: text };

/**
 * SQL: the state of the conversation `address` as columns assignee_id and done_seq, or no row. A person who has left
 * the account is nobody's assignee.
 */
export const stateOf = (accountId: string, address: string): string => `
    select a.user_id as assignee_id, s.done_seq from thread_state s
    left join membership a on a.account_id = s.account_id and a.user_id = s.assignee_id
    where s.account_id = ${accountId} and s.address_norm = ${address} limit 1`;

/** SQL: the seq of the newest received text of a conversation, where its state `s` says that it was done. */
export const newestReceived = (accountId: string, address: string): string => `
    select m.seq from message m
    where s.done_seq > 0 and m.account_id = ${accountId} and m.address_norm = ${address} and m.direction = 'in'
    order by m.id desc limit 1`;

/** SQL: whether a conversation is done by its state `s`, its newest text `p` and its newest received one `i`. */
export const isDone = `coalesce(s.done_seq > 0 and s.done_seq >= coalesce(i.seq, 0)
      and (p.status <> 'failed' or ${isCancelled('p')} or s.done_seq >= p.seq), false)`;

const find = statement({
  takes: ofThread,
  gives: { assigneeId: int8.orNull('s.assignee_id'), isDone: bool(isDone) },
  text: ({ accountId, addressNorm, row }) => `
select ${row} from thread t
cross join lateral (select m.* from message m where m.account_id = ${accountId} and m.id = t.last_message_id limit 1) p
left join lateral (${stateOf(accountId, addressNorm)}) s on true
left join lateral (${newestReceived(accountId, addressNorm)}) i on true
where t.account_id = ${accountId} and t.address_norm = ${addressNorm}`,
});

// With a seq beyond the account's newest it would stay done whatever comes.
const setDone = statement({
  takes: { ...ofThread, seq: int8 },
  gives: { addressNorm: text('s.address_norm') },
  text: ({ accountId, addressNorm, seq, row }) => `
insert into thread_state as s (account_id, address_norm, done_seq)
select t.account_id, t.address_norm, least(${seq}, a.last_seq) from thread t join account a on a.id = t.account_id
where t.account_id = ${accountId} and t.address_norm = ${addressNorm}
on conflict (account_id, address_norm) do update set
  done_seq = case when excluded.done_seq = 0 then 0 else greatest(s.done_seq, excluded.done_seq) end
returning ${row}`,
});

const assign = statement({
  takes: { ...ofThread, userId: int8.orNull },
  gives: { addressNorm: text('s.address_norm') },
  text: ({ accountId, addressNorm, userId, row }) => `
insert into thread_state as s (account_id, address_norm, assignee_id, done_seq)
select t.account_id, t.address_norm, ${userId}, 0 from thread t
where t.account_id = ${accountId} and t.address_norm = ${addressNorm} and (${userId} is null or exists (
  select from membership m where m.account_id = ${accountId} and m.user_id = ${userId}))
on conflict (account_id, address_norm) do update set assignee_id = excluded.assignee_id
returning ${row}`,
});

const listNotes = statement({
  takes: ofThread,
  gives: noteRow,
  text: ({ accountId, addressNorm, row }) => `
select ${row} from thread_note n where n.account_id = ${accountId} and n.address_norm = ${addressNorm} order by n.id`,
});

const addNote = statement({
  takes: { ...ofThread, userId: int8, body: text, nowMs: instant, most: int4 },
  gives: {
    isThere: bool('exists (select from seen)'),
    isFull: bool('coalesce((select is_full from seen), false)'),
    id: int8.orNull('(select id from added)'),
  },
  expects: 'one',
  text: ({ accountId, addressNorm, userId, body, nowMs, most, row }) => `
with ${additionTo({
    table: 'account',
    id: accountId,
    isFull: `select count(*) >= ${most} from thread_note n where n.account_id = o.id and n.address_norm = ${addressNorm}`,
    where: `exists (select from thread t where t.account_id = o.id and t.address_norm = ${addressNorm})`,
  })}, added as (
  insert into thread_note (account_id, id, address_norm, user_id, body, created_at)
  select turn.id, seen.count + 1, ${addressNorm}, ${userId}, ${body}, ${nowMs} from turn join seen on seen.id = turn.id
  returning id
)
select ${row}`,
});

const removeNote = statement({
  takes: { accountId: int8, id: int8, userId: int8 },
  gives: { id: int8('n.id') },
  text: ({ accountId, id, userId, row }) => `
delete from thread_note n where n.account_id = ${accountId} and n.id = ${id} and n.user_id = ${userId} returning ${row}`,
});

export const prepareThreadStates = ({ reads, writes }: Database) => ({
  /** Undefined for an unknown conversation. */
  findThreadState: (accountId: bigint, addressNorm: string) => find.first(reads, { accountId, addressNorm }),

  /** Oldest first. */
  listNotes: (accountId: bigint, addressNorm: string) => listNotes.run(reads, { accountId, addressNorm }),

  /** A conversation is done up to a seq; 0 opens it again. Returns false for an unknown one. */
  setThreadDone: (accountId: bigint, addressNorm: string, seq: bigint) =>
    setDone.any(writes, { accountId, addressNorm, seq }),

  /** Returns false for an unknown conversation, and for a person who is not a member. */
  assignThread: (accountId: bigint, addressNorm: string, userId: bigint | null) =>
    assign.any(writes, { accountId, addressNorm, userId }),

  /** Keeps the bound, however many write at once; `most` is for tests. Returns the note's id, or why there is none. */
  async addNote(
    note: { accountId: bigint; addressNorm: string; userId: bigint; body: string; nowMs: number },
    most = mostNotes,
  ): Promise<bigint | 'no_thread' | 'full'> {
    for (;;) {
      const said = await addNote.first(writes, { ...note, most });
      if (!said?.isThere) return 'no_thread';
      if (said.isFull) return 'full';
      if (said.id !== null) return said.id;
    }
  },

  /** Returns false for an unknown note, and for another person's. */
  removeNote: (accountId: bigint, id: bigint, userId: bigint) =>
    removeNote.any(writes, { accountId, id, userId }),
});
