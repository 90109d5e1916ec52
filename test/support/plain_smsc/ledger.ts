// What the plain SMSC has written down: every submit before it is answered, and what was acknowledged. It
// outlives the SMSC's death, and is the judge of what left.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** A submit that was read: taken (it left) or refused (it did not). */
export interface Left {
  verdict: 'taken' | 'refused';
  id: number;
  source: string;
  destination: string;
  esmClass: number;
  dataCoding: number;
  content: Buffer;
  wantsReceipt: boolean;
  /** When it was read, by the machine's clock. */
  atMs: number;
}

/** The content of a ledger. */
export interface Ledger {
  submits: Left[];
  /** Names of receipts that were acknowledged. */
  received: Set<number>;
  /** Bodies of deliver_sm that are or were to be delivered, by their names; and when those were first acknowledged. */
  texts: Map<string, Buffer>;
  textsReceived: Map<string, number>;
  /** Names of texts that went out again on purpose after they were acknowledged. */
  textsTwice: Set<string>;
}

/** Lines of the file: one write makes all of them last. */
export class LedgerWriter {
  readonly #path: string;
  #lines = '';

  constructor(path: string) {
    this.#path = path;
  }

  submit({
    verdict,
    id,
    source,
    destination,
    esmClass,
    dataCoding,
    content,
    wantsReceipt,
    atMs,
  }: Left): void {
    const receipt = wantsReceipt ? 1 : 0;
    this.#lines += `s ${verdict} ${id} ${source} ${destination} ${esmClass} ${dataCoding} ${receipt} ${content.toString('hex')} ${atMs}\n`;
  }

  received(id: number): void {
    this.#lines += `h ${id}\n`;
  }

  text(name: string, body: Buffer): void {
    this.#lines += `t ${name} ${body.toString('hex')}\n`;
  }

  textReceived(name: string, atMs: number): void {
    this.#lines += `k ${name} ${atMs}\n`;
  }

  textTwice(name: string): void {
    this.#lines += `d ${name}\n`;
  }

  /** Writes what was noted. What the system has taken outlives this process. */
  flush(): void {
    if (this.#lines.length === 0) return;
    appendFileSync(this.#path, this.#lines);
    this.#lines = '';
  }
}

/** Reads a ledger; a line that was not finished is none. */
export function readLedger(path: string): Ledger {
  const ledger: Ledger = {
    submits: [],
    received: new Set(),
    texts: new Map(),
    textsReceived: new Map(),
    textsTwice: new Set(),
  };
  if (!existsSync(path)) return ledger;
  for (const line of readFileSync(path, 'utf8').split('\n').slice(0, -1)) {
    const [kind, ...fields] = line.split(' ') as [string, ...string[]];
    const [
      one = '',
      two = '',
      source = '',
      destination = '',
      esm = '',
      coding = '',
      receipt = '',
      hex = '',
      at = '',
    ] = fields;
    if (kind === 'h') ledger.received.add(Number(one));
    if (kind === 't') ledger.texts.set(one, Buffer.from(two, 'hex'));
    if (kind === 'k' && !ledger.textsReceived.has(one)) ledger.textsReceived.set(one, Number(two));
    if (kind === 'd') ledger.textsTwice.add(one);
    if (kind === 's')
      ledger.submits.push({
        verdict: one as Left['verdict'],
        id: Number(two),
        source,
        destination,
        esmClass: Number(esm),
        dataCoding: Number(coding),
        content: Buffer.from(hex, 'hex'),
        wantsReceipt: receipt === '1',
        atMs: Number(at),
      });
  }
  return ledger;
}
