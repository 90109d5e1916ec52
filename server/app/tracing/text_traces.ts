// The traces of texts between their acceptance and their last receipt. Only while an SDK is loaded, and only for texts
// that it samples, so that it costs nothing otherwise: the newest are remembered here, and a table of their own keeps
// them for other cores and for texts that leave later. No column of a text holds them.
import { BoundedMap } from '../../../runtime/bounded_map.ts';
import { inSpan, isTraceParent, isTracing, noteSpan, type TraceParent } from '../../../runtime/tracing.ts';
import type { TraceKey } from '../../store/tracing/text_traces.ts';
import { createBatcher } from '../batches/batcher.ts';
import type { AppContext } from '../context.ts';

/** Texts, and parts at carriers, that are remembered here at most. */
const mostRemembered = 20_000;

const isSampled = (parent: TraceParent) => isTraceParent(parent) && parent.endsWith('1');

const keyOf = ({ accountId, messageId }: TraceKey) => `${accountId}/${messageId}`;

/** A step of a text's way. */
interface Step {
  name: string;
  kind: 'producer' | 'consumer';
  attributes?: Record<string, string>;
  hasFailed?: boolean;
  /** When it was done, in milliseconds since 1970; now when left out. */
  startedMs?: number;
}

export type TextTraces = ReturnType<typeof createTextTraces>;

/** Makes the book of traces. */
export function createTextTraces({
  store,
  clock,
}: Pick<AppContext<'keepTraces' | 'findTraces'>, 'store' | 'clock'>) {
  const texts = new BoundedMap<string, TraceParent>(mostRemembered);
  const parts = new BoundedMap<string, TraceParent>(mostRemembered);
  /** The last step of texts whose trace another core had not kept yet. It is noted once the trace is found. */
  const early = new BoundedMap<string, Step>(mostRemembered);
  const write = createBatcher<TraceKey & { parent: TraceParent }, true>({
    maxBatch: 500,
    maxItems: 10_000,
    async run(traces) {
      await store.keepTraces(traces);
      return traces.map(() => true);
    },
  });
  const note = (parent: TraceParent | undefined, { name, ...step }: Step): TraceParent =>
    parent === undefined ? '' : noteSpan({ name, parent, ...step });

  return {
    /** Keeps the trace that a text was accepted in. Losing a trace does not lose the text. */
    keep(key: TraceKey, parent: TraceParent): void {
      if (!isSampled(parent)) return;
      texts.set(keyOf(key), parent);
      write({ ...key, parent }).catch(() => {});
    },

    /** Looks up those that other cores accepted. Never rejects. */
    async load(keys: readonly TraceKey[]): Promise<void> {
      if (!isTracing()) return;
      const unknown = keys.filter((key) => texts.get(keyOf(key)) === undefined);
      if (unknown.length === 0) return;
      const found = await store.findTraces(unknown).catch(() => []);
      for (const { parent, ...key } of found) {
        texts.set(keyOf(key), parent);
        const step = early.get(keyOf(key));
        early.delete(keyOf(key));
        if (step) note(parent, step);
      }
    },

    /** Notes a step of a text; returns its name, empty where the text has no trace. */
    note(key: TraceKey, step: Step): TraceParent {
      if (!isTracing()) return '';
      const parent = texts.get(keyOf(key));
      if (parent === undefined) early.set(keyOf(key), { ...step, startedMs: clock.nowMs() });
      return note(parent, step);
    },

    /** Submits a part to a carrier. The carrier's name for it ties its receipt to the trace. */
    submit<T extends object>(
      { key, carrier }: { key: TraceKey; carrier: string },
      submit: () => Promise<T>,
    ): Promise<T> {
      const parent = isTracing() ? texts.get(keyOf(key)) : undefined;
      if (parent === undefined) return submit();
      const attributes = { 'textrelay.carrier': carrier };
      return inSpan({ name: 'submit to carrier', kind: 'client', parent, attributes }, async () => {
        const result = await submit();
        if ('ref' in result && typeof result.ref === 'string') parts.set(`${carrier}/${result.ref}`, parent);
        return result;
      });
    },

    /** Notes what a carrier said of a part. */
    noteReceipt(carrier: string, ref: string, outcome: string): void {
      if (!isTracing()) return;
      const attributes = { 'textrelay.carrier': carrier };
      note(parts.get(`${carrier}/${ref}`), { name: `receipt: ${outcome}`, kind: 'consumer', attributes });
    },
  };
}
