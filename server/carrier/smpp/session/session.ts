// One connection to an SMSC (SMPP 3.4): bind, requests with their answers and deadlines, deliveries,
// enquire_link both ways, and the end of the connection. It never reconnects and never repeats a request. When it ends,
// requests that were written and not answered are unknown, those that were not written have not left, and every request
// gets an answer.
import type { Socket } from 'node:net';
import type { CancelTimer } from '../../../../runtime/clock.ts';
import {
  bodyOf,
  command,
  encodeBind,
  encodePdu,
  genericNack,
  type Header,
  readHeader,
  responseBit,
  responseTo,
} from '../pdu/pdu.ts';
import { status } from '../pdu/statuses.ts';
import { Deliveries } from './deliveries.ts';
import { Inbox, WaitingTime, waitingTickMs } from './inbox.ts';
import { Liveness } from './liveness.ts';
import { endSocket, openSocket, type SessionEnd, type SessionOptions } from './open_socket.ts';
import { Outbox } from './outbox.ts';
import { type Answer, Requests, readAnswer, type WaitingRequest } from './requests.ts';

/** How long the connection and its handshake may take, and then the bind. */
const openTimeoutMs = 20_000;
const bindTimeoutMs = 10_000;
/** How long we wait for requests under way before we unbind, and then for the answer to it. */
const drainTimeoutMs = 2_000;
const unbindTimeoutMs = 1_000;

/** One connection. */
export class SmppSession {
  readonly #options: SessionOptions;
  readonly #socket: Socket;
  readonly #inbox: Inbox;
  readonly #outbox: Outbox;
  readonly #requests: Requests;
  readonly #deliveries: Deliveries;
  readonly #waiting: WaitingTime;
  readonly #liveness: Liveness;
  readonly #cancels: CancelTimer[] = [];
  readonly #onIdle: (() => void)[] = [];
  #state: 'opening' | 'bound' | 'closing' | 'ended' = 'opening';

