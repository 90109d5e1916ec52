// An SMPP carrier at a scripted message centre, with everything it reports written down.

import { createLog } from '../../../runtime/log.ts';
import { ManualClock } from '../../../runtime/testing/manual_clock.ts';
import { until } from '../../../runtime/testing/until.ts';
import type {
  Carrier,
  CarrierDeadLetter,
  CarrierInbound,
  CarrierReceipt,
  Submission,
  Taken,
} from '../../../server/carrier/carrier.ts';
import { smppKind } from '../../../server/carrier/smpp/smpp_kind.ts';
import type { MessageCentre } from './centre.ts';
import type { CentreSession } from './centre_session.ts';

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
  clock: ManualClock;
  sink: RecordingSink;
  /** How often it announced capacity. */
  capacityCalls(): number;
  /** Lets time pass in steps of half a second until something has become true. */
  passUntil(probe: () => boolean): Promise<void>;
}

/** Makes and starts a carrier. The settings are those of the carriers file. */
export function openCarrier(port: number, settings: object = {}, random = () => 0): OpenCarrier {
  const clock = new ManualClock();
  const sink = new RecordingSink();
  const carrier = smppKind.create(
    { host: '127.0.0.1', port, system_id: 'relay', password: 'secret', ...settings },
    { name: 'main', clock, log: createLog('test', 'silent'), random },
  );
  let capacityCalls = 0;
  carrier.start(sink, () => {
    capacityCalls++;
  });
  return {
    carrier,
    clock,
    sink,
    capacityCalls: () => capacityCalls,
    async passUntil(probe) {
      await until(() => {
        if (probe()) return true;
        clock.advance(500);
        return false;
      });
    },
  };
}

/** Makes and starts one, and waits until all its connections are bound; returns the newest as well. */
export async function openBound(
  centre: MessageCentre,
  settings: Record<string, unknown> & { connections?: number } = {},
): Promise<OpenCarrier & { session: CentreSession }> {
  const opened = openCarrier(centre.port, settings);
  const connections = settings.connections ?? 1;
  const session = await centre.whenBound(connections);
  await until(() => opened.carrier.health().detail.startsWith(`${connections} of`));
  return { ...opened, session };
}

/** A submission of `text` with the rest made up; within a day of the manual clock's start. */
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
