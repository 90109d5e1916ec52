// The simulated network: takes texts and logs them, reports on them, and keeps what the phone cannot take yet. Knows
// nothing of AT commands.

import { type Address, addressOf } from '../../../device-agent/pdu/address.ts';
import { wrap } from '../../../device-agent/pdu/frame.ts';
import { encodeStatusReport } from '../../../device-agent/pdu/status_report.ts';
import type { Submit } from '../../../device-agent/pdu/submit.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { cms } from './at_fault.ts';
import { Fates, reportsOf } from './fates.ts';
import type { SubmitLog } from './submit_log.ts';

export type Registration = 'home' | 'roaming' | 'searching' | 'denied' | 'none';

/** How reports name the recipient: as the text did, without the plus, or without the country. */
export type ReceiptNumber = 'as_sent' | 'bare' | 'national';

/** Something for the phone. */
export interface Waiting {
  kind: 'text' | 'report';
  hex: string;
  /** The terminal left it unacknowledged: the network offers it again, whatever the modem does with others. */
  isRefused?: boolean;
}

export interface NetworkForm {
  clock: Clock;
  log: SubmitLog;
  receiptMs: number;
  receiptNumber: ReceiptNumber;
  /** With plus; what a national number leaves out. */
  countryCode: string;
  smsc: string;
}

const maxWaiting = 10_000;

export class Network {
  registration: Registration = 'home';
  /** As +CSQ has it: 0 to 31, 99 for unknown. */
  signal = 20;
  readonly fates = new Fates();
  /** Called when something new waits for the phone. */
  onWaiting: () => void = () => {};
  readonly #form: NetworkForm;
  readonly #waiting: Waiting[] = [];
  #held: (() => void)[] = [];

  constructor(form: NetworkForm) {
    this.#form = form;
  }

  get isServed(): boolean {
    return this.registration === 'home' || this.registration === 'roaming';
  }

  /**
   * Takes one text, or throws what the network says against it. Returns what is to be called once the modem has
   * answered, or cannot any more: reports come after that.
   */
  take(submit: Submit, messageReference: number, hex: string): () => void {
    const { recipient, part, encoding, statusReport } = submit;
    const fate = this.fates.take(recipient.text);
    if (fate.kind === 'refused') throw cms(fate.cms);
    const { text, ...place } = part;
    const { clock, log, receiptMs } = this.#form;
    const atMs = clock.nowMs();
    log.append({
      atMs,
      messageReference,
      recipient: recipient.text,
      text,
      encoding,
      part: place,
      statusReport,
      hex,
    });
    if (!statusReport) return () => {};
    const report = (status: number) => {
      const tpdu = encodeStatusReport({
        messageReference,
        recipient: this.#named(recipient),
        sentAt: { atMs, zoneMinutes: 0 },
        dischargedAt: { atMs: clock.nowMs(), zoneMinutes: 0 },
        status,
      });
      this.add({ kind: 'report', hex: wrap(tpdu, addressOf(this.#form.smsc)).hex });
    };
    if (fate.kind === 'held') this.#held.push(() => report(0));
    const due = reportsOf(fate, receiptMs);
    for (const { early, status } of due) if (early) report(status);
    return () => {
      for (const { early, status, afterMs } of due) {
        if (early) continue;
        if (afterMs === 0) report(status);
        else clock.setTimeout(() => report(status), afterMs);
      }
    };
  }

  releaseReceipts(): void {
    for (const send of this.#held.splice(0)) send();
  }

  /** Something for the phone. */
  add(waiting: Waiting): void {
    if (this.#waiting.length >= maxWaiting) throw new Error('too much waits for the simulated phone');
    this.#waiting.push(waiting);
    this.onWaiting();
  }

  /** What waits for the phone, oldest first. */
  waiting(): readonly Waiting[] {
    return this.#waiting;
  }

  /** The phone has it. */
  remove(waiting: Waiting): void {
    const index = this.#waiting.indexOf(waiting);
    if (index !== -1) this.#waiting.splice(index, 1);
  }

  #named(recipient: Address): Address {
    const { receiptNumber, countryCode } = this.#form;
    if (recipient.type !== 'international' || receiptNumber === 'as_sent') return recipient;
    if (receiptNumber === 'bare') return { type: 'unknown', text: recipient.text.slice(1) };
    if (!recipient.text.startsWith(countryCode)) return recipient;
    const trunk = countryCode === '+1' ? '' : '0';
    return { type: 'national', text: trunk + recipient.text.slice(countryCode.length) };
  }
}
