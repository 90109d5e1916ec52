// Brings what ModemManager holds to the agent, and deletes it once it may go: texts when the core has them, reports
// when the journal has them. Texts made and never sent by an earlier run are deleted, never sent.
import { createHash } from 'node:crypto';
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import { meaningOf } from '../../pdu/status_report.ts';
import type { Sink } from '../driver.ts';
import { BusError } from './bus.ts';
import { type Daemon, type FoundModem, type FoundSms, pduType, smsState } from './daemon.ts';

/** Most texts that are read in one look; the rest waits for the next. */
const maxReads = 50;
/** Most texts that are offered and not yet acknowledged. */
const maxOffered = 1_000;

/** The texts of one modem. */
export class Inbox {
  readonly #sink: Sink;
  readonly #clock: Clock;
  readonly #log: Log;
  /** Objects that need no look any more. */
  #done = new Set<string>();
  readonly #offered = new Map<string, { daemon: Daemon; modem: string; path: string }>();
  /** The owner of these objects: another connection or modem begins anew. */
  #owner: { daemon: Daemon; modem: string } | undefined;

  constructor(sink: Sink, clock: Clock, log: Log) {
    this.#sink = sink;
    this.#clock = clock;
    this.#log = log;
  }

  /** Offers what is new. `isOurs` names what is being sent now. Rejects when ModemManager or the journal is lost. */
  async look(
    daemon: Daemon,
    { path: modem }: FoundModem,
    paths: string[],
    isOurs: (path: string) => boolean,
  ): Promise<void> {
    const isFirst = this.#owner?.daemon !== daemon || this.#owner.modem !== modem;
    if (isFirst) {
      this.#owner = { daemon, modem };
      this.#done.clear();
      this.#offered.clear();
    }
    const present = new Set(paths);
    this.#done = new Set([...this.#done].filter((path) => present.has(path)));
    const open = paths.filter((path) => !this.#done.has(path) && !isOurs(path));
    for (const path of open.slice(0, maxReads)) {
      if (this.#offered.size >= maxOffered) return;
      const sms = await daemon.readSms(path).catch((error: unknown) => {
        // It was deleted meanwhile.
        if (error instanceof BusError) return undefined;
        throw error;
      });
      if (sms !== undefined && (await this.#take(daemon, modem, sms, isFirst))) this.#done.add(path);
    }
  }

  /** The core has this text. */
  async delete(inboundId: string): Promise<void> {
    const offered = this.#offered.get(inboundId);
    if (offered === undefined) return;
    this.#offered.delete(inboundId);
    await remove(offered.daemon, offered.modem, offered.path);
  }

  /** Whether it needs no further look. */
  async #take(daemon: Daemon, modem: string, sms: FoundSms, isFirst: boolean): Promise<boolean> {
    if (sms.kind === pduType.statusReport) {
      await this.#receive(sms);
      await remove(daemon, modem, sms.path);
      return true;
    }
    if (sms.kind === pduType.submit) {
      if (isFirst && sms.state === smsState.unknown) await remove(daemon, modem, sms.path);
      return true;
    }
    // Parts are still to come.
    if (sms.state !== smsState.received) return false;
    if (sms.text === '') {
      this.#log.info('a text without words is left with ModemManager');
      return true;
    }
    return this.#offer(daemon, modem, sms);
  }

  async #receive({ number, reference, deliveryState }: FoundSms): Promise<void> {
    if (deliveryState > 0xff || reference < 0) return;
    const { outcome, reason } = meaningOf(deliveryState);
    if (outcome === 'trying') return;
    const match = { by: 'ref', ref: String(reference), address: number } as const;
    const detail = outcome === 'failed' ? { detail: reason.slice(0, 200) } : {};
    await this.#sink.receipt({ match, outcome, ...detail, atMs: this.#clock.nowMs() });
  }

  async #offer(daemon: Daemon, modem: string, sms: FoundSms): Promise<boolean> {
    const inboundId = nameOf(sms);
    // Before it is offered: what the core has already is acknowledged while it is being offered.
    this.#offered.set(inboundId, { daemon, modem, path: sms.path });
    const taken = await this.#sink.inbound({
      inboundId,
      address: sms.number,
      body: sms.text,
      receivedAtMs: this.#clock.nowMs(),
    });
    if (taken === 'full') this.#offered.delete(inboundId);
    return taken === 'stored';
  }
}

/** By sender, stamp and words, which outlive the daemon's numbers. */
function nameOf({ number, stamp, text }: FoundSms): string {
  const about = JSON.stringify([number, stamp, text]);
  return `mm-${createHash('sha256').update(about).digest('hex').slice(0, 40)}`;
}

async function remove(daemon: Daemon, modem: string, path: string): Promise<void> {
  await daemon.deleteSms(modem, path).catch((error: unknown) => {
    // Gone already; or it is listed and offered again.
    if (!(error instanceof BusError)) throw error;
  });
}
