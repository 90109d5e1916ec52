// A span for each request, which goes on the one that the client names in `traceparent`.
import type { FastifyRequest } from 'fastify';
import { isTraceParent, isTracing, type OpenSpan, openSpan } from '../../runtime/tracing.ts';
import type { App } from './app.ts';

/** Adds it. Costs a look at a flag while nobody traces. */
export function traceRequests(app: App): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, reply, done) => {
    if (!isTracing() || request.is404) return done();
    const { method, routeOptions, headers } = request;
    const route = routeOptions.url ?? '';
    const span = openSpan({
      name: `${method} ${route}`,
      kind: 'server',
      parent: isTraceParent(headers.traceparent) ? headers.traceparent : '',
      attributes: { 'http.request.method': method, 'http.route': route },
    });
    spans.set(request, span);
    reply.raw.once('close', () =>
      span.end(reply.statusCode >= 500, { 'http.response.status_code': reply.statusCode }),
    );
    span.run(done);
  });
  // A body comes in by events, which know nothing of the hook before them.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });
}
