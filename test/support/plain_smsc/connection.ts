// One connection at the plain SMSC.
import type { Socket } from 'node:net';
import type { LedgerWriter } from './ledger.ts';
import { type Delivery, type Outgoing, receiptDelivery } from './outgoing.ts';
import type { Plan, Strike } from './plan.ts';
import {
  bindTransceiver,
  cString,
  deliverSm,
  enquireLink,
  type Pdu,
  pdu,
  readPdus,
  readSubmit,
  response,
  submitSm,
  unbind,
} from './wire.ts';

/** What all connections share. */
export interface World {
  ledger: LedgerWriter;
  outgoing: Outgoing;
  plan: Plan;
  /** Recipients whose texts are refused for now. */
  busy: ReadonlySet<string>;
  nextId: number;
  submitsUntilStrike: number;
  taken: number;
  refused: number;
  receiptsReceived: number;
  /** Deliveries that were acknowledged. */
  received: number;
  unacknowledged: number;
  onStruck: () => void;
  /** A text was acknowledged. */
  onReceived: (name: string) => void;
}

/** SMPP's word for a recipient that is busy. */
const throttled = 0x58;
/** Deliveries that wait for an answer on one connection at most. */
const window = 100;

export class SmscConnection {
  isBound = false;
  readonly #socket: Socket;
  readonly #world: World;
  readonly #unacknowledged = new Map<number, Delivery>();
  #received: Buffer = Buffer.alloc(0);
  #toWrite: Buffer[] = [];
  #afterwards: (() => void)[] = [];
  #isFlushDue = false;
  #sequence = 0;

  constructor(socket: Socket, world: World, onGone: () => void) {
    this.#socket = socket.setNoDelay(true);
    this.#world = world;
    socket.on('data', (data) => this.#read(data));
    socket.on('error', () => {});
    socket.on('close', () => {
      this.isBound = false;
      world.outgoing.outlets.delete(this);
      for (const delivery of this.#unacknowledged.values()) world.outgoing.add(delivery);
      this.#unacknowledged.clear();
      onGone();
    });
  }

  capacity(): number {
    return this.isBound && this.#socket.writable ? window - this.#unacknowledged.size : 0;
  }

  deliver(delivery: Delivery): void {
    this.#sequence += 1;
    this.#unacknowledged.set(this.#sequence, delivery);
    this.#write(pdu(deliverSm, 0, this.#sequence, delivery.body()));
  }

  drop(): void {
    this.isBound = false;
    this.#socket.resetAndDestroy();
  }

  /** What one chunk brings is in the ledger with one write, and only then answered. */
  #read(data: Buffer): void {
    this.#received = readPdus(Buffer.concat([this.#received, data]), (pdu) => {
      if (!this.#socket.destroyed) this.#take(pdu);
    });
    this.#flush();
  }

  /** Together with what else is written in this turn of the event loop. */
  #write(bytes: Buffer): void {
    this.#toWrite.push(bytes);
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    setImmediate(() => {
      this.#isFlushDue = false;
      this.#flush();
    });
  }

  #flush(): void {
    this.#world.ledger.flush();
    if (this.#toWrite.length > 0 && this.#socket.writable) this.#socket.write(Buffer.concat(this.#toWrite));
    this.#toWrite = [];
    for (const act of this.#afterwards.splice(0)) act();
    this.#world.outgoing.pump();
  }

  #take({ command, status, sequence, body }: Pdu): void {
    const respond = (status: number, answer?: Buffer) =>
      this.#write(pdu(command + response, status, sequence, answer));
    if (command === bindTransceiver) {
      respond(0, cString('plain'));
      this.isBound = true;
      this.#world.outgoing.outlets.add(this);
    } else if (command === enquireLink) respond(0);
    else if (command === unbind) {
      this.isBound = false;
      respond(0);
      this.#afterwards.push(() => this.#socket.end());
    } else if (command === submitSm) this.#takeSubmit(sequence, body);
    else if (command === deliverSm + response) this.#takeReceived(sequence, status);
  }

  #takeReceived(sequence: number, status: number): void {
    const delivery = this.#unacknowledged.get(sequence);
    if (!delivery) return;
    const { ledger, outgoing } = this.#world;
    this.#unacknowledged.delete(sequence);
    if (status !== 0) return outgoing.again(delivery);
    this.#world.unacknowledged--;
    if (delivery.receiptOf === null) {
      ledger.textReceived(delivery.name, Date.now());
      this.#afterwards.push(() => this.#world.onReceived(delivery.name));
    } else {
      ledger.received(delivery.receiptOf);
      this.#world.receiptsReceived++;
    }
    this.#world.received++;
    const { twice } = this.#world.plan;
    if (twice === undefined || this.#world.received % twice !== 0) return;
    if (delivery.receiptOf === null) ledger.textTwice(delivery.name);
    this.#world.unacknowledged++;
    outgoing.add(delivery);
  }

  #takeSubmit(sequence: number, body: Buffer): void {
    const world = this.#world;
    const { plan, ledger, outgoing } = world;
    const strike = this.#strike();
    if (strike?.at === 'before_taken') return this.#suffer(strike);
    const submit = readSubmit(body);
    const id = world.nextId++;
    const isBusy = world.busy.has(submit.destination);
    const planned = plan.refuse && plan.refuse.times > 0 ? plan.refuse : undefined;
    const refuse = isBusy ? { status: throttled, times: 1 } : planned;
    const wantsReceipt = plan.receipts !== 'never' && (submit.registered & 1) === 1;
    ledger.submit({ verdict: refuse ? 'refused' : 'taken', id, wantsReceipt, ...submit, atMs: Date.now() });
    if (refuse) {
      refuse.times--;
      world.refused++;
      return this.#write(pdu(submitSm + response, refuse.status, sequence));
    }
    world.taken++;
    const report = () => outgoing.add(receiptDelivery(id, submit.source, submit.destination));
    if (wantsReceipt) world.unacknowledged++;
    if (strike?.at === 'after_taken') {
      if (wantsReceipt) report();
      return this.#suffer(strike);
    }
    if (wantsReceipt && plan.receipts === 'before') report();
    const answer = () => {
      const bytes = pdu(submitSm + response, 0, sequence, cString(String(id)));
      this.#write(strike?.at === 'inside_answer' ? bytes.subarray(0, bytes.length >> 1) : bytes);
      if (wantsReceipt && plan.receipts !== 'before') {
        if (plan.receiptMs) setTimeout(report, plan.receiptMs);
        else this.#afterwards.push(report);
      }
      if (strike) this.#suffer(strike);
    };
    if (plan.answerMs) setTimeout(answer, plan.answerMs);
    else answer();
  }

  /** What befalls this submit. */
  #strike(): Strike | undefined {
    const world = this.#world;
    if (world.submitsUntilStrike === 0) return undefined;
    world.submitsUntilStrike--;
    return world.submitsUntilStrike === 0 ? world.plan.strike : undefined;
  }

  /** With what was answered before it on its way, and everything that was read in the ledger. */
  #suffer({ action }: Strike): void {
    const world = this.#world;
    world.onStruck();
    this.#flush();
    if (action === 'die') process.kill(process.pid, 'SIGKILL');
    this.drop();
  }
}
