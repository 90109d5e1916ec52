// A device that submits whatever it is given, at once or when a test says so, and remembers through which SIM.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { HelloSchema, Job } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import type { Core } from '../../server/core.ts';
import type { LinkBench } from './link_bench.ts';
import { untilCalm } from './moving_clock.ts';
import { RawAgent } from './raw_agent.ts';

/** A text that was handed over to a phone. */
export interface Handed {
  device: bigint;
  sim: number;
  id: bigint;
  address: string;
  parts: number;
  /** By the bench's clock. */
  atMs: number;
}

/** Shorter than the deadline of what a core asks of the database, in milliseconds. */
const stepMs = 4_000;

export class RobotPhone {
  readonly agent: RawAgent;
  readonly #device: bigint;
  readonly #held: Job[] = [];
  #isHolding = false;

  private constructor(agent: RawAgent, device: bigint) {
    this.agent = agent;
    this.#device = device;
  }

  /** Links a device; each text that is handed over to it is added to `log`. */
  static async link(
    bench: LinkBench,
    { deviceId, token }: { deviceId: bigint; token: string },
    log: Handed[],
    options: {
      at?: Pick<Core, 'device'>;
      journal?: string;
      window?: number;
      hello?: MessageInitShape<typeof HelloSchema>;
      isHolding?: boolean;
    } = {},
  ): Promise<RobotPhone> {
    const { at = bench.core, journal = 'j', window = 16, hello } = options;
    const agent = bench.adopt(await RawAgent.linked(at, token, journal, window, hello));
    const phone = new RobotPhone(agent, deviceId);
    phone.#isHolding = options.isHolding ?? false;
    void phone.#work(bench, log);
    // After the welcome the core looks up what the device holds; then there is capacity.
    await untilCalm(bench.clock);
    return phone;
  }

  /** Texts that were handed over and not submitted. */
  get held(): readonly Job[] {
    return this.#held;
  }

  /** Keeps what comes from now on. */
  hold(): void {
    this.#isHolding = true;
  }

  /** Submits what is held, and what comes from now on. */
  release(): void {
    this.#isHolding = false;
    for (const job of this.#held.splice(0)) this.agent.report(job, 1);
  }

  /** Hands back what is held. */
  handBack(): void {
    for (const job of this.#held.splice(0)) this.agent.report(job, 4, 'the phone is gone');
  }

  /** Cuts the link. */
  cut(): void {
    this.agent.socket.terminate();
  }

  async #work(bench: LinkBench, log: Handed[]): Promise<void> {
    for (;;) {
      const job = await this.agent.expect('job').catch(() => undefined);
      if (!job) return;
      const { messageId: id, address, sim, parts } = job;
      log.push({ device: this.#device, sim, id, address, parts: parts.length, atMs: bench.clock.nowMs() });
      if (this.#isHolding) this.#held.push(job);
      else this.agent.report(job, 1);
    }
  }
}

/** Lets time pass for cores and phones, never faster than they work. */
export class PassingTime {
  readonly #bench: LinkBench;

  constructor(bench: LinkBench) {
    this.#bench = bench;
  }

  /** Lets time pass in steps; in each every phone is received, so that no link is taken for dead. */
  async elapse(phones: readonly RobotPhone[], ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) {
      this.#bench.clock.advance(Math.min(left, stepMs));
      await Promise.all(phones.map(({ agent }) => agent.settled().catch(() => undefined)));
      await untilCalm(this.#bench.clock);
    }
  }

  /** Lets time pass, a second at a time, until `probe` is true; 90 seconds at most. */
  async until(phones: readonly RobotPhone[], probe: () => boolean): Promise<void> {
    for (let seconds = 0; seconds < 90; seconds++) {
      if (probe()) return;
      await this.elapse(phones, 1_000);
    }
    throw new Error('it did not happen within 90 seconds of the bench');
  }

  /** Puts the clock elsewhere; every phone is received there before anything falls due. */
  async jump(phones: readonly RobotPhone[], instant: string): Promise<void> {
    await untilCalm(this.#bench.clock);
    this.#bench.clock.jumpTo(instant);
    await Promise.all(phones.map(({ agent }) => agent.settled()));
  }
}
