// A story: phones, texts in both directions, and accidents at random moments, all drawn from one seed. At the end all accidents are
// over, time passes until nothing changes, and the judge looks.
import { Seeded } from '../support/seeded.ts';
import type { KillPoint } from '../support/stock_phone/app_process.ts';
import type { Fate, Submit } from '../support/stock_phone/radio.ts';
import { StockPhone } from '../support/stock_phone/stock_phone.ts';
import type { VersionName } from '../support/stock_phone/versions.ts';
import { judge } from './judge.ts';
import type { World } from './world.ts';

export interface StoryOptions {
  seed: string;
  phones?: number;
  steps?: number;
  /** The longest pause between two steps. */
  pauseMs?: number;
  /** How long it may take until nothing changes. */
  settleMs: number;
  /** How long everything must then stay right; a tenth of that unless said otherwise. */
  stayMs?: number;
  /** Names of the fates that texts may have. */
  fates?: readonly string[];
  /** Accidents to draw from; all but a jump of the clock unless said otherwise. */
  accidents?: readonly Accident[];
  /** Places where a phone's process may die; all unless said otherwise. */
  points?: readonly KillPoint[];
  /** See Evidence. */
  isLong?: boolean;
  /** The owners' choice in the app; SSE_ONLY unless said otherwise. */
  channel?: 'AUTO' | 'SSE_ONLY';
  /** How wrong phones' clocks may be; not at all unless said otherwise. */
  wrongByMs?: readonly number[];
  traits?: ConstructorParameters<typeof StockPhone>[0]['traits'];
}

/** Every kind. The last one, the jump of a phone's clock, happens only where clocks may be wrong. */
export const accidentKinds = [
  ...(['part', 'process', 'point', 'reboot', 'network', 'cut', 'losses', 'stop', 'clock'] as const),
];
export type Accident = (typeof accidentKinds)[number];

/** The fate of a text, by the word at its end. */
const fates: Readonly<Record<string, Fate>> = {
  delivered: { kind: 'sent', receipts: [0] },
  late: { kind: 'sent', afterMs: 2_000, receipts: [0], receiptAfterMs: 5_000 },
  sent: { kind: 'sent', afterMs: 500 },
  refused: { kind: 'refused', result: 'RESULT_ERROR_FDN_CHECK_FAILURE (not allowed)' },
  unserved: { kind: 'refused', result: 'RESULT_ERROR_NO_SERVICE (no service)' },
  thrown: { kind: 'throws', message: 'not allowed' },
  silent: { kind: 'silent', leaves: true },
  stays: { kind: 'silent', leaves: false },
};

const points: readonly KillPoint[] = [
  ...(['list read', 'text stored', 'before hand-over', 'handed over', 'state written'] as const),
  ...(['state about to be reported', 'event arrived', 'received text noted', 'webhook answered'] as const),
];

const versions: readonly VersionName[] = ['1.66.2', '1.67.0', '1.68.0'];

const fateOf = ({ words }: Submit): Fate => fates[words.split(' ').at(-1) ?? ''] ?? { kind: 'sent' };

export class Story {
  readonly phones: StockPhone[] = [];
  readonly accepted: string[] = [];
  /** The events in order, the same for the same seed. They are part of a failure's message. */
  readonly log: string[] = [];
  /** The kinds of accidents that happened. */
  readonly happened = new Set<Accident>();
  readonly #world: World;
  readonly #options: StoryOptions;
  /** Draws the steps only. Draws by phones do not change them. */
  readonly #draw: Seeded;
  /** Kinds that still have to come before any comes again. */
  #bag: Accident[] = [];
  /** How wrong each phone's clock is. */
  readonly #wrongMs: number[] = [];
  /** Accidents to undo before the end. */
  readonly #open = new Map<string, () => Promise<void> | void>();
  /** Phones whose app was restarted at the end. */
  readonly #begunAnew = new Set<StockPhone>();
  #texts = 0;

