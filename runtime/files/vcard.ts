// vCards: read in the versions 2.1, 3.0 and 4.0 (RFC 2426, RFC 6350), as phones and mail programs write them, and
// written as 3.0, which all of them read. Only the fields that a contact has are read.
import type { LineFault } from './line_fault.ts';

/** The fields of a card that a contact has. */
export interface Card {
  name: string;
  /** As they are written; those of mobile phones alone where there are any, and no fax. */
  numbers: readonly string[];
  note: string;
  groups: readonly string[];
}

/**
 * A card with the line that it begins on, or what is wrong with it; undefined where a part of the text was read without any, so that
 * others may have a turn.
 */
type ReadCard = { line: number; card: Card } | LineFault | undefined;

/** Characters that are read before others may have a turn. */
const charactersATurn = 64 * 1_024;
/** Most lines of a card that are read, and what may come of them. */
const mostProperties = 500;
const mostOfCard = 100_000;
export const mostNumbers = 100;
export const mostGroups = 50;

interface Property {
  name: string;
  /** In upper case, as `TYPE=CELL`; a type alone in 2.1. */
  parameters: string;
  value: string;
}

interface Line {
  line: number;
  text: string;
}

/** The beginnings of lines that are looked at; others, as pictures, may be long. */
const known =
  /^(?:[\w-]+\.)?(BEGIN|END|FN|N|ORG|NICKNAME|TEL|NOTE|CATEGORIES|AGENT|KIND|X-ADDRESSBOOKSERVER-KIND)((?:;(?:"[^"]*"|[^":])*)?):/i;
const quotedPrintable = /;(?:ENCODING=)?QUOTED-PRINTABLE/i;
/** Of version 2.1 and of version 3.0. */
const base64 = /;(?:(?:ENCODING=)?BASE64|ENCODING=B)(?=;|$)/i;
/** Most characters of such a beginning, and of a value: longer than any that a contact may have, however it is written. */
const mostOfBeginning = 1_000;
const mostOfValue = 30_000;

/** Lines as they were before they were folded: a space begins the rest of one, and in 2.1 an equals sign ends its beginning. */
function* unfold(text: string): Generator<Line | undefined> {
  const lineEnd = /\r\n|\n|\r/g;
  let turnAt = 0;
  let [parts, begun, isQuoted]: [string[], number, boolean] = [[], 0, false];
  for (let at = text.startsWith('\uFEFF') ? 1 : 0, line = 1; at <= text.length; line++) {
    lineEnd.lastIndex = at;
    const found = lineEnd.exec(text);
    const own = text.slice(at, found?.index ?? text.length);
    at = found ? lineEnd.lastIndex : text.length + 1;
    if (at - turnAt >= charactersATurn) {
      yield undefined;
      turnAt = at;
    }
    const last = parts.at(-1);
    if (last?.endsWith('=') && isQuoted) parts.splice(-1, 1, last.slice(0, -1), own);
    else if (last !== undefined && /^[ \t]/.test(own)) parts.push(own.slice(1));
    else {
      if (parts.length > 0) yield { line: begun, text: parts.join('') };
      [parts, begun, isQuoted] = [[own], line, quotedPrintable.test(own.slice(0, mostOfBeginning))];
    }
  }
  if (parts.length > 0) yield { line: begun, text: parts.join('') };
}

function decodeBytes(bytes: Uint8Array, parameters: string): string {
  const charset = /CHARSET="?([\w-]+)/i.exec(parameters)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const quotedBytes = (value: string) =>
  Uint8Array.from(
    [...value.matchAll(/=([0-9A-F]{2})|([\s\S])/gi)].flatMap(([, hex, plain = '']) =>
      hex === undefined ? [...new TextEncoder().encode(plain)] : [Number.parseInt(hex, 16)],
    ),
  );

function decodeValue(value: string, parameters: string): string {
  if (quotedPrintable.test(parameters)) return decodeBytes(quotedBytes(value), parameters);
  return base64.test(parameters) ? decodeBytes(Buffer.from(value, 'base64'), parameters) : value;
}

function readProperty(text: string): Property | undefined {
  const [beginning = '', name, parameters = ''] = known.exec(text.slice(0, mostOfBeginning)) ?? [];
  if (name === undefined) return undefined;
  const value = text.slice(beginning.length, beginning.length + mostOfValue);
  return {
    name: name.toUpperCase(),
    parameters: parameters.toUpperCase(),
    value: decodeValue(value, parameters),
  };
}

const wordsOf = (value: string): string =>
  value.replace(/\\([\s\S])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign)).trim();

