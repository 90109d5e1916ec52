// Forgets what nobody will ask for again. Keys of finished jobs stay for 14 days, so that a job that is handed over
// again is known; never is a job forgotten that has not ended, or a report that is not acknowledged.
import type { DatabaseSync } from 'node:sqlite';

const keepMs = 14 * 24 * 3_600_000;
/** Most finished jobs, and most names of inbound texts, that are kept. */
export const maxKept = 500_000;
/** Most rows deleted in one go, so that texts need not wait for the cleaning. */
const maxPerPass = 2_000;

/** Deletes a bounded number of old rows. Returns how many; a full pass means that more are left. */
export function pruneJournal(db: DatabaseSync, nowMs: number): { deleted: number; more: boolean } {
  const beforeMs = nowMs - keepMs;
  const jobs = [
    ...db.prepare(endedJobs('finished_at_ms < ? order by finished_at_ms')).all(beforeMs, maxPerPass),
    ...db
      .prepare(endedJobs(`arrival <= (select max(arrival) from job) - ? order by arrival`))
      .all(maxKept, maxPerPass),
  ];
  const dropParts = db.prepare('delete from part where message_id = ? and attempt = ? and identity = ?');
  for (const job of jobs)
    dropParts.run(job.message_id as bigint, job.attempt as bigint, job.identity as string);
  const inbound = [
    ...db.prepare(ackedInbound('acked_at_ms < ? order by acked_at_ms')).all(beforeMs, maxPerPass),
    ...db
      .prepare(ackedInbound('arrival <= (select max(arrival) from inbound) - ? order by arrival'))
      .all(maxKept, maxPerPass),
  ];
  const dropInboundParts = db.prepare('delete from inbound_part where inbound_id = ?');
  for (const text of inbound) dropInboundParts.run(text.inbound_id as string);
  return {
    deleted: jobs.length + inbound.length,
    more: jobs.length >= maxPerPass || inbound.length >= maxPerPass,
  };
}

const endedJobs = (which: string) =>
  `delete from job where arrival in (
     select arrival from job
     where finished_at_ms is not null
       and not exists (select 1 from report
                       where report.message_id = job.message_id and report.attempt = job.attempt
                         and report.identity = job.identity)
       and ${which} limit ?)
   returning message_id, attempt, identity`;

const ackedInbound = (which: string) =>
  `delete from inbound where arrival in (
     select arrival from inbound where acked_at_ms is not null and ${which} limit ?)
   returning inbound_id`;
