// The table of texts to send: data/dao/MessagesDao.kt and data/entities/MessageWithRecipients.kt. A known id is never stored again.
import type { AppMemory, Content, MessageRow, MessageState } from './app_memory.ts';

/** A text as it comes from a list. */
export interface NewMessage {
  id: string;
  content: Content;
  phoneNumbers: readonly string[];
  withDeliveryReport: boolean;
  simNumber: number | null;
  validUntilMs: number | null;
  scheduleAtMs: number | null;
  isEncrypted: boolean;
  priority: number;
  createdAtMs: number;
}

/** What SQLite says to a second row with one key. */
export class ConstraintError extends Error {}

/** The state that the recipients of a text make together. */
export function stateOf({ recipients }: MessageRow): MessageState {
  const any = (state: MessageState) => recipients.some((recipient) => recipient.state === state);
  const all = (state: MessageState) => recipients.every((recipient) => recipient.state === state);
  for (const state of ['Pending', 'Cancelling', 'Cancelled', 'Processed'] as const)
    if (any(state)) return state;
  if (all('Failed')) return 'Failed';
  return all('Delivered') ? 'Delivered' : 'Sent';
}

export class MessageTable {
  readonly #memory: AppMemory;
  readonly #nowMs: () => number;

  constructor(memory: AppMemory, nowMs: () => number) {
    this.#memory = memory;
    this.#nowMs = nowMs;
  }

  /** The row as stored. */
  find(id: string): MessageRow | undefined {
    return this.#memory.messages.find((row) => row.id === id);
  }

  /** The row, after its stored state has followed its recipients (MessagesService.getMessage). */
  get(id: string): MessageRow | undefined {
    const row = this.find(id);
    if (!row) return undefined;
    const state = stateOf(row);
    if (state === row.state) return row;
    // A failed text stays failed, unless a recipient is handed over after all.
    if (state === 'Processed') row.processedAtMs = Math.floor(this.#nowMs() / 1_000) * 1_000;
    this.#setState(row, state, state === 'Processed');
    return row;
  }

  insert({ phoneNumbers, ...fields }: NewMessage): void {
    if (this.find(fields.id)) throw new ConstraintError('the id is known');
    if (new Set(phoneNumbers).size < phoneNumbers.length) throw new ConstraintError('a number twice');
    this.#memory.messages.push({
      ...fields,
      rowId: this.#memory.nextRow++,
      state: 'Pending',
      partsCount: null,
      processedAtMs: null,
      recipients: phoneNumbers.map((phoneNumber) => ({
        phoneNumber,
        state: 'Pending',
        error: null,
        had: ['Pending'],
      })),
      states: { Pending: this.#nowMs() },
    });
  }

  /** The next text to send. One whose stored state is behind is put right and passed over (MessagesRepository.getPending). */
  nextPending(order: 'LIFO' | 'FIFO'): MessageRow | undefined {
    const nowMs = this.#nowMs();
    const sign = order === 'LIFO' ? -1 : 1;
    for (;;) {
      const [row] = this.#memory.messages
        .filter((each) => each.state === 'Pending' && (each.scheduleAtMs ?? 0) <= nowMs)
        .sort((a, b) => b.priority - a.priority || sign * (a.createdAtMs - b.createdAtMs));
      if (!row) return undefined;
      const state = stateOf(row);
      if (state === 'Pending') return row;
      this.#setState(row, state);
    }
  }

  /** When the earliest waiting text is due: 0 when one is not scheduled, undefined when none waits. */
  nextScheduledMs(): number | undefined {
    const times = this.#memory.messages
      .filter(({ state }) => state === 'Pending')
      .map(({ scheduleAtMs }) => scheduleAtMs ?? 0);
    return times.length === 0 ? undefined : Math.floor(Math.min(...times) / 1_000) * 1_000;
  }

  /** Texts handed over since a moment, and when the last one was. */
  processedSince(ms: number): { count: number; lastMs: number } {
    const done = this.#memory.messages.filter(
      ({ state, processedAtMs }) =>
        !['Pending', 'Cancelling', 'Cancelled', 'Failed'].includes(state) && (processedAtMs ?? 0) >= ms,
    );
    return {
      count: done.length,
      lastMs: Math.max(0, ...done.map(({ processedAtMs }) => processedAtMs ?? 0)),
    };
  }

  failedSince(ms: number): number {
    const hasFailed = ({ state, processedAtMs }: MessageRow) =>
      state === 'Failed' && (processedAtMs ?? 0) >= ms;
    return this.#memory.messages.filter(hasFailed).length;
  }

  /** One recipient's state. Failed is the end; a state that it had is not noted twice. */
  setRecipient(id: string, phoneNumber: string, state: MessageState, error: string | null): void {
    const recipient = this.find(id)?.recipients.find((each) => each.phoneNumber === phoneNumber);
    if (!recipient) throw new ConstraintError('no such recipient');
    if (recipient.state !== 'Failed') Object.assign(recipient, { state, error });
    if (!recipient.had.includes(state)) recipient.had.push(state);
  }

  /** All recipients' state. Throws, and changes nothing, when one of them had the state before. */
  setRecipients(id: string, state: MessageState, error: string | null): void {
    const recipients = this.find(id)?.recipients ?? [];
    if (recipients.some(({ had }) => had.includes(state))) throw new ConstraintError('the state is noted');
    for (const recipient of recipients) {
      if (recipient.state !== 'Failed') Object.assign(recipient, { state, error });
      recipient.had.push(state);
    }
  }

  /** Cancels a waiting text with all its recipients. */
  cancel(row: MessageRow): void {
    if (row.state !== 'Pending') return;
    this.setRecipients(row.id, 'Cancelled', null);
    this.#setState(row, 'Cancelled');
  }

  /** Deletes old texts that are done with, by when the server made them (messages.log_lifetime_days). */
  truncate(beforeMs: number): void {
    const stays = ({ createdAtMs, state }: MessageRow) =>
      createdAtMs >= beforeMs || state === 'Pending' || state === 'Cancelling';
    this.#memory.messages = this.#memory.messages.filter(stays);
  }

  #setState(row: MessageRow, state: MessageState, isForced = false): void {
    if (isForced || row.state !== 'Failed') row.state = state;
    row.states[state] ??= this.#nowMs();
  }
}
