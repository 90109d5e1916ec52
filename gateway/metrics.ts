// The gateway's metrics, in Prometheus' form. Labels are closed sets: never an account, an address or a key.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

type Registers = Registry[];

function requestMetrics(registers: Registers) {
  const requests = new Counter({
    name: 'textrelay_gateway_requests_total',
    help: 'Requests answered, by route, method and status',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'textrelay_gateway_request_seconds',
    help: 'Time from the headers to the end of the answer, by route; for the feed it includes the asked wait',
    labelNames: ['route', 'method'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 30],
    registers,
  });
  return {
    /** Counts one route's answers. Its children are kept, because looking labels up costs more than counting. */
    forRoute(route: string, method: string) {
      const time = seconds.labels(route, method);
      const statuses = new Map<number, Counter.Internal>();
      return (status: number, elapsedMs: number) => {
        let child = statuses.get(status);
        if (!child) {
          child = requests.labels(route, method, String(status));
          statuses.set(status, child);
        }
        child.inc();
        time.observe(elapsedMs / 1000);
      };
    },
    wrongKeys: new Counter({
      name: 'textrelay_gateway_wrong_key_refusals_total',
      help: 'Requests refused without asking the core, because their address failed too often with wrong keys',
      registers,
    }),
    /** Shows how much memory unread answers take, at each scrape. */
    watchUnread(bytes: () => number) {
      new Gauge({
        name: 'textrelay_gateway_unread_bytes',
        help: 'Answers with texts that clients have not taken yet, or that are being read for them',
        registers,
        collect() {
          this.set(bytes());
        },
      });
    },
  };
}

function coreMetrics(registers: Registers) {
  const sends = new Counter({
    name: 'textrelay_gateway_sends_total',
    help: 'Texts offered to the core, by outcome: accepted, replayed or the error code',
    labelNames: ['outcome'],
    registers,
  });
  const batches = new Histogram({
    name: 'textrelay_gateway_batch_size',
    help: 'Items sent to the core by one RPC, by batch',
    labelNames: ['batch'],
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers,
  });
  const failures = new Counter({
    name: 'textrelay_gateway_core_failures_total',
    help: 'RPCs that failed without an answer of the core, by method and gRPC status',
    labelNames: ['method', 'status'],
    registers,
  });
  const cores = new Gauge({
    name: 'textrelay_gateway_cores',
    help: 'Cores by how they stand: serving, unknown until the first answer, or away',
    labelNames: ['standing'],
    registers,
  });
  return {
    onSend: (outcome: string) => sends.inc({ outcome }),
    onBatch: (name: string) => {
      const child = batches.labels(name);
      return (size: number) => child.observe(size);
    },
    onCoreFailure: (method: string, status: string) => failures.inc({ method, status }),
    /** Takes how each core stands. */
    onStandings(standings: readonly string[]) {
      cores.reset();
      for (const standing of standings) cores.inc({ standing });
    },
  };
}

/** `waiting` answers how many long-polls wait now. */
function waitMetrics(registers: Registers, waiting: () => number) {
  new Gauge({
    name: 'textrelay_gateway_waiting',
    help: 'Long-polls that wait now',
    registers,
    collect() {
      this.set(waiting());
    },
  });
  return {
    gone: new Counter({
      name: 'textrelay_gateway_waits_gone_total',
      help: 'Long-polls whose client left before the answer',
      registers,
    }),
    watching: new Gauge({
      name: 'textrelay_gateway_watch_live',
      help: '1 while the stream of changes from the core holds',
      registers,
    }),
  };
}

/** When the certificate ends. */
function certificateMetrics(registers: Registers) {
  const end = new Gauge({
    name: 'textrelay_gateway_certificate_end_seconds',
    help: 'When the certificate of the listener ends, in seconds since 1970',
    labelNames: ['listener'],
    registers,
  });
  return { onCertificate: (endMs: number) => end.set({ listener: 'the REST interface' }, endMs / 1000) };
}

/** Registers the gateway's metrics. `waiting` answers how many long-polls wait now. */
export function createMetrics(waiting: () => number) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    ...requestMetrics(registers),
    ...coreMetrics(registers),
    ...certificateMetrics(registers),
    ...waitMetrics(registers, waiting),
  };
}
