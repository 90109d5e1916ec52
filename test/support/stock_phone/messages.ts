// Texts to send: modules/messages/MessagesService.kt and workers/SendMessagesWorker.kt.
import type { MessageRow, MessageState, RecipientRow } from './app_memory.ts';
import type { AppParts } from './app_parts.ts';
import { never } from './app_process.ts';
import { partsOf } from './divide.ts';
import { MessageTable, type NewMessage } from './message_table.ts';
import type { Broadcast } from './radio.ts';
import type { Run } from './works.ts';

/** From this priority on limits and pauses are skipped once. */
const expedited = 100;

export class Messages {
  readonly table: MessageTable;
  readonly #app: AppParts;

  constructor(app: AppParts) {
    this.#app = app;
    this.table = new MessageTable(app.memory, () => app.process.clock.nowMs());
  }

  start(): void {
    this.#startWorker(true, 0);
    const { lifetimeDays } = this.#app.settings;
    if (lifetimeDays !== undefined)
      this.table.truncate(this.#app.process.clock.nowMs() - lifetimeDays * 86_400_000);
  }

  /** Stores a text and sets the worker off. Throws for an id that is known. */
  async enqueue(message: NewMessage): Promise<void> {
    const nowMs = this.#app.process.clock.nowMs();
    const nextMs = this.table.nextScheduledMs() || undefined;
    this.table.insert(message);
    await this.#app.process.point('text stored', message.id);
    const { scheduleAtMs } = message;
    if (scheduleAtMs !== null && scheduleAtMs > nowMs && scheduleAtMs < (nextMs ?? 0))
      this.#startWorker(true, scheduleAtMs);
    else this.#startWorker(nextMs === undefined || message.priority >= expedited, 0);
  }

  /** Cancels a text that waits. Says whether the id is known. */
  async cancel(id: string): Promise<boolean> {
    const row = this.table.find(id);
    if (!row) return false;
    if (row.state !== 'Pending') return true;
    this.table.cancel(row);
    await this.#changed(row, undefined, row.state, null);
    return true;
  }

  /** The send worker: one text after the other, until none waits. */
  async sendPending(run: Run): Promise<void> {
    const { process, settings } = this.#app;
    let lastPriority = -128;
    try {
      for (;;) {
        const row = this.table.nextPending(settings.order);
        if (!row) return;
        // What is to be sent is settled here, before the waits: a second worker that reads the row now sends it as well.
        const waiting = row.recipients.filter(({ state }) => state === 'Pending');
        await process.wait(1, run.signal);
        const { priority } = row;
        if (priority < expedited || lastPriority >= priority) await this.#awaitLimit(run);
        // From here on the worker cannot be ended.
        if (!(await this.#send(row, waiting))) continue;
        const isFirstOfItsKind = priority >= expedited && lastPriority < priority;
        lastPriority = priority;
        const pause = settings.pauseSeconds;
        if (!isFirstOfItsKind && pause !== undefined) await process.wait(pause * 1_000, run.signal);
      }
    } finally {
      const nextMs = this.table.nextScheduledMs() ?? 0;
      if (!run.signal.aborted && nextMs > process.clock.nowMs()) this.#startWorker(true, nextMs);
    }
  }

  /** What Android says of a text that was handed over. */
  async take(broadcast: Broadcast): Promise<void> {
    const { id, phoneNumber } = broadcast;
    if (broadcast.kind === 'sent') {
      const { result, hasUri } = broadcast;
      if (result !== 'OK') await this.#setState(id, phoneNumber, 'Failed', `Send result: ${result}`);
      else if (hasUri) await this.#setState(id, phoneNumber, 'Sent', null);
      return;
    }
    const { status } = broadcast;
    const report = `Delivery result from SC +15005550999: ${status}`;
    if (status < 32) await this.#setState(id, phoneNumber, 'Delivered', status > 0 ? report : null);
    else if (status >= 64) await this.#setState(id, phoneNumber, 'Failed', report);
  }

  #startWorker(isForced: boolean, atMs: number): void {
    this.#app.works.enqueue({
      uniqueName: 'send',
      policy: isForced ? 'replace' : 'keep',
      kind: 'send',
      grows: 'linear',
      delayMs: Math.max(0, atMs - this.#app.process.clock.nowMs()),
    });
  }

  async #awaitLimit(run: Run): Promise<void> {
    const { process, settings } = this.#app;
    const { limit } = settings;
    if (!limit) return;
    const nowMs = process.clock.nowMs();
    const { count, lastMs } = this.table.processedSince(nowMs - limit.periodMs);
    if (count >= limit.count) await process.wait(limit.periodMs - (nowMs - lastMs) + 1_000, run.signal);
  }

