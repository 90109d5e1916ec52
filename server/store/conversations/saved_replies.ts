// Replies that the members of an account use again.
import { additionTo } from '../accounts/additions.ts';
import type { Database } from '../postgres/database.ts';
import { bool, int4, int8, text } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

/** Most saved replies of an account. */
export const mostSavedReplies = 200;

/** A saved reply as it is stored; the table is `c`. */
export type SavedReply = RowOf<typeof replyRow>;
const replyRow = { id: int8('c.id'), name: text('c.name'), body: text('c.body') };

const list = statement({
  takes: { accountId: int8 },
  gives: replyRow,
  text: ({ accountId, row }) =>
    `select ${row} from saved_reply c where c.account_id = ${accountId} order by c.name, c.id`,
});

const add = statement({
  takes: { accountId: int8, name: text, body: text, most: int4 },
  gives: {
    isThere: bool('exists (select from seen)'),
    isFull: bool('coalesce((select is_full from seen), false)'),
    id: int8.orNull('(select id from added)'),
  },
  expects: 'one',
  text: ({ accountId, name, body, most, row }) => `
with ${additionTo({
    table: 'account',
    id: accountId,
    isFull: `select count(*) >= ${most} from saved_reply c where c.account_id = o.id`,
  })}, added as (
  insert into saved_reply (account_id, id, name, body)
  select turn.id, seen.count + 1, ${name}, ${body} from turn join seen on seen.id = turn.id returning id
)
select ${row}`,
});

const change = statement({
  takes: { accountId: int8, id: int8, name: text, body: text },
  gives: replyRow,
  text: ({ accountId, id, name, body, row }) => `
update saved_reply c set name = ${name}, body = ${body} where c.account_id = ${accountId} and c.id = ${id} returning ${row}`,
});

const remove = statement({
  takes: { accountId: int8, id: int8 },
  gives: { id: int8('c.id') },
  text: ({ accountId, id, row }) =>
    `delete from saved_reply c where c.account_id = ${accountId} and c.id = ${id} returning ${row}`,
});

export const prepareSavedReplies = ({ reads, writes }: Database) => ({
  /** In order of name. */
  listSavedReplies: (accountId: bigint) => list.run(reads, { accountId }),

  /** Keeps the bound, however many are added at once; `most` is for tests. Returns its id, or why there is none. */
  async addSavedReply(
    accountId: bigint,
    name: string,
    body: string,
    most = mostSavedReplies,
  ): Promise<bigint | 'no_account' | 'full'> {
    for (;;) {
      const said = await add.first(writes, { accountId, name, body, most });
      if (!said?.isThere) return 'no_account';
      if (said.isFull) return 'full';
      if (said.id !== null) return said.id;
    }
  },

  /** Returns false for an unknown one. */
  changeSavedReply: (accountId: bigint, { id, name, body }: SavedReply) =>
    change.any(writes, { accountId, id, name, body }),

  /** Returns false for an unknown one. */
  removeSavedReply: (accountId: bigint, id: bigint) => remove.any(writes, { accountId, id }),
});
