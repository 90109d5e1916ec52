// The traces of texts, while somebody traces: see app/tracing/text_traces.ts.
import type { Database } from '../postgres/database.ts';
import { int8, text } from '../postgres/kinds.ts';
import { list, statement } from '../postgres/statement.ts';

/** A text. */
export interface TraceKey {
  accountId: bigint;
  messageId: bigint;
}

const key = { accountId: int8, messageId: int8 };

const keep = statement({
  takes: { traces: list({ ...key, parent: text }) },
  text: ({ traces }) => `
insert into text_trace (account_id, message_id, parent, at)
select t.account_id, t.message_id, t.parent, now() from ${traces.as('t')} order by t.account_id, t.message_id
on conflict do nothing`,
});

const find = statement({
  takes: { keys: list(key) },
  gives: { accountId: int8('t.account_id'), messageId: int8('t.message_id'), parent: text('t.parent') },
  text: ({ keys, row }) => `
select ${row} from ${keys.as('k')} join text_trace t on t.account_id = k.account_id and t.message_id = k.message_id`,
});

export const prepareTextTraces = ({ links }: Pick<Database, 'links'>) => ({
  /** Keeps some traces; a trace that is kept already stays. */
  keepTraces: async (traces: readonly (TraceKey & { parent: string })[]): Promise<void> => {
    await keep.run(links, { traces });
  },

  findTraces: (keys: readonly TraceKey[]) => find.run(links, { keys }),
});
