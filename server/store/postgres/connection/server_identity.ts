// What a server of the database says of itself, whatever it was taken for.
import type { Connection } from './connect.ts';

export interface ServerIdentity {
  /** The same for a primary, its standbys, and what they are promoted to. */
  systemId: string;
  /** Grows with each promotion; null for a standby. */
  timeline: number | null;
  /** When it started: two names of one server have it in common. */
  startedAt: string;
}

// Of a server that was just promoted pg_control_checkpoint() still shows the old timeline; the name of the file that it writes now
// does not.
const identityOf = `select system_identifier::text, pg_postmaster_start_time()::text,
  case when pg_is_in_recovery() then null else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int4 end
  from pg_control_system()`;

/** Asks a server. Throws what the driver throws. */
export async function askIdentity({ client }: Connection): Promise<ServerIdentity> {
  const [row] = await client.unsafe(identityOf, [], { prepare: true }).values();
  const [systemId, startedAt, timeline] = row as unknown as [string, string, number | null];
  return { systemId, startedAt, timeline };
}
