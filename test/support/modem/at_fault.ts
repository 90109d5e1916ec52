// How a modem refuses (3GPP TS 27.007 9.2, TS 27.005 3.2.5): bare, or by the number of its fault.

const equipment: Readonly<Record<number, string>> = {
  3: 'operation not allowed',
  4: 'operation not supported',
  10: 'SIM not inserted',
  11: 'SIM PIN required',
  12: 'SIM PUK required',
  14: 'SIM busy',
  16: 'incorrect password',
  21: 'invalid index',
  30: 'no network service',
  50: 'incorrect parameters',
};

const messages: Readonly<Record<number, string>> = {
  21: 'Short message transfer rejected',
  27: 'Destination out of service',
  38: 'Network out of order',
  41: 'Temporary failure',
  42: 'Congestion',
  50: 'Requested facility not subscribed',
  301: 'SMS service of ME reserved',
  302: 'operation not allowed',
  303: 'operation not supported',
  304: 'invalid PDU mode parameter',
  305: 'invalid text mode parameter',
  310: 'SIM not inserted',
  311: 'SIM PIN required',
  314: 'SIM busy',
  316: 'SIM PUK required',
  321: 'invalid memory index',
  322: 'memory full',
  330: 'SMSC address unknown',
  331: 'no network service',
  332: 'network timeout',
  340: 'no +CNMA acknowledgement expected',
  500: 'unknown error',
};

/** A refusal; the rest of the command line is not carried out. */
export class AtFault extends Error {
  readonly #form: (cmee: number) => string;

  constructor(form: (cmee: number) => string) {
    super(form(1));
    this.#form = form;
  }

  /** The final line, by the level of +CMEE. */
  lineAt(cmee: number): string {
    return this.#form(cmee);
  }
}

const numbered = (kind: string, code: number, words: Readonly<Record<number, string>>, cmee: number) =>
  `+${kind} ERROR: ${cmee === 2 ? (words[code] ?? 'unknown error') : code}`;

/** A fault of the equipment; with +CMEE=0 only ERROR. */
export const cme = (code: number): AtFault =>
  new AtFault((cmee) => (cmee === 0 ? 'ERROR' : numbered('CME', code, equipment, cmee)));

/** A fault of the message service; its number is shown whatever +CMEE says. */
export const cms = (code: number): AtFault => new AtFault((cmee) => numbered('CMS', code, messages, cmee));

/** What no modem of this kind knows. */
export const plainError = (): AtFault => new AtFault(() => 'ERROR');
