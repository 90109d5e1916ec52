// Whether two hand-overs of one message id are of one text. Ids begin again when the core's database is restored to an
// older copy, and this journal remembers what that database forgot:
// - The same identity is the same text: it is never submitted again, and its old outcome is reported again.
// - Another identity is another text: nothing of the old one is reported for it, and it is submitted.
// - Where one side has no identity, because it is older than identities, the moment of expiry decides, which a text keeps
//   for ever. When it differs nobody can know: what may have left is not submitted, and ends as unknown.
import type { Job } from './job.ts';
import type { JobKey } from './part_rows.ts';

/** A hand-over that the journal has. */
interface EarlierJob extends JobKey {
  /** By the core's time. */
  expiresAtMs: number;
  /** A part of it was submitted, or may have been. */
  isSubmitted: boolean;
  /** It may still be submitted. */
  isWaiting: boolean;
}

/** The hand-over in this row of `job`. */
export const toEarlier = (row: Record<string, unknown>, messageId: bigint): EarlierJob => ({
  messageId,
  attempt: Number(row.attempt),
  identity: row.identity as string,
  expiresAtMs: Number(row.expires_at_ms),
  isSubmitted: row.intent_at_ms !== null,
  isWaiting: row.state === 'accepted',
});

const isUnnamed = (job: Job, other: EarlierJob) =>
  job.identity !== other.identity && (job.identity === '' || other.identity === '');

/** Whether it is certainly the same text. Both have the same message id. */
export const isSameText = (job: Job, other: EarlierJob): boolean =>
  job.identity === other.identity || (isUnnamed(job, other) && job.expiresAtMs === other.expiresAtMs);

/** Whether an earlier hand-over may be of the text with this identity, of which no more is known. */
export const mayBeTextOf = ({ identity }: JobKey, other: EarlierJob): boolean =>
  identity === other.identity || identity === '' || other.identity === '';

/** Whether nobody can know, and the other one may have left or may still leave. */
export const mayBeSameText = (job: Job, other: EarlierJob): boolean =>
  isUnnamed(job, other) && job.expiresAtMs !== other.expiresAtMs && (other.isSubmitted || other.isWaiting);
