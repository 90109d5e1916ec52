// The command line's client of one core. Every call carries the service credential and ends within 10 seconds.
import type { Interceptor } from '@connectrpc/connect';
import { createGrpcTransport, Http2SessionManager } from '@connectrpc/connect-node';
import { minVersion } from '../../runtime/tls/tls_files.ts';
import type { Connection } from './config.ts';
import { createOperator, type Operator } from './operator.ts';

/** Each call's deadline, in milliseconds. */
const deadlineMs = 10_000;
/** Largest answer, in bytes: the 10,000 accounts of a platform key, all of the longest names, take less. */
const maxAnswerBytes = 4 * 1024 * 1024;

/** What a command may ask of the core. */
export interface CoreClient extends Operator {
  /** Drops the connection, if one was made. */
  close(): void;
}

/** A client of the core at `connection`; connects with the first call. */
export function openCore({ core, serviceToken, tls }: Connection): CoreClient {
  const baseUrl = `${tls ? 'https' : 'http'}://${core}`;
  const sessionManager = new Http2SessionManager(
    baseUrl,
    undefined,
    tls && { ...tls.texts, minVersion, ...(tls.name !== undefined && { servername: tls.name }) },
  );
  const authorize: Interceptor = (next) => (request) => {
    request.header.set('authorization', `Bearer ${serviceToken}`);
    return next(request);
  };
  const transport = createGrpcTransport({
    baseUrl,
    sessionManager,
    interceptors: [authorize],
    defaultTimeoutMs: deadlineMs,
    readMaxBytes: maxAnswerBytes,
  });
  return { ...createOperator(transport), close: () => sessionManager.abort() };
}
