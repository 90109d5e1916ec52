// An SMPP carrier at a scripted SMSC, with everything it reports written down.

import type { Clock } from '../../../runtime/clock.ts';
import { createLog } from '../../../runtime/log.ts';
import type {
  Carrier,
  CarrierDeadLetter,
  CarrierInbound,
  CarrierReceipt,
  Submission,
  Taken,
} from '../../../server/carrier/carrier.ts';
import { smppKind } from '../../../server/carrier/smpp/smpp_kind.ts';

/** A sink that writes down what it gets. */
export class RecordingSink {
  readonly receipts: CarrierReceipt[] = [];
  readonly texts: CarrierInbound[] = [];
  /** Fingerprints of texts that were confirmed. */
  readonly confirmed: string[] = [];
  /** Runs before a receipt is durable; may reject. */
  beforeReceipt: (receipt: CarrierReceipt) => Promise<void> = async () => {};
  /** Runs before a text is durable; may reject. Returns whether somebody owns it. */
  beforeText: (text: CarrierInbound) => Promise<boolean> = async () => true;

  async receipt(receipt: CarrierReceipt): Promise<void> {
    await this.beforeReceipt(receipt);
    this.receipts.push(receipt);
  }

  readonly deadLetters: CarrierDeadLetter[] = [];

  async deadLetter(letter: CarrierDeadLetter): Promise<void> {
    this.deadLetters.push(letter);
  }

  async inbound(text: CarrierInbound): Promise<Taken> {
    const owned = await this.beforeText(text);
    this.texts.push(text);
    return { owned, confirm: () => this.confirmed.push(text.fingerprint) };
  }
}

export interface OpenCarrier {
  carrier: Carrier;
  sink: RecordingSink;
  /** How often it announced capacity. */
  capacityCalls(): number;
  /** Resolves once it has capacity. */
  whenCapacity(): Promise<void>;
}

/** Makes and starts a carrier. The settings are those of the carriers file. */
export function openCarrier(
  clock: Clock,
  port: number,
  settings: object = {},
  random = () => 0,
): OpenCarrier {
  const sink = new RecordingSink();
  const carrier = smppKind.create(
    { host: '127.0.0.1', port, system_id: 'relay', password: 'secret', ...settings },
    { name: 'main', clock, log: createLog('test', 'silent'), random },
  );
  const announced = new AnnouncedCapacity();
  carrier.start(sink, announced.take);
  return {
    carrier,
    sink,
    capacityCalls: () => announced.calls,
    whenCapacity: () => (carrier.capacity() > 0 ? Promise.resolve() : announced.next()),
  };
}

/** What a carrier announces of its capacity. */
class AnnouncedCapacity {
  calls = 0;
  readonly #waiting: (() => void)[] = [];

  readonly take = () => {
    this.calls++;
    for (const resolve of this.#waiting.splice(0)) resolve();
  };

  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** A submission of `text` with the rest made up; within a day of a simulation's start. */
export function submissionOf(text: string, fields: Partial<Submission> = {}): Submission {
  return {
    accountId: 1n,
    messageId: 1n,
    name: '1-1',
    attempt: 1,
    part: 1,
    total: 1,
    reference: 7,
    referenceBits: 8,
    sender: '+15005550100',
    recipient: '+15005550006',
    text,
    encoding: 'gsm7',
    expiresAtMs: Date.parse('2026-03-11T12:00:00.000Z'),
    ...fields,
  };
}
