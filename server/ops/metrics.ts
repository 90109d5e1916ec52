// What the core counts, in Prometheus' form. Labels are closed sets: never an account, an address or a key. Linked
// devices and carriers have metrics of their own, in device/device_metrics.ts and carrier/carrier_metrics.ts.

import type { Interceptor } from '@connectrpc/connect';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** Registers the core's metrics. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];

  const calls = new Counter({
    name: 'textrelay_core_rpc_total',
    help: 'RPCs answered, by method and outcome',
    labelNames: ['method', 'outcome'],
    registers,
  });
  const batches = new Histogram({
    name: 'textrelay_core_batch_size',
    help: 'Items written by one statement, by batch',
    labelNames: ['batch'],
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers,
  });
  const handedOver = new Counter({
    name: 'textrelay_core_handed_over_total',
    help: 'Texts handed over to devices',
    registers,
  });
  const webhookRequests = new Counter({
    name: 'textrelay_core_webhook_requests_total',
    help: 'Requests to webhooks, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  const webhookEvents = new Counter({
    name: 'textrelay_core_webhook_events_total',
    help: 'Events that webhooks have taken',
    registers,
  });
  const expired = new Counter({
    name: 'textrelay_core_expired_total',
    help: 'Texts ended because a state lasted too long, by that state',
    labelNames: ['status'],
    registers,
  });
  const planChanges = new Counter({
    name: 'textrelay_core_plan_changes_total',
    help: 'Plan changes asked for, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  const providerCalls = new Counter({
    name: 'textrelay_core_billing_calls_total',
    help: 'Calls of the payment provider, by call and outcome',
    labelNames: ['call', 'outcome'],
    registers,
  });
  const billingEvents = new Counter({
    name: 'textrelay_core_billing_events_total',
    help: 'Events of the payment provider, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  const links = new Gauge({
    name: 'textrelay_core_device_links',
    help: 'Devices linked to this replica',
    registers,
  });
  const watches = new Gauge({ name: 'textrelay_core_watches', help: 'WatchChanges streams open', registers });
  const ready = new Gauge({ name: 'textrelay_core_ready', help: '1 while the database answers', registers });
  const unfinished = new Gauge({
    name: 'textrelay_core_unfinished_texts',
    help: 'Texts in a state that is not final, over all replicas; at most 10,000 are counted, those first whose time runs out first, every 10 seconds',
    labelNames: ['status'],
    registers,
  });
  const oldest = new Gauge({
    name: 'textrelay_core_oldest_text_seconds',
    help: 'Age of the oldest text in a state that is not final, over all replicas, among those that are counted',
    labelNames: ['status'],
    registers,
  });

  const onCall = (method: string, outcome: 'ok' | 'error') => calls.inc({ method, outcome });

  return {
    registry,
    links,
    watches,
    ready,
    handedOver,
    expired,
    webhookRequests,
    webhookEvents,
    calls,
    billing: {
      onPlanChange: (outcome: string) => planChanges.inc({ outcome }),
      onProviderCall: (call: string, outcome: string) => providerCalls.inc({ call, outcome }),
      onEvent: (outcome: string) => billingEvents.inc({ outcome }),
    },
    onBatch: (name: string) => {
      const child = batches.labels(name);
      return (size: number) => child.observe(size);
    },
    setUnfinished(counts: readonly { status: string; count: number; oldestSeconds: number }[]) {
      unfinished.reset();
      oldest.reset();
      for (const { status, count, oldestSeconds } of counts) {
        unfinished.set({ status }, count);
        oldest.set({ status }, oldestSeconds);
      }
    },
    onCall,
    /** Counts each RPC by its method's name. */
    interceptor: ((next) => async (request) => {
      const method = request.method.name;
      try {
        const response = await next(request);
        onCall(method, 'ok');
        return response;
      } catch (error) {
        onCall(method, 'error');
        throw error;
      }
    }) satisfies Interceptor,
  };
}
