// The journal's tables. A journal is made with the newest schema or moved up to it, one step a version; a journal
// of a newer agent is refused. Times are milliseconds by this machine's clock, except expires_at_ms (the core's).
import type { DatabaseSync } from 'node:sqlite';
import { AgentError } from '../agent_error.ts';

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

const parts = `
-- How the core split the text, as a JSON array; wiped with the body. submits: how many the driver takes it in.
alter table job add column parts text not null default '[]';
alter table job add column encoding text not null default 'gsm7' check (encoding in ('gsm7', 'ucs2'));
alter table job add column reference_bits integer not null default 8 check (reference_bits in (8, 16));
alter table job add column sim integer not null default 1;
alter table job add column submits integer not null default 1;
alter table job add column partly_sent integer not null default 0;
alter table report add column partly_sent integer not null default 0;

-- One row a part that was submitted, or is about to be. The recipient is cut to what a receipt must match. An unknown
-- part without ref is one whose submit was never answered; a doubtful one may have left in an earlier run.
create table part (
  message_id integer not null,
  attempt integer not null,
  number integer not null,
  state text not null check (state in ('intent', 'sent', 'delivered', 'failed', 'unknown')),
  ref text,
  recipient text not null,
  intent_at_ms integer not null,
  doubtful integer not null default 0,
  primary key (message_id, attempt, number)
) strict, without rowid;
insert into part (message_id, attempt, number, state, ref, recipient, intent_at_ms)
  select message_id, attempt, part + 1, case delivered when 1 then 'delivered' else 'sent' end, ref,
    substr(address, -8), submitted_at_ms
  from job_ref;
-- A submit that the earlier agent did not see the end of.
insert into part (message_id, attempt, number, state, recipient, intent_at_ms)
  select message_id, attempt, 1, 'intent', substr(address, -8), coalesce(intent_at_ms, accepted_at_ms)
  from job where state = 'intent';
-- Never submitted, and without the parts that a submit needs: the core hands it over again.
delete from job where state = 'accepted';
drop table job_ref;
create index part_match on part (recipient, state, ref, intent_at_ms);
create index job_by_end on job (finished_at_ms) where finished_at_ms is not null;
create index inbound_acked on inbound (acked_at_ms) where acked_at_ms is not null;
alter table early_receipt rename column address to recipient;
update early_receipt set recipient = substr(recipient, -8);

-- Parts of received texts, joined here. Body and sender are wiped when the text is joined; the name stays, to know the
-- part again. inbound_id names the text it became a part of.
create table inbound_part (
  arrival integer primary key autoincrement,
  part_id text not null unique,
  address text not null,
  body text not null,
  received_at_ms integer not null,
  stored_at_ms integer not null,
  reference integer not null,
  total integer not null,
  number integer not null,
  inbound_id text
) strict;
create index inbound_part_open on inbound_part (stored_at_ms) where inbound_id is null;
create index inbound_part_group on inbound_part (address, reference, total) where inbound_id is null;
create index inbound_part_of on inbound_part (inbound_id) where inbound_id is not null;
`;

const identities = `
-- What the core names a text by for ever; empty where it named none. Ids begin again in a core that was restored.
create table job_named (
  arrival integer primary key autoincrement,
  message_id integer not null,
  attempt integer not null,
  identity text not null default '',
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
  parts text not null default '[]',
  encoding text not null default 'gsm7' check (encoding in ('gsm7', 'ucs2')),
  reference_bits integer not null default 8 check (reference_bits in (8, 16)),
  sim integer not null default 1,
  submits integer not null default 1,
  partly_sent integer not null default 0,
  unique (message_id, attempt, identity)
) strict;
insert into job_named (arrival, message_id, attempt, address, body, expires_at_ms, state, tries, error, accepted_at_ms,
    intent_at_ms, finished_at_ms, receipt, receipt_error, receipt_at_ms, parts, encoding, reference_bits, sim, submits,
    partly_sent)
  select arrival, message_id, attempt, address, body, expires_at_ms, state, tries, error, accepted_at_ms,
    intent_at_ms, finished_at_ms, receipt, receipt_error, receipt_at_ms, parts, encoding, reference_bits, sim, submits,
    partly_sent
  from job;
drop table job;
alter table job_named rename to job;
create index job_by_state on job (state, arrival);
create index job_by_end on job (finished_at_ms) where finished_at_ms is not null;

create table part_named (
  message_id integer not null,
  attempt integer not null,
  identity text not null default '',
  number integer not null,
  state text not null check (state in ('intent', 'sent', 'delivered', 'failed', 'unknown')),
  ref text,
  recipient text not null,
  intent_at_ms integer not null,
  doubtful integer not null default 0,
  primary key (message_id, attempt, identity, number)
) strict, without rowid;
insert into part_named (message_id, attempt, number, state, ref, recipient, intent_at_ms, doubtful)
  select message_id, attempt, number, state, ref, recipient, intent_at_ms, doubtful from part;
drop table part;
alter table part_named rename to part;
create index part_match on part (recipient, state, ref, intent_at_ms);

alter table report add column identity text not null default '';
alter table early_receipt add column identity text;
update early_receipt set identity = '' where message_id is not null;
`;

