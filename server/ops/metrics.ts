// The core's metrics, in Prometheus' form. Labels are closed sets: never an account, an address or a key. Linked
// devices and carriers have metrics of their own, in device/device_metrics.ts and carrier/carrier_metrics.ts.
import type { Interceptor } from '@connectrpc/connect';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { inSpan } from '../../runtime/tracing.ts';
import { readDiskSpace } from './disk_space.ts';

export type Metrics = ReturnType<typeof createMetrics>;

type OnCall = (method: string, outcome: 'ok' | 'error') => void;

/** Counts each RPC by its method's name, and does it in a span that goes on the caller's. */
const counting =
  (onCall: OnCall): Interceptor =>
  (next) =>
  async (request) => {
    const { name, parent } = request.method;
    const span = {
      name: `${parent.name}/${name}`,
      kind: 'server' as const,
      parent: request.header.get('traceparent') ?? '',
    };
    try {
      const response = await inSpan(span, () => next(request));
      onCall(name, 'ok');
      return response;
    } catch (error) {
      onCall(name, 'error');
      throw error;
    }
  };

/** When the certificates end; each is known by its listener. */
function certificateMetrics(registers: Registry[]) {
  const ends = new Map<string, number>();
  new Gauge({
    name: 'textrelay_core_certificate_end_seconds',
    help: 'When the certificate of a listener ends, in seconds since 1970',
    labelNames: ['listener'],
    registers,
    collect() {
      for (const [listener, endMs] of ends) this.set({ listener }, endMs / 1000);
    },
  });
  return {
    /** When each ends, in milliseconds since the Unix epoch. */
    certificateEnds: (): ReadonlyMap<string, number> => ends,
    onCertificate: (listener: string) => (endMs: number) => void ends.set(listener, endMs),
  };
}

/** How much space the disk of the data directory has; nothing without one. */
function diskMetrics(registers: Registry[], dataDir: string | undefined): void {
  const gauge = (name: 'free' | 'size', help: string) =>
    new Gauge({
      name: `textrelay_core_disk_${name}_bytes`,
      help,
      labelNames: ['disk'],
      registers,
      async collect() {
        const space = dataDir === undefined ? undefined : await readDiskSpace(dataDir);
        this.reset();
        if (space) this.set({ disk: 'data' }, space[name]);
      },
    });
  gauge('free', 'Space of the data directory that is free for this user');
  gauge('size', 'Size of the disk of the data directory');
}

/** Registers the core's metrics. `dataDir`: the directory whose disk is measured. */
export function createMetrics({ dataDir }: { dataDir?: string | undefined } = {}) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const described = (name: string, help: string, labelNames: string[] = []) => ({
    name: `textrelay_core_${name}`,
    help,
    labelNames,
    registers: [registry],
  });
  const counter = (...of: Parameters<typeof described>) => new Counter(described(...of));
  const gauge = (...of: Parameters<typeof described>) => new Gauge(described(...of));

  const calls = counter('rpc_total', 'RPCs answered, by method and outcome', ['method', 'outcome']);
  const batches = new Histogram({
    ...described('batch_size', 'Items written by one statement, by batch', ['batch']),
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
  });
  const planChanges = counter('plan_changes_total', 'Plan changes asked for, by outcome', ['outcome']);
  const providerCalls = counter('billing_calls_total', 'Calls of the payment provider, by call and outcome', [
    'call',
    'outcome',
  ]);
  const billingEvents = counter('billing_events_total', 'Events of the payment provider, by outcome', [
    'outcome',
  ]);
  const unfinished = gauge(
    'unfinished_texts',
    'Texts in a state that is not final, over all replicas; at most 10,000 are counted, those first whose time runs out first, every 10 seconds',
    ['status'],
  );
  const oldest = gauge(
    'oldest_text_seconds',
    'Age of the oldest text in a state that is not final, over all replicas, among those that are counted',
    ['status'],
  );
  const onCall: OnCall = (method, outcome) => calls.inc({ method, outcome });
  diskMetrics([registry], dataDir);

  return {
    registry,
    ...certificateMetrics([registry]),
    links: gauge('device_links', 'Devices linked to this replica'),
    watches: gauge('watches', 'WatchChanges streams open'),
    ready: gauge('ready', '1 while the database answers'),
    handedOver: counter('handed_over_total', 'Texts handed over to devices'),
    expired: counter('expired_total', 'Texts ended because a state lasted too long, by that state', [
      'status',
    ]),
    webhookRequests: counter('webhook_requests_total', 'Requests to webhooks, by outcome', ['outcome']),
    webhookEvents: counter('webhook_events_total', 'Events that webhooks have taken'),
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
    interceptor: counting(onCall),
  };
}

const sum = async (
  metric: Counter<string> | Gauge<string>,
  which: (labels: object) => boolean = () => true,
) => (await metric.get()).values.reduce((all, { value, labels }) => (which(labels) ? all + value : all), 0);

/** Reads them. */
export const coreStatsOf = async ({ links, watches, handedOver, expired, calls }: Metrics) => ({
  links: await sum(links),
  watches: await sum(watches),
  textsHandedOver: await sum(handedOver),
  textsExpired: await sum(expired),
  calls: await sum(calls),
  callsFailed: await sum(calls, (labels) => 'outcome' in labels && labels.outcome === 'error'),
});
