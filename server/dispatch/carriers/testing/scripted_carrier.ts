// A carrier of a test: it takes what it is given and answers what the test says, when the test says.
import type {
  Carrier,
  CarrierCaps,
  CarrierHealth,
  CarrierSink,
  ConfiguredCarrier,
  Submission,
  SubmitResult,
} from '../../../carrier/carrier.ts';

/** What becomes of a submit; `wait` leaves it under way until the test answers it. */
export type Script = (submission: Submission) => SubmitResult | 'wait';

/** Accepts everything under names of its own. */
export const acceptAll: Script = ({ accountId, messageId, attempt, part }) => ({
  kind: 'accepted',
  ref: `${accountId}.${messageId}.${attempt}.${part}`,
});

export const refuse: SubmitResult = {
  kind: 'rejected',
  code: 'rejected_by_network',
  detail: 'the number does not exist',
  retryable: false,
};
export const throttle: SubmitResult = {
  kind: 'rejected',
  code: 'carrier_failed',
  detail: 'too fast',
  retryable: true,
};
export const silence: SubmitResult = { kind: 'unknown', detail: 'the carrier did not answer in time' };

/** A submit that is under way. */
export interface Waiting {
  submission: Submission;
  answer(result: SubmitResult): void;
}

export class ScriptedCarrier implements Carrier {
  readonly caps: CarrierCaps;
  /** Everything that was ever submitted, in order. */
  readonly submits: Submission[] = [];
  readonly waiting: Waiting[] = [];
  script: Script;
  /** Down or throttled: there is no capacity. */
  isBackingOff = false;
  #underWay = 0;
  #onCapacity: () => void = () => undefined;

  constructor({ script = acceptAll, ...caps }: Partial<CarrierCaps> & { script?: Script } = {}) {
    this.caps = { unit: 'segment', receipts: true, window: 100, ...caps };
    this.script = script;
  }

  start(_sink: CarrierSink, onCapacity: () => void): void {
    this.#onCapacity = onCapacity;
    onCapacity();
  }

  capacity(): number {
    return this.isBackingOff ? 0 : this.caps.window - this.#underWay;
  }

  async submit(submission: Submission): Promise<SubmitResult> {
    if (this.capacity() <= 0) throw new Error('a submit beyond the capacity');
    this.#underWay++;
    this.submits.push(submission);
    const result = this.script(submission);
    const reported =
      result === 'wait'
        ? await new Promise<SubmitResult>((answer) => {
            const waiting: Waiting = {
              submission,
              answer: (late) => {
                this.waiting.splice(this.waiting.indexOf(waiting), 1);
                answer(late);
              },
            };
            this.waiting.push(waiting);
          })
        : await result;
    this.#underWay--;
    return reported;
  }

  /** There is capacity again. */
  wake(): void {
    this.isBackingOff = false;
    this.#onCapacity();
  }

  health(): CarrierHealth {
    return { up: !this.isBackingOff, detail: 'scripted' };
  }

  async stop(): Promise<void> {}
}

/** A carrier as it is configured. */
export const configured = (
  name: string,
  carrier: ScriptedCarrier,
  { priority = 50, sharedSender = '+15005550100' }: { priority?: number; sharedSender?: string | null } = {},
): ConfiguredCarrier => ({ name, kind: 'scripted', priority, sharedSender, carrier });
