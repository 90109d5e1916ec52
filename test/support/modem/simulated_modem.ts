// A GSM modem with a SIM in a network, for tests: what a terminal sees on its serial line, and what only the test
// sees. Its state outlives the cable. Everything but the cable takes and gives plain JSON, so that main.ts can offer
// the very same to another process.
import type { Duplex } from 'node:stream';
import { systemClock } from '../../../runtime/clock.ts';
import type { Equipment } from './equipment.ts';
import type { Fate } from './fates.ts';
import { type FaultPlan, Faults } from './faults.ts';
import { type Inbound, pdusOf } from './inbound.ts';
import { MessageMemory, type Stored } from './memory.ts';
import { Network, type Registration } from './network.ts';
import { complete, type SimulatedModemOptions } from './options.ts';
import { Session } from './session.ts';
import type { MemoryName } from './settings.ts';
import { SimCard, type SimState } from './sim_card.ts';
import { SubmitLog, type TakenSubmit } from './submit_log.ts';

const maxReceived = 10_000;

export class SimulatedModem {
  readonly #equipment: Equipment;
  readonly #log: SubmitLog;
  #session: Session;
  #cable: Duplex | null = null;
  #isPlugged = true;
  readonly #received: string[] = [];
  readonly #lost: string[] = [];
  readonly #plugWatchers = new Set<(isPlugged: boolean) => void>();

