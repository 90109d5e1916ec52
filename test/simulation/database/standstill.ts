// Makes a statement stand still inside PostgreSQL, between two of the rows that it writes, locks and all, while others run: a trigger
// waits there for a lock that the simulation has.
import postgres from 'postgres';

const lockKey = 7_461_001;

/**
 * Teaches a database that nobody is connected to. However long it stands still on a busy machine, PostgreSQL ends no statement for it.
 * The setting `simulation.hold` of a session says at which row.
 */
export async function prepareStandstill(sql: postgres.Sql): Promise<void> {
  const tables = await sql`select tablename as name from pg_tables where schemaname = 'public'`;
  await sql.unsafe(`
    create function simulation.stand_still() returns trigger language plpgsql set lock_timeout = 0 as $$
    declare rows int := nullif(current_setting('simulation.hold', true), '')::int;
    begin
      if rows > 0 then
        perform set_config('simulation.hold', (rows - 1)::text, false);
        if rows = 1 then perform pg_advisory_xact_lock_shared(${lockKey}); end if;
      end if;
      return coalesce(new, old);
    end $$;
    ${tables
      .flatMap(({ name }) =>
        ['before', 'after'].map(
          (when) => `create trigger ${when}_row_of_simulation ${when} insert or update or delete on "${name}"
            for each row execute function simulation.stand_still();`,
        ),
      )
      .join('\n')}`);
}

/** The setting that lets a statement stand still at the `row`-th row trigger. */
export const holdAt = (row: number) => `set simulation.hold = '${row}'`;

/** The setting without a limit of PostgreSQL's own. */
export const endless = 'set statement_timeout = 0';

/** The setting of any other statement. */
export const neverHold = "set simulation.hold = ''";

/** Has the lock, and sees who waits. */
export class Standstill {
  readonly #sql: postgres.Sql;

  private constructor(sql: postgres.Sql) {
    this.#sql = sql;
  }

  static async begin(databaseUrl: string): Promise<Standstill> {
    const standstill = new Standstill(postgres(databaseUrl, { max: 1, onnotice: () => {} }));
    await standstill.#sql`select pg_advisory_lock(${lockKey})`;
    return standstill;
  }

  /** Whether the session of a process waits: for the simulation's lock, or for a lock of somebody else. */
  async waitOf(pid: number): Promise<'simulation' | 'lock' | undefined> {
    const [row] = await this.#sql`select wait_event_type as type, wait_event as event
      from pg_stat_activity where pid = ${pid}`;
    if (row?.type !== 'Lock') return undefined;
    return row.event === 'advisory' ? 'simulation' : 'lock';
  }

  /** Lets what stands still go on. */
  async release(): Promise<void> {
    await this.#sql`select pg_advisory_unlock(${lockKey})`;
    await this.#sql`select pg_advisory_lock(${lockKey})`;
  }

  async end(): Promise<void> {
    await this.#sql.end({ timeout: 1 });
  }
}
