// With an OpenTelemetry SDK one trace leads from a client's request to the receipt of its text, by device or by carrier, over
// several cores; without an SDK there are no traces.
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isTracing } from '../../runtime/tracing.ts';
import { simulatedKind } from '../../server/carrier/simulated/simulated.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestCore } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { RawAgent } from '../support/raw_agent.ts';
import { type Stack, startStack } from '../support/stack.ts';

const exporter = new InMemorySpanExporter();

/** Does what a program does that the operator loads before the service. */
function loadSdk(): void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  );
}

let service: SimulatedService;
let stack: Stack;
let sql: ReturnType<typeof openInspector>;
beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service, cores: 2 });
  sql = openInspector(stack.databaseUrl);
});
afterEach(() => {
  trace.disable();
  context.disable();
  exporter.reset();
});
afterAll(async () => {
  await sql?.end();
  await stack?.stop();
  await service?.end();
});

const during = <T>(happening: Promise<T>) => service.simulation.during(happening);

/** The traces that are kept for an account's texts. */
const kept = async (accountId: bigint) =>
  (await sql`select from text_trace where account_id = ${accountId}`).length;

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = (end: string) => `00-${traceId}-b7ad6b7169203${end}-01`;

/** The finished spans of the trace of the test's client. */
const spans = () => exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === traceId);
const named = (name: string) => spans().find((span) => span.name === name);

/** The names from a span up to the client's. */
function wayOf(span: ReadableSpan | undefined): string[] {
  const way: string[] = [];
  for (let at = span; at !== undefined; ) {
    way.push(at.name);
    const above: string | undefined = at.parentSpanContext?.spanId;
    at = spans().find((other) => other.spanContext().spanId === above);
  }
  return way;
}

const post = 'POST /api/v1/messages';
const rpc = 'MessageService/SendMessages';

const send = (key: string, end: string, fields: object, at = stack) =>
  at.post(
    '/api/v1/messages',
    key,
    { address: '+15005550006', body: 'x', ...fields },
    { traceparent: traceparent(end) },
  );

test('by a device: request, RPC, statement, hand-over over the link, report and receipt are one trace', async () => {
  loadSdk();
  const account = await stack.createAccount();
  const { json } = await send(account.key, '331', {});
  await service.simulation.run('1 s');
  expect(await kept(account.id)).toBe(1);
  // The device is linked to the core that did not accept the text.
  const [, second] = stack.cores as [TestCore, TestCore];
  const agent = await during(RawAgent.linked(second, account.deviceToken));
  const job = await during(agent.submit());
  expect(job.messageId).toBe(BigInt(json.message.id));
  agent.send({
    case: 'receipt',
    value: {
      reportId: 'receipt',
      messageId: job.messageId,
      attempt: job.attempt,
      outcome: 1,
      identity: job.identity,
    },
  });
  await during(agent.expect('reportAck'));
  await service.simulation.idle();

  expect(wayOf(named('receipt: delivered'))).toEqual(['receipt: delivered', post]);
  expect(wayOf(named('report: sent'))).toEqual(['report: sent', post]);
  expect(wayOf(named('hand over to device'))).toEqual(['hand over to device', post]);
  expect(job.traceParent).toContain(named('hand over to device')?.spanContext().spanId);
  // The client's call, the core's, and its statement.
  expect(wayOf(spans().find(({ name, kind }) => name === rpc && kind === 2))).toEqual([rpc, post]);
  expect(spans().map(wayOf)).toContainEqual(['statement', rpc, rpc, post]);
  expect(named(post)?.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
  // No span holds anything private.
  const all = JSON.stringify(exporter.getFinishedSpans().map(({ name, attributes }) => [name, attributes]));
  for (const secret of [account.key, '15005550006', account.deviceToken]) expect(all).not.toContain(secret);
  await during(agent.close());
});

test('by a carrier: the submit and the receipt belong to the same trace', async () => {
  // One core submits what it accepts: a second core might take the text before the trace is noted.
  const alone = await startStack({
    service,
    carriers: [{ name: 'simulated', kind: simulatedKind, priority: 100, sender: null, settings: {} }],
  });
  try {
    const account = await alone.createAccount({ paired: false });
    const { admin } = alone.core;
    await admin.assignNumber({ carrier: 'simulated', number: '+12015550123', accountId: account.id });
    loadSdk();
    await send(account.key, '332', {}, alone);
    await service.simulation.run('5 s');
    expect(wayOf(named('submit to carrier'))).toEqual(['submit to carrier', post]);
    expect(wayOf(named('receipt: delivered'))).toEqual(['receipt: delivered', post]);
  } finally {
    await alone.stop();
  }
});

test('a trace that the client does not sample leaves nothing, nor does any trace without an SDK', async () => {
  const account = await stack.createAccount();
  loadSdk();
  const unsampled = `00-${traceId}-b7ad6b7169203333-00`;
  await stack.post(
    '/api/v1/messages',
    account.key,
    { address: '+15005550006', body: 'x' },
    { traceparent: unsampled },
  );
  trace.disable();
  context.disable();
  expect(isTracing()).toBe(false);
  exporter.reset();
  await send(account.key, '334', {});
  const agent = await during(RawAgent.linked(stack.core, account.deviceToken));
  expect((await during(agent.submit())).traceParent).toBe('');
  expect([await kept(account.id), exporter.getFinishedSpans()]).toEqual([0, []]);
  await during(agent.close());
});
