// A service in one process on one clock. Time moves only while nothing is under way, from one timer to the next, and what could
// come in either order comes in the one that the seed draws. Only PostgreSQL is real: it works on one statement at a time.
import { clearTimeout, setTimeout } from 'node:timers';
import { Seeded } from '../support/seeded.ts';
import type { Unit } from './database/database_line.ts';
import { durationMs } from './duration.ts';
import { drawFrom } from './randomness.ts';
import { noStatements, type Statements } from './statements.ts';
import { Stillness } from './stillness.ts';
import { type PartClock, SimulatedTime } from './time.ts';
import './loaded_at_use.ts';

/** For so long something may be under way without an end, by the machine's time. */
const usualHangMs = 20_000;
const usualStart = '2026-03-10T12:00:00.000Z';
/** What does not end within so much simulated time never does. */
const longestWaitMs = 24 * 60 * 60_000;

export interface SimulationOptions {
  /** Decides about order; a failure repeats by it. */
  seed?: string;
  /** The moment at which it begins. */
  start?: string;
  /** How likely a statement that writes stands still inside the server while others run; 0 unless given. */
  overlaps?: number;
  /** For so many milliseconds of the machine's time something may be under way; 20 seconds unless given. */
  hangMs?: number;
}

/** Somebody for whom time moves. */
interface Wait {
  /** The longest that it may last; for `isLimit` its very end. */
  untilMs: number;
  isLimit: boolean;
  isOver: () => boolean;
  promise: PromiseWithResolvers<void>;
}

/** A statement stands still at the latest at this row of those that it writes. */
const mostRows = 6;

let running: string | undefined;

/** Units in an order that does not depend on when their bytes came: one session asks one after the other. */
const inOrder = (units: readonly Unit[]) =>
  units.toSorted(({ line: a }, { line: b }) =>
    a.owner === b.owner ? a.number - b.number : a.owner < b.owner ? -1 : 1,
  );

export class Simulation {
  readonly seed: string;
  readonly time: SimulatedTime;
  readonly chance: Seeded;
  readonly #stillness: Stillness;
  readonly #hangMs: number;
  readonly #overlaps: number;
  readonly #putRandomnessBack: () => void;
  readonly #monotonic = performance.now;
  readonly #waits = new Set<Wait>();
  #isMoving = false;
  #pumping: Promise<void> | undefined;
  #fault: unknown;
  #statements = noStatements;

  private constructor({
    seed = '1',
    start = usualStart,
    hangMs = usualHangMs,
    overlaps = 0,
  }: SimulationOptions) {
    this.#hangMs = hangMs;
    this.#overlaps = overlaps;
    this.seed = seed;
    this.time = new SimulatedTime(start);
    const chance = new Seeded(seed);
    this.chance = chance.stream('order');
    this.#stillness = new Stillness();
    this.#putRandomnessBack = drawFrom(chance.stream('product'));
    const startMs = this.time.nowMs();
    performance.now = () => this.time.nowMs() - startMs;
  }

  /** Begins one. Throws where another one goes on in this process: both would decide about the same sockets. */
  static begin(options: SimulationOptions = {}): Simulation {
    if (running !== undefined)
      throw new Error(`a simulation with the seed ${running} goes on in this process: end it first`);
    const simulation = new Simulation(options);
    running = simulation.seed;
    return simulation;
  }

