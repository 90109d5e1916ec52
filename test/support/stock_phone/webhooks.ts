// Events on their way to the server's webhooks: webhooks/WebHooksService.kt, webhooks/EventsReceiver.kt, the queue of webhooks/db and
// workers/WebhookQueueProcessorWorker.kt. An event is bound to a URL when it occurs, and is kept on disk until it is answered.
import { createHmac } from 'node:crypto';
import type { HookRow, QueuedHook } from './app_memory.ts';
import type { AppParts, StateChange } from './app_parts.ts';
import { makeName } from './app_settings.ts';
import { writeDate } from './dates.ts';
import { readList, readObject, readString, writeJson } from './gson.ts';
import type { Run, WorkResult } from './works.ts';

const batchSize = 20;
const baseMs = 5_000;
const silenceMs = 5_000;
const totalMs = 30_000;
/** A row that a dead process left as being sent is sent again when it is so old. */
const stuckMs = 300_000;
const keptMs = 7 * 86_400_000;

const eventNames: Partial<Record<StateChange['state'], string>> = {
  Sent: 'sms:sent',
  Delivered: 'sms:delivered',
  Failed: 'sms:failed',
  Cancelled: 'sms:cancelled',
};

export class Webhooks {
  readonly #app: AppParts;

  constructor(app: AppParts) {
    this.#app = app;
  }

  start(): void {
    this.#startQueue();
  }

  stop(): void {
    this.#app.works.cancel('queue');
  }

  /** Takes the server's list in place of the one before. An unknown event fails it as a whole. */
  sync(list: unknown): void {
    const { version, memory } = this.#app;
    const hooks: HookRow[] = [];
    for (const item of readList(list) ?? []) {
      const fields = readObject(item) ?? {};
      const [id, url, event] = [readString(fields.id), readString(fields.url), readString(fields.event)];
      if (id === null || url === null) throw new TypeError('a webhook lacks a field');
      if (event === null || !version.webhookEvents.includes(event)) throw new TypeError('an unknown event');
      hooks.push({ id, url, event });
    }
    memory.hooks = hooks;
  }

  /** What is to be said of a text's change. */
  emitChange(change: StateChange): void {
    const { process, radio, traits, version } = this.#app;
    const event = eventNames[change.state];
    if (event === undefined || !version.webhookEvents.includes(event)) return;
    const at = writeDate(process.clock.nowMs(), traits.zoneMinutes);
    const sender = radio.sims.find(({ slot }) => slot === (change.simNumber ?? 0) - 1)?.phoneNumber;
    const own = {
      'sms:sent': { partsCount: change.partsCount ?? -1, sentAt: at },
      'sms:delivered': { deliveredAt: at },
      'sms:failed': { reason: change.error ?? 'Unknown', failedAt: at },
      'sms:cancelled': { cancelledAt: at },
    }[event];
    for (const recipient of change.phoneNumbers) {
      const { id: messageId, simNumber } = change;
      this.emit(event, { messageId, sender, recipient, simNumber, phoneNumber: recipient, ...own });
    }
  }

  /** Queues an event for each webhook of its name. */
  emit(event: string, payload: object): void {
    const { process, memory, random } = this.#app;
    const { registration } = memory;
    if (!registration) return;
    const nowMs = process.clock.nowMs();
    for (const hook of memory.hooks.filter((each) => each.event === event)) {
      const body = {
        id: makeName(21, random),
        webhookId: hook.id,
        event,
        deviceId: registration.id,
        payload,
      };
      memory.queue.push({
        id: makeName(21, random),
        url: hook.url,
        payload: writeJson(body),
        status: 'pending',
        retryCount: 0,
        createdAtMs: nowMs,
        nextAttemptMs: nowMs,
      });
      this.#startQueue();
    }
  }

  /** The worker: in batches, one event at a time, as long as any is to be sent. */
  async processQueue(run: Run): Promise<WorkResult> {
    const { process, memory } = this.#app;
    do {
      if ((await this.#processBatch()) === 0) await process.wait(baseMs, run.signal);
    } while (memory.queue.some(isScheduled) && !run.signal.aborted);
    const beforeMs = process.clock.nowMs() - keptMs;
    memory.queue = memory.queue.filter(({ status, createdAtMs }) => {
      const isDone = status === 'completed' || status === 'permanently_failed';
      return !isDone || createdAtMs >= beforeMs;
    });
    return 'success';
  }

  #startQueue(): void {
    this.#app.works.enqueue({
      uniqueName: 'queue',
      policy: 'keep',
      kind: 'queue',
      grows: 'linear',
      // WorkManager's least, though the app asks for less.
      baseMs: 10_000,
      needsNetwork: this.#app.settings.needsInternet,
    });
  }

  async #processBatch(): Promise<number> {
    const { process, memory, settings } = this.#app;
    const nowMs = process.clock.nowMs();
    for (const row of memory.queue)
      if (row.status === 'processing' && row.nextAttemptMs < nowMs - stuckMs) row.status = 'pending';
    const batch = memory.queue
      .filter((row) => isScheduled(row) && row.nextAttemptMs <= nowMs)
      .sort((a, b) => a.nextAttemptMs - b.nextAttemptMs)
      .slice(0, batchSize);
    let sent = 0;
    for (const row of batch) {
      row.status = 'processing';
      if (await this.#send(row)) {
        await process.point('webhook answered', row.id);
        row.status = 'completed';
        row.payload = undefined;
        sent += 1;
      } else if (row.retryCount < settings.webhookRetries) {
        row.nextAttemptMs = process.clock.nowMs() + baseMs * 2 ** row.retryCount;
        row.retryCount += 1;
        row.status = 'failed';
      } else {
        row.status = 'permanently_failed';
        row.payload = undefined;
      }
    }
    return sent;
  }

  /** Signed anew each time, over the bytes and the moment (plugins/PayloadSingingPlugin.kt). */
  async #send(row: QueuedHook): Promise<boolean> {
    const { process, network, settings, version } = this.#app;
    if (row.payload === undefined) return false;
    const timestamp = String(Math.floor(process.clock.nowMs() / 1_000));
    const signature = createHmac('sha256', settings.signingKey)
      .update(row.payload + timestamp)
      .digest('hex');
    const call = {
      method: 'POST',
      url: row.url,
      headers: {
        'user-agent': `me.capcom.smsgateway/${version.name}`,
        accept: 'application/json',
        'content-type': 'application/json',
        'x-timestamp': timestamp,
        'x-signature': signature,
      },
      body: row.payload,
      silenceMs,
      totalMs,
    };
    try {
      const { status } = await process.live(network.ask(process, call));
      return status >= 200 && status <= 299;
    } catch {
      return false;
    }
  }
}

const isScheduled = ({ status }: QueuedHook) => status === 'pending' || status === 'failed';
