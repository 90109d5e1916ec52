// What the plain SMSC has to deliver: receipts and texts, each until it is acknowledged, on whichever
// connection is there. What a connection took to its grave goes out again on another.

import type { Incoming } from './plan.ts';
import { deliverBody } from './wire.ts';

/** One deliver_sm that is not acknowledged yet. */
export interface Delivery {
  /** The id of a receipt; null for a text. */
  receiptOf: number | null;
  /** The name of a text. */
  name: string;
  body: () => Buffer;
}

/** A connection that deliveries go out on. */
export interface Outlet {
  /** Writes one. */
  deliver(delivery: Delivery): void;
  /** How many more it takes now. */
  capacity(): number;
}

/** After this a delivery that was refused is repeated, in milliseconds. */
const repeatMs = 100;

/** All that waits. */
export class Outgoing {
  readonly outlets = new Set<Outlet>();
  #waiting: Delivery[] = [];
  #next = 0;

  get waiting(): number {
    return this.#waiting.length - this.#next;
  }

  add(delivery: Delivery): void {
    this.#waiting.push(delivery);
    this.pump();
  }

  /** It was refused. */
  again(delivery: Delivery): void {
    setTimeout(() => this.add(delivery), repeatMs);
  }

  /** Writes what there is capacity for, one to each connection in turn. */
  pump(): void {
    while (this.waiting > 0) {
      const outlet = [...this.outlets].find((one) => one.capacity() > 0);
      if (!outlet) break;
      outlet.deliver(this.#waiting[this.#next++] as Delivery);
      this.outlets.delete(outlet);
      this.outlets.add(outlet);
    }
    if (this.#next < 1_000 && this.waiting > 0) return;
    this.#waiting = this.#waiting.slice(this.#next);
    this.#next = 0;
  }
}

/** A receipt that says delivered, in words. */
export function receiptDelivery(id: number, source: string, destination: string): Delivery {
  const text = `id:${id} sub:001 dlvrd:001 submit date:2603101200 done date:2603101201 stat:DELIVRD err:000 text:`;
  return {
    receiptOf: id,
    name: '',
    body: () => deliverBody(destination, source, 0x04, 0, Buffer.from(text, 'latin1')),
  };
}

/** The bodies of a text's parts, the last first, in UCS-2. */
export function bodiesOf({ from, to, parts }: Incoming, reference: number): Buffer[] {
  const bodies = parts.map((part, index) => {
    const text = Buffer.from(part, 'utf16le').swap16();
    if (parts.length === 1) return deliverBody(from, to, 0, 8, text);
    const header = Buffer.from([5, 0, 3, reference & 0xff, parts.length, index + 1]);
    return deliverBody(from, to, 0x40, 8, Buffer.concat([header, text]));
  });
  return bodies.reverse();
}
