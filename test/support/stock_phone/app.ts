// One running app: App.kt, orchestrator/OrchestratorService.kt and the receivers of its events. In a process that Android began by
// itself only works and Android's own answers are dealt with; the rest begins with `start`.
import type { AppMemory } from './app_memory.ts';
import type { AppParts, PhoneTraits, StateChange } from './app_parts.ts';
import type { AppProcess } from './app_process.ts';
import { AppSettings } from './app_settings.ts';
import { readDate } from './dates.ts';
import { Gateway } from './gateway.ts';
import { readObject, readString } from './gson.ts';
import { healthOf } from './health.ts';
import { Messages } from './messages.ts';
import type { PhoneNetwork } from './phone_network.ts';
import type { Broadcast, InboxRow, Radio } from './radio.ts';
import { Receiver } from './receiver.ts';
import type { AppVersion } from './versions.ts';
import { Webhooks } from './webhooks.ts';
import { WorkManager } from './works.ts';

export interface AppGround {
  memory: AppMemory;
  radio: Radio;
  network: PhoneNetwork;
  version: AppVersion;
  traits: PhoneTraits;
  random: () => number;
}

export class App {
  readonly process: AppProcess;
  readonly works: WorkManager;
  readonly gateway: Gateway;
  readonly #parts: AppParts;
  readonly #messages: Messages;
  readonly #webhooks: Webhooks;
  readonly #receiver: Receiver;
  #isStarted = false;
  #cancelPing: (() => void) | undefined;

  constructor(process: AppProcess, ground: AppGround) {
    this.process = process;
    const { memory, network, version, random } = ground;
    this.works = new WorkManager(
      process,
      memory,
      () => network.isOn,
      () => ({
        register: (run) => this.gateway.register(run),
        pull: (run) => this.gateway.pullNow(run),
        state: (run) => this.gateway.reportNow(run),
        settings: (run) => this.gateway.fetchSettingsNow(run),
        webhooks: async (run) => {
          this.#webhooks.sync(await this.gateway.fetchHooksNow(run));
          return 'success';
        },
        send: async (run) => {
          await this.#messages.sendPending(run);
          return 'success';
        },
        queue: (run) => this.#webhooks.processQueue(run),
      }),
    );
    this.#parts = {
      ...ground,
      process,
      works: this.works,
      settings: new AppSettings(memory, version, random),
      stateChanged: (change) => this.#stateChanged(change),
    };
    this.#messages = new Messages(this.#parts);
    this.#webhooks = new Webhooks(this.#parts);
    this.#receiver = new Receiver(this.#parts, this.#webhooks);
    this.gateway = new Gateway(this.#parts, this.#messages, {
      event: (name, data) => this.#event(name, data),
    });
  }

  /** Whether it is whole: started by its owner, or at boot if that is switched on. */
  get isStarted(): boolean {
    return this.#isStarted;
  }

  start(): void {
    this.#isStarted = true;
    this.#messages.start();
    this.#webhooks.start();
    this.gateway.start();
    this.startPings();
    void this.#receiver.start();
    const simCards = this.#parts.radio.sims.map(({ slot, phoneNumber, carrierName, iccid }) => ({
      slotIndex: slot,
      simNumber: slot + 1,
      phoneNumber,
      carrierName,
      iccid,
    }));
    this.#webhooks.emit('app:started', { simCards });
  }

  stop(): void {
    this.#isStarted = false;
    this.#cancelPing?.();
    this.gateway.stop();
    this.#webhooks.stop();
    this.works.cancel('send');
  }

  /** The service with the pings, whose period is read when it begins. Its events are heeded in a whole app alone. */
  startPings(): void {
    const seconds = this.#parts.settings.pingSeconds;
    this.#cancelPing?.();
    if (seconds === undefined) return;
    const ping = () => {
      this.#cancelPing = this.process.after(seconds * 1_000, ping);
      void this.#event('Ping', '');
    };
    ping();
  }

  /** Android answers for a text, whether the app is whole or not. */
  takeBroadcast(broadcast: Broadcast): void {
    void this.#messages.take(broadcast).catch(() => undefined);
  }

  /** A text came in. Only a whole app looks. */
  async takeText(
    row: InboxRow,
    by: { broadcast: boolean; inbox: boolean; subscription: number | null },
  ): Promise<void> {
    if (!this.#isStarted) return;
    if (by.broadcast) await this.#receiver.take({ ...row, subscription: by.subscription });
    if (by.inbox) await this.#receiver.watch();
  }

  async #stateChanged(change: StateChange): Promise<void> {
    if (!this.#isStarted) return;
    this.gateway.report(change);
    this.#webhooks.emitChange(change);
  }

  async #event(name: string, data: string): Promise<void> {
    if (!this.#isStarted) return;
    switch (name) {
      case 'DeviceRegistered':
        this.gateway.openStream();
        break;
      case 'MessageEnqueued':
        this.gateway.pull();
        break;
      case 'Ping':
        this.gateway.pull();
        this.#webhooks.emit('system:ping', { health: healthOf(this.#parts, this.#messages.table) });
        break;
      case 'WebhooksUpdated':
        this.gateway.fetchHooks();
        break;
      case 'SettingsUpdated':
        this.gateway.fetchSettings();
        break;
      case 'MessageCancelled':
        await this.#messages
          .cancel(readString(readObject(JSON.parse(data))?.messageId) ?? '')
          .catch(() => false);
        break;
      case 'MessagesExportRequested': {
        const { since, until, triggerWebhooks } = readObject(JSON.parse(data)) ?? {};
        await this.#receiver.export(
          readDate(since),
          readDate(until),
          String(triggerWebhooks ?? true) === 'true',
        );
        break;
      }
    }
  }
}
