// The SIM: its PIN and how often it may still be tried, its SMSC and the reference of its last text. All of
// it outlives the modem's power.
import { cme } from './at_fault.ts';

/** What the modem sees of its SIM. */
export type SimState = 'ready' | 'pin' | 'puk' | 'missing' | 'busy';

const pinTries = 3;
const pukTries = 10;

export interface SimForm {
  /** Asked for after each power-on; null: none. */
  pin: string | null;
  puk: string;
  smsc: string;
  firstReference: number;
}

export class SimCard {
  readonly imsi = '001010123456789';
  readonly iccid = '8900101234567890123';
  smsc: string;
  isInserted = true;
  #pin: string | null;
  readonly #puk: string;
  #pinLeft = pinTries;
  #pukLeft = pukTries;
  #isOpen: boolean;
  #nextReference: number;

  constructor({ pin, puk, smsc, firstReference }: SimForm) {
    this.#pin = pin;
    this.#puk = puk;
    this.smsc = smsc;
    this.#nextReference = firstReference;
    this.#isOpen = pin === null;
  }

  get state(): Exclude<SimState, 'busy'> {
    if (!this.isInserted) return 'missing';
    if (this.#pinLeft === 0) return 'puk';
    return this.#isOpen ? 'ready' : 'pin';
  }

  get asksPin(): boolean {
    return this.#pin !== null;
  }

  /** Tries left: of the PIN, of the PUK. */
  get triesLeft(): { pin: number; puk: number } {
    return { pin: this.#pinLeft, puk: this.#pukLeft };
  }

  setPin(pin: string | null): void {
    this.#pin = pin;
    this.#pinLeft = pinTries;
    this.#isOpen = pin === null || this.#isOpen;
  }

  /** Power was lost: the PIN is wanted again. */
  lock(): void {
    this.#isOpen = this.#pin === null;
  }

  enterPin(pin: string): void {
    if (this.state !== 'pin') throw cme(3);
    if (pin !== this.#pin) {
      this.#pinLeft -= 1;
      throw cme(this.#pinLeft === 0 ? 12 : 16);
    }
    this.#pinLeft = pinTries;
    this.#isOpen = true;
  }

  enterPuk(puk: string, newPin: string): void {
    if (this.state !== 'puk') throw cme(3);
    if (this.#pukLeft === 0) throw cme(3);
    if (puk !== this.#puk) {
      this.#pukLeft -= 1;
      throw cme(16);
    }
    this.#pin = newPin;
    this.#pinLeft = pinTries;
    this.#isOpen = true;
  }

  /** TP-MR of the next text: 0 to 255 and around. */
  takeReference(): number {
    const reference = this.#nextReference;
    this.#nextReference = (reference + 1) % 256;
    return reference;
  }
}
