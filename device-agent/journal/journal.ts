// The journal: what the agent promised and what it learned, durable before any of it is reported. Rows are changed only
// inside write(); the callers decide the order.
import type { DatabaseSync } from 'node:sqlite';
import { CommitBatcher } from './commit_batcher.ts';
import { countJournal, type JournalCounts } from './counts.ts';
import { InboundParts } from './inbound_parts.ts';
import { InboundRows } from './inbound_rows.ts';
import { JobRows } from './job_rows.ts';
import { MetaRows } from './meta_rows.ts';
import { openDatabase } from './open_database.ts';
import { PartRows } from './part_rows.ts';
import { pruneJournal } from './prune.ts';
import { ReceiptRows } from './receipt_rows.ts';
import { ReportRows } from './report_rows.ts';

interface JournalOptions {
  /** The agent's directory; it must exist and be held by its lock. */
  dir: string;
  /** Fingerprint of the pairing. */
  pairedAs: string;
  /** Called once when the journal cannot be written any more. */
  onBroken: (error: unknown) => void;
}

/** An open journal. */
export class Journal {
  /** Names this journal to the core; changes only when a journal is lost. */
  readonly id: string;
  readonly jobs: JobRows;
  readonly parts: PartRows;
  readonly receipts: ReceiptRows;
  readonly reports: ReportRows;
  readonly inbound: InboundRows;
  readonly inboundParts: InboundParts;
  readonly meta: MetaRows;
  readonly #db: DatabaseSync;
  readonly #batcher: CommitBatcher;

  /** Opens or makes the journal. Throws an AgentError when it cannot be used. */
  constructor(options: JournalOptions) {
    this.#db = openDatabase(options.dir, options.pairedAs);
    this.#batcher = new CommitBatcher(this.#db, options.onBroken);
    this.meta = new MetaRows(this.#db);
    this.reports = new ReportRows(this.#db);
    this.parts = new PartRows(this.#db);
    this.receipts = new ReceiptRows(this.#db, this.parts, this.reports);
    this.jobs = new JobRows(this.#db, this.parts, this.receipts, this.reports);
    this.inbound = new InboundRows(this.#db);
    this.inboundParts = new InboundParts(this.#db, this.inbound);
    this.id = this.meta.get('journal_id') ?? '';
  }

  /** Runs a synchronous change and resolves with its result once it is durable; see CommitBatcher.write. */
  write<T>(change: () => T): Promise<T> {
    return this.#batcher.write(change);
  }

  /** Deletes a bounded number of old rows. */
  prune(nowMs: number): Promise<{ deleted: number; more: boolean }> {
    return this.write(() => pruneJournal(this.#db, nowMs));
  }

  counts(): JournalCounts {
    return countJournal(this.#db);
  }

  /** Commits what is waiting and closes the file. Safe twice. */
  close(): void {
    this.#batcher.close();
    if (this.#db.isOpen) this.#db.close();
  }

  /** Closes the file and drops what is not committed, as a power cut would. Safe twice. */
  abandon(error: unknown): void {
    this.#batcher.abandon(error);
    if (!this.#db.isOpen) return;
    if (this.#db.isTransaction) this.#db.exec('rollback');
    this.#db.close();
  }
}
