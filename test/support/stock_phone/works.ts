// androidx.work 2.7 as the app uses it: works on disk that are begun when they are due and a network is there if they need one,
// tried again with a growing delay, and begun anew in the next process when theirs was killed.
import type { AppMemory, WorkKind, WorkRow } from './app_memory.ts';
import type { AppProcess } from './app_process.ts';

/** The shortest and the longest delay before another try (WorkRequest.java). */
export const shortestBackoffMs = 10_000;
const longestBackoffMs = 5 * 3_600_000;

/** Why a work was ended from outside. */
export class WorkEnded extends Error {}

/** A work under way. */
export interface Run {
  /** Aborts when it is replaced, cancelled, or its network is gone. */
  signal: AbortSignal;
  /** How often it was begun before. */
  attempt: number;
  input: string;
}

export type WorkResult = 'success' | 'retry' | 'failure';

export interface WorkRequest {
  uniqueName?: string;
  /** Of two with one name: the new one ends the old one, or is not begun while there is an old one. */
  policy?: 'replace' | 'keep';
  kind: WorkKind;
  input?: string;
  periodMs?: number;
  delayMs?: number;
  grows?: 'linear' | 'exponential';
  baseMs?: number;
  needsNetwork?: boolean;
}

export type Workers = Readonly<Record<WorkKind, (run: Run) => Promise<WorkResult>>>;

export class WorkManager {
  readonly #process: AppProcess;
  readonly #memory: AppMemory;
  readonly #isOnline: () => boolean;
  readonly #workers: () => Workers;
  readonly #running = new Map<number, AbortController>();
  #cancelTimer: (() => void) | undefined;

  constructor(process: AppProcess, memory: AppMemory, isOnline: () => boolean, workers: () => Workers) {
    this.#process = process;
    this.#memory = memory;
    this.#isOnline = isOnline;
    this.#workers = workers;
  }

  enqueue(request: WorkRequest): void {
    const { uniqueName, policy, kind, input, periodMs, delayMs = 0 } = request;
    const old = this.#memory.works.find((row) => uniqueName !== undefined && row.uniqueName === uniqueName);
    if (old && policy === 'keep') return;
    if (old) this.#remove(old);
    this.#memory.works.push({
      id: this.#memory.nextRow++,
      ...(uniqueName !== undefined && { uniqueName }),
      kind,
      ...(input !== undefined && { input }),
      ...(periodMs !== undefined && { periodMs }),
      backoff: { grows: request.grows ?? 'exponential', baseMs: request.baseMs ?? shortestBackoffMs },
      needsNetwork: request.needsNetwork ?? false,
      attempts: 0,
      dueMs: this.#process.clock.nowMs() + delayMs,
    });
    this.look();
  }

  cancel(uniqueName: string): void {
    for (const row of this.#memory.works.filter((each) => each.uniqueName === uniqueName)) this.#remove(row);
  }

  /** Begins what is due. Called when anything about it may have changed. */
  look(): void {
    if (this.#process.isDead) return;
    const nowMs = this.#process.clock.nowMs();
    for (const row of this.#memory.works) {
      if (this.#running.has(row.id) || row.dueMs > nowMs) continue;
      if (row.needsNetwork && !this.#isOnline()) continue;
      void this.#begin(row);
    }
    this.#cancelTimer?.();
    const waiting = this.#memory.works.filter(({ id, dueMs }) => !this.#running.has(id) && dueMs > nowMs);
    if (waiting.length === 0) return;
    const nextMs = Math.min(...waiting.map(({ dueMs }) => dueMs));
    this.#cancelTimer = this.#process.after(nextMs - nowMs, () => {
      // A clock in haste rings before its own time says so.
      for (const row of waiting)
        if (row.dueMs <= nextMs) row.dueMs = Math.min(nextMs, this.#process.clock.nowMs());
      this.look();
    });
  }

  /** The network went: works that need one are ended, and begun again when it is back. */
  loseNetwork(): void {
    for (const row of this.#memory.works) {
      if (!row.needsNetwork) continue;
      this.#running.get(row.id)?.abort(new WorkEnded('the network is gone'));
      this.#running.delete(row.id);
    }
  }

  async #begin(row: WorkRow): Promise<void> {
    const ends = new AbortController();
    this.#running.set(row.id, ends);
    const attempt = row.attempts;
    row.attempts += 1;
    const beganMs = this.#process.clock.nowMs();
    // The app is asked for it in another turn, as by another thread.
    await this.#process.live(Promise.resolve());
    if (ends.signal.aborted) return;
    const run = { signal: ends.signal, attempt, input: row.input ?? '' };
    const result = await this.#process.live(
      this.#workers()
        [row.kind](run)
        .catch((): WorkResult => 'retry'),
    );
    // A work that was ended meanwhile has no result.
    if (this.#running.get(row.id) !== ends) return;
    this.#running.delete(row.id);
    this.#settle(row, result, beganMs);
    this.look();
  }

  #settle(row: WorkRow, result: WorkResult, beganMs: number): void {
    const { grows, baseMs } = row.backoff;
    if (result === 'retry') {
      const delayMs = grows === 'linear' ? baseMs * row.attempts : baseMs * 2 ** (row.attempts - 1);
      row.dueMs = this.#process.clock.nowMs() + Math.min(delayMs, longestBackoffMs);
    } else if (row.periodMs !== undefined) {
      row.attempts = 0;
      row.dueMs = beganMs + row.periodMs;
    } else this.#remove(row);
  }

  #remove(row: WorkRow): void {
    this.#running.get(row.id)?.abort(new WorkEnded('replaced'));
    this.#running.delete(row.id);
    const at = this.#memory.works.indexOf(row);
    if (at >= 0) this.#memory.works.splice(at, 1);
  }
}
