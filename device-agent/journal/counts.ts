// How much the journal holds; for metrics and `status`. Reads only, also from a second process.
import type { DatabaseSync } from 'node:sqlite';

/** States of a job, as the journal names them. */
const jobStates = ['accepted', 'intent', 'sent', 'failed', 'unknown', 'superseded', 'handed_back'] as const;

/** The counts. */
export interface JournalCounts {
  /** Hand-overs by state, the finished ones for as long as their keys are kept. */
  jobs: Record<(typeof jobStates)[number], number>;
  /** Reports that the core has not acknowledged. */
  unsentReports: number;
  /** Inbound texts that the core has not acknowledged. */
  unackedInbound: number;
}

/** Counts everything; a few milliseconds for a full journal. */
export function countJournal(db: DatabaseSync): JournalCounts {
  const jobs = { accepted: 0, intent: 0, sent: 0, failed: 0, unknown: 0, superseded: 0, handed_back: 0 };
  for (const row of db.prepare('select state, count(*) as n from job group by state').all()) {
    const state = jobStates.find((known) => known === row.state);
    if (state !== undefined) jobs[state] = Number(row.n);
  }
  const count = (sql: string) => Number(db.prepare(sql).get()?.n);
  return {
    jobs,
    unsentReports: count('select count(*) as n from report'),
    unackedInbound: count('select count(*) as n from inbound where acked_at_ms is null'),
  };
}
