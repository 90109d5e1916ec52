// A device that submits whatever it is given, at once or when a test says so, and remembers through which SIM.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { HelloSchema, Job } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import type { Core } from '../../server/core.ts';
import type { LinkBench } from './link_bench.ts';
import { RawAgent } from './raw_agent.ts';

/** A text that was handed over to a phone. */
export interface Handed {
  device: bigint;
  sim: number;
  id: bigint;
  address: string;
  parts: number;
  /** By the simulation's time. */
  atMs: number;
}

export class RobotPhone {
  readonly agent: RawAgent;
  readonly #device: bigint;
  readonly #held: Job[] = [];
  /** How many it submits before it holds what comes. */
  #free = Number.POSITIVE_INFINITY;

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
    if (options.isHolding) phone.hold();
    void phone.#work(bench, log);
    // After the welcome the core looks up what the device holds; then there is capacity.
    await bench.idle();
    return phone;
  }

  /** Texts that were handed over and not submitted. */
  get held(): readonly Job[] {
    return this.#held;
  }

  /** Keeps what comes from now on. */
  hold(): void {
    this.#free = 0;
  }

  /** Submits what is held, and what comes from now on, or so many of it. */
  release(texts = Number.POSITIVE_INFINITY): void {
    this.#free = texts;
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
      log.push({ device: this.#device, sim, id, address, parts: parts.length, atMs: bench.nowMs() });
      if (this.#free-- > 0) this.agent.report(job, 1);
      else this.#held.push(job);
    }
  }
}
