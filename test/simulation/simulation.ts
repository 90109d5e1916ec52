// A service in one process on one clock. Time moves only while nothing is under way, from one timer to the next, and what could
// come in either order comes in the one that the seed draws. Only PostgreSQL is real: it works on one statement at a time.
import { Seeded } from '../support/seeded.ts';
import { DatabaseLines } from './database/database_lines.ts';
import { durationMs } from './duration.ts';
import { Stillness } from './stillness.ts';
import { type PartClock, SimulatedTime } from './time.ts';

/** For so long nothing may be under way without an end, by the machine's time. */
const hangMs = 20_000;
/** What does not end within so much simulated time never does. */
const longestWaitMs = 24 * 60 * 60_000;

interface SimulationOptions {
  /** The database, as its superuser. */
  databaseUrl: string;
  /** Decides about order; a failure repeats by it. */
  seed?: string;
  /** The moment at which it begins. */
  start?: string;
}

let running: string | undefined;

export class Simulation {
  readonly seed: string;
  readonly time: SimulatedTime;
  readonly database: DatabaseLines;
  readonly chance: Seeded;
  readonly #stillness: Stillness;
  readonly #random = Math.random;
  #pumping: Promise<void> | undefined;
  #fault: unknown;

  private constructor({ databaseUrl, seed = '1', start = '2026-03-10T12:00:00.000Z' }: SimulationOptions) {
    this.seed = seed;
    this.time = new SimulatedTime(start);
    const chance = new Seeded(seed);
    this.chance = chance.stream('order');
    this.database = new DatabaseLines({
      databaseUrl,
      nowMs: () => this.time.nowMs(),
      onWaiting: () => this.#pump(),
    });
    this.#stillness = new Stillness();
    const product = chance.stream('product');
    Math.random = () => product.next();
  }

  /** Begins one. Throws where another one goes on in this process: both would decide about the same sockets. */
  static begin(options: SimulationOptions): Simulation {
    if (running !== undefined)
      throw new Error(`a simulation with the seed ${running} goes on in this process: end it first`);
    const simulation = new Simulation(options);
    running = simulation.seed;
    return simulation;
  }

  /** A clock for a part. */
  clockOf(part: string): PartClock {
    return this.time.clockOf(part);
  }

  /** Resolves once nothing is under way. No time passes. */
  async idle(): Promise<void> {
    this.#pump();
    while (this.#pumping) await this.#pumping;
    if (this.#fault) throw this.#fault;
  }

  /** Lets time pass: every timer falls due at its own moment, and what it sets off ends before the next. */
  async run(duration: string | number): Promise<void> {
    const untilMs = this.time.nowMs() + durationMs(duration);
    await this.idle();
    while (await this.#step(untilMs));
    this.time.moveTo(untilMs);
    await this.idle();
  }

  /** Lets time pass until something has happened; resolves with what it came to. */
  async during<T>(happening: Promise<T>): Promise<T> {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    happening.then(end, end);
    const untilMs = this.time.nowMs() + longestWaitMs;
    for (;;) {
      await this.idle();
      if (isOver) return happening;
      if (!(await this.#step(untilMs)))
        throw new Error(`it does not end, though nothing is under way (seed ${this.seed})`);
    }
  }

  /** Ends it. Throws when a part has left a timer. */
  async end(): Promise<void> {
    await this.idle().catch(() => undefined);
    await this.database.close();
    this.#stillness.stop();
    Math.random = this.#random;
    running = undefined;
    const left = this.time.describe();
    if (left.length > 0) throw new Error(`timers are left (seed ${this.seed}):\n${left.join('\n')}`);
  }

  /** Goes to the next moment at which a timer falls due, and lets one fire. False when there is none until then. */
  async #step(untilMs: number): Promise<boolean> {
    const due = this.time.next();
    if (!due || due.atMs > untilMs) return false;
    this.time.moveTo(due.atMs);
    this.chance.pick(due.timers).fire();
    await this.idle();
    return true;
  }

  /** Lets statements through, one at a time, until nothing is under way. */
  #pump(): void {
    this.#pumping ??= this.#drain()
      .catch((fault: unknown) => {
        this.#fault = fault;
      })
      .finally(() => {
        this.#pumping = undefined;
        // It may have come at the very end.
        if (this.database.waiting.length > 0 && !this.#fault) this.#pump();
      });
  }

  async #drain(): Promise<void> {
    for (;;) {
      await this.#inTime(this.#stillness.reached());
      if (this.database.running.length + this.database.passing > 0)
        await this.#inTime(this.database.nextDone());
      else if (this.database.waiting.length > 0) this.database.let(this.chance.pick(this.database.waiting));
      else if (this.database.hasNotified) await this.#inTime(this.database.deliverNotifications());
      else return;
    }
  }

  /** Throws when it does not end, and says what is under way. */
  async #inTime(work: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const hang = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(new Error(`it hangs (seed ${this.seed}): ${this.#describe()}`)),
        hangMs,
      );
    });
    try {
      await Promise.race([work, hang]);
    } finally {
      clearTimeout(timer);
    }
  }

  #describe(): string {
    const statements = this.database.running.map(
      ({ line, text }) => `${line.owner} asks ${text.slice(0, 200)}`,
    );
    return [...statements, ...this.#stillness.describe()].join('; ') || 'the event loop turns without an end';
  }
}
