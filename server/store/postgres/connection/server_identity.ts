// What a server of the database says of itself, whatever it was taken for.
import postgres from 'postgres';
import type { Connection } from './connect.ts';
import type { SessionSettings } from './session_options.ts';

export interface ServerIdentity {
  /** The same for a primary, its standbys, and what they are promoted to. */
  systemId: string;
  /** Grows with each promotion; null for a standby. */
  timeline: number | null;
  /** When it started: two names of one server have it in common. */
  startedAt: string;
}

/** A session is not as it was asked for. Its message is for people. */
class SettingsDropped extends Error {
  readonly code = 'SETTINGS_DROPPED';

  constructor(names: string) {
    super(
      `DATABASE_URL leads to a pooler such as PgBouncer, which drops settings of its sessions (${names}): name PostgreSQL itself`,
    );
    this.name = 'SettingsDropped';
  }
}

// Of a server that was just promoted pg_control_checkpoint() still shows the old timeline; the name of the file that it writes now
// does not.
const identityWith = (dropped: string) => `select system_identifier::text, pg_postmaster_start_time()::text,
  case when pg_is_in_recovery() then null else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int4 end,
  ${dropped} from pg_control_system()`;

/** The settings that a session was asked for and has not: a pooler may have dropped them. */
const droppedOf = (settings: SessionSettings) =>
  `(select string_agg(name, ', ' order by name) from pg_settings
    join json_each_text('${JSON.stringify(settings)}') asked on key = name where setting <> value)`;

/** PgBouncer's refusal of a setting that it is not configured to drop. */
const refused = /unsupported startup parameter(?: in options)?: (\w+)/;

/**
 * Asks a server, by a session that is checked unless it was asked `again`: a session keeps what it was opened with. Throws
 * SettingsDropped, and what the driver throws.
 */
export async function askIdentity(
  { client, settings }: Connection,
  again?: 'again',
): Promise<ServerIdentity> {
  const text = identityWith(again ? 'null::text' : droppedOf(settings));
  try {
    const [row] = await client.unsafe(text, [], { prepare: true }).values();
    const [systemId, startedAt, timeline, dropped] = row as unknown as [
      string,
      string,
      number | null,
      string | null,
    ];
    if (dropped !== null) throw new SettingsDropped(dropped);
    return { systemId, startedAt, timeline };
  } catch (error) {
    const name = error instanceof postgres.PostgresError ? refused.exec(error.message)?.[1] : undefined;
    throw name === undefined ? error : new SettingsDropped(name);
  }
}
