// The listener that faces the operator: metrics and health, and of accounts nothing but the numbers of those whose
// devices are linked.
import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';
import { Strangers } from './strangers.ts';

/** Connections at a time; a new one ends the oldest, so that the operator always gets in. */
const mostConnections = 100;
/** Of one connection, which may send them without waiting for the answers. */
const mostRequests = 100;
const bounds = { headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 };

export interface OpsOptions {
  registry: Registry;
  isReady: () => boolean;
  /** Brings gauges that cost a query up to date; a failure leaves them as they were. */
  refresh: () => Promise<void>;
}

/** Makes the server; the caller listens and closes. */
export function createOpsServer({ registry, isReady, refresh }: OpsOptions): Server {
  let rendering: Promise<string> | undefined;
  /** The metrics; all who ask while they are being made get the same. */
  const render = (): Promise<string> => {
    rendering ??= refresh()
      .catch(() => {})
      .then(() => registry.metrics())
      .finally(() => {
        rendering = undefined;
      });
    return rendering;
  };
  const server = createServer(bounds, (request, response) => {
    const text = (status: number, body: string, type = 'text/plain; charset=utf-8') =>
      response.writeHead(status, { 'content-type': type }).end(body);
    switch (request.url?.split('?')[0]) {
      case '/healthz':
        return text(200, 'alive\n');
      case '/readyz':
        return isReady() ? text(200, 'ready\n') : text(503, 'not ready\n');
      case '/metrics':
        render().then(
          (metrics) => text(200, metrics, registry.contentType),
          () => text(500, 'metrics failed\n'),
        );
        return;
      default:
        return text(404, 'not found\n');
    }
  });
  server.maxRequestsPerSocket = mostRequests;
  new Strangers(server, mostConnections);
  return server;
}
