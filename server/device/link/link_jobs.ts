// The jobs of one link: texts that were handed over, and whose submit has not been reported.
import type { LinkJob } from './frames.ts';

type OpenJob = Pick<LinkJob, 'attempt' | 'identity' | 'sim'>;

/** By message id. */
export class LinkJobs extends Map<bigint, OpenJob> {
  /** Those who wait for jobs to end. */
  readonly #endings = new Set<Set<bigint>>();

  /** Collects the ids of jobs that end from now on, until `stop`. */
  watchEndings(): { ended: ReadonlySet<bigint>; stop: () => void } {
    const ended = new Set<bigint>();
    this.#endings.add(ended);
    return { ended, stop: () => this.#endings.delete(ended) };
  }

  /** A job ended, according to a report or the database: there is capacity for another. */
  end(id: bigint): void {
    this.delete(id);
    for (const ended of this.#endings) ended.add(id);
  }

  /** Ends the job that a report is about. */
  endReported({
    messageId,
    attempt,
    identity,
  }: {
    messageId: bigint;
    attempt: number;
    identity: string;
  }): void {
    const job = this.get(messageId);
    if (job?.attempt === attempt && (identity === '' || identity === job.identity)) this.end(messageId);
  }
}
