// The modem between power-on and power-off: reads commands off the cable one at a time, answers them, and reports what
// happens by itself. It goes on when the cable's other end is gone, and knows nothing of sockets.
import type { CancelTimer } from '../../../runtime/clock.ts';
import { AtFault, cme, cms, plainError } from './at_fault.ts';
import { bodyOf, type Command, commandsIn } from './command_line.ts';
import { Delivery, type DeliveryHost } from './delivery.ts';
import type { Equipment } from './equipment.ts';
import type { FaultAction, FaultPoint } from './faults.ts';
import { Input } from './input.ts';
import type { MessageMemory } from './memory.ts';
import type { MemoryName } from './settings.ts';
import { powerOnSettings, type Settings } from './settings.ts';
import type { SimState } from './sim_card.ts';
import type { Verb } from './verbs/verb.ts';
import { verbs } from './verbs/verbs.ts';

/** Ends what a command was doing: the power is off. */
class PowerLost extends Error {}
/** Ends a command that is never answered. */
class Silenced extends Error {}

export class Session implements DeliveryHost {
  readonly equipment: Equipment;
  settings: Settings;
  readonly delivery: Delivery;
  readonly #input: Input;
  #state: 'booting' | 'on' | 'hung' | 'off' = 'booting';
  #isSimBusy = true;
  #command = '';
  #hasSpoken = false;
  #keptBack: string[] = [];
  #afterAnswer: (() => void)[] = [];
  readonly #timers = new Set<CancelTimer>();

  constructor(equipment: Equipment) {
    const { options } = equipment;
    this.equipment = equipment;
    this.settings = powerOnSettings(options);
    this.delivery = new Delivery(this);
    this.#input = new Input({ onLine: (line) => this.#run(line), echo: (text) => this.#echo(text) });
    this.#after(options.bootMs, () => this.#booted());
  }

  get network() {
    return this.equipment.network;
  }

  get ackMs(): number {
    return this.equipment.options.ackMs;
  }

  get memories(): Equipment['memories'] {
    return this.equipment.memories;
  }

  get simState(): SimState {
    const { state } = this.equipment.sim;
    return state === 'ready' && this.#isSimBusy ? 'busy' : state;
  }

  isServed(): boolean {
    const { functions, isDetached } = this.settings;
    const isOn = this.#state === 'on' && functions === 1 && !isDetached;
    return isOn && this.simState === 'ready' && this.network.isServed;
  }

  /** As +CREG has it. */
  registrationCode(): number {
    const { functions, isDetached } = this.settings;
    if (functions !== 1 || isDetached || this.simState !== 'ready') return 0;
    return { none: 0, home: 1, searching: 2, denied: 3, roaming: 5 }[this.network.registration];
  }

  /** Reports it to a terminal that wants to know. */
  registrationChanged(): void {
    for (const [name, reported] of Object.entries(this.settings.registrationLines))
      if (reported > 0) this.print(`+${name}: ${this.registrationCode()}`);
  }

  isConnected(): boolean {
    return this.equipment.isConnected();
  }

  /** The memory that +CPMS names for reading (0), writing (1) or receiving (2). */
  memory(use: 0 | 1 | 2): { name: MemoryName; memory: MessageMemory } {
    const name = this.settings.memories[use];
    const memory = this.memories.get(name);
    if (memory === undefined) throw cms(302);
    return { name, memory };
  }

