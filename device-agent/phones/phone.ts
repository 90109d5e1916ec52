// One phone of the hub: its agent with its own journal and link, what is kept of it, and its streams.
import type { CancelTimer, Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { Agent } from '../agent.ts';
import { defineDriver } from '../drivers/driver.ts';
import type { PhoneFacts } from '../drivers/stock_app/phone_facts.ts';
import { StockAppDriver } from '../drivers/stock_app/stock_app_driver.ts';
import { startAgent } from '../start_agent.ts';
import { adviceFor } from './app_version.ts';
import { hashOf, isSame } from './names.ts';
import { type StoredPhone, unnamed, writePhone } from './phone_file.ts';

/** Between two starts of an agent that could not go on; twice as long each time. */
const firstPauseMs = 5_000;
const lastPauseMs = 5 * 60_000;

interface PhoneOptions {
  clock: Clock;
  log: Log;
  agentVersion: string;
  startAgent?: typeof startAgent;
}

/** A phone's words about itself. */
type PhoneNews = Partial<Pick<StoredPhone, 'version' | 'sims' | 'isPushed' | 'isTokenUsed'>>;

/** A phone. */
export class Phone {
  readonly name: string;
  readonly #dir: string;
  readonly #options: PhoneOptions;
  readonly #facts: PhoneFacts;
  readonly #streams: { end(): void }[] = [];
  #stored: StoredPhone;
  #agent: Agent | undefined;
  #driver: StockAppDriver | undefined;
  #cancelRestart: CancelTimer = () => undefined;
  #pauseMs = firstPauseMs;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;
  /** Requests of it that are being answered. */
  requests = 0;

  constructor(name: string, dir: string, stored: StoredPhone, options: PhoneOptions) {
    this.name = name;
    this.#dir = dir;
    this.#stored = stored;
    this.#options = options;
    const { sims, model, version } = stored;
    this.#facts = { sims, model: model === unnamed ? '' : model, version, advice: adviceFor(stored) };
  }

  get stored(): Readonly<StoredPhone> {
    return this.#stored;
  }

  /** Its driver while its agent runs; undefined while it is started, and once it is unpaired. */
  get driver(): StockAppDriver | undefined {
    return this.#driver;
  }

  get isRemoved(): boolean {
    return this.#stored.removedAtMs !== undefined;
  }

  /** It is unpaired, and is asked back for what it holds: its token opens that alone, and goes then. */
  get isLeaving(): boolean {
    return this.state()?.link === 'unpaired';
  }

  /** The state of its agent; undefined while none runs. */
  state(): ReturnType<Agent['state']> {
    return this.#agent?.state();
  }

  isToken(secret: string): boolean {
    return !this.isRemoved && isSame(hashOf(secret), this.#stored.tokenHash);
  }

  /** Starts its agent, after whatever is under way; a failed start is tried again later. Never throws. */
  start(): Promise<void> {
    this.#running = this.#running.then(() => this.#start());
    return this.#running;
  }

  /** Stops its agent; what it was doing is in the journal. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelRestart();
    this.endStreams();
    await this.#running;
    await this.#agent?.stop();
  }

  /** Stores what the phone says about itself. Throws an AgentError when it cannot be stored. */
  note(news: PhoneNews): void {
    const isSimChange = news.sims !== undefined && String(news.sims) !== String(this.#stored.sims);
    if (news.isTokenUsed && this.#stored.isTokenUsed && Object.keys(news).length === 1) return;
    const next = { ...this.#stored, ...news };
    if (JSON.stringify(next) === JSON.stringify(this.#stored)) return;
    writePhone(this.#dir, next);
    this.#stored = next;
    this.#facts.advice = adviceFor(next);
    this.#facts.version = next.version;
    if (!isSimChange) return;
    // The core learns the SIMs when the link opens.
    this.#facts.sims = next.sims;
    void this.#agent?.stop();
  }

  /** Adds a stream; of more than `most` the oldest ends, for it may be one that the phone has lost. */
  addStream(stream: { end(): void }, most: number): void {
    this.#streams.push(stream);
    if (this.#streams.length > most) this.#streams.shift()?.end();
  }

  dropStream(stream: { end(): void }): void {
    const place = this.#streams.indexOf(stream);
    if (place >= 0) this.#streams.splice(place, 1);
  }

  endStreams(): void {
    for (const stream of this.#streams.splice(0)) stream.end();
  }

  async #start(): Promise<void> {
    if (this.#isStopped || this.isRemoved) return;
    const { clock, log, agentVersion, startAgent: start = startAgent } = this.#options;
    const driver = defineDriver({
      name: 'sms-gateway-phone',
      summary: 'an Android phone with the stock app, through the phones hub',
      variables: {},
      create: (context) => {
        this.#driver = new StockAppDriver(context, this.#facts);
        return this.#driver;
      },
      diagnose: async () => undefined,
    });
    try {
      const agent = await start({
        dir: this.#dir,
        driver,
        settings: {},
        clock,
        log: log.child({ phone: this.name }),
        agentVersion,
      });
      this.#agent = agent;
      this.#pauseMs = firstPauseMs;
      void agent.ended.then(({ exitCode, reason }) => this.#ended(exitCode, reason));
    } catch (error) {
      this.#ended(1, error instanceof Error ? error.message : 'its agent could not start');
    }
  }

  #ended(exitCode: 0 | 1 | 2, reason: string): void {
    const { clock, log } = this.#options;
    this.#agent = undefined;
    this.#driver = undefined;
    this.endStreams();
    if (exitCode === 2) {
      log.info({ phone: this.name }, 'a phone was unpaired');
      this.#stored = { ...this.#stored, removedAtMs: clock.nowMs() };
      try {
        writePhone(this.#dir, this.#stored);
      } catch {
        // The core says it again at the next start.
      }
      return;
    }
    if (this.#isStopped) return;
    if (exitCode === 0) return void this.start();
    log.error({ phone: this.name, reason }, 'the agent of a phone ended; it is started again');
    this.#cancelRestart = clock.setTimeout(() => void this.start(), this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, lastPauseMs);
  }
}
