// The app's side of a server: gateway/GatewayService.kt, its workers and its EventsReceiver.kt.
import type { AppParts, StateChange } from './app_parts.ts';
import { writeDate } from './dates.ts';
import { EventStream } from './event_stream.ts';
import { AnswerError, GatewayCalls } from './gateway_calls.ts';
import type { ListedMessage } from './listed_messages.ts';
import type { Messages } from './messages.ts';
import type { Run, WorkResult } from './works.ts';

const pullPeriodMs = 15 * 60_000;
const dayMs = 86_400_000;

/** A failed report is begun so often in all. */
const mostReportRuns = 11;

export class Gateway {
  readonly #app: AppParts;
  readonly #messages: Messages;
  readonly #on: { event: (name: string, data: string) => Promise<void> };
  #kept: GatewayCalls | undefined;
  #stream: EventStream | undefined;

  constructor(
    app: AppParts,
    messages: Messages,
    on: { event: (name: string, data: string) => Promise<void> },
  ) {
    this.#app = app;
    this.#messages = messages;
    this.#on = on;
  }

  /** Streams that are open or being opened. */
  get streams(): number {
    return this.#stream?.count ?? 0;
  }

  start(): void {
    const { works, settings, traits } = this.#app;
    // A push token is asked for unless the owner chose events alone (services/PushService.kt).
    const pushToken = settings.channel !== 'SSE_ONLY' && traits.hasPlayServices ? 'push-token' : '';
    works.enqueue({
      uniqueName: 'register',
      policy: 'replace',
      kind: 'register',
      input: pushToken,
      needsNetwork: true,
    });
    this.pull();
    this.fetchHooks();
    this.fetchSettings();
  }

  stop(): void {
    this.#stream?.disconnect();
    this.#stream = undefined;
    for (const name of ['settings', 'webhooks', 'pull']) this.#app.works.cancel(name);
    this.#kept = undefined;
  }

  pull(): void {
    this.#periodic('pull', pullPeriodMs);
  }

  fetchHooks(): void {
    this.#periodic('webhooks', dayMs);
  }

  fetchSettings(): void {
    this.#periodic('settings', dayMs);
  }

  /** The owner typed a code. Throws what the app shows. */
  async pair(by: { code: string } | { login: string; password: string }): Promise<void> {
    await this.#register(null, by);
  }

