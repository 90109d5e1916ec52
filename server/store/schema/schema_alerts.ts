// The tables of the alerts that the service sends to its operator by itself.
import { boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './schema_columns.ts';

/** Something that is wrong, or was and its end is still to be reported. */
export const alert = pgTable(
  'alert',
  {
    /** The name of its rule in ops/alerts/rules.ts. */
    rule: text('rule').notNull(),
    /** What it is about: its labels, in order of name. */
    subject: text('subject').notNull(),
    /** The sentence for the operator. */
    summary: text('summary').notNull(),
    since: instant('since').notNull(),
    /** When a core last saw it. */
    seenAt: instant('seen_at').notNull(),
    /** When the operator got it; null as long as it has not lasted. */
    reportedAt: instant('reported_at'),
    /** Since when a core is saying to the operator that it began, or is over; null while none is. It stays where that core ended. */
    sayingSince: instant('saying_since'),
    /** When it was found to be over; null while it is not. */
    overAt: instant('over_at'),
  },
  (t) => [primaryKey({ columns: [t.rule, t.subject] })],
);

/** The core that reports alerts, so that no other does. One row, or none. */
export const alertReporter = pgTable('alert_reporter', {
  /** Always true, so that there is one row. */
  isOnly: boolean('is_only').primaryKey(),
  /** Random, made when the core was started. */
  core: uuid('core').notNull(),
  /** Another core may take its place from then on. */
  until: instant('until').notNull(),
});
