// The listener that faces the operator: metrics, health and readiness of one process, and nothing that needs a credential.
import { createServer, type Server } from 'node:http';
import { keepNewest } from './keep_newest.ts';

/** Connections at a time; a new one ends the oldest, so that the operator always gets in. */
const mostConnections = 100;
/** Of one connection, which may send them without waiting for the answers. */
const mostRequests = 100;
const bounds = { headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 };

interface OpsOptions {
  /** The metrics in Prometheus' text format, and their content type. */
  metrics: () => Promise<string>;
  contentType: string;
  /** Whether the process can do its work now. */
  isReady: () => boolean | Promise<boolean>;
  /** Why it is not, a sentence without its full stop; undefined where that is not known. */
  problem?: () => string | undefined;
}

/** All who ask while an answer is being made get the same. */
function shared<T>(make: () => T | Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= Promise.resolve()
      .then(make)
      .finally(() => {
        underWay = undefined;
      });
    return underWay;
  };
}

/** Makes the server; the caller listens and closes. */
export function createOpsServer({ metrics, contentType, isReady, problem }: OpsOptions): Server {
  const [render, ask] = [shared(metrics), shared(isReady)];
  const notReady = () => {
    const why = problem?.();
    return why === undefined ? 'not ready\n' : `not ready: ${why}\n`;
  };
  const server = createServer(bounds, (request, response) => {
    const text = (status: number, body: string, type = 'text/plain; charset=utf-8') =>
      response.writeHead(status, { 'content-type': type }).end(body);
    switch (request.url?.split('?')[0]) {
      case '/healthz':
        return text(200, 'alive\n');
      case '/readyz':
        ask().then(
          (ready) => (ready ? text(200, 'ready\n') : text(503, notReady())),
          () => text(503, notReady()),
        );
        return;
      case '/metrics':
        render().then(
          (body) => text(200, body, contentType),
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
