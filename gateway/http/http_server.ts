// The public HTTP server: its bounds, its edge (request ids, unknown paths, errors) and nothing of any resource.
import type { Server } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Log } from '../../runtime/log.ts';
import { listenerOptions, type TlsTexts } from '../../runtime/tls/tls_files.ts';
import { edgeHeaders } from '../edge/answers/edge_headers.ts';
import { answerConnect, answerSocketError } from '../edge/answers/socket_error.ts';
import type { App } from '../edge/app.ts';
import { boundConnections } from '../edge/connections.ts';
import { requestIdOf } from '../edge/request_id.ts';
import { wantsPage } from '../edge/requests/accepts.ts';
import type { BodyMemory } from '../edge/requests/body_memory.ts';
import { createBodyParser } from '../edge/requests/body_parser.ts';
import { createEdgeBounds } from '../edge/requests/bounds.ts';
import { ignoredFieldsHeader } from '../edge/requests/ignored_fields.ts';
import { holdFields } from '../edge/requests/known_fields.ts';
import { ownerOf } from '../edge/requests/owners_turns.ts';
import { compilersFactory } from '../edge/schema_compilers.ts';
import { traceRequests } from '../edge/tracing.ts';
import type { Refusal } from '../errors/errors.ts';
import { sendMissingPage } from '../html/missing_page.ts';
import type { Admission } from '../keys/admission.ts';
import type { Limits } from '../limits.ts';
import type { Metrics } from '../metrics.ts';
import { coreDecides } from '../schemas/kinds.ts';
import { isSecure } from '../session/cookie.ts';
import type { SessionDoor } from '../session/door.ts';
import { sendRefusal, toRefusal } from './error_answer.ts';
import type { RouteTable } from './route_table.ts';

interface ServerOptions {
  /** Cleartext when absent. */
  tls?: TlsTexts | undefined;
  /** Those that are believed when they say that a browser speaks HTTPS. */
  trustedProxies: BlockList | undefined;
  limits: Limits;
  log: Log;
  metrics: Metrics;
  table: RouteTable;
  admission: Admission;
  sessions: SessionDoor;
  bodies: BodyMemory;
}

/** Makes the server without routes; the caller adds them and listens. */
export function createServer(options: ServerOptions): App {
  const { limits, log, metrics, table, bodies, trustedProxies } = options;
  const countUnknown = metrics.forRoute('unknown', 'any');
  const countError = (status: number) => countUnknown(status, 0);
  const bounds = createEdgeBounds(limits);
  const app = openFastify(options, countError);

  app.server.maxHeadersCount = bounds.keptHeaders;
  watchSockets(app.server, limits, countError);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', createBodyParser(bodies, limits));
  for (const name of ['caller', 'presentedKey', 'readsKnown', 'session', 'atTheDoor', 'ignoredFields'])
    app.decorateRequest(name, null);

  app.addHook('onRequest', (request, reply, done) => {
    addEdgeHeaders(request, reply, trustedProxies);
    const fault = bounds.refuse(request.raw, reply.raw);
    if (fault) {
      reply.raw.shouldKeepAlive = false;
      if (request.is404) countError(fault.status);
      done(fault);
    } else if (request.is404) {
      // Answered before the body is read: no method or body of an unknown path is of interest.
      const refusal = refuseUnknown(table, request, reply);
      countError(refusal.status);
      if (refusal.status === 404 && isForUser(request)) sendMissingPage(reply);
      else done(refusal);
    } else {
      done();
    }
  });
  traceRequests(app);
  addRouteHooks(app, options);

  app.setErrorHandler(async (error, request, reply) => {
    sendRefusal(reply, (await options.admission.settle(request, reply)) ?? toRefusal(error, log));
    return reply;
  });
  app.setNotFoundHandler((request, reply) => {
    const { refusal } = table.refuse(request.raw.url ?? '');
    sendRefusal(reply, refusal);
  });
  return app;
}

/** The refusal of a request that no route takes; says in Allow what its path takes. */
function refuseUnknown(table: RouteTable, request: FastifyRequest, reply: FastifyReply): Refusal {
  const { refusal, allow } = table.refuse(request.raw.url ?? '');
  if (allow !== undefined) reply.header('allow', allow);
  return refusal;
}