/** The parts of a value between separators that have no backslash before them, unescaped. */
function partsOf(value: string, separator: ',' | ';'): string[] {
  const parts = [''];
  for (const [sign] of value.matchAll(/\\[\s\S]|[\s\S]/g)) {
    if (sign === separator) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.map(wordsOf);
}

/**
 * A telephone's number, which version 4 writes as an address of its own (RFC 3966): a local one with the country that it is of.
 * Empty for an address that is no telephone's.
 */
function numberOf({ value }: Property): string {
  const [scheme = '', ...rest] = value.split(':');
  if (rest.length === 0 || !/^[a-z][a-z\d+.-]*$/i.test(scheme)) return partsOf(value, ';')[0] ?? '';
  if (scheme.toLowerCase() !== 'tel') return '';
  const [number = '', ...parameters] = partsOf(rest.join(':'), ';');
  const context = parameters.map((one) => /^phone-context=(\+[\d.-]+)$/i.exec(one)?.[1]).find(Boolean);
  return context === undefined || number.startsWith('+') ? number : `${context}${number.replace(/^0/, '')}`;
}

function nameOf(properties: readonly Property[]): string {
  const valueIn = (wanted: string) => properties.find(({ name }) => name === wanted)?.value ?? '';
  const full = wordsOf(valueIn('FN'));
  if (full !== '') return full;
  const [family = '', given = '', more = ''] = partsOf(valueIn('N'), ';');
  const names = [given, more, family].filter(Boolean).join(' ');
  return names || partsOf(valueIn('ORG'), ';').filter(Boolean).join(', ') || wordsOf(valueIn('NICKNAME'));
}

function readCard(properties: readonly Property[]): Card {
  const phones = properties.filter(
    ({ name, parameters }) => name === 'TEL' && !/\b(FAX|PAGER)\b/.test(parameters),
  );
  const mobile = phones.filter(({ parameters }) => /\b(CELL|MOBILE|IPHONE|TEXT)\b/.test(parameters));
  const numbers = (mobile.length > 0 ? mobile : phones).map(numberOf).filter(Boolean);
  const all = (wanted: string) => properties.filter(({ name }) => name === wanted);
  return {
    name: nameOf(properties),
    numbers: [...new Set(numbers)],
    note: all('NOTE')
      .map(({ value }) => wordsOf(value))
      .filter(Boolean)
      .join('\n'),
    groups: [
      ...new Set(
        all('CATEGORIES')
          .flatMap(({ value }) => partsOf(value, ','))
          .filter(Boolean),
      ),
    ],
  };
}

/** Address books keep a group as a card of its own, which nobody can be called by. */
const isOfGroup = (properties: readonly Property[]): boolean =>
  properties.some(({ name, value }) => /KIND$/.test(name) && /^\s*group\s*$/i.test(value));

const tooLong = (line: number): LineFault => ({
  line,
  error: `a card must have at most ${mostProperties} lines and ${mostOfCard} characters`,
  code: 'too_long',
});

/** The card, or which of its bounds it breaks: of numbers and groups each goes with each. */
function bounded(line: number, properties: readonly Property[]): ReadCard {
  const card = readCard(properties);
  if (card.numbers.length > mostNumbers)
    return { line, error: `a card must have at most ${mostNumbers} numbers`, code: 'too_long' };
  if (card.groups.length > mostGroups)
    return { line, error: `a card must have at most ${mostGroups} groups`, code: 'too_many_groups' };
  return { line, card };
}

/** The cards of a file. Lines outside of cards are skipped. */
export function* readCards(text: string): Generator<ReadCard> {
  let open: { line: number; properties: Property[]; characters: number; isLong: boolean } | undefined;
  let inner = 0;
  let before = '';
  const noEnd = 'the card has no end';
  for (const found of unfold(text)) {
    if (!found) {
      yield undefined;
      continue;
    }
    const { line, text: own } = found;
    const property = readProperty(own);
    if (!property) continue;
    const isCard = property.value.trim().toUpperCase() === 'VCARD';
    // The card of somebody's agent stands inside theirs in version 2.1.
    const isInner = before === 'AGENT' && open !== undefined;
    before = property.name;
    if (property.name === 'BEGIN' && isCard && isInner) inner++;
    else if (property.name === 'BEGIN' && isCard) {
      inner = 0;
      if (open) yield { line: open.line, error: noEnd, code: 'card_open' };
      open = { line, properties: [], characters: 0, isLong: false };
    } else if (property.name === 'END' && isCard && inner > 0) inner--;
    else if (property.name === 'END' && isCard) {
      if (open?.isLong) yield tooLong(open.line);
      else if (open && !isOfGroup(open.properties)) yield bounded(open.line, open.properties);
      open = undefined;
    } else if (open && inner === 0) {
      open.characters += property.value.length;
      if (open.properties.length <= mostProperties && open.characters <= mostOfCard)
        open.properties.push(property);
      else open.isLong = true;
    }
  }
  if (open) yield { line: open.line, error: noEnd, code: 'card_open' };
}

const escaped = (text: string) => text.replace(/[\\,;]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');

/** Octets of a line, beyond which it is folded. */
const mostOctets = 75;

function folded(line: string): string {
  const lines = [''];
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > mostOctets) {
      lines.push(' ');
      octets = 1;
    }
    lines[lines.length - 1] += character;
    octets += size;
  }
  return lines.map((part) => `${part}\r\n`).join('');
}

/** A card as a file has it. */
export const writeCard = ({ name, numbers, note, groups }: Card): string =>
  [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${escaped(name)}`,
    `N:;${escaped(name)};;;`,
    ...numbers.map((number) => `TEL;TYPE=CELL:${escaped(number)}`),
    ...(note === '' ? [] : [`NOTE:${escaped(note)}`]),
    ...(groups.length === 0 ? [] : [`CATEGORIES:${groups.map(escaped).join(',')}`]),
    'END:VCARD',
  ]
    .map(folded)
    .join('');
