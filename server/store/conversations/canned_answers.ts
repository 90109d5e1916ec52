// Answers that an account's people keep to use again.
import { additionTo } from '../accounts/additions.ts';
import type { Database } from '../postgres/database.ts';
import { bool, int4, int8, text } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

/** Most answers that an account keeps. */
export const mostCannedAnswers = 200;

/** An answer as it is stored; the table is `c`. */
export type CannedAnswer = RowOf<typeof answerRow>;
const answerRow = { id: int8('c.id'), name: text('c.name'), body: text('c.body') };

const list = statement({
  takes: { accountId: int8 },
  gives: answerRow,
  text: ({ accountId, row }) =>
    `select ${row} from canned_answer c where c.account_id = ${accountId} order by c.name, c.id`,
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
    isFull: `select count(*) >= ${most} from canned_answer c where c.account_id = o.id`,
  })}, added as (
  insert into canned_answer (account_id, id, name, body)
  select turn.id, seen.count + 1, ${name}, ${body} from turn join seen on seen.id = turn.id returning id
)
select ${row}`,
});

const change = statement({
  takes: { accountId: int8, id: int8, name: text, body: text },
  gives: answerRow,
  text: ({ accountId, id, name, body, row }) => `
update canned_answer c set name = ${name}, body = ${body} where c.account_id = ${accountId} and c.id = ${id} returning ${row}`,
});

const remove = statement({
  takes: { accountId: int8, id: int8 },
  gives: { id: int8('c.id') },
  text: ({ accountId, id, row }) =>
    `delete from canned_answer c where c.account_id = ${accountId} and c.id = ${id} returning ${row}`,
});

export const prepareCannedAnswers = ({ reads, writes }: Database) => ({
  /** In order of name. */
  listCannedAnswers: (accountId: bigint) => list.run(reads, { accountId }),

  /** Keeps the bound, however many are added at once; `most` is for tests. Returns its id, or why there is none. */
  async addCannedAnswer(
    accountId: bigint,
    name: string,
    body: string,
    most = mostCannedAnswers,
  ): Promise<bigint | 'no_account' | 'full'> {
    for (;;) {
      const said = await add.first(writes, { accountId, name, body, most });
      if (!said?.isThere) return 'no_account';
      if (said.isFull) return 'full';
      if (said.id !== null) return said.id;
    }
  },

  /** Returns false for an unknown one. */
  changeCannedAnswer: (accountId: bigint, { id, name, body }: CannedAnswer) =>
    change.any(writes, { accountId, id, name, body }),

  /** Returns false for an unknown one. */
  removeCannedAnswer: (accountId: bigint, id: bigint) => remove.any(writes, { accountId, id }),
});
