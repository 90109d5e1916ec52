// The outcomes of texts since midnight (UTC, as the core counts its budgets). Reads only, also from a second process.
import type { DatabaseSync } from 'node:sqlite';

const dayMs = 24 * 3_600_000;

/** Counts since midnight, by this machine's clock. */
export interface TodayCounts {
  /** Submits that the device took. */
  sent: number;
  /** Receipts that said so. */
  delivered: number;
  /** Submits that were refused, and receipts that said so. */
  failed: number;
  /** Submits of which nobody knows. */
  unknown: number;
  /** Texts that came in. */
  received: number;
}

/** Counts today's texts; a few milliseconds for a full journal. */
export function countToday(db: DatabaseSync, nowMs: number): TodayCounts {
  const since = BigInt(nowMs - (nowMs % dayMs));
  const jobs = db
    .prepare(
      `select
         count(*) filter (where state = 'sent' and finished_at_ms >= :since) as sent,
         count(*) filter (where receipt = 'delivered' and receipt_at_ms >= :since) as delivered,
         count(*) filter (where state = 'failed' and finished_at_ms >= :since
                          or receipt = 'failed' and receipt_at_ms >= :since) as failed,
         count(*) filter (where state = 'unknown' and finished_at_ms >= :since) as unknown
       from job`,
    )
    .get({ since });
  const inbound = db.prepare('select count(*) as n from inbound where received_at_ms >= ?').get(since);
  return {
    sent: Number(jobs?.sent),
    delivered: Number(jobs?.delivered),
    failed: Number(jobs?.failed),
    unknown: Number(jobs?.unknown),
    received: Number(inbound?.n),
  };
}
