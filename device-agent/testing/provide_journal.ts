// A journal for each test, in a folder that is gone afterwards, and jobs to put into it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { QueuedJob } from '../journal/job.ts';
import { Journal } from '../journal/journal.ts';

type Options = ConstructorParameters<typeof Journal>[0];

/** When everything happens, unless a test says otherwise. */
export const startMs = Date.UTC(2026, 0, 1);

/** A job of one part that expires after a day. */
export const jobOf = (change: Partial<QueuedJob> = {}): QueuedJob => ({
  messageId: 1n,
  identity: '',
  attempt: 1,
  address: '+15005550101',
  body: 'hello',
  encoding: 'gsm7',
  parts: [change.body ?? 'hello'],
  referenceBits: 8,
  sim: 1,
  expiresAtMs: startMs + 86_400_000,
  next: 1,
  tries: 0,
  ...change,
});

/** A job of so many parts of one letter. */
export const jobOfParts = (total: number, change: Partial<QueuedJob> = {}): QueuedJob =>
  jobOf({ body: 'x'.repeat(total), parts: Array.from({ length: total }, () => 'x'), ...change });

/**
 * Gives each test a folder with an open journal. Returns what opens the folder's journal again; whatever it opened is
 * closed after the test.
 */
export function provideJournal(
  take: (provided: { dir: string; journal: Journal }) => void,
): (options?: Partial<Options>) => Journal {
  let dir = '';
  const opened: Journal[] = [];
  const open = (options: Partial<Options> = {}) => {
    const journal = new Journal({ dir, pairedAs: 'p', onBroken: () => undefined, ...options });
    opened.push(journal);
    return journal;
  };
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'journal-'));
    take({ dir, journal: open() });
  });
  afterEach(() => {
    for (const journal of opened.splice(0)) journal.close();
    rmSync(dir, { recursive: true, force: true });
  });
  return open;
}
