// Of a text that one core accepts and another takes at once, before its trace is kept, no step is missing from the trace.
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import type { TraceKey } from '../../store/tracing/text_traces.ts';
import { createTextTraces } from './text_traces.ts';

const { clock, run } = simulateEachTest();

const exporter = new InMemorySpanExporter();
beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  );
});
afterAll(() => {
  trace.disable();
  context.disable();
});

test('a hand-over before the trace is kept is noted, as of then, once the trace is found', async () => {
  const handedOverMs = clock.nowMs();
  const key = { accountId: 1n, messageId: 2n };
  const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  let kept: (TraceKey & { parent: string })[] = [];
  const store = { keepTraces: async () => undefined, findTraces: async () => kept };
  const traces = createTextTraces({ store, clock });
  await traces.load([key]);
  expect(traces.note(key, { name: 'hand over to device', kind: 'producer' })).toBe('');
  expect(exporter.getFinishedSpans()).toEqual([]);
  kept = [{ ...key, parent }];
  await run(3_000);
  await traces.load([key]);
  traces.note(key, { name: 'report: sent', kind: 'consumer' });
  await traces.load([key]);
  expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual([
    'hand over to device',
    'report: sent',
  ]);
  const [span] = exporter.getFinishedSpans();
  expect([span?.startTime, span?.endTime, span?.parentSpanContext?.spanId]).toEqual([
    [handedOverMs / 1000, 0],
    [handedOverMs / 1000, 0],
    'b7ad6b7169203331',
  ]);
});