/** The slot of the SIM that a received text came to; null where that is not known. */
const simsOfInbound = `
alter table inbound add column sim integer;
`;

const jobColumns = `arrival, message_id, attempt, identity, address, body, expires_at_ms, state, tries, error, accepted_at_ms,
  intent_at_ms, finished_at_ms, receipt, receipt_error, receipt_at_ms, parts, encoding, reference_bits, sim, submits, partly_sent`;
const reportColumns = 'id, kind, message_id, attempt, outcome, error, at_ms, partly_sent, identity';

const handedBack = `
-- A text that was never submitted, and that the core has back.
create table job_returnable (
  arrival integer primary key autoincrement,
  message_id integer not null,
  attempt integer not null,
  identity text not null default '',
  address text not null,
  body text not null,
  expires_at_ms integer not null,
  state text not null
    check (state in ('accepted', 'intent', 'sent', 'failed', 'unknown', 'superseded', 'handed_back')),
  tries integer not null default 0,
  error text not null default '',
  accepted_at_ms integer not null,
  intent_at_ms integer,
  finished_at_ms integer,
  receipt text check (receipt in ('delivered', 'failed')),
  receipt_error text not null default '',
  receipt_at_ms integer,
  parts text not null default '[]',
  encoding text not null default 'gsm7' check (encoding in ('gsm7', 'ucs2')),
  reference_bits integer not null default 8 check (reference_bits in (8, 16)),
  sim integer not null default 1,
  submits integer not null default 1,
  partly_sent integer not null default 0,
  unique (message_id, attempt, identity)
) strict;
insert into job_returnable (${jobColumns}) select ${jobColumns} from job;
drop table job;
alter table job_returnable rename to job;
create index job_by_state on job (state, arrival);
create index job_by_end on job (finished_at_ms) where finished_at_ms is not null;

create table report_returnable (
  id integer primary key autoincrement,
  kind text not null check (kind in ('progress', 'receipt')),
  message_id integer not null,
  attempt integer not null,
  outcome text not null check (outcome in ('sent', 'failed', 'unknown', 'delivered', 'handed_back')),
  error text not null,
  at_ms integer not null,
  partly_sent integer not null default 0,
  identity text not null default ''
) strict;
-- Ids are never used again, those of reports that are gone neither.
insert into sqlite_sequence (name, seq) select 'report_returnable', seq from sqlite_sequence where name = 'report';
insert into report_returnable (${reportColumns}) select ${reportColumns} from report;
drop table report;
alter table report_returnable rename to report;
create index report_by_job on report (message_id, attempt);
`;

/** One step a version, from an empty file on. Steps are never changed once released. */
const steps: readonly string[] = [firstVersion, parts, identities, simsOfInbound, handedBack];

/** The steps that make a journal of this version; for tests of its way up. */
export const schemaOfVersion = (version: number): readonly string[] => steps.slice(0, version);

/** Moves the database up to the newest schema. Throws an AgentError for a journal of a newer agent. */
export function migrate(db: DatabaseSync): void {
  const version = Number(db.prepare('pragma user_version').get()?.user_version ?? 0);
  if (version > steps.length) {
    throw new AgentError('the journal was written by a newer agent; update this one');
  }
  if (version === steps.length) return;
  // One wait for the disk, however many steps there are: a hub makes thousands of journals.
  db.exec(`begin immediate; ${steps.slice(version).join('')} pragma user_version = ${steps.length}; commit;`);
}
