// The agent goes on the trace that the core names with a text.
import { context, trace } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import type { Result } from '../drivers/driver.ts';
import { AgentBench } from '../testing/agent_bench.ts';
import { ScriptedDriver } from '../testing/scripted_driver.ts';

const exporter = new InMemorySpanExporter();
const simulated = simulateEachTest();
const { idle } = simulated;
let bench: AgentBench;
beforeEach(async () => {
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  );
  bench = await AgentBench.open(simulated);
});
afterEach(async () => {
  exporter.reset();
  trace.disable();
  context.disable();
  await bench.close();
});

const traceId = '0af7651916cd43dd8448eb211c80319c';
const sent: Result = { kind: 'accepted', refs: ['1'] };

test('the submit of a text is a span below its hand-over; one without a trace, or with none that can be read, has no span', async () => {
  const driver = new ScriptedDriver();
  driver.answerAll = () => sent;
  await bench.startLinked({ driver });
  bench.core.sendJob(1n, '+15005550101', { traceParent: `00-${traceId}-b7ad6b7169203331-01` });
  bench.core.sendJob(2n, '+15005550102');
  bench.core.sendJob(3n, '+15005550103', { traceParent: 'nothing that can be read' });
  await idle();
  expect(bench.core.received('progress')).toHaveLength(3);
  // The process of the tests may trace other parts at the same time.
  const spans = exporter.getFinishedSpans().filter((span) => span.name === 'submit to device');
  expect(spans.map((span) => [span.spanContext().traceId, span.parentSpanContext?.spanId])).toEqual([
    [traceId, 'b7ad6b7169203331'],
  ]);
});
