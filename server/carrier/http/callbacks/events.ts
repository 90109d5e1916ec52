// What a call says: receipts and received texts, as the operator's paths find them. Where a path has `[0]`, each element of that
// list is one. What came in is taken in whatever form: what is missing is shown as missing.
import { createHash } from 'node:crypto';
import { memoised } from '../../../../runtime/memoised.ts';
import type { CarrierInbound, CarrierReceipt } from '../../carrier.ts';
import type { HookSettings } from '../http_settings.ts';
import {
  elementsOf,
  holdsAll,
  isShowable,
  nameOf,
  type Place,
  readMoment,
  textAt,
  valueAt,
  within,
} from '../reading/document.ts';
import { wordlessOf } from './wordless.ts';

/** Most texts or receipts in one event. */
const maxElements = 10_000;

/** What an event says: a receipt, or a text for one of the numbers that it was sent to. */
type Said =
  | { kind: 'receipt'; receipt: CarrierReceipt }
  | { kind: 'text'; text: CarrierInbound }
  /** It should have reported something, and what it is about is missing. */
  | { kind: 'incomplete' }
  | { kind: 'unreadable' };

type ReceiptMap = NonNullable<HookSettings['receipts']>;
type TextMap = NonNullable<HookSettings['texts']>;
/** The text at a path of an event, for one place in its lists. */
type Find = (path: string) => string | undefined;

const incomplete: Said = { kind: 'incomplete' };

/** The events of a document; undefined when the list is missing. */
export function eventsIn(document: unknown, { events }: HookSettings): readonly unknown[] | undefined {
  const found = events === undefined ? document : valueAt(document, events);
  if (found === undefined || found === null) return undefined;
  return events !== undefined && Array.isArray(found) ? found : [found];
}

/** What one event says; nothing where it is of no interest. */
export function readEvent(event: unknown, { receipts, texts }: HookSettings, nowMs: number): readonly Said[] {
  const statuses = receipts && placesOf(event, [receipts.ref, receipts.state], receipts);
  const received = texts && placesOf(event, [texts.recipient, texts.id, texts.text], texts);
  if (statuses === null || received === null) return [{ kind: 'unreadable' }];
  const said = receipts && statuses ? readReceipts(event, statuses, receipts, nowMs) : [];
  if (!texts || !received) return said;
  if ((statuses ?? []).length === 0 || texts.where?.length)
    return [...said, ...readTexts(event, received, texts, nowMs)];
  // Without conditions of their own, texts beside receipts are those of other elements that have words.
  const keys = new Set(statuses?.flatMap((place) => [...place].map(keyOf)));
  const lists = new Set(statuses?.flatMap((place) => [...place.keys()]));
  const others = received.filter((place) => {
    const isElsewhere = [...place].some((one) => !lists.has(one[0]) || !keys.has(keyOf(one)));
    return isElsewhere && textAt(event, within(texts.text, place)) !== undefined;
  });
  return [...said, ...readTexts(event, others, texts, nowMs)];
}

const keyOf = ([list, index]: readonly [string, number]) => `${index} ${list}`;

const finding =
  (event: unknown, place: Place): Find =>
  (path) =>
    textAt(event, within(path, place));

/** The elements for which the conditions hold; null for too many. */
function placesOf(event: unknown, paths: readonly string[], { where }: ReceiptMap | TextMap) {
  const places = elementsOf(event, paths, maxElements);
  return places?.filter((place) => holdsAll(where, finding(event, place))) ?? null;
}

/** Longest word for a state that can be configured. */
const maxStateLength = 200;

const isAmong = (words: readonly string[], word: string) =>
  word.length <= maxStateLength && words.some((known) => known.toLowerCase() === word.toLowerCase());

/** Several states of one text, such as one for each number, make it delivered once all are, and failed when one is. */
function readReceipts(event: unknown, places: readonly Place[], map: ReceiptMap, nowMs: number): Said[] {
  const read = places.map((place) => readReceipt(finding(event, place), map, nowMs));
  const states = Map.groupBy(
    read.filter((one) => one !== 'incomplete'),
    ({ ref }) => ref,
  );
  const said: Said[] = [];
  for (const ofOne of states.values()) {
    const ends = ofOne.flatMap(({ receipt }) => receipt ?? []);
    const failed = ends.find(({ outcome }) => outcome === 'failed');
    const receipt = failed ?? (ends.length === ofOne.length ? ends[0] : undefined);
    if (receipt) said.push({ kind: 'receipt', receipt });
  }
  return [...said, ...read.filter((one) => one === 'incomplete').map(() => incomplete)];
}

interface ReadState {
  /** Empty where nothing final is said of a text without a name. */
  ref: string;
  /** Left out where nothing final is said. */
  receipt?: CarrierReceipt;
}

