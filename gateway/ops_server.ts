// The listener that faces the operator: metrics and health, never anything of an account.
import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';
import { keepNewest } from './keep_newest.ts';

const mostConnections = 100;
/** Of one connection, which may send them without waiting for the answers. */
const mostRequests = 100;
const bounds = { headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 };

export interface OpsOptions {
  registry: Registry;
  /** Whether requests can be served now. */
  isReady: () => Promise<boolean>;
}

/** Makes the server; the caller listens and closes. */
export function createOpsServer({ registry, isReady }: OpsOptions): Server {
  let asking: Promise<boolean> | undefined;
  /** Whether requests can be served; all who ask meanwhile get the same answer. */
  const ask = (): Promise<boolean> => {
    asking ??= isReady().finally(() => {
      asking = undefined;
    });
    return asking;
  };
  const server = createServer(bounds, (request, response) => {
    const text = (status: number, body: string, type = 'text/plain; charset=utf-8') =>
      response.writeHead(status, { 'content-type': type }).end(body);
    switch (request.url?.split('?')[0]) {
      case '/healthz':
        return text(200, 'alive\n');
      case '/readyz':
        ask().then(
          (ready) => (ready ? text(200, 'ready\n') : text(503, 'not ready\n')),
          () => text(503, 'not ready\n'),
        );
        return;
      case '/metrics':
        registry.metrics().then(
          (metrics) => text(200, metrics, registry.contentType),
          () => text(500, 'metrics failed\n'),
        );
        return;
      default:
        return text(404, 'not found\n');
    }
  });
  server.maxRequestsPerSocket = mostRequests;
  keepNewest(server, mostConnections);
  return server;
}
