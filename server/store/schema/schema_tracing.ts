// The table of traces, which is empty unless somebody traces.
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, int8 } from './schema_columns.ts';

/** The trace that a text was accepted in. */
export const textTrace = pgTable(
  'text_trace',
  {
    accountId: int8('account_id').notNull(),
    messageId: int8('message_id').notNull(),
    /** As in the header traceparent. */
    parent: text('parent').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.messageId] }), index('text_trace_at').on(t.at)],
);
