// gammu's own file format for texts: sections of names and values, in which words are numbers. Made for sending one
// part, read for what came in. Its `Length` counts septets and its text may run on into what was in memory before: a
// text ends at the first zero.
import type { DriverJob } from '../driver.ts';

/** One part in a file. */
export interface BackupSection {
  kind: 'text' | 'report';
  /** The other party's number or name; empty in the reports that gammu makes up. */
  number: string;
  /** The service centre's stamp as it is written, to distinguish texts; empty without one. */
  stamp: string;
  text: string;
  /** Binary content: nothing for people. */
  isBinary: boolean;
  /** The user data header in hexadecimal; empty without one. */
  header: string;
  /** The number under which the text of a report left. */
  reference: string;
}

/** The file that makes gammu send this part, with a report asked for or not. Plain ASCII. */
export function writeBackup(job: DriverJob, asksReport: boolean): string {
  const part = job.part ?? { text: job.body, number: 1, total: 1, reference: 0, referenceBits: 8 };
  const lines = [
    '[SMSBackup000]',
    `PDU = ${asksReport ? 'Status_Report' : 'Submit'}`,
    'State = UnSent',
    `Number = "${job.address}"`,
    `NumberUnicode = ${toHex(job.address)}`,
    ...(part.total > 1 ? [`UDH = ${headerOf(part)}`] : []),
    ...chunks(toHex(part.text)).map((chunk, index) => `Text${String(index).padStart(2, '0')} = ${chunk}`),
    `Coding = ${job.encoding === 'gsm7' ? 'Default' : 'Unicode'}_No_Compression`,
    'Folder = 1',
    `Length = ${part.text.length}`,
    'Class = -1',
    'ReplySMSC = False',
    'RejectDuplicates = False',
    'ReplaceMessage = 0',
    'MessageReference = 0',
  ];
  return `${lines.join('\n')}\n\n`;
}

/** A section without its end is still being written: undefined for the whole file. */
export function readBackup(file: string): BackupSection[] | undefined {
  const [, ...sections] = file.split(/^\[SMSBackup\d+\]\s*$/m);
  if (sections.length === 0 || !/^MessageReference = \d+\r?\n/m.test(sections.at(-1) ?? '')) return undefined;
  return sections.map(readSection);
}

function readSection(section: string): BackupSection {
  const values = new Map<string, string>();
  for (const line of section.split(/\r?\n/)) {
    const [, name, value] = /^(\w+) = ?(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined && !values.has(name)) values.set(name, value);
  }
  const value = (name: string) => values.get(name) ?? '';
  const text = [...values.keys()]
    .filter((name) => /^Text\d+$/.test(name))
    .map(value)
    .join('');
  return {
    kind: value('PDU') === 'Status_Report' ? 'report' : 'text',
    number: fromHex(value('NumberUnicode')),
    stamp: value('DateTime'),
    text: fromHex(text),
    isBinary: value('Coding') === '8bit' || value('Coding') === '8-bit',
    header: value('UDH').toUpperCase(),
    reference: value('MessageReference'),
  };
}

function headerOf({ number, total, reference, referenceBits }: NonNullable<DriverJob['part']>): string {
  const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0');
  const place = hex(total, 2) + hex(number, 2);
  return referenceBits === 16
    ? `060804${hex(reference & 0xffff, 4)}${place}`
    : `050003${hex(reference & 0xff, 2)}${place}`;
}

const toHex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();

function fromHex(hex: string): string {
  const bytes = Buffer.from(hex, 'hex');
  const words = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
    .swap16()
    .toString('utf16le');
  const [text = ''] = words.split('\u0000', 1);
  return text;
}

/** gammu reads lines of at most 200 digits. */
function chunks(hex: string): string[] {
  return hex.match(/.{1,200}/g) ?? [''];
}
