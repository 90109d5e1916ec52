// A terminal at the modem's cable, for tests of the simulator itself: writes commands, reads what comes.
import { once } from 'node:events';
import { type Duplex, duplexPair } from 'node:stream';
import { addressOf } from '../../../device-agent/pdu/address.ts';
import { wrap } from '../../../device-agent/pdu/frame.ts';
import { encodeSubmit } from '../../../device-agent/pdu/submit.ts';
import type { SimulatedModem } from './simulated_modem.ts';

/** The frame of a short text. */
export const submitPdu = (text: string, to: string, statusReport = true): string =>
  wrap(
    encodeSubmit({
      recipient: addressOf(to),
      part: { text, number: 1, total: 1, reference: 0, referenceBits: 8 },
      encoding: 'gsm7',
      statusReport,
    }),
  ).hex;

export class Terminal {
  readonly #end: Duplex;
  #seen = '';
  isClosed = false;

  constructor(modem: SimulatedModem) {
    const [cable, end] = duplexPair();
    this.#end = end;
    end.on('data', (data: Buffer) => {
      this.#seen += data.toString('latin1');
    });
    for (const event of ['close', 'end', 'error']) end.on(event, () => (this.isClosed = true));
    modem.connect(cable);
    cable.once('close', () => end.destroy());
  }

  /** Everything that came and was not taken yet. */
  get seen(): string {
    return this.#seen;
  }

  write(text: string): void {
    this.#end.write(Buffer.from(text, 'latin1'));
  }

  /** Waits until the text has come; takes and answers all up to its end. */
  async read(text: string | RegExp): Promise<string> {
    const endOf = () => {
      const found = typeof text === 'string' ? this.#seen.indexOf(text) : this.#seen.search(text);
      if (found === -1) return -1;
      return found + (typeof text === 'string' ? text.length : (text.exec(this.#seen)?.[0].length ?? 0));
    };
    while (endOf() === -1) await once(this.#end, 'data');
    const taken = this.#seen.slice(0, endOf());
    this.#seen = this.#seen.slice(taken.length);
    return taken;
  }

  /** Sends a command; returns its lines, the final one last. */
  async ask(command: string): Promise<string[]> {
    this.write(`${command}\r`);
    const answer = await this.read(/\r\n(OK|ERROR|\+CM[ES] ERROR: .*)\r\n/);
    return answer.split(/\r\n|\r/).filter((line) => line !== '' && line !== command);
  }

  /** Sends a PDU and answers what came of it. */
  async submit(hex: string, length = hex.length / 2 - 1): Promise<string[]> {
    this.write(`AT+CMGS=${length}\r`);
    await this.read('> ');
    return await this.ask(`${hex}\x1a`).then((lines) => lines.filter((line) => line !== hex));
  }

  hangUp(): void {
    this.#end.destroy();
  }
}
