// The journal's tables. A journal is made with the newest schema or moved up to it, one step a version; a journal
// of a newer agent is refused. Times are milliseconds by this machine's clock, except expires_at_ms (the core's).
import type { DatabaseSync } from 'node:sqlite';
import { AgentFault } from '../fault.ts';

const firstVersion = `
create table meta (key text primary key, value text not null) strict, without rowid;

-- One row a hand-over. Body and address are wiped when the submit has ended.
create table job (
  arrival integer primary key autoincrement,
  message_id integer not null,
  attempt integer not null,
  address text not null,
  body text not null,
  expires_at_ms integer not null,
  state text not null check (state in ('accepted', 'intent', 'sent', 'failed', 'unknown', 'superseded')),
  tries integer not null default 0,
  error text not null default '',
  accepted_at_ms integer not null,
  intent_at_ms integer,
  finished_at_ms integer,
  receipt text check (receipt in ('delivered', 'failed')),
  receipt_error text not null default '',
  receipt_at_ms integer,
  unique (message_id, attempt)
) strict;
create index job_by_state on job (state, arrival);

-- What the device calls the parts of a submitted text, until their receipts are in.
create table job_ref (
  message_id integer not null,
  attempt integer not null,
  part integer not null,
  ref text not null,
  address text not null,
  submitted_at_ms integer not null,
  delivered integer not null default 0,
  primary key (message_id, attempt, part)
) strict, without rowid;
create index job_ref_open on job_ref (ref, address) where delivered = 0;

-- Receipts that came before the answer to their submit.
create table early_receipt (
  id integer primary key autoincrement,
  message_id integer,
  attempt integer,
  ref text,
  address text,
  outcome text not null check (outcome in ('delivered', 'failed')),
  detail text not null,
  at_ms integer not null
) strict;

-- What the core has not acknowledged yet; ids are never used again within a journal.
create table report (
  id integer primary key autoincrement,
  kind text not null check (kind in ('progress', 'receipt')),
  message_id integer not null,
  attempt integer not null,
  outcome text not null check (outcome in ('sent', 'failed', 'unknown', 'delivered')),
  error text not null,
  at_ms integer not null
) strict;
create index report_by_job on report (message_id, attempt);

-- Body and address are wiped when the core has the text; the name stays, to know the text again.
create table inbound (
  arrival integer primary key autoincrement,
  inbound_id text not null unique,
  address text not null,
  body text not null,
  received_at_ms integer not null,
  acked_at_ms integer
) strict;
create index inbound_unacked on inbound (arrival) where acked_at_ms is null;
`;

/** One step a version, from an empty file on. Steps are never changed once released. */
const steps: readonly string[] = [firstVersion];

/** Moves the database up to the newest schema. Throws an AgentFault for a journal of a newer agent. */
export function migrate(db: DatabaseSync): void {
  const version = Number(db.prepare('pragma user_version').get()?.user_version ?? 0);
  if (version > steps.length) {
    throw new AgentFault('the journal was written by a newer agent; update this one');
  }
  for (const [index, step] of steps.entries()) {
    if (index < version) continue;
    db.exec(`begin immediate; ${step} pragma user_version = ${index + 1}; commit;`);
  }
}