function readReceipt(find: Find, map: ReceiptMap, nowMs: number): ReadState | 'incomplete' {
  const state = find(map.state)?.trim();
  const ref = nameOf(find(map.ref));
  if (state === undefined) return 'incomplete';
  const isDelivered = isAmong(map.delivered, state);
  // Statuses of texts on their way, and statuses that are not configured, say nothing final.
  if (!isDelivered && !isAmong(map.failed, state)) return { ref: ref ?? '' };
  if (ref === undefined) return 'incomplete';
  const code = map.code === undefined ? undefined : find(map.code);
  const detail = `the network could not deliver it${code !== undefined && isShowable(code) ? ` (code ${code})` : ''}`;
  const receipt: CarrierReceipt = {
    ref,
    outcome: isDelivered ? 'delivered' : 'failed',
    detail: isDelivered ? '' : detail,
    atMs: momentOf(find, map) ?? nowMs,
  };
  return { ref, receipt };
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function readTexts(event: unknown, places: readonly Place[], map: TextMap, nowMs: number): Said[] {
  const recipients = memoised((path: string) => recipientsAt(event, path));
  const addressed = places.map((place) => ({ place, recipients: recipients(within(map.recipient, place)) }));
  if (addressed.reduce((sum, { recipients: those }) => sum + those.length, 0) > maxElements)
    return [{ kind: 'unreadable' }];
  const all = addressed.flatMap(({ place, recipients }) =>
    recipients.map((recipient) => ({ place, recipient })),
  );
  const sharing = new Map<string, { recipients: Set<string>; words: Set<string> }>();
  for (const { place, recipient } of all) {
    const name = within(map.id, place);
    const known = sharing.get(name) ?? { recipients: new Set(), words: new Set() };
    known.recipients.add(recipient);
    known.words.add(within(map.text, place));
    sharing.set(name, known);
  }
  // Most texts have a name and words, and need neither.
  let digest: string | undefined;
  let wordless: string | undefined;
  const ownName = memoised((path: string) => nameOf(textAt(event, path)));
  const texts = all.map(({ place, recipient }): Said => {
    const find = finding(event, place);
    const own = ownName(within(map.id, place));
    // One name for several texts, or for a text to several numbers, is a name only together with what they differ in.
    const words = within(map.text, place);
    const known = sharing.get(within(map.id, place));
    const more = [
      ...((known?.recipients.size ?? 0) > 1 ? [recipient] : []),
      ...((known?.words.size ?? 0) > 1 ? [words] : []),
    ];
    const id = own === undefined ? null : (nameOf([own, ...more].join(' ')) ?? own);
    const concat = partOf(find, map);
    const said = find(map.text) || undefined;
    if (said === undefined) wordless ??= wordlessOf(event);
    if (id === null) digest ??= digestOf(written(event));
    const text: CarrierInbound = {
      sender: find(map.sender) ?? '',
      recipient,
      text: said ?? wordless ?? '',
      receivedAtMs: momentOf(find, map) ?? nowMs,
      id,
      // The same for a call that is made again.
      fingerprint: id ?? digestOf(`${digest} ${recipient} ${words}`),
      waitedSinceMs: nowMs,
      connection: 'http',
      ...(concat && { concat }),
    };
    return { kind: 'text', text };
  });
  // What stood in place of the words is for the operator to see.
  const isWordless = all.some(({ place }) => !textAt(event, within(map.text, place)));
  return [
    ...texts,
    ...(isWordless ? [incomplete] : []),
    ...addressed.flatMap(({ recipients }) => (recipients.length === 0 ? [incomplete] : [])),
  ];
}

/** The numbers at a path; a list there, or a text with commas, is several. */
function recipientsAt(event: unknown, path: string): string[] {
  const found = valueAt(event, path);
  const all = Array.isArray(found) ? found : [found];
  return all.flatMap((each) => {
    const numbers = typeof each === 'string' || typeof each === 'number' ? String(each).split(/[,;]/) : [];
    return numbers.map((number) => number.trim()).filter((number) => number !== '');
  });
}

/** An event as text. One that is nested too deeply for the stack is named by its kind alone. */
export function written(event: unknown): string {
  try {
    return JSON.stringify(event);
  } catch {
    return '(nested too deeply)';
  }
}

const momentOf = (find: Find, { at, at_format }: ReceiptMap | TextMap) =>
  at === undefined ? undefined : readMoment(find(at), at_format ?? 'iso');

/** A text without these values, or with values that are no numbers, is whole. */
function partOf(find: Find, { parts }: TextMap): CarrierInbound['concat'] {
  if (parts === undefined) return undefined;
  const [reference, total, number] = [parts.reference, parts.total, parts.number].map((path) => {
    const said = find(path) ?? '';
    return /^\d{1,9}$/.test(said) ? Number(said) : undefined;
  });
  if (reference === undefined || total === undefined || number === undefined) return undefined;
  return { reference, total, number };
}
