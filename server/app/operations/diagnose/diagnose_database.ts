// What `doctor` says of the database and of the clocks.
import type { Finding } from '../../../../runtime/cli/findings.ts';
import type { DatabaseSetup } from '../../../store/operations/diagnose.ts';

/** The share of connections in use above which the next core may find none free. */
const fullShare = 0.8;
/** The age of the oldest row, in transactions, by which autovacuum is far behind: it begins at 200,000,000. */
const oldAge = 1_000_000_000;
/** Clocks that differ by more than this are set wrong, in milliseconds. */
const clockBoundMs = 2_000;

export const databaseAway: Finding = {
  level: 'fault',
  what: 'database',
  detail: 'it does not answer this core',
  advice:
    'Look at the database, at DATABASE_URL and at the way between them. The core goes on by itself once it answers.',
};

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`;

function diagnoseReplication({ standbys, isSynchronous }: DatabaseSetup): Finding {
  const what = 'replication';
  const are = standbys === 1 ? '1 standby follows' : `${standbys} standbys follow`;
  if (standbys > 0 && !isSynchronous) {
    return {
      level: 'warning',
      what,
      detail: `${are}, and no commit waits for one: a failover may lose acknowledged texts`,
      advice: 'Set synchronous_standby_names, or synchronous_mode where Patroni looks after the database.',
    };
  }
  if (standbys === 0 && isSynchronous) {
    return {
      level: 'fault',
      what,
      detail: 'commits wait for a standby, and none follows: sends are not acknowledged',
      advice: 'Bring a standby back, or take it out of synchronous_standby_names.',
    };
  }
  const detail =
    standbys > 0 ? `${are}, and commits wait for one` : 'no standby: a lost disk is answered by a backup';
  return { level: 'ok', what, detail };
}

function diagnoseSchema({ migrationMs, knownMigrationMs }: DatabaseSetup): Finding {
  const what = 'schema';
  if (migrationMs === knownMigrationMs) return { level: 'ok', what, detail: 'as this version has it' };
  if (migrationMs > knownMigrationMs) {
    return {
      level: 'warning',
      what,
      detail: 'a newer version has migrated the database, and lets this one run for now',
      advice: 'Replace this core by that version as well.',
    };
  }
  return {
    level: 'fault',
    what,
    detail: 'the database lacks migrations of this version',
    advice: 'It was put in place of the one that this core was started with: start the core again.',
  };
}

function diagnoseLoad({ version, bytes, connections, mostConnections, ...setup }: DatabaseSetup): Finding[] {
  const what = 'database';
  const found: Finding[] = [
    connections < mostConnections * fullShare
      ? {
          level: 'ok',
          what,
          detail: `PostgreSQL ${version}, ${megabytes(bytes)}, ${connections} of ${mostConnections} connections`,
        }
      : {
          level: 'warning',
          what,
          detail: `${connections} of ${mostConnections} connections are taken`,
          advice: 'Raise max_connections: a core takes up to 23.',
        },
  ];
  if (!setup.isDurable) {
    found.push({
      level: 'fault',
      what: 'durability',
      detail: 'fsync or full_page_writes is off: a crash of the machine loses acknowledged texts',
      advice: 'Set both to on in postgresql.conf, and reload it.',
    });
  }
  if (!setup.isVacuumed || setup.frozenAge > oldAge) {
    found.push({
      level: 'warning',
      what: 'vacuum',
      detail: setup.isVacuumed
        ? `the oldest row is ${Math.round(setup.frozenAge / 1e6)} million transactions old: autovacuum is behind`
        : 'autovacuum is off: tables grow, and the database stops in the end',
      advice: setup.isVacuumed
        ? 'Look for sessions and replication slots that have been open for days, and vacuum the database.'
        : 'Set autovacuum to on in postgresql.conf, and reload it.',
    });
  }
  return found;
}

/** `machineMs`: the core's machine's own clock at the instant at which the database read its. */
export function diagnoseDatabase(setup: DatabaseSetup, machineMs: number): Finding[] {
  const aheadMs = machineMs - setup.atMs;
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const clock: Finding =
    Math.abs(aheadMs) <= clockBoundMs
      ? { level: 'ok', what: 'clock', detail: "this core's machine and the database agree" }
      : {
          level: 'warning',
          what: 'clock',
          detail: `this core's machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database`,
          advice:
            'Let both follow a time server. Texts go by the database; logs and certificates by the machine.',
        };
  return [...diagnoseLoad(setup), diagnoseSchema(setup), diagnoseReplication(setup), clock];
}
