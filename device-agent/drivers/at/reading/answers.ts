// How a modem's lines are read: fields with and without quotes, and what the numbers in them mean.

/** The fields behind `+NAME: `, without their quotes; an empty field is an empty string. */
export function fieldsOf(line: string): string[] {
  const values = line.slice(line.indexOf(':') + 1).trim();
  return [...values.matchAll(/("([^"]*)"|[^,"]*)(?:,|$)/g)]
    .map(([, raw, quoted]) => quoted ?? raw?.trim() ?? '')
    .slice(0, values.endsWith(',') || values === '' ? undefined : -1);
}

/** A whole number from a field, or undefined. */
export function numberIn(field: string | undefined): number | undefined {
  return field !== undefined && /^\d{1,9}$/.test(field) ? Number(field) : undefined;
}

/** Signal strength of +CSQ in percent; undefined when the modem doesn't know it (TS 27.007 8.5). */
export function signalPercentOf(line: string): number | undefined {
  const rssi = numberIn(fieldsOf(line)[0]);
  if (rssi === undefined || rssi === 99 || rssi === 199) return undefined;
  if (rssi <= 31) return Math.round((rssi * 100) / 31);
  return rssi >= 100 && rssi <= 191 ? Math.round(((rssi - 100) * 100) / 91) : undefined;
}

/** Charge of +CBC in percent; undefined without a battery (TS 27.007 8.4). */
export function batteryPercentOf(line: string): number | undefined {
  const [status, charge] = fieldsOf(line).map(numberIn);
  return status === undefined || status >= 2 || charge === undefined || charge > 100 ? undefined : charge;
}

/** The states of +CREG and +CEREG (TS 27.007 7.2). */
export interface Registration {
  registered: boolean;
  words: string;
}

const registrations: readonly Registration[] = [
  { registered: false, words: 'not registered, and not searching' },
  { registered: true, words: 'registered at home' },
  { registered: false, words: 'searching for a network' },
  { registered: false, words: 'the network denies the registration' },
  { registered: false, words: 'registration unknown' },
  { registered: true, words: 'registered abroad' },
  { registered: true, words: 'registered at home, for texts only' },
  { registered: true, words: 'registered abroad, for texts only' },
  { registered: false, words: 'emergency calls only' },
  { registered: true, words: 'registered at home, some calls not preferred' },
  { registered: true, words: 'registered abroad, some calls not preferred' },
];

/** The registration among the lines of an answer; the state alone, without the mode in front, was not asked for. */
export function registrationIn(lines: readonly string[]): Registration | undefined {
  for (const line of lines) {
    const [mode, state] = fieldsOf(line).map(numberIn);
    if (mode !== undefined && state !== undefined) return registrations[state];
  }
  return undefined;
}

/** The network's numeric name in +COPS, such as 26201; undefined when there is none. */
export function operatorOf(line: string): string | undefined {
  const name = fieldsOf(line)[2];
  return name !== undefined && /^\d{5,6}$/.test(name) ? name : undefined;
}

/** How full a memory is. */
interface MemoryUse {
  used: number;
  total: number;
}

/** The memory for received texts, from +CPMS? (TS 27.005 3.2.2). */
export function memoryUseOf(line: string): MemoryUse | undefined {
  // The last memory that is named: older modems have fewer uses.
  const [, used, total] = fieldsOf(line).slice(-3).map(numberIn);
  return used === undefined || total === undefined ? undefined : { used, total };
}

/** A PDU that the modem keeps, from +CMGL or +CMGR. */
interface Stored {
  /** Its place; undefined in an answer to +CMGR, which does not repeat it. */
  index?: number;
  /** Whether it came in; the others a person wrote. */
  received: boolean;
  pdu: string;
}

/** The stored PDUs in an answer's pairs of lines; pairs that make no sense are passed over. */
export function storedIn(lines: readonly string[]): Stored[] {
  const found: Stored[] = [];
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const head = lines[at] ?? '';
    const pdu = lines[at + 1] ?? '';
    const fields = fieldsOf(head).map(numberIn);
    const isList = head.startsWith('+CMGL');
    const [index, status] = isList ? fields : [undefined, fields[0]];
    if (status === undefined || (isList && index === undefined) || !/^[0-9A-F]+$/i.test(pdu)) continue;
    found.push({ ...(index === undefined ? {} : { index }), received: status <= 1, pdu });
  }
  return found;
}
