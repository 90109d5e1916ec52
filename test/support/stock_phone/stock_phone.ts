// A handset with the app "SMS Gateway for Android" as people install it, on a real socket and under a test's clock. It follows the
// app's source and knows nothing of the program that it talks to. Its radio's ledger says what was really sent and received.
import type { Clock } from '../../../runtime/clock.ts';
import { App } from './app.ts';
import { type AppMemory, backUpOf, emptyMemory, type MessageRow } from './app_memory.ts';
import type { PhoneTraits } from './app_parts.ts';
import { AppProcess, type KillPoint } from './app_process.ts';
import { Conversation } from './conversation.ts';
import { PhoneNetwork } from './phone_network.ts';
import { type Broadcast, Radio, type Sim } from './radio.ts';
import { type AppVersion, appVersions, type VersionName } from './versions.ts';

export interface PhoneOptions {
  clock: Clock;
  /** What calls are timed by, when the rest of the phone is in haste. */
  callClock?: Clock;
  /** What the owner typed into "API URL". */
  url: string;
  version?: VersionName;
  /** What the owner chose; the app's own default is AUTO. */
  channel?: 'AUTO' | 'SSE_ONLY';
  privateToken?: string;
  /** A certificate that its owner installed. */
  authority?: string;
  sims?: Sim[];
  traits?: Partial<PhoneTraits>;
  /** Gives [0, 1). */
  random?: () => number;
  /** Where exchanges are judged; one of its own unless several phones share one. */
  conversation?: Conversation;
}

const defaultTraits: PhoneTraits = {
  maker: 'Fake',
  hasPlayServices: false,
  startsOnBoot: true,
  handOverMs: 0,
  zoneMinutes: 120,
  batteryPercent: 80,
  isCharging: true,
};

const defaultSim: Sim = {
  slot: 0,
  subscription: 7,
  phoneNumber: '+15005550100',
  carrierName: 'Testcel',
  iccid: '8901000000000000017',
};

/** Between a kill and the process that Android begins in its place. */
const restartMs = 1_000;

/** A kill in the one moment in which the app itself sends a text twice: Android has it, and the app has not noted it. */
interface OwnDouble {
  id: string;
  atMs: number;
}

/** A call that is due later than this is not waited for: the app's clock was set back. */
const longWaitMs = 3_600_000;

const isOpen = (status: string) => status === 'pending' || status === 'failed';

export class StockPhone {
  readonly radio: Radio;
  readonly network: PhoneNetwork;
  readonly conversation: Conversation;
  readonly traits: PhoneTraits;
  readonly version: AppVersion;
  /** Texts that the app may send again by its own fault. */
  readonly ownDoubles: OwnDouble[] = [];
  /** Texts from the air that the app noted and, being killed, never passed on. */
  readonly ownLosses: string[] = [];
  memory: AppMemory = emptyMemory();
  readonly #options: PhoneOptions;
  readonly #random: () => number;
  #app: App | undefined;
  #isOff = false;
  #isForceStopped = false;
  #hadStream = false;
  #cancelRestart: (() => void) | undefined;
  #deathPoint: { point: KillPoint; only: string | undefined } | undefined;

  constructor(options: PhoneOptions) {
    this.#options = options;
    this.#random = options.random ?? Math.random;
    this.version = appVersions[options.version ?? '1.68.0'];
    this.traits = { ...defaultTraits, ...options.traits };
    this.conversation = options.conversation ?? new Conversation();
    this.network = new PhoneNetwork(this.conversation, options.callClock ?? options.clock, options.authority);
    this.radio = new Radio(options.clock, options.sims ?? [defaultSim], (broadcast) =>
      this.#broadcast(broadcast),
    );
    this.#install();
  }

  get ledger() {
    return this.radio.ledger;
  }

  /** Whether a process of the app lives. */
  get isAlive(): boolean {
    return this.#app !== undefined && !this.#app.process.isDead;
  }

