// One connection at the scripted SMSC. It frames and decodes with the code under test, which the judges'
// foreign programs hold against the wire.
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { Framer } from '../../../server/carrier/smpp/pdu/framer.ts';
import {
  type Bind,
  bodyOf,
  command,
  decodeBind,
  decodeShortMessage,
  encodePdu,
  encodeShortMessage,
  encodeText,
  genericNack,
  type Header,
  readHeader,
  responseBit,
  responseTo,
  type ShortMessage,
} from '../../../server/carrier/smpp/pdu/pdu.ts';
import { receiptOf } from './deliveries.ts';
import type { Smsc } from './smsc.ts';
import type { BindVerdict, SubmitAnswer } from './verdicts.ts';

/** A PDU as it came. */
export interface ReceivedPdu extends Header {
  body: Uint8Array;
}

/** What the other side answered to a request: its command_status. */
type OnAnswer = (status: number) => void;

/** One connection. */
export class SmscSession {
  /** The name that it was bound with; undefined before. */
  bind: Bind | undefined;
  /** Every PDU that came, in order. */
  readonly received: ReceivedPdu[] = [];
  /** Whether enquire_link is answered. */
  answersEnquiries = true;
  /** Whether unbind is answered. */
  answersUnbind = true;
  readonly #socket: Socket;
  readonly #smsc: Smsc;
  readonly #framer = new Framer();
  readonly #pending = new Map<number, OnAnswer>();
  #isBound = false;
  #isClosed = false;
  #sequence = 0;

  constructor(socket: Socket, smsc: Smsc) {
    this.#socket = socket;
    this.#smsc = smsc;
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#isClosed = true;
      this.#isBound = false;
    });
    socket.on('data', (chunk) => {
      for (const pdu of this.#framer.push(chunk) ?? []) this.#take(readHeader(pdu), bodyOf(pdu));
    });
  }

  get isBound(): boolean {
    return this.#isBound;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** PDUs of a command that came. */
  receivedOf(id: number): ReceivedPdu[] {
    return this.received.filter(({ command }) => command === id);
  }

  /** Sends a deliver_sm; returns the command_status of its response. Never settles when none comes. */
  deliver(message: ShortMessage): Promise<number> {
    return this.request(command.deliverSm, encodeShortMessage(message));
  }

  /** Sends enquire_link; resolves when it is answered. */
  enquire(): Promise<number> {
    return this.request(command.enquireLink);
  }

  /** Sends unbind; resolves when it is answered. */
  unbind(): Promise<number> {
    return this.request(command.unbind);
  }

  /** Sends any request; returns the command_status of its response or of a generic_nack. */
  request(id: number, body?: Uint8Array): Promise<number> {
    const sequence = ++this.#sequence;
    const answered = new Promise<number>((resolve) => this.#pending.set(sequence, resolve));
    this.raw(encodePdu({ command: id, status: 0, sequence }, body));
    return answered;
  }

  /** Sends octets as they are. */
  raw(octets: Uint8Array): void {
    if (!this.#socket.destroyed && this.#socket.writable) this.#socket.write(octets);
  }

  /** Reads nothing more until `resume`. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Cuts, in cleartext with a reset. */
  drop(): void {
    this.#isBound = false;
    if (this.#socket instanceof TLSSocket) this.#socket.destroy();
    else this.#socket.resetAndDestroy();
  }

  /** Closes in order. */
  end(): void {
    this.#isBound = false;
    this.#socket.end();
  }

  #take(header: Header, body: Uint8Array): void {
    this.received.push({ ...header, body });
    const respond = (status = 0, text?: string) =>
      this.raw(
        encodePdu(
          { command: responseTo(header.command), status, sequence: header.sequence },
          text === undefined ? undefined : encodeText(text),
        ),
      );
    if (header.command >= responseBit) {
      this.#pending.get(header.sequence)?.(header.status);
      this.#pending.delete(header.sequence);
    } else if (header.command === command.bindTransceiver) this.#judgeBind(decodeBind(body), respond);
    else if (header.command === command.submitSm) this.#judgeSubmit(header, decodeShortMessage(body));
    else if (header.command === command.enquireLink) {
      if (this.answersEnquiries) respond();
    } else if (header.command === command.unbind && this.answersUnbind) {
      this.#isBound = false;
      respond();
      this.#socket.end();
    }
  }

  #judgeBind(bind: Bind, respond: (status?: number, text?: string) => void): void {
    const verdict: BindVerdict = this.#smsc.onBind(bind, this);
    if (verdict === 'silence') return;
    if (verdict === 'drop') return this.drop();
    if (verdict === 'garbage') return this.raw(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'));
    if (verdict !== 'accept') return respond(verdict);
    this.bind = bind;
    this.#isBound = true;
    respond(0, 'smsc');
  }

  #judgeSubmit({ sequence }: Header, message: ShortMessage): void {
    const answer = (answer: SubmitAnswer) => this.#answerSubmit(sequence, answer);
    const submit = { index: this.#smsc.submits.length, session: this, sequence, message, answer };
    this.#smsc.submits.push(submit);
    answer(this.#smsc.onSubmit(submit));
  }

  #answerSubmit(sequence: number, answer: SubmitAnswer): void {
    const header = (id: number, status = 0): Header => ({ command: id, status, sequence });
    const submitResponse = responseTo(command.submitSm);
    switch (answer.kind) {
      case 'accept': {
        const id = answer.id ?? this.#smsc.newId();
        this.#smsc.ids.push(id);
        const report = () => answer.receipt && void this.deliver(receiptOf(id, answer.receipt));
        if (answer.when === 'before') report();
        this.raw(encodePdu(header(submitResponse), encodeText(id)));
        if (answer.when !== 'before') report();
        return;
      }
      case 'refuse':
        return this.raw(encodePdu(header(submitResponse, answer.status)));
      case 'nack':
        return this.raw(encodePdu(header(genericNack, answer.status)));
      case 'raw':
        return this.raw(answer.octets);
      case 'drop':
        return this.drop();
      case 'end':
        return this.end();
      case 'silence':
        return;
    }
  }
}
