// The queue of one carrier: texts in the order in which they were claimed, part after part, as long as there is
// capacity. A text that waits here for more than a moment is given back: its recipient may write STOP meanwhile, which
// the next claim sees, and another carrier may take it.
import type { Clock } from '../../../runtime/clock.ts';
import type { TextTraces } from '../../app/tracing/text_traces.ts';
import type { ConfiguredCarrier, PartResult, Submission, SubmitResult } from '../../carrier/carrier.ts';
import type { Failpoint } from '../../failpoint.ts';
import type { PartName } from '../../store/carriers/carrier_receipts.ts';
import type { DispatchedText } from './dispatched_text.ts';

/** How long a text may wait since it was claimed, or since its last part went, in milliseconds. */
const longestWaitMs = 1_500;

interface SubmitQueueOptions {
  carrier: ConfiguredCarrier;
  clock: Clock;
  failpoint: Failpoint;
  /** Whether this replica may submit: not while others may take it for dead. */
  isAlive: () => boolean;
  /** Notes submits in the traces of texts; left out where nobody traces. */
  traceSubmit?: TextTraces['submit'] | undefined;
  /** All parts of a text have ended. */
  onSettled: (text: DispatchedText) => void;
  /** The carrier took a part of a text, and named it. */
  onTaken: (part: PartName) => void;
  /** A submit was answered, or a part of it. */
  onAnswer: (carrier: string, kind: PartResult['kind']) => void;
}

const broken: SubmitResult = { kind: 'unknown', detail: 'the carrier broke while it submitted the text' };

export class SubmitQueue {
  readonly carrier: ConfiguredCarrier;
  readonly #options: SubmitQueueOptions;
  readonly #texts: DispatchedText[] = [];
  /** Until when each of them may be submitted. */
  readonly #freshUntilMs = new Map<DispatchedText, number>();
  #isClosed = false;

  constructor(options: SubmitQueueOptions) {
    this.#options = options;
    this.carrier = options.carrier;
  }

  /** How many more parts may be claimed for the carrier; 0 for a while after the last text that is too long for it. */
  get free(): number {
    if (this.#isClosed) return 0;
    const waiting = this.#texts.reduce((sum, text) => sum + text.waiting, 0);
    return Math.max(0, this.carrier.carrier.capacity() - waiting);
  }

  /** Takes a text that has just been claimed; `pump` submits it. */
  add(text: DispatchedText): void {
    if (this.#isClosed) text.halt();
    if (text.waiting > 0) {
      this.#texts.push(text);
      this.#freshUntilMs.set(text, this.#options.clock.nowMs() + longestWaitMs);
    } else this.#options.onSettled(text);
  }

  /** Submits what there is capacity for. */
  pump(): void {
    const { clock, isAlive } = this.#options;
    while (this.#texts.length > 0 && isAlive() && this.carrier.carrier.capacity() > 0) {
      const text = this.#texts[0] as DispatchedText;
      const nowMs = clock.nowMs();
      if (text.claim.expiresAtMs <= nowMs || !this.#isFresh(text, nowMs)) this.#halt(text);
      else this.#submit(text, nowMs);
      if (text.waiting === 0) this.#drop(text);
    }
  }

  /** Gives back what has waited for longer than a moment, or all of it when this replica must not submit any more. */
  giveBackLate(): void {
    const nowMs = this.#options.clock.nowMs();
    const isAlive = this.#options.isAlive();
    this.#giveBack(this.#texts.filter((text) => !isAlive || !this.#isFresh(text, nowMs)));
  }

  /** Submits nothing more. */
  close(): void {
    this.#isClosed = true;
    this.#giveBack([...this.#texts]);
  }

  #giveBack(texts: readonly DispatchedText[]): void {
    for (const text of texts) this.#drop(text);
    for (const text of texts) this.#halt(text);
  }

  #isFresh(text: DispatchedText, nowMs: number): boolean {
    return nowMs < (this.#freshUntilMs.get(text) ?? 0);
  }

  #submit(text: DispatchedText, nowMs: number): void {
    const { failpoint, onTaken, onAnswer } = this.#options;
    const { name } = this.carrier;
    const part = text.take(nowMs);
    if (!part) return;
    this.#freshUntilMs.set(text, nowMs + longestWaitMs);
    const end = (result: SubmitResult) => {
      failpoint('carrier_after_submit');
      const isCurrent = part.end(result);
      if (text.waiting === 0) this.#drop(text);
      const parts = result.kind === 'divided' ? result.parts : [result];
      for (const part of isCurrent ? parts : [])
        if (part.kind === 'accepted' && part.ref !== null) onTaken({ carrier: name, ref: part.ref });
      if (isCurrent) this.#settle(text);
      this.pump();
      for (const { kind } of parts) onAnswer(name, kind);
    };
    this.#ask(part.submission).then(end, () => end(broken));
  }

  #ask(submission: Submission): Promise<SubmitResult> {
    const { name, carrier } = this.carrier;
    const { traceSubmit } = this.#options;
    if (!traceSubmit) return carrier.submit(submission);
    const { accountId, messageId } = submission;
    return traceSubmit({ key: { accountId, messageId }, carrier: name }, () => carrier.submit(submission));
  }

  #halt(text: DispatchedText): void {
    text.halt();
    this.#settle(text);
  }

  #drop(text: DispatchedText): void {
    const index = this.#texts.indexOf(text);
    if (index >= 0) this.#texts.splice(index, 1);
    this.#freshUntilMs.delete(text);
  }

  #settle(text: DispatchedText): void {
    if (text.isSettled) this.#options.onSettled(text);
  }
}
