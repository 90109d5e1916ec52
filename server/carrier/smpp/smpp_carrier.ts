// A carrier that is reached through SMPP 3.4: its connections as one, with a window, a limit of texts a second, and a
// backoff when the SMSC has too much to do. A submit beyond its capacity is refused at once; nothing queues
// here.

import { noCapacityAfterMs, SubmitCapacity, tooLate } from '../capacity/submit_capacity.ts';
import type {
  Carrier,
  CarrierCaps,
  CarrierContext,
  CarrierHealth,
  CarrierSink,
  Submission,
  SubmitResult,
} from '../carrier.ts';
import { createListener } from './listener.ts';
import { encodeShortMessage } from './pdu/pdu.ts';
import { type ReceiptId, refOfResponse } from './pdu/receipt.ts';
import { type OwnMeanings, status, toRejection } from './pdu/statuses.ts';
import { type SubmitSettings, toSubmitMessage } from './pdu/submit_message.ts';
import type { SessionSettings } from './session/open_socket.ts';
import type { Answer } from './session/requests.ts';
import { SmppLink } from './smpp_link.ts';

/** How an SMSC is reached, and what is sent to it. */
export interface SmppSettings {
  session: SessionSettings;
  submit: SubmitSettings;
  receiptId: ReceiptId;
  statuses: OwnMeanings;
  /** 1 to 8. */
  connections: number;
  /** Submits under way on each connection. */
  window: number;
  /** On all connections together; null: no limit. */
  textsPerSecond: number | null;
}

/** A carrier; it does nothing before `start`. */
export class SmppCarrier implements Carrier {
  readonly caps: CarrierCaps;
  readonly #settings: SmppSettings;
  readonly #context: CarrierContext;
  readonly #capacity: SubmitCapacity;
  #links: readonly SmppLink[] = [];
  #isStopping = false;
  #stopped: Promise<void> | undefined;

  constructor(settings: SmppSettings, context: CarrierContext) {
    this.#settings = settings;
    this.#context = context;
    const { connections, window, textsPerSecond } = settings;
    this.#capacity = new SubmitCapacity({
      context,
      textsPerSecond,
      ownCapacity: () => this.#countCapacity(),
    });
    this.caps = {
      unit: settings.submit.longTexts === 'message_payload' ? 'message' : 'segment',
      receipts: true,
      window: Math.min(1_000, connections * window),
    };
  }

  start(sink: CarrierSink, onCapacity: () => void): void {
    const { session, window, connections, receiptId, submit } = this.#settings;
    const { clock, log, name } = this.#context;
    this.#capacity.open(onCapacity);
    const listener = createListener({ sink, clock, log, name, receiptId, alphabet: submit.alphabet });
    this.#links = Array.from(
      { length: connections },
      () =>
        new SmppLink({
          settings: session,
          window,
          context: this.#context,
          listener,
          onChange: () => this.#capacity.announce(),
        }),
    );
  }

  capacity(): number {
    return this.#capacity.capacity();
  }

  async submit(submission: Submission): Promise<SubmitResult> {
    const link = this.#pickLink();
    if (link === undefined) return this.#capacity.refuse();
    const nowMs = this.#context.clock.nowMs();
    if (submission.expiresAtMs <= nowMs) return tooLate;
    let body: Uint8Array;
    try {
      body = encodeShortMessage(toSubmitMessage(submission, this.#settings.submit, nowMs));
    } catch (error) {
      const detail = error instanceof RangeError ? error.message : 'the text cannot be expressed';
      return { kind: 'rejected', code: 'carrier_failed', detail, retryable: false };
    }
    let onLate = (_answer: Answer): void => undefined;
    const answer = link.submit(body, (late) => onLate(late));
    this.#capacity.take();
    const result = this.#judge(await answer, link);
    this.#capacity.announce();
    if (result.kind !== 'unknown' || !link.isBound) return result;
    const late = new Promise<string | null>((resolve) => {
      onLate = (answered) => {
        if (answered.kind === 'answered' && answered.status === status.ok)
          resolve(refOfResponse(answered.messageId, this.#settings.receiptId));
      };
    });
    return { ...result, late };
  }

  health(): CarrierHealth {
    if (this.#isStopping) return { up: false, detail: 'closed' };
    const bound = this.#links.filter(({ isBound }) => isBound).length;
    const trouble = this.#links.find(({ isBound }) => !isBound)?.trouble;
    const sentences = [`${bound} of ${this.#settings.connections} connections bound`];
    if (this.#capacity.backoff.leftMs > 0)
      sentences.push(
        `backing off for ${Math.ceil(this.#capacity.backoff.leftMs / 1_000)} s, as the SMSC asks`,
      );
    if (trouble !== undefined) sentences.push(trouble);
    return { up: bound > 0, detail: sentences.join('; ') };
  }

  stop(): Promise<void> {
    this.#isStopping = true;
    this.#capacity.close();
    this.#stopped ??= Promise.all(this.#links.map((link) => link.stop())).then(() => undefined);
    return this.#stopped;
  }

  #countCapacity(): number {
    const capacity = this.#links.reduce((sum, link) => sum + link.capacity, 0);
    return Math.min(capacity, this.caps.window);
  }

  /** The connection with the most capacity; undefined when the carrier takes nothing now. */
  #pickLink(): SmppLink | undefined {
    if (this.#capacity.capacity() === 0) return undefined;
    return this.#links.reduce((best, link) => (link.capacity > best.capacity ? link : best));
  }

  #judge(answer: Answer, link: SmppLink): SubmitResult {
    const { detail } = answer.kind === 'answered' ? { detail: '' } : answer;
    if (answer.kind === 'unknown') return { kind: 'unknown', detail };
    if (answer.kind === 'unsent')
      return {
        kind: 'rejected',
        code: 'carrier_failed',
        detail,
        retryable: true,
        afterMs: noCapacityAfterMs,
      };
    if (answer.status === status.ok) {
      this.#capacity.backoff.ease();
      return { kind: 'accepted', ref: refOfResponse(answer.messageId, this.#settings.receiptId) };
    }
    const rejection = toRejection(answer.status, this.#settings.statuses);
    if (answer.status === status.bindState) link.renew('the SMSC forgot the bind');
    // Trouble that may pass makes the whole carrier wait, so that others take over.
    return rejection.retryable ? { ...rejection, afterMs: this.#capacity.backoff.begin() } : rejection;
  }
}
