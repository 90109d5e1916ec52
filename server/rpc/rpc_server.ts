// The core's listener for internal services: gRPC, gRPC-Web and Connect over cleartext HTTP/2. Every service but
// health needs the service credential, and it is asked for before a body is read.
import { timingSafeEqual } from 'node:crypto';
import { createServer, type Http2Server } from 'node:http2';
import {
  Code,
  ConnectError,
  type ConnectRouter,
  type HandlerContext,
  type Interceptor,
} from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { Health } from '../../proto/gen/grpc/health/v1/health_pb.ts';
import { hashSecret } from '../domain/api_key.ts';

/** Largest request; a batch of 500 texts of 1600 characters fits. */
const maxRequestBytes = 4 * 1024 * 1024;
const maxTimeoutMs = 30_000;

export interface RpcServerOptions {
  serviceToken: string;
  routes: (router: ConnectRouter) => void;
  interceptors: Interceptor[];
  shutdownSignal: AbortSignal;
}

/** Refuses calls without `Authorization: Bearer <service token>`. */
export function credentialGate(serviceToken: string) {
  // Hashes have one length, so that the comparison tells nothing of the token.
  const expected = Buffer.from(hashSecret(`Bearer ${serviceToken}`));
  return ({ service, requestHeader }: HandlerContext) => {
    if (service.typeName === Health.typeName) return;
    const presented = Buffer.from(hashSecret(requestHeader.get('authorization') ?? ''));
    if (!timingSafeEqual(presented, expected)) {
      throw new ConnectError('the service credential is missing or wrong', Code.Unauthenticated);
    }
  };
}

/** Makes the server; the caller listens and closes. */
export function createRpcServer(options: RpcServerOptions): Http2Server {
  return createServer(
    { settings: { maxConcurrentStreams: 1_000 } },
    connectNodeAdapter({
      routes: options.routes,
      interceptors: options.interceptors,
      requestGate: credentialGate(options.serviceToken),
      // Callers sit in the same network: compressing batches costs more than it saves.
      acceptCompression: [],
      readMaxBytes: maxRequestBytes,
      maxTimeoutMs,
      shutdownSignal: options.shutdownSignal,
    }),
  );
}