  /** The service with the stream begins, or is begun once more. */
  openStream(): void {
    const { memory, settings } = this.#app;
    // Without a registration the service cannot begin.
    if (!memory.registration) throw new Error('a stream needs a token');
    this.#stream ??= new EventStream(this.#app, `${settings.url}/events`, memory.registration.token, {
      open: () => this.pull(),
      event: this.#on.event,
    });
    this.#stream.connect();
  }

  /** A change of a text is reported by a work of its own. */
  report(change: StateChange): void {
    this.#app.works.enqueue({ kind: 'state', input: change.id, needsNetwork: true });
  }

  /** RegistrationWorker.kt; resolves with whether the app may open a stream now. */
  async register(run: Run): Promise<WorkResult> {
    await this.#register(run.input === '' ? null : run.input);
    return 'success';
  }

  async pullNow(run: Run): Promise<WorkResult> {
    const { process, memory, settings } = this.#app;
    if (!memory.registration) return 'success';
    const listed = await this.#calls.listMessages(memory.registration.token, settings.order, run.signal);
    await process.point('list read', `${listed.length}`);
    for (const message of listed) await process.live(this.#take(message).catch(() => undefined));
    return 'success';
  }

  /** SendStateWorker.kt: what the table says now, whatever was to be reported. */
  async reportNow(run: Run): Promise<WorkResult> {
    const { process, memory, traits } = this.#app;
    const row = this.#messages.table.get(run.input);
    if (!row) return 'failure';
    await process.point('state about to be reported', row.id);
    try {
      const states = Object.entries(row.states).map(([state, ms]) => [
        state,
        writeDate(ms, traits.zoneMinutes),
      ]);
      const recipients = row.recipients.map(({ phoneNumber, state, error }) => ({
        phoneNumber,
        state,
        error,
      }));
      const body = { id: row.id, state: row.state, recipients, states: Object.fromEntries(states) };
      if (memory.registration) await this.#calls.patchMessage(memory.registration.token, body, run.signal);
      return 'success';
    } catch {
      return run.attempt < mostReportRuns - 1 ? 'retry' : 'failure';
    }
  }

  async fetchHooksNow(run: Run): Promise<unknown> {
    const { registration } = this.#app.memory;
    return registration ? this.#calls.fetchJson(registration.token, '/webhooks', run.signal) : [];
  }

  async fetchSettingsNow(run: Run): Promise<WorkResult> {
    const { memory, settings } = this.#app;
    if (!memory.registration) return 'success';
    settings.update(await this.#calls.fetchJson(memory.registration.token, '/settings', run.signal));
    return 'success';
  }

  get #calls(): GatewayCalls {
    this.#kept ??= new GatewayCalls(this.#app);
    return this.#kept;
  }

  #periodic(kind: 'pull' | 'webhooks' | 'settings', periodMs: number): void {
    this.#app.works.enqueue({ uniqueName: kind, policy: 'replace', kind, periodMs, needsNetwork: true });
  }

  async #register(
    pushToken: string | null,
    by?: { code: string } | { login: string; password: string },
  ): Promise<void> {
    const { memory, traits, settings } = this.#app;
    const simCards = this.#simCards();
    if (memory.registration) {
      const { id, token } = memory.registration;
      try {
        await this.#calls.patchDevice(token, { id, pushToken, simCards });
        settings.set('gateway.fcm_token', pushToken);
        this.#registered();
        return;
      } catch (error) {
        // A refused token alone makes the app ask for a new registration.
        if (!(error instanceof AnswerError && error.status === 401)) throw error;
      }
    }
    const name = `${traits.maker}/stock`;
    try {
      memory.registration = await this.#calls.register({ name, pushToken, simCards }, by);
      settings.set('gateway.fcm_token', pushToken);
    } finally {
      this.#registered();
    }
  }

  /** Heeded in a whole app alone, and after a failure as well. */
  #registered(): void {
    const { preferences, registration } = this.#app.memory;
    if (preferences['gateway.fcm_token'] === undefined && registration)
      void this.#on.event('DeviceRegistered', '');
  }

  async #take(message: ListedMessage): Promise<void> {
    const { process, works } = this.#app;
    const { id, state, phoneNumbers, content } = message;
    if (state === 'Cancelling') {
      if (!(await this.#messages.cancel(id))) await this.#reportUnknown(message);
      return;
    }
    if (state !== null && state !== 'Pending') return;
    if (this.#messages.table.get(id)) {
      works.enqueue({ kind: 'state', input: id, needsNetwork: true });
      return;
    }
    if (!content || !phoneNumbers) throw new TypeError('a text without content or recipients');
    await this.#messages.enqueue({
      id,
      content,
      phoneNumbers,
      withDeliveryReport: message.withDeliveryReport ?? true,
      simNumber: message.simNumber,
      validUntilMs: message.validUntilMs,
      scheduleAtMs: message.scheduleAtMs,
      isEncrypted: message.isEncrypted ?? false,
      priority: message.priority ?? 0,
      createdAtMs: message.createdAtMs ?? process.clock.nowMs(),
    });
  }

  /** A text that is to be cancelled and was never here: said at once, and nothing is kept. */
  async #reportUnknown({ id, phoneNumbers }: ListedMessage): Promise<void> {
    const { process, memory, traits } = this.#app;
    const recipients = (phoneNumbers ?? []).map((phoneNumber) => ({ phoneNumber, state: 'Cancelled' }));
    const states = { Cancelled: writeDate(process.clock.nowMs(), traits.zoneMinutes) };
    if (memory.registration)
      await this.#calls.patchMessage(memory.registration.token, {
        id,
        state: 'Cancelled',
        recipients,
        states,
      });
  }

  #simCards(): object[] {
    return this.#app.radio.sims.map(({ slot, phoneNumber, carrierName, iccid }) => ({
      slotIndex: slot,
      simNumber: slot + 1,
      phoneNumber: mask(phoneNumber),
      carrierName: mask(carrierName),
      iccid: mask(iccid),
    }));
  }
}

const mask = (value: string | undefined) =>
  value === undefined
    ? undefined
    : value.length > 4
      ? '*'.repeat(value.length - 4) + value.slice(-4)
      : '****';
