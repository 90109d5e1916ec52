// What a call reports: the receipts and received texts in it, read as the operator described them.
import type { CarrierInbound, CarrierReceipt } from '../../carrier.ts';
import type { HookSettings } from '../http_settings.ts';
import { holdsAll } from '../reading/conditions.ts';
import { textAt, valueAt } from '../reading/document_path.ts';
import { isShowable, nameOf } from '../reading/given_name.ts';
import { readMoment } from '../reading/moment.ts';

/** Most events of one call. */
const maxEvents = 1_000;

export type CallbackEvent =
  | { kind: 'receipt'; receipt: CarrierReceipt }
  | { kind: 'text'; text: CarrierInbound }
  /** Nothing that we want to know. */
  | { kind: 'ignored' }
  /** It should have reported something, and something is missing. */
  | { kind: 'malformed' };

type ReceiptMap = NonNullable<HookSettings['receipts']>;
type TextMap = NonNullable<HookSettings['texts']>;

const malformed: CallbackEvent = { kind: 'malformed' };

/** All events of a document; undefined when there is no list where one is said to be, or too long a one. */
export function eventsOf(document: unknown, hook: HookSettings, nowMs: number): CallbackEvent[] | undefined {
  const found = hook.events === undefined ? document : valueAt(document, hook.events);
  if (found === undefined || found === null) return undefined;
  const events = hook.events !== undefined && Array.isArray(found) ? found : [found];
  return events.length > maxEvents ? undefined : events.map((event) => readEvent(event, hook, nowMs));
}

function readEvent(event: unknown, { receipts, texts }: HookSettings, nowMs: number): CallbackEvent {
  const lookup = (path: string) => textAt(event, path);
  if (receipts && holdsAll(receipts.where, lookup)) return readReceipt(event, receipts, nowMs);
  if (texts && holdsAll(texts.where, lookup)) return readText(event, texts, nowMs);
  return { kind: 'ignored' };
}

const isAmong = (words: readonly string[], word: string) =>
  words.some((known) => known.toLowerCase() === word.toLowerCase());

function readReceipt(event: unknown, map: ReceiptMap, nowMs: number): CallbackEvent {
  const state = textAt(event, map.state)?.trim();
  if (state === undefined) return malformed;
  const isDelivered = isAmong(map.delivered, state);
  // What is on its way, and statuses that are not configured, say nothing final.
  if (!isDelivered && !isAmong(map.failed, state)) return { kind: 'ignored' };
  const ref = nameOf(textAt(event, map.ref));
  if (ref === undefined) return malformed;
  const code = map.code === undefined ? undefined : textAt(event, map.code);
  const detail = `the network could not deliver it${code !== undefined && isShowable(code) ? ` (code ${code})` : ''}`;
  return {
    kind: 'receipt',
    receipt: {
      ref,
      outcome: isDelivered ? 'delivered' : 'failed',
      detail: isDelivered ? '' : detail,
      atMs: momentOf(event, map) ?? nowMs,
    },
  };
}

function readText(event: unknown, map: TextMap, nowMs: number): CallbackEvent {
  const id = nameOf(textAt(event, map.id));
  const sender = textAt(event, map.sender);
  const recipient = textAt(event, map.recipient);
  const text = textAt(event, map.text);
  if (id === undefined || !sender || !recipient || text === undefined) return malformed;
  const concat = partOf(event, map);
  return {
    kind: 'text',
    text: {
      sender,
      recipient,
      text,
      receivedAtMs: momentOf(event, map) ?? nowMs,
      id,
      fingerprint: id,
      waitedSinceMs: nowMs,
      connection: 'http',
      ...(concat && { concat }),
    },
  };
}

const momentOf = (event: unknown, { at, at_format }: ReceiptMap | TextMap) =>
  at === undefined ? undefined : readMoment(textAt(event, at), at_format ?? 'iso');

/** A text without these values, or with others than numbers, is whole. */
function partOf(event: unknown, { parts }: TextMap): CarrierInbound['concat'] {
  if (parts === undefined) return undefined;
  const [reference, total, number] = [parts.reference, parts.total, parts.number].map((path) => {
    const said = textAt(event, path) ?? '';
    return /^\d{1,9}$/.test(said) ? Number(said) : undefined;
  });
  if (reference === undefined || total === undefined || number === undefined) return undefined;
  return { reference, total, number };
}
