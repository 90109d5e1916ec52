// The carrier's calls: checked, read, reported, and only then answered. A call that was not stored ends with an error, so
// that the company makes it again.
import { seldom } from '../../../../runtime/seldom.ts';
import { notFound, unavailable } from '../../../errors.ts';
import type {
  CallbackAnswer,
  CarrierCallback,
  CarrierContext,
  CarrierInbound,
  CarrierReceipt,
  CarrierSink,
} from '../../carrier.ts';
import { checkSignature, hookNameOf } from '../calls/signature.ts';
import type { HookSettings } from '../http_settings.ts';
import {
  type DocumentFormat,
  fieldsOf,
  holdsAll,
  isShowable,
  nameOf,
  readDocument,
  readMoment,
  textAt,
  valueAt,
} from '../reading/document.ts';

/** Most calls under way; beyond that, the company has to call again. */
const maxUnderWay = 200;
/** How often at most a refused call is logged, in milliseconds. */
const logPeriodMs = 10_000;

export interface CallbackTaker {
  /** Throws when the company must call again. */
  take(callback: CarrierCallback, sink: CarrierSink | undefined): Promise<CallbackAnswer>;
}

const plain = (status: number, body: string): CallbackAnswer => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body,
});

/** `urlOfHook` is its public address. */
export function createCallbackTaker(
  hooks: Readonly<Record<string, HookSettings>>,
  urlOfHook: (hook: string) => string,
  { name: carrier, clock, log }: CarrierContext,
): CallbackTaker {
  let underWay = 0;
  const isTimeForALine = seldom(logPeriodMs, () => clock.nowMs());

  const refuse = (status: number, words: string, hook: string): CallbackAnswer => {
    if (isTimeForALine()) log.warn({ carrier, hook, status }, `a call of a carrier was refused: ${words}`);
    return plain(status, words);
  };

  const takeChecked = async (
    hook: HookSettings,
    name: string,
    callback: CarrierCallback,
    sink: CarrierSink,
  ): Promise<CallbackAnswer> => {
    const document = readCall(hook, callback);
    const events = document === undefined ? undefined : eventsOf(document, hook, clock.nowMs());
    if (events === undefined) return refuse(400, 'the call cannot be read', name);
    // Store everything that can be read: all of it may come twice.
    await Promise.all(events.map((event) => report(event, sink)));
    if (events.some(({ kind }) => kind === 'malformed'))
      return refuse(400, 'something is missing in the call', name);
    const { status = 200, content_type = 'text/plain; charset=utf-8', body = '' } = hook.answer ?? {};
    return { status, contentType: content_type, body };
  };

  return {
    async take(callback, sink) {
      const name = hookNameOf(callback.hook);
      const hook = Object.hasOwn(hooks, name) ? hooks[name] : undefined;
      // Only hooks with a secret in the path may have one there.
      if (!hook || (callback.hook !== name && !hook.signature.path)) throw notFound('callback');
      if (callback.method !== (hook.format === 'query' ? 'GET' : 'POST'))
        return refuse(405, `the call must use ${hook.format === 'query' ? 'GET' : 'POST'}`, name);
      const call = { callback, url: urlOfHook(callback.hook), nowMs: clock.nowMs() };
      const signed = checkSignature(hook.signature, call);
      if (signed === 'missing') return refuse(401, 'the call is not signed', name);
      if (signed === 'wrong') return refuse(403, 'the signature is wrong, or too old', name);
      if (sink === undefined || underWay >= maxUnderWay) throw unavailable('the carrier takes no call now');
      underWay++;
      try {
        return await takeChecked(hook, name, callback, sink);
      } finally {
        underWay--;
      }
    },
  };
}

function readCall({ format }: HookSettings, { query, body }: CarrierCallback): unknown {
  return format === 'query' ? fieldsOf(query) : readDocument(body, format satisfies DocumentFormat);
}

async function report(event: CallbackEvent, sink: CarrierSink): Promise<void> {
  // A text for a number without an owner is dropped; every text has a lasting name, so that there is nothing to
  // confirm.
  if (event.kind === 'text') await sink.inbound(event.text);
  else if (event.kind === 'receipt') await sink.receipt(event.receipt);
}

/** Most events of one call. */
const maxEvents = 1_000;

type CallbackEvent =
  | { kind: 'receipt'; receipt: CarrierReceipt }
  | { kind: 'text'; text: CarrierInbound }
  /** There is nothing in it for us. */
  | { kind: 'ignored' }
  /** It should have reported something, and something is missing. */
  | { kind: 'malformed' };

type ReceiptMap = NonNullable<HookSettings['receipts']>;
type TextMap = NonNullable<HookSettings['texts']>;

const malformed: CallbackEvent = { kind: 'malformed' };

/** All events of a document; undefined when the list is missing or too long. */
function eventsOf(document: unknown, hook: HookSettings, nowMs: number): CallbackEvent[] | undefined {
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
  // Statuses of texts on their way, and statuses that are not configured, say nothing final.
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

/** A text without these values, or with values that are no numbers, is whole. */
function partOf(event: unknown, { parts }: TextMap): CarrierInbound['concat'] {
  if (parts === undefined) return undefined;
  const [reference, total, number] = [parts.reference, parts.total, parts.number].map((path) => {
    const said = textAt(event, path) ?? '';
    return /^\d{1,9}$/.test(said) ? Number(said) : undefined;
  });
  if (reference === undefined || total === undefined || number === undefined) return undefined;
  return { reference, total, number };
}
