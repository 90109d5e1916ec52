// The way of texts and reports from the network into the modem: into a memory, or straight to the terminal, as +CNMI
// and +CSMS say (TS 27.005 3.4.1). What finds no space stays in the network.

import { unwrap } from '../../../device-agent/pdu/frame.ts';
import { decodeReceived } from '../../../device-agent/pdu/received.ts';
import type { CancelTimer } from '../../../runtime/clock.ts';
import { cms } from './at_fault.ts';
import type { MessageMemory } from './memory.ts';
import type { Network, Waiting } from './network.ts';
import type { MemoryName, Settings } from './settings.ts';
import { showDirect, showReport } from './text_mode.ts';

/** What it needs of the session. */
export interface DeliveryHost {
  readonly settings: Settings;
  /** How long a direct text waits for its +CNMA. */
  readonly ackMs: number;
  readonly network: Network;
  readonly memories: Map<MemoryName, MessageMemory>;
  /** Whether texts can come in now. */
  isServed(): boolean;
  isConnected(): boolean;
  /** An unsolicited line. */
  print(line: string): void;
  later(fn: () => void, delayMs: number): CancelTimer;
  /** A text that nobody will ever see again. */
  lose(hex: string): void;
}

type Route = 'store' | 'direct' | 'none';

const maxKeptBack = 100;

/** Octets of the TPDU. */
export const lengthOf = (hex: string): number => unwrap(hex).tpdu.length;

function classOf(hex: string): number | undefined {
  try {
    const received = decodeReceived(hex);
    return received.kind === 'deliver' ? received.messageClass : undefined;
  } catch {
    return undefined;
  }
}

export class Delivery {
  readonly #host: DeliveryHost;
  #unacknowledged: { waiting: Waiting; cancel: CancelTimer } | null = null;
  #keptBack: string[] = [];

  constructor(host: DeliveryHost) {
    this.#host = host;
  }

  /** Takes from the network what can be taken now. */
  pump(): void {
    const { network } = this.#host;
    for (const waiting of [...network.waiting()]) {
      if (!this.#host.isServed()) return;
      if (waiting !== this.#unacknowledged?.waiting && this.#place(waiting)) network.remove(waiting);
    }
  }

  /**
   * +CNMA: the terminal has what came last, or does not want it. What it refuses is offered again when something else
   * changes, not at once and for ever. True when the next one may come.
   */
  acknowledge(isTaken: boolean): boolean {
    if (this.#unacknowledged === null) throw cms(340);
    const { waiting, cancel } = this.#unacknowledged;
    cancel();
    this.#unacknowledged = null;
    if (isTaken) this.#host.network.remove(waiting);
    else waiting.isRefused = true;
    return isTaken;
  }

  /** +CNMI was given: lines that were kept back come out, or are forgotten. */
  rerouted(): void {
    const { mode, buffer } = this.#host.settings.routing;
    const lines = mode === 0 ? [] : this.#keptBack.splice(0);
    if (buffer === 0) for (const line of lines) this.#host.print(line);
    this.pump();
  }

  #place(waiting: Waiting): boolean {
    const route = waiting.kind === 'text' ? this.#textRoute(waiting.hex) : this.#reportRoute();
    if (route === 'store') return this.#store(waiting);
    if (route === 'direct') return this.#give(waiting);
    if (waiting.isRefused) return false;
    this.#host.lose(waiting.hex);
    return true;
  }

  #textRoute(hex: string): Route {
    const { texts } = this.#host.settings.routing;
    const messageClass = classOf(hex);
    if (messageClass === 2) return 'store';
    return texts === 2 || (texts === 3 && messageClass === 3) ? 'direct' : 'store';
  }

  #reportRoute(): Route {
    const { reports } = this.#host.settings.routing;
    return reports === 1 ? 'direct' : reports === 2 ? 'store' : 'none';
  }

  #store({ kind, hex }: Waiting): boolean {
    const { memories, settings } = this.#host;
    const name = kind === 'report' && memories.has('SR') ? 'SR' : settings.memories[2];
    const stored = memories.get(name)?.add(hex, 0) ?? null;
    if (stored === null) return false;
    if (kind === 'report') this.#print(`+CDSI: "${name}",${stored.index}`);
    else if (settings.routing.texts !== 0) this.#print(`+CMTI: "${name}",${stored.index}`);
    return true;
  }

  /** Straight to the terminal. True when it is the terminal's now, whether it listens or not. */
  #give(waiting: Waiting): boolean {
    const { settings } = this.#host;
    if (settings.service === 1 && this.#unacknowledged !== null) return false;
    const line = this.#direct(waiting);
    if (settings.service === 1) {
      const cancel = this.#host.later(() => this.#giveUp(), this.#host.ackMs);
      this.#unacknowledged = { waiting, cancel };
    } else if (!this.#host.isConnected()) this.#host.lose(waiting.hex);
    this.#print(line);
    return settings.service !== 1;
  }

  #direct({ kind, hex }: Waiting): string {
    const isText = this.#host.settings.format === 1;
    if (kind === 'text') return isText ? showDirect(hex) : `+CMT: ,${lengthOf(hex)}\r\n${hex}`;
    return isText ? showReport(hex) : `+CDS: ${lengthOf(hex)}\r\n${hex}`;
  }

  /** Nobody acknowledged: the network keeps it, and direct ways are closed (TS 27.005 3.4.1). */
  #giveUp(): void {
    if (this.#unacknowledged !== null) this.#unacknowledged.waiting.isRefused = true;
    this.#unacknowledged = null;
    Object.assign(this.#host.settings.routing, { texts: 0, reports: 0 });
    this.pump();
  }

  #print(line: string): void {
    if (this.#host.settings.routing.mode !== 0) this.#host.print(line);
    else if (this.#keptBack.length < maxKeptBack) this.#keptBack.push(line);
  }
}
