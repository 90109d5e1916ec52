// What people, keys and operators changed.
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, int8 } from './schema_columns.ts';

/** A call that changes something. No words, addresses or secrets are in it. */
export const auditEvent = pgTable(
  'audit_event',
  {
    /** 0 for a change of the service itself. */
    accountId: int8('account_id').notNull(),
    at: instant('at').notNull(),
    /** Random: keeps two of one millisecond apart, and says nothing of how many others there are. */
    nonce: int8('nonce').notNull(),
    /** Who called: person, key, platform or operator. */
    actorType: text('actor_type').notNull(),
    /** The person's or the key's id; null for the operator's command line. */
    actorId: int8('actor_id'),
    /** Their name as it was then: a key's label, a person's name and address. */
    actorName: text('actor_name').notNull(),
    /** What was called, as KeyService/RevokeKey. */
    method: text('method').notNull(),
    /** The ids of what it was called on, as `key_id 7`. */
    object: text('object').notNull(),
    /** done, or the code of the refusal; null while it is under way, and where the core died in it. */
    outcome: text('outcome'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.at, t.nonce] }), index('audit_event_at').on(t.at)],
);
