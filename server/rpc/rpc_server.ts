// The core's listener for internal services: gRPC, gRPC-Web and Connect over HTTP/2, cleartext or TLS. Every service
// but health needs the service credential, and it is asked for before a body is read; a client's certificate, where
// one is asked for, comes on top of it.
import {
  constants,
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type Http2Session,
} from 'node:http2';
import type { DescMethodUnary } from '@bufbuild/protobuf';
import type { ConnectRouter, Interceptor } from '@connectrpc/connect';
import { Health } from '../../proto/gen/grpc/health/v1/health_pb.ts';
import { Unauthenticated } from '../../runtime/listeners/unauthenticated.ts';
import type { Log } from '../../runtime/log.ts';
import { listenerOptions, type TlsTexts } from '../../runtime/tls/tls_files.ts';
import { createConnectHandler } from '../connect/connect_handler.ts';
import { createSessionWatch, sessionMegabytes, sliceAnswers } from '../connect/sliced_answers.ts';
import { createCredentialCheck } from './credential.ts';
import { type DirectMethod, type DirectOptions, noteDirect, serveDirectly } from './direct_unary.ts';

/** Largest request; a batch of 500 texts of 1600 characters fits. */
const maxRequestBytes = 4 * 1024 * 1024;
const maxTimeoutMs = 30_000;
const settings = { maxConcurrentStreams: 1_000 };
const transport = { settings, maxSessionMemory: sessionMegabytes };
/** Most connections without the credential, and most calls on one of them: health needs no credential. */
export const mostUnauthenticated = 64;
const mostCallsUncredentialed = 50;

interface RpcServerOptions {
  serviceToken: string;
  routes: (router: ConnectRouter) => void;
  interceptors: Interceptor[];
  shutdownSignal: AbortSignal;
  log: Log;
  /** Methods that programs call all the time, which services may call and which change nothing of an account. They go past Connect. */
  direct: readonly DescMethodUnary[];
  directOptions: Pick<DirectOptions, 'toConnectError' | 'onCall'>;
  /** Cleartext when absent. */
  tls?: TlsTexts | undefined;
}

/** Makes the server; the caller listens and closes. */
export function createRpcServer(options: RpcServerOptions): Http2Server | Http2SecureServer {
  const checkCredential = createCredentialCheck(options.serviceToken);
  const hasCredential = (authorization: string | undefined) => {
    try {
      checkCredential(authorization);
      return true;
    } catch {
      return false;
    }
  };
  const direct: DirectMethod[] = [];
  const connect = createConnectHandler({
    routes: (router) => {
      options.routes(noteDirect(router, options.direct, direct));
      sliceAnswers(router);
    },
    log: options.log,
    interceptors: options.interceptors,
    requestGate: ({ service, requestHeader }) => {
      if (service.typeName !== Health.typeName) checkCredential(requestHeader.get('authorization'));
    },
    // A misspelt field of JSON is refused: Connect would ignore it.
    jsonOptions: { ignoreUnknownFields: false },
    readMaxBytes: maxRequestBytes,
    maxTimeoutMs,
    shutdownSignal: options.shutdownSignal,
  });
  const serve = serveDirectly(
    direct,
    { ...options.directOptions, checkCredential, maxRequestBytes },
    connect,
  );
  const watch = createSessionWatch();
  const known = new WeakSet<Http2Session>();
  const callsBefore = new WeakMap<Http2Session, number>();
  /** False when the call is one too many. Once the credential was shown, a call costs one look. */
  const isLetIn = ({ headers, stream: { session } }: Http2ServerRequest): boolean => {
    if (session === undefined) return false;
    if (known.has(session)) return true;
    if (hasCredential(headers.authorization)) {
      known.add(session);
      unauthenticated.welcome(session.socket);
      return true;
    }
    const calls = (callsBefore.get(session) ?? 0) + 1;
    callsBefore.set(session, calls);
    // GOAWAY: a prober that stays connected opens another connection, and misses no answer.
    if (calls === mostCallsUncredentialed) session.close();
    return calls <= mostCallsUncredentialed;
  };
  const handler = (request: Http2ServerRequest, response: Http2ServerResponse) => {
    if (!isLetIn(request)) {
      request.stream.session?.destroy();
      return;
    }
    watch(response);
    // A request that is answered before its end, because it is too large, would hold its stream for ever: its sender
    // waits for a window that nobody opens. Once the status is out, the stream is closed.
    response.stream.once('wantTrailers', () => {
      if (!request.complete) setImmediate(() => response.stream?.close(constants.NGHTTP2_CANCEL));
    });
    serve(request, response);
  };
  const server = options.tls
    ? createSecureServer({ ...transport, ...listenerOptions(options.tls), ALPNProtocols: ['h2'] }, handler)
    : createServer(transport, handler);
  const unauthenticated = new Unauthenticated(server, mostUnauthenticated);
  return server;
}
