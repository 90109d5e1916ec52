// Prepares a database that was restored from a backup for service. Between the backup and now the service gave out ids
// and seqs, and sent texts, that this database knows nothing about: nothing new may be mistaken for any of them, and
// waiting texts may have left long ago.

import { awaitsRelease } from '../../domain/messages/approval.ts';
import { failure } from '../../domain/messages/message.ts';
import { isUnknown, mayHaveLeft, scheduled, waitsAgain } from '../messages/status_moves.ts';
import { appended, textLine } from '../messages/steps.ts';
import { pollName } from '../postgres/connection/session_options.ts';
import { migrateSchema, SchemaRefused, type ShowWait } from '../postgres/migrating/migrate.ts';
import {
  type MigrationConnection,
  openMigrationConnection,
} from '../postgres/migrating/migration_connection.ts';

/**
 * SQL: where ids and seqs go on after a restore. It grows with time, and faster than any account ever counts: so it
 * lies beyond everything that was given out before, however old the backup is, even if the same backup was restored
 * before. A number of JSON holds it exactly until the year 4800.
 */
const nextPlace = `floor(extract(epoch from now() - timestamptz '2026-01-01 00:00:00+00') * 100000)::int8`;

/** Ids of devices that may have been given since the backup. */
const devicesBetween = 1_000;

const lostOutcome = failure('outcome_unknown', 'the database was restored while the text was on its way');

// A text of which no part can have left goes on waiting. A text that a person has to approve leaves only by that person
// anyway.
const waits = `m.direction = 'out' and m.awaiting is null and (m.status in ('queued', '${scheduled}')
  or (${waitsAgain('m')} and not ${mayHaveLeft('m')}))`;

/** A receipt for a text that ended as unknown is known for so long after. */
const lateReceipts = '30 days';

// What may have moved on since the backup, and neither waits nor is on its way: a text that was sent may have been delivered, one that
// ended as unknown too, and one that a person has to approve may have been confirmed.
const isOpen = `m.direction = 'out' and (m.status = 'sent' or (m.status = '${scheduled}' and m.awaiting is not null)
  or (m.status = 'failed' and ${isUnknown('m.error')} and m.created_at > a.newest_at - interval '${lateReceipts}'))`;

const raise = `
with raised as (
  update account set
    lost_seqs = coalesce(lost_seqs, '{}') + int8multirange(int8range(last_seq + 1, ${nextPlace}, '[)')),
    last_seq = ${nextPlace}, last_message_id = ${nextPlace}, last_device_id = last_device_id + ${devicesBetween}
  returning 1
)
select count(*)::int4 as accounts from raised`;

const late = `select exists (select from account where last_seq >= ${nextPlace}) as is_late`;

/** Counts the seqs of texts that move, under their accounts' rows. */
const moved = `
), counted as (
  update account a set last_seq = s.seq from (select account_id, max(seq) as seq from changed group by account_id) s
  where a.id = s.account_id
)
select count(*)::int4 as texts from changed`;

const numbered = (condition: string, accounts = 'account') => `
  select m.account_id, m.id, m.send_at, a.last_seq + row_number() over (partition by m.account_id order by m.id) as seq
  from message m join ${accounts} a on a.id = m.account_id where ${condition}`;

const datedAccounts = `(
    select a.id, a.last_seq, (
      select n.created_at from message n where n.account_id = a.id order by n.id desc limit 1
    ) as newest_at from account a
  )`;

// A reader that had seen more of such a text, or had passed its change before the text moved on, would never see the state that it has
// now: its last common seq is above that. So it changes once more, to the state that it has.
const showAgain = `
with opened as materialized (${numbered(isOpen, datedAccounts)}
), changed as (
  update message m set seq = w.seq from opened w where m.account_id = w.account_id and m.id = w.id
  returning m.account_id, m.seq
${moved}`;

const hold = `
with waiting as materialized (${numbered(waits)}
), kept as (
  insert into held_text (account_id, message_id, held_at, send_at) select account_id, id, now(), send_at from waiting
), changed as (
  update message m set seq = w.seq, status = '${scheduled}', awaiting = '${awaitsRelease}', send_at = null, retry_at = null,
    steps = ${appended('m', textLine('held', 'now()'))}
  from waiting w where m.account_id = w.account_id and m.id = w.id
  returning m.account_id, m.seq
${moved}`;

const endBroadcast = `
with waiting as materialized (${numbered("m.direction = 'out' and m.status = 'sending'")}
), changed as (
  update message m set seq = w.seq, status = 'failed', error = '${lostOutcome}', deadline_at = null, retry_at = null,
    holder = null, steps = ${appended('m', textLine('failed', 'now()', `'${lostOutcome}'`))}
  from waiting w where m.account_id = w.account_id and m.id = w.id
  returning m.account_id, m.seq
${moved}`;

const pauseBroadcasts = `
with paused as (
  update broadcast set state = 'paused', pause_reason = null, claimed_until = null, claim = claim + 1
  where state = 'running' returning 1
)
select count(*)::int4 as broadcasts from paused`;

/**
 * What ended after the backup would be valid again: sessions that were signed out, and links and codes that were used.
 */
const forget = ['user_session', 'user_link', 'sign_in_ticket', 'pairing_code'];

// A session that only asks who leads is of this process, or of a core that has others.
const others = `select count(*)::int4 as sessions from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
    and application_name <> '${pollName}'`;

/** What was done to a restored database. */
export interface SettledRestore {
  accounts: number;
  /** Texts that wait for the operator. */
  held: number;
  /** Texts that have no outcome yet, or may get another one: their readers are shown them again. */
  open: number;
  /** Texts that were on their way, and failed with `outcome_unknown`. */
  ended: number;
  /** Broadcasts that are paused. */
  broadcasts: number;
}

async function settle(connection: MigrationConnection): Promise<SettledRestore> {
  const first = async (text: string, name: string) => Number((await connection.run(text))[0]?.[name]);
  if ((await first(others, 'sessions')) > 0) {
    throw new SchemaRefused(
      'other sessions use the database: stop all cores, and everything else that is connected to it',
    );
  }
  await connection.run('begin');
  try {
    if ((await connection.run(late))[0]?.is_late === true) {
      throw new SchemaRefused(
        'the clock of the database is behind what the database holds, or this restore was settled a moment ago: set the clock',
      );
    }
    const accounts = await first(raise, 'accounts');
    const open = await first(showAgain, 'texts');
    const held = await first(hold, 'texts');
    const ended = await first(endBroadcast, 'texts');
    const broadcasts = await first(pauseBroadcasts, 'broadcasts');
    for (const table of forget) await connection.run(`delete from ${table}`);
    await connection.run('commit');
    return { accounts, open, held, ended, broadcasts };
  } catch (error) {
    await connection.run('rollback').catch(() => {});
    throw error;
  }
}

/**
 * Brings a restored database's schema up to date, raises its ids and seqs, holds the texts that wait, ends those that
 * were on their way as `outcome_unknown`, gives the open ones a new seq, pauses broadcasts, and ends sessions, links and pairing codes, all or nothing.
 * Throws SchemaRefused where anything else is connected or the clock is behind, and what PostgreSQL answers when it
 * refuses.
 */
export async function settleRestore(url: string, show: ShowWait = () => {}): Promise<SettledRestore> {
  await migrateSchema(url, show);
  const connection = openMigrationConnection(url);
  try {
    return await settle(connection);
  } finally {
    await connection.close();
  }
}