  constructor({ clock = systemClock, ...form }: SimulatedModemOptions = {}) {
    const options = complete(form);
    const { pin = null, puk, smsc, firstReference, memories: sizes } = options;
    const memories = new Map<MemoryName, MessageMemory>();
    for (const name of ['SM', 'ME', 'SR'] as const)
      if (sizes[name] > 0) memories.set(name, new MessageMemory(sizes[name]));
    this.#log = new SubmitLog(options.logFile);
    const network = new Network({ ...options, clock, log: this.#log });
    const sim = new SimCard({ pin, puk, smsc, firstReference });
    this.#equipment = {
      options,
      clock,
      sim,
      network,
      memories,
      faults: new Faults(),
      batteryPercent: 100,
      isConnected: () => this.#cable !== null,
      write: (data) => this.#cable?.write(typeof data === 'string' ? Buffer.from(data, 'latin1') : data),
      unplug: () => this.unplug(),
      drop: () => this.drop(),
      reboot: () => this.reboot(),
      receive: (inbound) => void this.receive(inbound),
      received: (line) => void (this.#received.push(line) > maxReceived && this.#received.shift()),
      lose: (hex) => void this.#lost.push(hex),
    };
    this.#session = new Session(this.#equipment);
    network.onWaiting = () => this.#session.delivery.pump();
  }

  // The cable.

  /** Puts a terminal on the line; one that was there is cut off. While unplugged it is cut off at once. */
  connect(cable: Duplex): void {
    this.drop();
    cable.on('error', () => cable.destroy());
    if (!this.#isPlugged) {
      cable.destroy();
      return;
    }
    this.#cable = cable;
    cable.on('data', (data: Buffer) => {
      if (this.#cable === cable) this.#session.feed(data.toString('latin1'));
    });
    cable.once('close', () => this.#disconnected(cable));
    cable.once('end', () => this.#disconnected(cable));
  }

  get isPlugged(): boolean {
    return this.#isPlugged;
  }

  /** Calls `fn` whenever the cable is pulled or put back. */
  onPlug(fn: (isPlugged: boolean) => void): void {
    this.#plugWatchers.add(fn);
  }

  /** Pulls the cable until plug(). */
  unplug(): void {
    if (!this.#isPlugged) return;
    this.#isPlugged = false;
    if (this.#equipment.options.busPowered) this.#powerOff();
    this.drop();
    for (const watch of this.#plugWatchers) watch(false);
  }

  plug(): void {
    if (this.#isPlugged) return;
    this.#isPlugged = true;
    this.#equipment.faults.release();
    if (this.#equipment.options.busPowered) this.#powerOn();
    for (const watch of this.#plugWatchers) watch(true);
  }

  /** Loses the connection; the next one works. */
  drop(): void {
    const cable = this.#cable;
    if (cable === null) return;
    this.#disconnected(cable);
    cable.destroy();
  }

  /** Power off and on. The cable stays. */
  reboot(): void {
    this.#powerOff();
    this.#powerOn();
  }

  // What the modem does and holds.

  /** Everything that the network took: the judge of "at most once". */
  submits(): TakenSubmit[] {
    return this.#log.list();
  }

  /** The command lines that were read, without AT. */
  commands(): string[] {
    return [...this.#received];
  }

  stored(memory: MemoryName): Stored[] {
    return structuredClone(this.#equipment.memories.get(memory)?.list() ?? []);
  }

  /** Texts and reports that came in and that nobody stored or acknowledged. */
  lost(): string[] {
    return [...this.#lost];
  }

  // The network.

  setFate(recipient: string, fate: Fate): void {
    this.#equipment.network.fates.set(recipient, fate);
  }

  setDefaultFate(fate: Fate): void {
    this.#equipment.network.fates.setUsual(fate);
  }

  /** Sends the receipts of texts whose fate is `held`. */
  releaseReceipts(): void {
    this.#equipment.network.releaseReceipts();
  }

  /** Somebody sends a text to this phone; returns its PDUs. */
  receive(inbound: Inbound): string[] {
    const { clock, sim, network } = this.#equipment;
    const pdus = pdusOf(inbound, clock.nowMs(), sim.smsc);
    for (const hex of pdus) network.add({ kind: 'text', hex });
    return pdus;
  }

  /** The same with a PDU of one's own; `report`: a status report. */
  receivePdu(hex: string, kind: 'text' | 'report' = 'text'): void {
    this.#equipment.network.add({ kind, hex });
  }

  /** Texts and reports that wait in the network. */
  waiting(): number {
    return this.#equipment.network.waiting().length;
  }

  setRegistration(registration: Registration): void {
    this.#equipment.network.registration = registration;
    this.#session.registrationChanged();
    this.#session.delivery.pump();
  }

  /** As +CSQ: 0 to 31, 99 for unknown. */
  setSignal(signal: number): void {
    this.#equipment.network.signal = signal;
  }

  setBattery(percent: number): void {
    this.#equipment.batteryPercent = percent;
  }

  // The SIM.

  removeSim(): void {
    this.#equipment.sim.isInserted = false;
    this.#session.registrationChanged();
  }

  insertSim(): void {
    this.#equipment.sim.isInserted = true;
    this.#equipment.sim.lock();
    this.#session.registrationChanged();
    this.#session.delivery.pump();
  }

  /** The PIN that the next power-on asks for; null: none. */
  setPin(pin: string | null): void {
    this.#equipment.sim.setPin(pin);
  }

  simState(): SimState {
    return this.#session.simState;
  }

  // Faults.

  /** Resolves when it has struck. */
  planFault(plan: FaultPlan): Promise<void> {
    return this.#equipment.faults.plan(plan);
  }

  /** Lets go on what a fault holds. */
  release(): void {
    this.#equipment.faults.release();
  }

  clearFaults(): void {
    this.#equipment.faults.clear();
  }

  /** An unsolicited line, as +CREG or RING. */
  print(line: string): void {
    this.#session.print(line);
  }

  /** Octets that make no sense, in hex. */
  babble(hex: string): void {
    this.#equipment.write(Buffer.from(hex, 'hex'));
  }

  /** Switches it off for good. */
  close(): void {
    this.#powerOff();
    this.drop();
    this.#log.close();
  }

  #powerOff(): void {
    this.#session.end();
    this.#equipment.faults.release();
  }

  #powerOn(): void {
    this.#equipment.sim.lock();
    this.#session = new Session(this.#equipment);
  }

  #disconnected(cable: Duplex): void {
    if (this.#cable !== cable) return;
    this.#cable = null;
    this.#session.hungUp();
  }
}