  /** Octets from the terminal. */
  feed(text: string): void {
    if (this.#state === 'on') this.#input.feed(text);
  }

  /** The terminal is gone; its command goes on, a prompt does not. */
  hungUp(): void {
    if (!this.equipment.options.keepsPrompt) this.#input.hangUp();
  }

  /** Power-off: nothing of it happens any more. */
  end(): void {
    this.#state = 'off';
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    this.#input.hangUp();
    this.#answered();
  }

  /** A line of the answer. */
  say(line: string): void {
    this.#write(`${this.#hasSpoken ? '' : '\r\n'}${line}\r\n`);
    this.#hasSpoken = true;
  }

  /** A line of the answer that something can break into. */
  async sayAround(point: FaultPoint, line: string): Promise<void> {
    const middle = Math.floor(line.length / 2);
    this.#write(`\r\n${line.slice(0, middle)}`);
    await this.point(point);
    this.#write(`${line.slice(middle)}\r\n`);
    this.#hasSpoken = true;
  }

  /** An unsolicited line; during a prompt it waits, since it would be read as part of it. */
  print(line: string): void {
    if (this.#input.isPrompting) this.#keptBack.push(line);
    else this.#write(`\r\n${line}\r\n`);
  }

  lose(hex: string): void {
    this.equipment.lose(hex);
  }

  /** Asks for a text; null when it was called off. */
  async prompt(): Promise<string | null> {
    await this.point('before_prompt');
    const text = this.#input.prompt();
    this.#write('\r\n> ');
    await this.point('after_prompt');
    const written = await text;
    this.#checkPower();
    for (const line of this.#keptBack.splice(0)) this.print(line);
    return written;
  }

  async wait(ms: number): Promise<void> {
    if (ms > 0) await new Promise<void>((resolve) => this.later(resolve, ms));
    this.#checkPower();
  }

  later(fn: () => void, delayMs: number): CancelTimer {
    const cancelTimer = this.equipment.clock.setTimeout(() => {
      this.#timers.delete(cancel);
      fn();
    }, delayMs);
    const cancel = () => {
      this.#timers.delete(cancel);
      cancelTimer();
    };
    this.#timers.add(cancel);
    return cancel;
  }

  /** Called once the command's answer is out, or never will be. */
  afterAnswer(fn: () => void): void {
    this.#afterAnswer.push(fn);
  }

  /** Where a planned fault may strike. */
  async point(at: FaultPoint): Promise<void> {
    const action = this.equipment.faults.strikeAt(at, this.#command);
    if (action !== undefined) await this.#suffer(action);
    this.#checkPower();
  }

  async #suffer(action: FaultAction): Promise<void> {
    const { equipment } = this;
    if (action === 'unplug') equipment.unplug();
    else if (action === 'drop') equipment.drop();
    else if (action === 'reboot') equipment.reboot();
    else if (action === 'silence') throw new Silenced();
    else if (action === 'hang') this.#state = 'hung';
    else if (action === 'hold') await equipment.faults.hold();
    else if ('garbage' in action) equipment.write(Buffer.from(action.garbage, 'hex'));
    else if ('waitMs' in action) await this.wait(action.waitMs);
    else if ('answer' in action) throw new AtFault(() => action.answer);
    else if ('line' in action) this.print(action.line);
    else equipment.receive(action.receive);
  }

  #checkPower(): void {
    if (this.#state === 'off' || this.#state === 'hung') throw new PowerLost();
  }

  async #run(line: string): Promise<void> {
    const body = bodyOf(line);
    if (body === null) return;
    this.equipment.received(body);
    this.#hasSpoken = false;
    try {
      const commands = commandsIn(body);
      this.#command = '';
      // A bare AT is a command too.
      if (commands.length === 0) await this.point('command');
      for (const command of commands) await this.#carryOut(command);
      this.#final('OK');
    } catch (fault) {
      if (fault instanceof AtFault) this.#final(fault.lineAt(this.settings.errors));
      else if (!(fault instanceof PowerLost || fault instanceof Silenced)) throw fault;
    } finally {
      this.#answered();
    }
  }

  async #carryOut(command: Command): Promise<void> {
    this.#command = command.name;
    await this.point('command');
    const verb: Verb | undefined = verbs.get(command.name);
    const work = verb?.[command.form];
    if (verb === undefined || work === undefined) throw verb === undefined ? plainError() : cme(4);
    if (verb.sim !== undefined && command.form !== 'test') this.#needSim(verb.sim);
    const reply = await work({ session: this, args: command.args, command });
    this.#checkPower();
    for (const line of reply === undefined ? [] : [reply].flat()) this.say(line);
  }

  /** Refuses what wants a SIM that is not ready, in the words of its family. */
  #needSim(family: 'equipment' | 'messages'): void {
    const state = this.simState;
    if (state === 'ready') return;
    const [equipment, messages] = { missing: [10, 310], pin: [11, 311], puk: [12, 316], busy: [14, 314] }[
      state
    ] as [number, number];
    throw family === 'equipment' ? cme(equipment) : cms(messages);
  }

  #final(line: string): void {
    this.#write(`\r\n${line}\r\n`);
  }

  #answered(): void {
    for (const fn of this.#afterAnswer.splice(0)) fn();
    for (const line of this.#keptBack.splice(0)) this.print(line);
  }

  #echo(text: string): void {
    if (this.settings.echo) this.#write(text);
  }

  #write(text: string): void {
    if (this.#state === 'on') this.equipment.write(text);
  }

  #booted(): void {
    this.#state = 'on';
    for (const line of this.equipment.options.bootLines) this.print(line);
    this.#after(this.equipment.options.simBusyMs, () => {
      this.#isSimBusy = false;
      this.delivery.pump();
    });
  }

  #after(ms: number, fn: () => void): void {
    if (ms === 0) fn();
    else this.later(fn, ms);
  }
}
