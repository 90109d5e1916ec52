// The bench's PostgreSQL: a throw-away embedded one with fsync on, or the one that TEXTRELAY_BENCH_DATABASE_URL names.
import { startThrowAway } from '../support/embedded.ts';

/** Where the bench writes. */
export interface BenchDatabase {
  url: string;
  stop(): Promise<void>;
}

/** Starts the database. */
export async function benchDatabase(): Promise<BenchDatabase> {
  const other = process.env.TEXTRELAY_BENCH_DATABASE_URL;
  return other ? { url: other, stop: async () => {} } : startThrowAway({ durable: true });
}
