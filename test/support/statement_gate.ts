// Holds up statements inside PostgreSQL: those that write certain rows stop in the middle, locks and all, until the gate
// is opened. Nothing that the client does ends them, as with a commit whose answer is lost on the way.
import type { openInspector } from './database.ts';

type Inspector = ReturnType<typeof openInspector>;

export class StatementGate {
  readonly #inspect: Inspector;

  private constructor(inspect: Inspector) {
    this.#inspect = inspect;
  }

  /** Puts a gate, open, before writes of a table's rows for which `when` holds: `old` and `new` are the row. */
  static async before(
    inspect: Inspector,
    write: 'insert' | 'update',
    table: string,
    when = 'true',
  ): Promise<StatementGate> {
    // A function that is volatile sees what others have committed since the statement began.
    await inspect.unsafe(`
      create table gate (closed boolean);
      create function wait_at_gate() returns trigger language plpgsql as $$
      begin
        while exists (select from gate) loop perform pg_sleep(0.01); end loop;
        return new;
      end $$;
      create trigger gate before ${write} on ${table} for each row when (${when}) execute function wait_at_gate();`);
    return new StatementGate(inspect);
  }

  async close(): Promise<void> {
    await this.#inspect`insert into gate values (true)`;
  }

  async open(): Promise<void> {
    await this.#inspect`delete from gate`;
  }

  /** Statements that stand before the gate. */
  async waiting(): Promise<number> {
    const [row] = await this.#inspect`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'`;
    return row?.n as number;
  }
}
