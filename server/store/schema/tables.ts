// All tables of the schema. A part that is missing here fails a test, which reads the tables of a database.
import { is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { getTableName } from 'drizzle-orm/table';
import * as texts from './schema.ts';
import * as alerts from './schema_alerts.ts';
import * as audit from './schema_audit.ts';
import * as billing from './schema_billing.ts';
import * as broadcasts from './schema_broadcasts.ts';
import * as carriers from './schema_carriers.ts';
import * as contacts from './schema_contacts.ts';
import * as erasures from './schema_erasures.ts';
import * as incomingWebhooks from './schema_incoming_webhooks.ts';
import * as keys from './schema_keys.ts';
import * as optOuts from './schema_opt_outs.ts';
import * as platforms from './schema_platforms.ts';
import * as retention from './schema_retention.ts';
import * as start from './schema_start.ts';
import * as stats from './schema_stats.ts';
import * as subscriptions from './schema_subscriptions.ts';
import * as threads from './schema_threads.ts';
import * as tracing from './schema_tracing.ts';
import * as users from './schema_users.ts';

const parts = [
  texts,
  alerts,
  billing,
  carriers,
  audit,
  erasures,
  stats,
  subscriptions,
  contacts,
  incomingWebhooks,
  keys,
  optOuts,
  users,
  platforms,
  retention,
  broadcasts,
  start,
  threads,
  tracing,
];

/** All of them. */
export const tables: readonly PgTable[] = parts
  .flatMap((part) => Object.values<unknown>(part))
  .filter((value): value is PgTable => is(value, PgTable));

/** Their names in the database. */
export const tableNames: readonly string[] = tables.map((table) => getTableName(table));
