// One account, one person, and some texts to them: they are sent, claimed, tried again, released and cancelled, and then the person
// wants no more. What the account was answered is noted, and what was handed over after that.
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { MessageStatus } from '../../../proto/gen/textrelay/v1/message_pb.ts';
import { OptOutService } from '../../../proto/gen/textrelay/v1/opt_out_service_pb.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { CarrierSink, Submission, SubmitResult } from '../../../server/carrier/carrier.ts';
import { clientOf, type TestCore } from '../../support/core.ts';
import type { Seeded } from '../../support/seeded.ts';
import type { Steps } from './steps.ts';
import type { StopAccount } from './stop_accounts.ts';
import { stopCarrier } from './stop_carrier.ts';
import { StopPhone } from './stop_phone.ts';

export const user = '+15005550006';

/** A story begins within so many steps. */
const beginsWithin = 20;
const most = { texts: 6, stopSteps: 12, cancelSteps: 10, laterSteps: 12, answerSteps: 4, retrySteps: 6 };
/** How often what failed is asked for again: with a core that lives it does not fail. */
const mostTries = 5;

/** A core, and where what people write to the carrier is given to it. */
export interface StopCore {
  core: TestCore;
  sink: () => CarrierSink;
  /** Rejects when it is killed: what it was given then is never answered. */
  death: Promise<never>;
}

interface StopStoryOptions {
  account: StopAccount;
  clock: Clock;
  steps: Steps;
  chance: Seeded;
  /** A core that serves; another one each time. */
  core: () => StopCore;
  nextEvent: () => number;
}

/** A text that one of the accounts asks for. */
export interface WantedText {
  accountId: bigint;
  address: string;
  body: string;
  clientRef: string;
  sendAt?: ReturnType<typeof timestampFromMs>;
}

export class StopStory {
  readonly account: StopAccount;
  readonly beginStep: number;
  /** The texts that were acknowledged. */
  readonly acknowledged = new Set<bigint>();
  /** The event at which the stop was known to be recorded. */
  stoppedAt: number | undefined;
  readonly breaches: string[] = [];
  /** How many texts were handed over. */
  left = 0;
  readonly #options: StopStoryOptions;
  readonly #cancelled = new Set<bigint>();
  readonly #phone: StopPhone | undefined;

  constructor(options: StopStoryOptions) {
    this.#options = options;
    const { account, chance, core, steps } = options;
    this.account = account;
    this.beginStep = 1 + chance.below(beginsWithin);
    if (account.deviceToken === undefined) return;
    this.#phone = new StopPhone({
      ...{ steps, token: account.deviceToken },
      chance: chance.stream('phone'),
      port: () => core().core.device.port,
      onHandedOver: ({ messageId, body }) => this.#handedOver(messageId, body),
    });
    this.#phone.start();
  }

  /** What it sends at its beginning. */
  texts(): WantedText[] {
    const { chance, clock, steps } = this.#options;
    const count = 1 + chance.below(most.texts);
    return Array.from({ length: count }, (_, at) => ({
      ...{ accountId: this.account.id, address: user, body: `text ${at}`, clientRef: `text ${at}` },
      ...(chance.chance(0.25) && {
        sendAt: timestampFromMs(clock.nowMs() + steps.stepMs * (1 + chance.below(most.laterSteps))),
      }),
    }));
  }

  /** What comes after its texts were asked for. */
  async play(): Promise<void> {
    const { chance } = this.#options;
    const [stopSteps, cancelSteps] = [chance.below(most.stopSteps), chance.below(most.cancelSteps)];
    const acts = [this.#after(stopSteps, () => this.#stop())];
    if (chance.chance(0.2)) acts.push(this.#after(cancelSteps, () => this.#cancel()));
    if (this.#phone && chance.chance(0.3))
      acts.push(this.#after(chance.below(10), async () => this.#phone?.cut()));
    await Promise.all(acts);
  }

  /** The company is handed a text of the account; says what becomes of it. */
  async submit({ messageId, text }: Submission): Promise<SubmitResult> {
    this.#handedOver(messageId, text);
    const { chance, steps } = this.#options;
    const answerSteps = chance.below(most.answerSteps);
    const drawn = chance.next();
    const afterMs = steps.stepMs * chance.below(most.retrySteps);
    if (answerSteps > 0) await steps.pause(answerSteps);
    if (drawn < 0.4)
      return { kind: 'rejected', code: 'carrier_failed', detail: 'it is busy', retryable: true, afterMs };
    if (drawn < 0.5) return { kind: 'unknown', detail: 'it did not answer' };
    return { kind: 'accepted', ref: null };
  }

  end(): void {
    this.#phone?.stop();
  }

  async #after(steps: number, act: () => Promise<void>): Promise<void> {
    if (steps > 0) await this.#options.steps.pause(steps);
    await act();
  }

  async #cancel(): Promise<void> {
    if (this.acknowledged.size === 0) return;
    const id = this.#options.chance.pick([...this.acknowledged]);
    const target = { case: 'id' as const, value: id };
    const asked = { accountId: this.account.id, target };
    const { message } = await this.#options
      .core()
      .core.messages.cancelMessage(asked)
      .catch(() => ({ message: undefined }));
    if (message?.status === MessageStatus.FAILED) this.#cancelled.add(id);
  }

  /** The person wants no more: they write it, or say so to the account. */
  async #stop(): Promise<void> {
    const { chance, core, steps } = this.#options;
    const accountId = this.account.id;
    const isWritten = chance.chance(0.9);
    if (isWritten && this.#phone) {
      this.#phone.receive(`stop of ${accountId}`, user, 'STOP', () => this.#stopped());
      return;
    }
    for (let tries = 0; tries < mostTries; tries++) {
      try {
        const chosen = core();
        if (isWritten) await this.#writeTo(chosen);
        else {
          const optOuts = clientOf(OptOutService, chosen.core);
          await optOuts.addOptOut({ accountId, address: user });
        }
        return this.#stopped();
      } catch {
        await steps.pause(1);
      }
    }
  }

  async #writeTo({ sink, death }: StopCore): Promise<void> {
    const nowMs = this.#options.clock.nowMs();
    const id = `stop-${this.account.id}`;
    const taking = sink().inbound({
      ...{ sender: user, recipient: this.account.number, text: 'STOP', id, fingerprint: id },
      ...{ receivedAtMs: nowMs, waitedSinceMs: nowMs, connection: stopCarrier },
    });
    const taken = await Promise.race([taking, death]);
    taken.confirm();
  }

  #stopped(): void {
    this.stoppedAt ??= this.#options.nextEvent();
  }

  #handedOver(messageId: bigint, body: string): void {
    // The answer to a STOP is none of them.
    if (!body.startsWith('text ')) return;
    this.left++;
    const event = this.#options.nextEvent();
    const named = `account ${this.account.id}: the text ${messageId} was handed over`;
    if (this.stoppedAt !== undefined)
      this.breaches.push(`${named} at ${event}, after the stop at ${this.stoppedAt}`);
    if (this.#cancelled.has(messageId)) this.breaches.push(`${named} though it was cancelled`);
  }
}
