// Files in the daemon's inbox, in each of its formats.
import { createHash } from 'node:crypto';
import type { DriverInbound, DriverReceipt } from '../driver.ts';
import { type BackupSection, readBackup } from './backup_file.ts';
import type { Smsdrc } from './smsdrc.ts';

/** A text for the agent. */
export type InboxText = DriverInbound;

/** The content of a file, or of the files of one text's parts. */
type InboxContent =
  | { kind: 'texts'; texts: InboxText[] }
  /** Without a receipt: one that says nothing final, or that gammu made up. */
  | { kind: 'report'; receipt?: DriverReceipt }
  | { kind: 'nothing' }
  | { kind: 'unfinished' };

/** One file. */
interface InboxFile {
  name: string;
  content: Buffer;
}

/** Reads it. `modifiedMs` is when the daemon wrote it: the stamps inside are in a zone that it does not name. */
export function interpretFile(
  files: readonly InboxFile[],
  format: Smsdrc['inboxFormat'],
  modifiedMs: number,
): InboxContent {
  if (format !== 'detail') return plainText(files, format, modifiedMs);
  const sections = readBackup(files.map(({ content }) => content.toString()).join('\n'));
  if (sections === undefined) return { kind: 'unfinished' };
  const [first] = sections;
  if (first?.kind === 'report') return report(first, modifiedMs);
  const texts = sections.filter((section) => section.kind === 'text' && !section.isBinary);
  return texts.length === 0 ? { kind: 'nothing' } : { kind: 'texts', texts: joined(texts, modifiedMs) };
}

/** gammu's names for TP-ST; "Pending" and "Unknown" are not final. */
function report({ number, reference, text }: BackupSection, atMs: number): InboxContent {
  const outcome = text === 'Delivered' ? 'delivered' : text === 'Failed' ? 'failed' : undefined;
  if (number === '' || outcome === undefined || !/^\d{1,3}$/.test(reference)) return { kind: 'report' };
  const detail = outcome === 'failed' ? { detail: 'the network could not deliver it' } : {};
  return {
    kind: 'report',
    receipt: { match: { by: 'ref', ref: reference, address: number }, outcome, ...detail, atMs },
  };
}

/** One text when all its parts are there; else the parts, for the agent to join with those to come. */
function joined(sections: BackupSection[], receivedAtMs: number): InboxText[] {
  const parts = sections.map((section) => ({ section, concat: concatIn(section.header) }));
  const total = parts[0]?.concat?.total;
  const isWhole = parts.length === 1 ? total === undefined : parts.length === total;
  const inboundOf = (some: BackupSection[]): InboxText => ({
    inboundId: nameOf(some.flatMap(({ number, stamp, header, text }) => [number, stamp, header, text])),
    address: some[0]?.number ?? '',
    body: some.map(({ text }) => text).join(''),
    receivedAtMs,
  });
  if (isWhole) {
    const inOrder = parts.toSorted((a, b) => (a.concat?.number ?? 0) - (b.concat?.number ?? 0));
    return [inboundOf(inOrder.map(({ section }) => section))];
  }
  return parts.map(({ section, concat }) => ({
    ...inboundOf([section]),
    ...(concat === undefined ? {} : { concat }),
  }));
}

/** The element of a header that numbers the parts (3GPP TS 23.040 9.2.3.24.1 and 9.2.3.24.8). */
function concatIn(header: string): { reference: number; total: number; number: number } | undefined {
  const bytes = Buffer.from(header, 'hex');
  for (let at = 1; at + 1 < bytes.length; at += 2 + (bytes[at + 1] ?? 0)) {
    const [element, length = 0] = bytes.subarray(at, at + 2);
    const value = bytes.subarray(at + 2, at + 2 + length);
    if (value.length !== length) return undefined;
    if (element === 0 && length === 3)
      return { reference: value.readUInt8(0), total: value.readUInt8(1), number: value.readUInt8(2) };
    if (element === 8 && length === 4)
      return { reference: value.readUInt16BE(0), total: value.readUInt8(2), number: value.readUInt8(3) };
  }
  return undefined;
}

/** `standard` is in the daemon's locale, which is taken for UTF-8; `unicode` is UTF-16 with its mark. */
function plainText(files: readonly InboxFile[], format: string, receivedAtMs: number): InboxContent {
  const [, date, time, address] = /^IN(\d+)_(\d+)_\d+_(.*)_\d\d\.txt$/.exec(files[0]?.name ?? '') ?? [];
  if (address === undefined) return { kind: 'nothing' };
  const body = files
    .map(({ content }) => (format === 'unicode' ? fromUtf16(content) : content.toString()))
    .join('');
  if (body === '' && files.every(({ content }) => content.length === 0)) return { kind: 'unfinished' };
  const inboundId = nameOf([address, `${date} ${time}`, body]);
  return { kind: 'texts', texts: [{ inboundId, address, body, receivedAtMs }] };
}

function fromUtf16(content: Buffer): string {
  const hasMark = content.length >= 2 && content.readUInt16BE(0) === 0xfeff;
  const bytes = content.subarray(hasMark ? 2 : 0);
  const [text = ''] = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
    .swap16()
    .toString('utf16le')
    .split('\u0000', 1);
  return text;
}

/** By sender, stamp and words: gammu may file the same text twice, under another name. */
function nameOf(about: string[]): string {
  return `smsd-${createHash('sha256').update(JSON.stringify(about)).digest('hex').slice(0, 40)}`;
}
