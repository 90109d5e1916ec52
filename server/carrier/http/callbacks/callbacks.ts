// The carrier's calls: checked, read, reported, and only then answered. A call that was not stored ends with an error, so
// that the company makes it again. One that was signed is never refused for what it says: what cannot be read is kept for the
// operator.
import { seldom } from '../../../../runtime/seldom.ts';
import { notFound, unavailable } from '../../../errors.ts';
import type { CallbackAnswer, CarrierCallback, CarrierContext, CarrierSink } from '../../carrier.ts';
import { checkSignature, hookNameOf } from '../calls/signature.ts';
import type { HookSettings, SignatureSettings } from '../http_settings.ts';
import { type DocumentFormat, fieldsOf, readDocument } from '../reading/document.ts';
import { eventsIn, readEvent, written } from './events.ts';

/** Most calls under way; beyond that, the company has to call again. */
const maxUnderWay = 200;
/** Events of one call, and texts of one event, that are stored at a time. */
const atOnce = 100;
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
    const events = document === undefined ? undefined : eventsIn(document, hook);
    if (events === undefined)
      await sink.deadLetter({ source: name, why: 'unreadable', raw: rawOf(callback) });
    // In turns, so that a long list takes no more at a time than several calls do.
    for (let from = 0; from < (events?.length ?? 0); from += atOnce)
      await Promise.all(
        (events ?? []).slice(from, from + atOnce).map((event) => report(event, hook, name, sink)),
      );
    const { status = 200, content_type = 'text/plain; charset=utf-8', body = '' } = hook.answer ?? {};
    return { status, contentType: content_type, body };
  };

  /** Stores what an event says; what nobody can do anything with is kept for the operator. */
  const report = async (
    event: unknown,
    hook: HookSettings,
    source: string,
    sink: CarrierSink,
  ): Promise<void> => {
    const keep = (why: 'incomplete' | 'unreadable' | 'unowned') =>
      sink.deadLetter({ source, why, raw: written(event) });
    const said = readEvent(event, hook, clock.nowMs());
    for (const one of said) {
      if (one.kind === 'receipt') await sink.receipt(one.receipt);
      else if (one.kind !== 'text') await keep(one.kind);
    }
    const texts = said.flatMap((one) => (one.kind === 'text' ? [one.text] : []));
    let isOwned = texts.length === 0;
    // Every text has a lasting name, or one that a repeat has too, so that there is nothing to confirm.
    for (let from = 0; from < texts.length; from += atOnce) {
      const taken = await Promise.all(texts.slice(from, from + atOnce).map((text) => sink.inbound(text)));
      isOwned ||= taken.some(({ owned }) => owned);
    }
    if (!isOwned) await keep('unowned');
  };

  return {
    async take(callback, sink) {
      const name = hookNameOf(callback.hook);
      const hook = Object.hasOwn(hooks, name) ? hooks[name] : undefined;
      // Only hooks with a secret in the path may have one there.
      if (!hook || (callback.hook !== name && !hook.signature.path)) throw notFound('callback');
      const proven = provenBy(hook.signature);
      if (callback.method === 'GET' ? !proven.query : !proven.body && hook.format !== 'query')
        return refuse(405, `the call must use ${callback.method === 'GET' ? 'POST' : 'GET'}`, name);
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

/** What the company's signature proves: everything, where it shows a secret. */
function provenBy({ scheme, signs = '{{body}}' }: SignatureSettings): { query: boolean; body: boolean } {
  if (scheme !== 'hmac') return { query: true, body: true };
  return { query: /\{\{\s*url/.test(signs), body: /\{\{\s*(?:body|sorted_fields)/.test(signs) };
}

/**
 * A call as a document, undefined for what cannot be read: in the hook's own format, or in another one that the call is in. Companies
 * let their customers choose, and change what they send.
 */
function readCall(
  { format, signature }: HookSettings,
  { method, query, headers, body }: CarrierCallback,
): unknown {
  const fields = () => fieldsOf(Buffer.from(query.replace(/^\?/, '')));
  if (method === 'GET' || body.length === 0 || !provenBy(signature).body)
    return query === '' ? undefined : fields();
  const type = headers.get('content-type') ?? '';
  const [, charset] = /charset\s*=\s*"?([\w.:-]+)/i.exec(type) ?? [];
  const read = (as: DocumentFormat) => readDocument(body, as, charset);
  if (format === 'json') return read('json') ?? (/form/i.test(type) ? read('form') : undefined);
  return (/json/i.test(type) ? read('json') : undefined) ?? read('form');
}

const rawOf = ({ query, body }: CarrierCallback): string =>
  [query, Buffer.from(body).toString('utf8')].filter(Boolean).join('\n');