  constructor(world: World, options: StoryOptions) {
    this.#world = world;
    this.#options = options;
    this.#draw = new Seeded(options.seed, 'story');
  }

  /** Pairs its phones, before anything goes wrong. */
  async begin(): Promise<void> {
    const { phones = 2 } = this.#options;
    while (this.phones.length < phones) await this.#pair();
  }

  /** Plays it to its end; resolves with the faults. */
  async play(): Promise<string[]> {
    const { steps = 30, pauseMs = 3_000, settleMs } = this.#options;
    await this.begin();
    for (let step = 0; step < steps; step += 1) {
      await this.#step();
      await this.#world.pass(this.#draw.below(pauseMs));
    }
    for (const undo of [...this.#open.values()]) await undo();
    for (const phone of this.phones) phone.dieNoMore();
    // Without "Start on boot" the app works again, and looks at received texts, once its owner opens it.
    if (this.#options.traits?.startsOnBoot === false) for (const phone of this.phones) phone.start();
    return this.#settle(settleMs);
  }

  throwAway(): void {
    for (const phone of this.phones) phone.throwAway();
  }

  async #pair(): Promise<void> {
    const { clock, url, urls = [url] } = this.#world;
    const at = this.phones.length;
    const chance = this.#draw.stream(`phone ${at}`);
    const { wrongByMs } = this.#options;
    this.#wrongMs.push(wrongByMs ? this.#draw.pick(wrongByMs) : 0);
    const phone = new StockPhone({
      clock: {
        nowMs: () => clock.nowMs() + (this.#wrongMs[at] ?? 0),
        setTimeout: (fn, delayMs) => clock.setTimeout(fn, delayMs),
        setInterval: (fn, periodMs) => clock.setInterval(fn, periodMs),
      },
      url: urls.length > 1 ? this.#draw.pick(urls) : url,
      version: this.#draw.pick(versions),
      channel: this.#options.channel ?? 'SSE_ONLY',
      random: () => chance.next(),
      ...(this.#options.traits && { traits: this.#options.traits }),
    });
    phone.radio.fateOf = fateOf;
    await this.#world.pair(phone);
    this.phones.push(phone);
    // What comes before the app knows its webhooks is passed on to nobody.
    await this.#world.pass(2_000);
  }

  /** A phone whose clock is set back waits for that time to come again: only a long story does that. */
  #drawWrong(at: number): number {
    const { wrongByMs = [0], isLong = false } = this.#options;
    const nowMs = this.#wrongMs[at] ?? 0;
    return this.#draw.pick(isLong ? wrongByMs : wrongByMs.filter((ms) => ms >= nowMs));
  }

  /** Each kind comes once before one comes again. */
  #drawKind(): Accident {
    const { accidents = accidentKinds.filter((kind) => kind !== 'clock') } = this.#options;
    if (this.#bag.length === 0) this.#bag = [...accidents];
    const [kind] = this.#bag.splice(this.#draw.below(this.#bag.length), 1);
    return kind as Accident;
  }

  async #step(): Promise<void> {
    const what = this.#draw.below(10);
    if (what < 5) await this.#send();
    else if (what < 7) this.#receive();
    else await this.#accident();
  }

  async #send(): Promise<void> {
    const { fates: names = ['delivered', 'late', 'sent', 'refused', 'thrown'] } = this.#options;
    const count = 1 + this.#draw.below(3);
    for (let at = 0; at < count; at += 1) {
      const phone = this.#draw.below(this.phones.length);
      this.#texts += 1;
      const long = this.#draw.chance(0.15) ? `${'long '.repeat(50)}` : '';
      const body = `text ${this.#texts} of ${this.#options.seed} ${long}${this.#draw.pick(names)}`;
      const address = `+1500555${String(1_000 + this.#draw.below(20))}`;
      this.log.push(`send "${body.slice(0, 40)}" by phone ${phone}`);
      await this.#world.send({ address, body, phone });
      this.accepted.push(body);
    }
  }

  #receive(): void {
    const phone = this.#draw.below(this.phones.length);
    this.#texts += 1;
    const words = `answer ${this.#texts} of ${this.#options.seed} <&'=>`;
    this.log.push(`phone ${phone} receives ${this.#texts}`);
    const way = this.#draw.pick([
      { broadcast: true, inbox: true },
      { broadcast: false, inbox: true },
    ]);
    this.phones[phone]?.receive({ sender: `+1500555${2_000 + this.#draw.below(20)}`, words, by: way });
  }

  async #accident(): Promise<void> {
    const kind = this.#drawKind();
    const at = this.#draw.below(this.phones.length);
    const phone = this.phones[at] as StockPhone;
    const name = `${kind} ${at}`;
    const undo = this.#open.get(name);
    if (undo) {
      this.log.push(`over: ${name}`);
      await undo();
      return;
    }
    this.log.push(`accident: ${name}`);
    this.happened.add(kind);
    switch (kind) {
      case 'part':
        return this.#killPart();
      case 'process':
        return phone.kill();
      case 'point':
        return phone.dieAt(this.#draw.pick(this.#options.points ?? points));
      case 'reboot':
        return phone.reboot();
      case 'cut':
        return phone.network.cut();
      case 'clock':
        this.#wrongMs[at] = this.#drawWrong(at);
        this.log.push(`phone ${at} is wrong by ${this.#wrongMs[at]} ms`);
        return;
      case 'network':
        phone.setNetwork(false);
        return this.#later(name, () => phone.setNetwork(true));
      case 'stop':
        phone.switchOff();
        return this.#later(name, () => phone.switchOn());
      case 'losses': {
        const chance = this.#draw.stream(`losses ${this.log.length}`);
        phone.network.lossOf = () =>
          chance.chance(0.3) ? chance.pick(['request', 'answer'] as const) : undefined;
        return this.#later(name, () => {
          phone.network.lossOf = () => undefined;
        });
      }
    }
  }

  async #killPart(): Promise<void> {
    const name = this.#draw.pick(Object.keys(this.#world.parts));
    const part = this.#world.parts[name];
    this.log.push(`kill ${name}`);
    await part?.kill();
    await this.#world.pass(this.#draw.below(2_000));
    await part?.start();
    this.log.push(`${name} is back`);
  }

  #later(name: string, undo: () => void): void {
    this.#open.set(name, () => {
      this.#open.delete(name);
      undo();
    });
  }

  /** Lets time pass until every text has ended. If something still changes then, the judge names it as a fault. */
  async #settle(settleMs: number): Promise<string[]> {
    const { stayMs = settleMs / 10 } = this.#options;
    for (let passedMs = 0, stepMs = 5_000; passedMs < settleMs; passedMs += stepMs) {
      await this.#world.pass(stepMs);
      if (!this.phones.every(({ isQuiet }) => isQuiet)) continue;
      if ((await this.judge()).length > 0) {
        this.#beginAnew();
        continue;
      }
      // Everything stays right.
      await this.#world.pass(stayMs);
      return this.judge();
    }
    // What was wrong when it was last quiet says nothing of now.
    return this.judge();
  }

  /**
   * Android took a text, and its report was lost with the app: nobody reports it any more. If the app is restarted the hub waits
   * less long; a long story does not restart it.
   */
  #beginAnew(): void {
    const { isLong = false } = this.#options;
    for (const phone of this.phones) {
      const isOpen = phone.memory.messages.some(({ state }) => state === 'Processed');
      if (isLong || !isOpen || this.#begunAnew.has(phone)) continue;
      this.#begunAnew.add(phone);
      phone.kill();
    }
  }

  async judge(): Promise<string[]> {
    const texts = await this.#world.texts();
    const { isLong = false } = this.#options;
    return judge({ accepted: this.accepted, texts, phones: this.phones, isLong });
  }
}
