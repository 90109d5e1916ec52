// Stories of route gateway for property tests: what may happen, the replicas that it happens to, and the truth as the far
// ends know it.
import fc from 'fast-check';
import type { PartClock } from '../../../../test/simulation/time.ts';
import type { Submission, SubmitResult } from '../../../carrier/carrier.ts';
import type { ReceiptTaker } from '../../../carrier/inbound/receipts.ts';
import { DatabaseUnavailable } from '../../../store/postgres/driver.ts';
import type { Store } from '../../../store/store.ts';
import type { DispatchWorld, Replica } from './dispatch_world.ts';
import { acceptAll, configured, refuse, ScriptedCarrier, silence, throttle } from './scripted_carrier.ts';

export const storyAccounts = [1n, 2n, 3n];
export const replicaCount = 3;

const results = { accept: undefined, refuse, throttle, silence };

export type Step =
  | { kind: 'send'; account: number; texts: number; parts: number }
  /** Some of what is under way at a replica is answered; what is accepted may have its receipt before. */
  | { kind: 'answer'; replica: number; count: number; result: keyof typeof results; isReceiptFirst: boolean }
  /** Receipts that are owed come, the newest first. */
  | { kind: 'receipts'; count: number; outcome: 'delivered' | 'failed' }
  | { kind: 'backoff'; replica: number; carrier: number; isBackingOff: boolean }
  | { kind: 'pass'; seconds: number }
  /** The replica's next claim or record is committed and not answered. */
  | { kind: 'cut'; replica: number; statement: 'claimForCarriers' | 'concludeSubmits' }
  /** The others take a replica for dead, while it lives. */
  | { kind: 'sleep'; replica: number }
  /** A process is gone at once, and another takes its place. */
  | { kind: 'die'; replica: number }
  | { kind: 'restart'; replica: number };

const replica = fc.nat(replicaCount - 1);
const is = <Kind extends Step['kind']>(kind: Kind) => fc.constant(kind);
const upTo = (max: number) => fc.integer({ min: 1, max });

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: is('send'), account: fc.nat(2), texts: upTo(5), parts: upTo(3) }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        kind: is('answer'),
        replica,
        count: upTo(6),
        result: fc.constantFrom<keyof typeof results>('accept', 'accept', 'refuse', 'throttle', 'silence'),
        isReceiptFirst: fc.boolean(),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: is('receipts'),
        count: upTo(6),
        outcome: fc.constantFrom<'delivered' | 'failed'>('delivered', 'delivered', 'failed'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: is('backoff'), replica, carrier: fc.nat(1), isBackingOff: fc.boolean() }),
    },
    { weight: 4, arbitrary: fc.record({ kind: is('pass'), seconds: upTo(8) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: is('cut'),
        replica,
        statement: fc.constantFrom<'claimForCarriers' | 'concludeSubmits'>(
          'claimForCarriers',
          'concludeSubmits',
        ),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: is('sleep'), replica }) },
    { weight: 1, arbitrary: fc.record({ kind: is('die'), replica }) },
    { weight: 1, arbitrary: fc.record({ kind: is('restart'), replica }) },
  ),
  { minLength: 5, maxLength: 40 },
);

/** What happened to each part, as the companies know it. */
export class Truth {
  /** Parts that left, or may have left, or are under way. */
  readonly left = new Set<string>();
  /** Parts that were submitted again although they had left. */
  readonly twice: string[] = [];
  /** What was accepted and has no receipt yet. */
  readonly owed: { carrier: string; ref: string }[] = [];

  submitted({ accountId, messageId, part }: Submission): void {
    const name = `${accountId}/${messageId}/${part}`;
    if (this.left.has(name)) this.twice.push(name);
    this.left.add(name);
  }

  answered({ accountId, messageId, part }: Submission, result: SubmitResult): void {
    if (result.kind === 'rejected') this.left.delete(`${accountId}/${messageId}/${part}`);
  }

  async sendReceipts(
    receipts: ReceiptTaker,
    count: number,
    outcome: 'delivered' | 'failed',
    atMs: number,
  ): Promise<void> {
    const reported = this.owed.splice(-count);
    const detail = outcome === 'failed' ? 'lost on the way' : '';
    await Promise.all(
      reported.map(({ carrier, ref }) => receipts.take(carrier, { ref, outcome, detail, atMs })),
    );
  }
}

/** A replica of a story. */
export class StoryPlayer {
  readonly carriers: ScriptedCarrier[];
  readonly #clock: PartClock;
  readonly #world: DispatchWorld;
  readonly #truth: Truth;
  readonly #receipts: ReceiptTaker;
  readonly #cuts = new Set<string>();
  readonly #replica: Replica;
  #isDead = false;
  #id: bigint | null = null;

  constructor(name: string, world: DispatchWorld, truth: Truth, receipts: ReceiptTaker) {
    this.#world = world;
    this.#truth = truth;
    this.#receipts = receipts;
    this.#clock = world.simulation.clockOf(name);
    this.carriers = (['segment', 'message'] as const).map((unit) => {
      const script = (submission: Submission) => {
        truth.submitted(submission);
        return 'wait' as const;
      };
      return new ScriptedCarrier({ window: 4, unit, script });
    });
    this.#replica = world.start(
      this.carriers.map((carrier, index) => configured(`c${index}`, carrier, { priority: index + 1 })),
      {
        clock: this.#clock,
        store: (store) => this.#wrap(store),
        onRecorded: () => void receipts.settle(),
      },
    );
  }

  /** What the others know it by; null before it entered. */
  get id(): bigint | null {
    return this.#id;
  }

  cut(statement: string): void {
    this.#cuts.add(statement);
  }

  async answer(count: number, result: keyof typeof results, isReceiptFirst = false): Promise<void> {
    for (const [index, carrier] of this.carriers.entries()) {
      for (const { submission, answer } of carrier.waiting.slice(0, count)) {
        const reported = results[result] ?? (acceptAll(submission) as SubmitResult);
        this.#truth.answered(submission, reported);
        if (reported.kind === 'accepted') {
          this.#truth.owed.push({ carrier: `c${index}`, ref: reported.ref as string });
          const atMs = this.#world.clock.nowMs();
          if (isReceiptFirst) await this.#truth.sendReceipts(this.#receipts, 1, 'delivered', atMs);
        }
        answer(reported);
      }
    }
  }

  backOff(index: number, isBackingOff: boolean): void {
    const carrier = this.carriers[index] as ScriptedCarrier;
    carrier.isBackingOff = isBackingOff;
    if (!isBackingOff) carrier.wake();
  }

  /** Everything stops at once: no statement, no answer and no timer reaches it any more. */
  die(): void {
    this.#isDead = true;
    this.#replica.kill();
  }

  /** Stops as it should. */
  async stop(): Promise<void> {
    const ending = this.#replica.stop();
    await this.answer(100, 'accept');
    await ending;
  }

  #wrap(store: Store): Store {
    const entries = Object.entries(store).map(([name, run]) => [
      name,
      async (...values: unknown[]) => {
        if (this.#isDead) throw new DatabaseUnavailable(new Error('dead'));
        const answer = await (run as (...all: unknown[]) => Promise<unknown>)(...values);
        if (name === 'enterReplica') this.#id = answer as bigint;
        if (this.#isDead || this.#cuts.delete(name)) throw new DatabaseUnavailable(new Error('cut'));
        return answer;
      },
    ]);
    return Object.fromEntries(entries);
  }
}
