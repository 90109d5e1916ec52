// Forgets what nobody will ask for again. Keys of finished jobs stay for 14 days, so that a job that is handed over
// again is known; never is a job forgotten that has not ended, or a report that is not acknowledged.
import type { DatabaseSync } from 'node:sqlite';

const keepMs = 14 * 24 * 3_600_000;
/** Most finished jobs, and most names of inbound texts, that are kept. */
const maxKept = 500_000;
/** Most rows deleted in one go, so that texts need not wait for the cleaning. */
const maxPerPass = 2_000;

/** Deletes a bounded number of old rows. Returns how many; a full pass means that more are left. */
export function pruneJournal(db: DatabaseSync, nowMs: number): { deleted: number; more: boolean } {
  const jobs = db
    .prepare(
      `delete from job where arrival in (
         select arrival from job
         where state in ('sent', 'failed', 'unknown', 'superseded')
           and (finished_at_ms < ?1 or arrival <= (select max(arrival) from job) - ?2)
           and not exists (select 1 from report
                           where report.message_id = job.message_id and report.attempt = job.attempt)
         order by arrival limit ?3)
       returning message_id, attempt`,
    )
    .all(nowMs - keepMs, maxKept, maxPerPass);
  const dropParts = db.prepare('delete from part where message_id = ? and attempt = ?');
  for (const job of jobs) dropParts.run(job.message_id as bigint, job.attempt as bigint);
  const inbound = db
    .prepare(
      `delete from inbound where arrival in (
         select arrival from inbound
         where acked_at_ms is not null
           and (acked_at_ms < ?1 or arrival <= (select max(arrival) from inbound) - ?2)
         order by arrival limit ?3)
       returning inbound_id`,
    )
    .all(nowMs - keepMs, maxKept, maxPerPass);
  const dropInboundParts = db.prepare('delete from inbound_part where inbound_id = ?');
  for (const text of inbound) dropInboundParts.run(text.inbound_id as string);
  return {
    deleted: jobs.length + inbound.length,
    more: jobs.length === maxPerPass || inbound.length === maxPerPass,
  };
}
