// Spans at the doors, by OpenTelemetry's API: silent, and nearly free, until the operator loads an SDK. Between
// processes a span is named as in W3C's header `traceparent`. A span never holds a body, a number or a key.
import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/** Where the API keeps what an SDK registers, whichever copy of it the SDK was loaded with. */
const registered = Symbol.for('opentelemetry.js.api.1');

/** Whether an SDK is loaded. */
export const isTracing = (): boolean =>
  (globalThis as { [registered]?: { trace?: unknown } })[registered]?.trace !== undefined;

/** The name of a span in another process; empty for none. */
export type TraceParent = string;

const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

export function isTraceParent(text: unknown): text is TraceParent {
  return typeof text === 'string' && form.test(text);
}

function parentOf(span: Span | undefined): TraceParent {
  if (span === undefined) return '';
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** The span that is under way here; empty for none. */
export const activeTrace = (): TraceParent => (isTracing() ? parentOf(trace.getActiveSpan()) : '');

function contextOf(parent: TraceParent | undefined): Context {
  if (parent === undefined) return context.active();
  const [, traceId = '', spanId = '', flags = ''] = form.exec(parent) ?? [];
  if (traceId === '') return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}

interface SpanOptions {
  name: string;
  /** Who asks and who is asked; `internal` for neither. */
  kind?: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  /** The parent span; the one under way here when left out. */
  parent?: TraceParent | undefined;
  /** Further spans that it is work for. */
  links?: readonly TraceParent[];
  attributes?: Attributes;
  /** When it began, in milliseconds since 1970; now when left out. */
  startedMs?: number;
}

/** A span that was begun. */
export interface OpenSpan {
  parent: TraceParent;
  /** Runs work in it. */
  run<T>(work: () => T): T;
  end(hasFailed: boolean, attributes?: Attributes, endedMs?: number): void;
}

/** Begins a span, which the caller ends. Call it only while `isTracing()`. */
export function openSpan({
  name,
  kind = 'internal',
  parent,
  links = [],
  attributes = {},
  startedMs,
}: SpanOptions): OpenSpan {
  const above = contextOf(parent);
  const span = trace.getTracer('textrelay').startSpan(
    name,
    {
      kind: SpanKind[kind.toUpperCase() as keyof typeof SpanKind],
      attributes,
      ...(startedMs !== undefined && { startTime: startedMs }),
      links: links.flatMap((link) => {
        const linked = trace.getSpanContext(contextOf(link));
        return linked ? { context: linked } : [];
      }),
    },
    above,
  );
  const within = trace.setSpan(above, span);
  return {
    parent: parentOf(span),
    run: (work) => context.with(within, work),
    end(hasFailed, more = {}, endedMs) {
      span.setAttributes(more);
      if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endedMs);
    },
  };
}

/** Does work in a span of its own; without an SDK it only does the work. */
export const inSpan = <T>(options: SpanOptions, work: () => Promise<T>): Promise<T> =>
  isTracing() ? spanned(options, work) : work();

async function spanned<T>(options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const span = openSpan(options);
  try {
    const result = await span.run(work);
    span.end(false);
    return result;
  } catch (error) {
    span.end(true);
    throw error;
  }
}

/** Notes something that has happened; returns its name. */
export function noteSpan(options: SpanOptions & { hasFailed?: boolean }): TraceParent {
  if (!isTracing()) return '';
  const span = openSpan(options);
  span.end(options.hasFailed ?? false, {}, options.startedMs);
  return span.parent;
}
