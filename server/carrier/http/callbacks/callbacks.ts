// The carrier's calls: checked, read, reported, and only then answered. A call that was not stored ends with an error, so
// that the company makes it again. One that was signed is never refused for what it says: what cannot be read is kept for the
// operator.
import { seldom } from '../../../../runtime/seldom.ts';
import { notFound, unavailable } from '../../../errors.ts';
import type { DeadLetterReason } from '../../../store/carriers/dead_letters.ts';
import type { CallbackAnswer, CarrierCallback, CarrierContext, CarrierSink } from '../../carrier.ts';
import { checkSignature, hookNameOf } from '../calls/signature.ts';
import type { HookSettings } from '../http_settings.ts';
import { provenBy, rawOf, readCall } from './call_document.ts';
import { eventsIn, readEvent, written } from './events.ts';

/** Most calls under way; beyond that, the company has to call again. */
const maxUnderWay = 200;
/** Receipts and texts of one call that are stored at a time. */
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

/** In turns, so that a long list takes no more at a time than several calls do. */
async function doAll(work: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (let from = 0; from < work.length; from += atOnce) {
    const ends = await Promise.allSettled(work.slice(from, from + atOnce).map((store) => store()));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
  }
}

/** Stores what events say; what nobody can do anything with is kept for the operator, each event once for each reason. */
async function report(
  events: readonly unknown[],
  { hook, source, nowMs }: { hook: HookSettings; source: string; nowMs: number },
  sink: CarrierSink,
): Promise<void> {
  const letters: [unknown, Set<DeadLetterReason>][] = [];
  const work: (() => Promise<unknown>)[] = [];
  for (const event of events) {
    const reasons = new Set<DeadLetterReason>();
    letters.push([event, reasons]);
    const said = readEvent(event, hook, nowMs);
    if (said.some(({ kind }) => kind === 'text')) reasons.add('unowned');
    for (const one of said)
      if (one.kind === 'receipt') work.push(() => sink.receipt(one.receipt));
      else if (one.kind === 'text')
        // Every text has a lasting name, or one that a repeat has too, so that there is nothing to confirm.
        work.push(async () => (await sink.inbound(one.text)).owned && reasons.delete('unowned'));
      else reasons.add(one.kind);
    if (work.length >= atOnce) await doAll(work.splice(0));
  }
  await doAll(work);
  for (const [event, reasons] of letters)
    for (const why of reasons) await sink.deadLetter({ source, why, raw: written(event) });
}

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
      await sink.deadLetter({ source: name, why: 'unreadable', raw: rawOf(callback, hook) });
    else await report(events, { hook, source: name, nowMs: clock.nowMs() }, sink);
    const { status = 200, content_type = 'text/plain; charset=utf-8', body = '' } = hook.answer ?? {};
    return { status, contentType: content_type, body };
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