  /** Says whether it was handed over. */
  async #send(row: MessageRow, waiting: readonly RecipientRow[]): Promise<boolean> {
    const { process } = this.#app;
    if (row.validUntilMs !== null && row.validUntilMs < process.clock.nowMs()) {
      await this.#setState(row.id, undefined, 'Failed', 'TTL expired');
      return false;
    }
    const state = this.#app.version.readsState ? this.table.find(row.id)?.state : undefined;
    if (state === 'Cancelling' || state === 'Cancelled') return false;
    try {
      await this.#handOver(
        row,
        waiting.map(({ phoneNumber }) => phoneNumber),
      );
      return true;
    } catch (error) {
      await this.#setState(row.id, undefined, 'Failed', `Can't send message: ${(error as Error).message}`);
      return false;
    }
  }

  async #handOver(row: MessageRow, phoneNumbers: readonly string[]): Promise<void> {
    const { process, radio, traits } = this.#app;
    const sim = this.#chooseSim(row);
    const words = this.#wordsOf(row);
    row.partsCount = row.content.kind === 'text' ? partsOf(words) : 1;
    for (const phoneNumber of phoneNumbers) {
      const recipient = phoneNumber.replace(/[^\p{Nd}+*#]/gu, '');
      if (process.diesAt('before hand-over', row.id)) await never;
      if (traits.handOverMs > 0) await process.wait(traits.handOverMs);
      try {
        radio.submit({
          id: row.id,
          phoneNumber,
          recipient,
          words,
          sim,
          wantsReceipt: row.withDeliveryReport,
        });
      } catch (error) {
        await this.#setState(row.id, phoneNumber, 'Failed', `sendSMS: ${(error as Error).message}`);
        continue;
      }
      if (process.diesAt('handed over', row.id)) await never;
      await this.#setState(row.id, phoneNumber, 'Processed', null);
    }
  }

  /** The number of the SIM. Throws for one that is not there, before anything is handed over. */
  #chooseSim(row: MessageRow): number {
    const { radio, settings, random } = this.#app;
    const slots = radio.sims.map(({ slot }) => slot).sort((a, b) => a - b);
    if (row.simNumber !== null) {
      if (!slots.includes(row.simNumber - 1)) throw new Error(`SIM ${row.simNumber} not found`);
      return row.simNumber;
    }
    const [first] = slots;
    if (first === undefined) throw new Error('No SIMs found');
    if (settings.simSelection === 'OSDefault') return first + 1;
    const at = settings.simSelection === 'RoundRobin' ? row.rowId : Math.floor(random() * slots.length);
    row.simNumber = (slots[at % slots.length] as number) + 1;
    return row.simNumber;
  }

  #wordsOf({ content, isEncrypted }: MessageRow): string {
    if (isEncrypted) throw new Error('Passphrase is not set');
    return content.kind === 'text' ? content.text : content.data;
  }

  async #setState(
    id: string,
    phoneNumber: string | undefined,
    state: MessageState,
    error: string | null,
  ): Promise<void> {
    if (phoneNumber === undefined) this.table.setRecipients(id, state, error);
    else this.table.setRecipient(id, phoneNumber, state, error);
    const row = this.table.get(id);
    if (row) await this.#changed(row, phoneNumber, state, error);
  }

  async #changed(
    row: MessageRow,
    phoneNumber: string | undefined,
    state: MessageState,
    error: string | null,
  ): Promise<void> {
    const { process } = this.#app;
    await process.point('state written', row.id);
    const phoneNumbers =
      phoneNumber === undefined ? row.recipients.map((each) => each.phoneNumber) : [phoneNumber];
    const { id, simNumber, partsCount } = row;
    await process.live(this.#app.stateChanged({ id, phoneNumbers, state, simNumber, partsCount, error }));
  }
}