  /** Takes part in what is under way. Returns what is to be called when a statement waits to be let through. */
  attach(statements: Statements): () => void {
    this.#statements = statements;
    return () => this.#pump();
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
  run(duration: string | number): Promise<void> {
    return this.#awaits({
      untilMs: this.time.nowMs() + durationMs(duration),
      isOver: () => false,
      isLimit: true,
    });
  }

  /** Lets time pass until something has happened; resolves with what it came to. */
  async during<T>(happening: Promise<T>): Promise<T> {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    happening.then(end, end);
    const untilMs = this.time.nowMs() + longestWaitMs;
    await this.#awaits({ untilMs, isOver: () => isOver, isLimit: false });
    return happening;
  }

  /** Lets time pass in which everything sleeps: it fires no timer, and each keeps the time that it has left. */
  leap(duration: string | number): void {
    this.time.leap(durationMs(duration));
  }

  /** Ends listeners of a part, by their ports, and all their connections. */
  cut(ports: readonly number[]): void {
    this.#stillness.cut(ports);
  }

  /** Ends it. Throws when a part has left a timer or a session of the database, or has waited by the machine's clock. */
  async end(): Promise<void> {
    const fault = await this.idle().then(
      () => undefined,
      (error: Error) => error.message,
    );
    const left = [
      ...(fault === undefined ? [] : [`a fault: ${fault}`]),
      ...this.time.describe().map((timer) => `a timer of ${timer}`),
      ...this.#statements.describe().map((session) => `a session of ${session}`),
      ...this.#stillness.machineWaits().map((place) => `a wait by the machine's clock, ${place}`),
    ];
    await this.#statements.close();
    this.#stillness.stop();
    this.#putRandomnessBack();
    performance.now = this.#monotonic;
    running = undefined;
    if (left.length > 0) throw new Error(`it leaves (seed ${this.seed}):\n${left.join('\n')}`);
  }

  /** Time moves while somebody waits, whoever it is. */
  #awaits(wanted: Omit<Wait, 'promise'>): Promise<void> {
    const promise = Promise.withResolvers<void>();
    this.#waits.add({ ...wanted, promise });
    if (!this.#isMoving) void this.#move();
    return promise.promise;
  }

  async #move(): Promise<void> {
    this.#isMoving = true;
    try {
      for (;;) {
        await this.idle();
        const over = [...this.#waits].filter((wait) => wait.isOver());
        for (const wait of over) this.#end(wait);
        if (this.#waits.size === 0) break;
        // Those who go on now may have more to do before time passes.
        if (over.length === 0) this.#step();
      }
    } catch (fault) {
      for (const wait of this.#waits) this.#end(wait, fault);
    } finally {
      // In the same turn: who waits from now on must find that nobody moves the time.
      this.#isMoving = false;
    }
  }

  #end(wait: Wait, fault?: unknown): void {
    this.#waits.delete(wait);
    if (fault === undefined) wait.promise.resolve();
    else wait.promise.reject(fault);
  }

  /** Goes to the next moment at which a timer falls due, and lets one fire, or to the end of a wait that is sooner. */
  #step(): void {
    const due = this.time.next();
    const [first] = [...this.#waits].sort((a, b) => a.untilMs - b.untilMs);
    if (due && due.atMs <= (first?.untilMs ?? 0)) {
      this.time.moveTo(due.atMs);
      this.chance.pick(due.timers).fire();
    } else if (first) {
      this.time.moveTo(first.untilMs);
      const never = new Error(`it does not end, though nothing is under way (seed ${this.seed})`);
      this.#end(first, first.isLimit ? undefined : never);
    }
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
        if (this.#statements.waiting.length > 0 && !this.#fault) this.#pump();
      });
  }

  async #drain(): Promise<void> {
    for (;;) {
      if (this.#isAsking()) {
        await this.#inTime(this.#statements.progress());
        continue;
      }
      await this.#inTime(this.#stillness.reached());
      if (this.#isAsking()) continue;
      const { waiting, hasNotified, held } = this.#statements;
      const steps = [
        ...inOrder(waiting).map((unit) => () => this.#let(unit)),
        ...(hasNotified ? [() => this.#statements.deliverNotifications()] : []),
        ...(held.length > 0 ? [() => this.#statements.release()] : []),
      ];
      if (steps.length === 0) return;
      await this.#inTime(this.chance.pick(steps)());
    }
  }

  /** The server works on something. */
  #isAsking(): boolean {
    const { running, passing } = this.#statements;
    return running.length + passing > 0;
  }

  /** Lets a statement through; some of those that write may stand still inside, while others run whole. */
  async #let(unit: Unit): Promise<void> {
    const mayOverlap = this.#statements.held.length === 0 && /\b(insert|update|delete)\b/.test(unit.text);
    const overlaps = mayOverlap && this.chance.chance(this.#overlaps);
    this.#statements.let(unit, overlaps ? 1 + this.chance.below(mostRows) : undefined);
  }

  /** Throws when it does not end, though no job of a thread ends either, and says what is under way. */
  async #inTime(work: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const hang = new Promise<never>((_resolve, reject) => {
      const watch = (done: number) => {
        timer = setTimeout(() => {
          if (this.#stillness.jobsDone > done) watch(this.#stillness.jobsDone);
          else reject(new Error(`it hangs (seed ${this.seed}): ${this.#describe()}`));
        }, this.#hangMs);
      };
      watch(this.#stillness.jobsDone);
    });
    try {
      await Promise.race([work, hang]);
    } finally {
      clearTimeout(timer);
    }
  }

  #describe(): string {
    const statements = this.#statements.running.map(
      ({ line, text }) => `${line.owner} asks ${text.slice(0, 200)}`,
    );
    return [...statements, ...this.#stillness.describe()].join('; ') || 'the event loop turns without an end';
  }
}