/** Refuses what the router would lead astray; to be called when all routes are added. */
export function refuseMisleading(app: App, table: RouteTable): void {
  app.register(async (scope) => {
    for (const { method, url } of table.misleading())
      scope.route({
        method,
        url,
        config: { isRefused: true },
        exposeHeadRoute: false,
        onRequest: (request, reply, done) => done(refuseUnknown(table, request, reply)),
        handler: () => undefined,
      });
  });
}

function openFastify(
  { tls, trustedProxies, limits, log }: ServerOptions,
  onError: (status: number) => void,
): App {
  const transport = {
    headersTimeout: limits.headersTimeoutMs,
    connectionsCheckingInterval: limits.timeoutCheckMs,
    maxHeaderSize: limits.headerBytes,
    // Node would answer a missing Host without our Error shape; a hook does it with one.
    requireHostHeader: false,
  };
  const secured = tls && { https: { ...transport, ...listenerOptions(tls, limits.headersTimeoutMs) } };

  return fastify({
    logger: false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionTimeout: limits.idleTimeoutMs,
    http: transport,
    // Fastify's types take one of the two; it makes the server of https where that is there.
    ...(secured as object),
    genReqId: requestIdOf,
    exposeHeadRoutes: true,
    return503OnClosing: false,
    // Longer than any header, so that an overlong address or id is judged by its route and not by the router.
    routerOptions: { maxParamLength: limits.headerBytes },
    schemaController: { compilersFactory },
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: false,
        keywords: ['x-extension', coreDecides],
      },
    },
    frameworkErrors: (error, request: FastifyRequest, reply: FastifyReply) => {
      addEdgeHeaders(request, reply, trustedProxies);
      const refusal = toRefusal(error, log);
      onError(refusal.status);
      sendRefusal(reply, refusal);
    },
    clientErrorHandler: (error, socket) => answerSocketError(error, socket, onError),
  }).withTypeProvider<TypeBoxTypeProvider>();
}

/** Takes the requests that Node would answer in its own words, or not at all. */
function watchSockets(server: Server, limits: Limits, onError: (status: number) => void): void {
  boundConnections(server, limits.connections);
  // A client's odd expectation is ignored, as HTTP allows; Node would answer it with an empty 417.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket: Socket) => answerConnect(socket, onError));
  // Asked for once, the address of a connection stays known after its client has left.
  for (const event of ['connection', 'secureConnection'])
    server.on(event, (socket: Socket) => void socket.remoteAddress);
}

/** Whether a person looks for a page. What is asked of the interface is answered as programs expect it. */
const isForUser = ({ method, url, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && !url.startsWith('/api/') && wantsPage(headers.accept);

/** Each route gets the door that its config asks for; each answer is noted and counted. */
function addRouteHooks(app: App, options: ServerOptions): void {
  const { log, metrics, table, admission, sessions, bodies } = options;
  const logsRequests = log.isLevelEnabled('debug');

  app.addHook('onSend', (request, reply, _payload, done) => {
    admission.note(request, reply);
    if (request.ignoredFields) reply.header(ignoredFieldsHeader, String(request.ignoredFields));
    done();
  });

  app.addHook('onRoute', (route) => {
    table.add(route);
    const { admittedFor, admitsItself, session } = route.config ?? {};
    if (admittedFor !== undefined)
      route.onRequest = admitsItself ? admission.within(admittedFor) : admission.before(admittedFor);
    if (session !== undefined) route.onRequest = sessions.before(session);
    // Routes that others call (providers, browsers that load a page) have no summary, and names of their own.
    if (route.config?.summary !== undefined) {
      const own = route.preValidation ?? [];
      route.preValidation = [holdFields(route), ...(Array.isArray(own) ? own : [own])];
    }
    const count = metrics.forRoute(route.url, String(route.method));
    route.onResponse = (request, reply, done) => {
      bodies.answered(request.raw, ownerOf(request));
      count(reply.statusCode, reply.elapsedTime);
      if (logsRequests) {
        const { id, method } = request;
        log.debug({ id, method, route: route.url, status: reply.statusCode }, 'answered');
      }
      done();
    };
  });
}

/** Sets the headers of every answer. A route may replace all but the id: clients may keep its answers. */
function addEdgeHeaders(request: FastifyRequest, reply: FastifyReply, proxies: BlockList | undefined): void {
  reply.headers(edgeHeaders(request.id, isSecure(request, proxies)));
}