  /** Streams that are open or being opened. */
  get streams(): number {
    return this.isAlive ? (this.#app?.gateway.streams ?? 0) : 0;
  }

  /** The app's row of a text. */
  textOf(id: string): MessageRow | undefined {
    return this.memory.messages.find((row) => row.id === id);
  }

  /** Whether the app has nothing to send, to report or to post, and no call under way. */
  get isQuiet(): boolean {
    const { messages, queue, works } = this.memory;
    const laterMs = this.#options.clock.nowMs() + longWaitMs;
    return (
      this.network.inFlight === 0 &&
      !messages.some(({ state }) => state === 'Pending') &&
      !queue.some(({ status, nextAttemptMs }) => isOpen(status) && nextAttemptMs < laterMs) &&
      !works.some(({ kind, attempts }) => kind === 'state' || attempts > 0)
    );
  }

  /** Received texts that it has to post, or was posting when it died. Its clock says when: set back, it waits until that time comes. */
  get waitingWords(): string[] {
    return this.memory.queue.flatMap(({ status, payload }) =>
      (isOpen(status) || status === 'processing') && payload !== undefined
        ? [(JSON.parse(payload) as { payload: { message?: string } }).payload.message ?? '']
        : [],
    );
  }

  /** The owner types a code, and the app starts. Rejects with what the app shows. */
  async pair(code: string): Promise<void> {
    await this.#running().gateway.pair({ code });
    this.start();
  }

  /** The owner presses the button, or opens the app after a force stop. */
  start(): void {
    this.#isForceStopped = false;
    this.#running().start();
  }

  /** The owner presses the button once more. */
  stop(): void {
    this.#app?.stop();
  }

  /** Android kills the process. It comes back by itself, and whole only if the app starts on boot. */
  kill(): void {
    this.#app?.process.die();
    this.#buried();
  }

  /** The process dies the next time that it comes to a point, or to that of one text. */
  dieAt(point: KillPoint, only?: string): void {
    this.#deathPoint = { point, only };
  }

  /** Takes a death that has not come yet back. */
  dieNoMore(): void {
    this.#deathPoint = undefined;
  }

  /** The owner force-stops it: it stays dead until `start`. */
  forceStop(): void {
    this.#isForceStopped = true;
    this.kill();
  }

  /** The handset goes off: the process is dead, and results that had not come never will. */
  switchOff(): void {
    this.#isOff = true;
    this.kill();
    this.radio.restart();
  }

  switchOn(): void {
    this.#isOff = false;
    // After a boot no service comes back by itself.
    this.#hadStream = false;
    if (this.memory.works.length > 0 || this.traits.startsOnBoot) this.#restart();
  }

  reboot(): void {
    this.switchOff();
    this.switchOn();
  }

  /** The app is removed and installed: registration and table are gone, the handset's inbox is not. */
  reinstall(): void {
    this.forceStop();
    this.memory = emptyMemory();
    this.#install();
  }

  /** What a backup of the handset holds now. */
  backUp(): AppMemory {
    return backUpOf(this.memory);
  }

  /** A backup is put onto this handset, in place of what its app had. */
  restore(backup: AppMemory): void {
    this.forceStop();
    this.memory = backUpOf(backup);
  }

  /** Switches its network; works that wait for one go on. */
  setNetwork(isOn: boolean): void {
    if (!isOn) this.#app?.works.loseNetwork();
    this.network.isOn = isOn;
    if (isOn) this.#app?.works.look();
  }

  /** A text comes in from the air, by both of Android's ways unless said otherwise. */
  receive(text: {
    sender: string;
    words: string;
    sim?: number;
    by?: { broadcast: boolean; inbox: boolean };
    /** The SIM that the inbox names, when it differs from the broadcast's: one text then has two names. */
    inboxSubscription?: number | null;
  }): void {
    const row = this.radio.receive(text);
    if (!this.isAlive) return;
    const own = this.radio.sims.find(({ slot }) => slot === (text.sim ?? 1) - 1)?.subscription ?? null;
    const by = { ...(text.by ?? { broadcast: true, inbox: true }), subscription: own };
    void this.#app?.takeText(row, by);
  }

  /** Ends it for good. */
  throwAway(): void {
    this.forceStop();
    this.radio.restart();
    this.network.close();
  }

  #install(): void {
    const { url, channel, privateToken } = this.#options;
    Object.assign(this.memory.preferences, {
      'gateway.cloud_url': url,
      ...(channel && { 'gateway.notification_channel': channel }),
      ...(privateToken !== undefined && { 'gateway.private_token': privateToken }),
    });
  }

  #running(): App {
    if (!this.#app || this.#app.process.isDead) this.#begin();
    return this.#app as App;
  }

  #begin(): void {
    this.#cancelRestart?.();
    const process = new AppProcess(this.#options.clock, (point, what) => this.#reach(point, what));
    const { memory, radio, network, version, traits } = this;
    this.#app = new App(process, { memory, radio, network, version, traits, random: this.#random });
    process.signal.addEventListener('abort', () => this.#buried());
    this.#app.works.look();
  }

  #reach(point: KillPoint, what: string): boolean {
    const death = this.#deathPoint;
    if (death?.point !== point || (death.only !== undefined && death.only !== what)) return false;
    this.#deathPoint = undefined;
    if (point === 'handed over') this.ownDoubles.push({ id: what, atMs: this.#options.clock.nowMs() });
    if (point === 'received text noted') this.ownLosses.push(what);
    return true;
  }

  /** After a death Android begins a new process, unless the owner said no. */
  #buried(): void {
    this.#cancelRestart?.();
    if (this.#isOff || this.#isForceStopped) return;
    this.#hadStream ||= (this.#app?.gateway.streams ?? 0) > 0;
    this.#cancelRestart = this.#options.clock.setTimeout(() => this.#restart(), restartMs);
  }

  /** Its works go on, its service with the stream as well; the rest only if the app starts on boot. */
  #restart(): void {
    if (this.isAlive || this.#isOff || this.#isForceStopped) return;
    this.#begin();
    if (this.traits.startsOnBoot) this.#app?.start();
    else if (this.#hadStream) this.#app?.gateway.openStream();
    this.#hadStream = false;
  }

  /** Android answers for a text: the process is begun for it if need be. */
  #broadcast(broadcast: Broadcast): void {
    if (this.#isOff || this.#isForceStopped) return;
    if (!this.isAlive) this.#restart();
    this.#app?.takeBroadcast(broadcast);
  }
}
