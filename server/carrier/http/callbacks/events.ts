// What a call says: receipts and received texts, as the operator's paths find them. Where a path has `[0]`, each element of that
// list is one. What came in is taken in whatever form: what is missing is shown as missing.
import { createHash } from 'node:crypto';
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

/** One event of a call. */
export type CallbackEvent =
  | { kind: 'receipt'; receipt: CarrierReceipt }
  /** A text for each number that it was sent to; some may be of others. */
  | { kind: 'texts'; texts: readonly CarrierInbound[] }
  /** There is nothing in it for us. */
  | { kind: 'ignored' }
  /** It should have reported something, and what it is about is missing. */
  | { kind: 'incomplete' };

type ReceiptMap = NonNullable<HookSettings['receipts']>;
type TextMap = NonNullable<HookSettings['texts']>;
/** The text at a path of an event, for one place in its lists. */
type Find = (path: string) => string | undefined;

const incomplete: CallbackEvent = { kind: 'incomplete' };

/** The events of a document; undefined when the list is missing. */
export function eventsIn(document: unknown, { events }: HookSettings): readonly unknown[] | undefined {
  const found = events === undefined ? document : valueAt(document, events);
  if (found === undefined || found === null) return undefined;
  return events !== undefined && Array.isArray(found) ? found : [found];
}

/** What one event says. */
export function readEvent(
  event: unknown,
  { receipts, texts }: HookSettings,
  nowMs: number,
): readonly CallbackEvent[] {
  if (receipts) {
    const found = placesOf(event, [receipts.ref]).filter((place) =>
      holdsAll(receipts.where, finding(event, place)),
    );
    if (found.length > 0) return found.map((place) => readReceipt(finding(event, place), receipts, nowMs));
  }
  if (texts) {
    const found = placesOf(event, [texts.recipient, texts.text]).filter((place) =>
      holdsAll(texts.where, finding(event, place)),
    );
    if (found.length > 0) return [readTexts(event, found, texts, nowMs)];
  }
  return [{ kind: 'ignored' }];
}

const finding =
  (event: unknown, place: Place): Find =>
  (path) =>
    textAt(event, within(path, place));

/** The elements that the first of these paths stands for which stands for any; else the event as a whole. */
function placesOf(event: unknown, paths: readonly string[]): readonly Place[] {
  for (const path of paths) {
    const places = elementsOf(event, path);
    if (places.length > 0) return places;
  }
  return [new Map()];
}

const isAmong = (words: readonly string[], word: string) =>
  words.some((known) => known.toLowerCase() === word.toLowerCase());

function readReceipt(find: Find, map: ReceiptMap, nowMs: number): CallbackEvent {
  const state = find(map.state)?.trim();
  if (state === undefined) return incomplete;
  const isDelivered = isAmong(map.delivered, state);
  // Statuses of texts on their way, and statuses that are not configured, say nothing final.
  if (!isDelivered && !isAmong(map.failed, state)) return { kind: 'ignored' };
  const ref = nameOf(find(map.ref));
  if (ref === undefined) return incomplete;
  const code = map.code === undefined ? undefined : find(map.code);
  const detail = `the network could not deliver it${code !== undefined && isShowable(code) ? ` (code ${code})` : ''}`;
  return {
    kind: 'receipt',
    receipt: {
      ref,
      outcome: isDelivered ? 'delivered' : 'failed',
      detail: isDelivered ? '' : detail,
      atMs: momentOf(find, map) ?? nowMs,
    },
  };
}

function readTexts(event: unknown, places: readonly Place[], map: TextMap, nowMs: number): CallbackEvent {
  const said = places.flatMap((place) =>
    recipientsAt(event, within(map.recipient, place)).map((recipient) => ({ place, recipient })),
  );
  const [first] = said;
  if (first === undefined) return incomplete;
  // One name for a text to several numbers is a name of each only together with the number.
  const isNameShared =
    said.length > 1 && said.every(({ place }) => within(map.id, place) === within(map.id, first.place));
  const digest = createHash('sha256').update(written(event)).digest('hex');
  const wordless = wordlessOf(event);
  const texts = said.map(({ place, recipient }): CarrierInbound => {
    const find = finding(event, place);
    const own = nameOf(find(map.id)) ?? null;
    const id = own === null || !isNameShared ? own : (nameOf(`${own} ${recipient}`) ?? own);
    const concat = partOf(find, map);
    return {
      sender: find(map.sender) ?? '',
      recipient,
      text: find(map.text) || wordless,
      receivedAtMs: momentOf(find, map) ?? nowMs,
      id,
      // The same for a call that is made again.
      fingerprint: id ?? nameOf(`${digest} ${recipient}`) ?? digest,
      waitedSinceMs: nowMs,
      connection: 'http',
      ...(concat && { concat }),
    };
  });
  return { kind: 'texts', texts };
}

/** The numbers at a path; a list there is a number each. */
function recipientsAt(event: unknown, path: string): string[] {
  const found = valueAt(event, path);
  const all = Array.isArray(found) ? found : [found];
  return all.flatMap((each) => {
    const number = typeof each === 'string' ? each.trim() : typeof each === 'number' ? String(each) : '';
    return number === '' ? [] : [number];
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