  constructor(options: SessionOptions) {
    this.#options = options;
    const { clock, settings } = options;
    this.#cancels.push(clock.setTimeout(() => this.#endOpening(), openTimeoutMs));
    this.#requests = new Requests({
      clock,
      isDeaf: () => this.#socket.isPaused(),
      onTimeout: (request, isAnswered) => this.#doubt(request, isAnswered),
    });
    this.#liveness = new Liveness({
      enquireAfterMs: settings.enquireAfterMs,
      enquire: (onEnd) => this.#request(command.enquireLink, undefined, settings.responseTimeoutMs, onEnd),
      onTrusted: options.onTrusted,
    });
    this.#deliveries = new Deliveries({
      take: options.onDeliver,
      onUnreadable: options.onUnreadable,
      respond: (header, result, body) => this.#respond(header, result, body),
      onCapacity: () => this.#goOn(),
    });
    this.#socket = openSocket(settings, () => this.#bind());
    this.#outbox = new Outbox(this.#socket);
    this.#waiting = new WaitingTime(clock);
    this.#inbox = new Inbox(this.#socket, this.#waiting, {
      hasCapacity: () => this.#deliveries.hasCapacity,
      take: (header, body, waitedSinceMs) => this.#take(header, body, waitedSinceMs),
      onLost: () => this.#lose(),
      onResume: () => this.#requests.hearAgain(),
    });
    this.#socket.on('error', (error) => this.#end({ detail: `the connection failed (${nameOf(error)})` }));
    this.#socket.on('close', () => this.#end({ detail: 'the SMSC closed the connection' }));
  }

  get isBound(): boolean {
    return this.#state === 'bound';
  }

  /** Whether the SMSC can be expected to answer. */
  get isTrusted(): boolean {
    return this.isBound && !this.#liveness.isDoubtful;
  }

  /** Submits once; `body` is that of a submit_sm. `onLate` is called with an answer that comes after an unknown outcome. */
  submit(body: Uint8Array, onLate: (answer: Answer) => void): Promise<Answer> {
    if (!this.isBound) return Promise.resolve({ kind: 'unsent', detail: 'the connection is not bound' });
    return new Promise((resolve) => {
      const request = this.#request(
        command.submitSm,
        body,
        this.#options.settings.responseTimeoutMs,
        resolve,
      );
      request.onLate = onLate;
    });
  }

  /** Accepts no more, waits a little for requests under way, says unbind, and closes. Safe to call twice. */
  async unbind(): Promise<void> {
    if (this.#state === 'bound') {
      await this.#drain(drainTimeoutMs);
      this.#deliveries.stop();
      if (!this.#hasEnded())
        await new Promise((resolve) => this.#request(command.unbind, undefined, unbindTimeoutMs, resolve));
    }
    this.#end({ detail: 'unbound' });
  }

  /** Accepts no more, and ends once all requests under way are answered, or have had their time. Safe to call twice. */
  async retire(detail: string): Promise<void> {
    if (this.#state === 'closing') return;
    if (this.#state === 'bound') await this.#drain(this.#options.settings.responseTimeoutMs);
    this.#end({ detail });
  }

  #bind(): void {
    if (this.#state !== 'opening') return;
    const { systemId, password, systemType } = this.#options.settings;
    const addresses = { interfaceVersion: 0x34, addressTon: 0, addressNpi: 0, addressRange: '' };
    const body = encodeBind({ systemId, password, systemType, ...addresses });
    this.#request(command.bindTransceiver, body, bindTimeoutMs, (answer) => {
      if (this.#state !== 'opening') return;
      if (answer.kind !== 'answered') return this.#end({ detail: answer.detail });
      if (answer.isNack || answer.status !== status.ok)
        return this.#end({ detail: 'the bind was refused', refusal: answer.status });
      this.#state = 'bound';
      this.#waiting.tick();
      this.#cancels.push(this.#options.clock.setInterval(() => this.#tick(), waitingTickMs));
      this.#options.onBound();
    });
  }

  #request(
    id: number,
    body: Uint8Array | undefined,
    timeoutMs: number,
    settle: (answer: Answer) => void,
  ): WaitingRequest {
    const request = this.#requests.open(id, timeoutMs, (answer) => {
      settle(answer);
      this.#checkIdle();
    });
    request.onReceived = this.#deliveries.passUnconfirmed();
    const pdu = encodePdu({ command: id, status: status.ok, sequence: request.sequence }, body);
    this.#write(pdu, () => {
      request.isWritten = true;
    });
    return request;
  }

  /** A request was not answered in time; `isAnswered`: a later one was. */
  #doubt({ command: id, isWritten }: WaitingRequest, isAnswered: boolean): void {
    if (this.#state !== 'bound' || (isAnswered && isWritten)) return;
    // Where the SMSC does not read, what was not written must not leave after its end.
    if (id === command.enquireLink || !isWritten) void this.retire('a request was not answered in time');
    else this.#liveness.doubt();
  }

  #write(pdu: Buffer, onWrite: (() => void) | null): void {
    if (this.#hasEnded()) return;
    this.#outbox.push(pdu, onWrite);
    if (this.#outbox.isOverfull) this.#end({ detail: 'the SMSC does not read' });
  }

  #tick(): void {
    this.#waiting.tick();
    if (this.#deliveries.tick()) return this.#end({ detail: 'received texts could not be stored in time' });
    this.#liveness.tick(this.#deliveries.hasUnconfirmed);
  }

  /** A delivery has ended. */
  #goOn(): void {
    this.#inbox.work();
    this.#checkIdle();
  }

  /** An answer that had already arrived when the connection ended still counts. */
  #hearLate(pdu: Buffer): void {
    const header = readHeader(pdu);
    if (header.command >= responseBit) this.#takeResponse(header, bodyOf(pdu));
  }

  #lose(): void {
    this.#write(encodePdu({ command: genericNack, status: status.invalidLength, sequence: 0 }), null);
    this.#end({ detail: 'the SMSC sent a PDU of impossible length' });
  }

  #take(header: Header, body: Uint8Array, waitedSinceMs: number): void {
    const isSense =
      header.command >= responseBit
        ? this.#takeResponse(header, body)
        : this.#takeRequest(header, body, waitedSinceMs);
    // What others made wrong ends nothing. An SMSC that never says anything else does not answer enquire_link either.
    if (isSense) this.#liveness.hear();
    else this.#options.onSenseless();
  }

  /** Whether it made sense. */
  #takeRequest(header: Header, body: Uint8Array, waitedSinceMs: number): boolean {
    switch (header.command) {
      case command.enquireLink:
        this.#respond(header, status.ok);
        return true;
      case command.deliverSm:
      case command.dataSm:
        if (this.#state !== 'opening') return this.#deliveries.take(header, body, waitedSinceMs);
        this.#respond(header, status.bindState);
        return false;
      case command.unbind:
        void this.#takeUnbind(header);
        return true;
      case command.outbind:
      case command.alertNotification:
        // They have no response (4.1.7, 4.12.1), and answer nothing that is asked.
        return true;
      default:
        this.#write(
          encodePdu({ command: genericNack, status: status.invalidCommand, sequence: header.sequence }),
          null,
        );
        return false;
    }
  }

  async #takeUnbind(header: Header): Promise<void> {
    await this.#drain(this.#options.settings.responseTimeoutMs);
    this.#respond(header, status.ok);
    this.#end({ detail: 'the SMSC ended the session' });
  }

  /** Whether it made sense: a response without a request says nothing. */
  #takeResponse({ command: id, status: result, sequence }: Header, body: Uint8Array): boolean {
    const isNack = id === genericNack;
    const request = this.#requests.find(sequence);
    if (isNack && sequence === 0) {
      // It could not find the beginning of our PDU, so that it may misread the next ones too.
      void this.retire('the SMSC lost the thread');
      return true;
    }
    if (request === undefined || !request.isWritten) return false;
    if (!isNack && id !== responseTo(request.command)) return false;
    const isOfService = request.command === command.submitSm || request.command === command.enquireLink;
    if (isOfService && !isNack && result !== status.bindState) this.#options.onServed();
    this.#requests.settle(sequence, readAnswer(request, { status: result, isNack, body }));
    this.#liveness.trust();
    return true;
  }

  #respond({ command: id, sequence }: Header, result: number, body?: Uint8Array): void {
    this.#write(encodePdu({ command: responseTo(id), status: result, sequence }, body), null);
  }

  /** No more requests; resolves when what is under way has ended, within a bound. */
  #drain(timeoutMs: number): Promise<void> {
    if (this.#state !== 'ended') this.#state = 'closing';
    this.#requests.settleUnwritten('the connection is being closed');
    this.#outbox.dropRequests();
    return new Promise((resolve) => {
      this.#onIdle.push(resolve);
      this.#cancels.push(this.#options.clock.setTimeout(resolve, timeoutMs));
      this.#checkIdle();
    });
  }

  #checkIdle(): void {
    if (this.#requests.size > 0 || !this.#deliveries.isIdle) return;
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  #hasEnded(): boolean {
    return this.#state === 'ended';
  }

  #endOpening(): void {
    if (this.#state === 'opening') this.#end({ detail: 'the connection did not open in time' });
  }

  #end(end: SessionEnd): void {
    if (this.#hasEnded()) return;
    this.#state = 'ended';
    for (const cancel of this.#cancels) cancel();
    // A nack or an answer still goes out; requests would be too late.
    this.#outbox.end();
    endSocket(this.#socket, this.#options.clock);
    for (const pdu of this.#inbox.end()) this.#hearLate(pdu);
    this.#requests.settleAll(`the connection ended: ${end.detail}`);
    for (const resolve of this.#onIdle.splice(0)) resolve();
    this.#options.onEnd(end);
  }
}

const nameOf = (error: Error): string => ('code' in error ? String(error.code) : error.name);
