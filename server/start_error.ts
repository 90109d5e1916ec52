// One clear line for each way in which a start fails.

import { describeListenError, type SystemError } from '../runtime/listeners/listen_error.ts';

/** Codes of Node.js for a server's certificate that does not hold. Nothing else here checks one before the start is over. */
const certificateFault = /^(ERR_TLS_CERT|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/;

/** A sentence for the person at the terminal; never a stack. */
export function describeStartError(thrown: unknown): string {
  const error = (thrown ?? {}) as SystemError;
  const { code, message } = error;
  switch (code) {
    case 'EAGAIN':
    case 'ECONNREFUSED':
    case 'ENOENT':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ETIMEDOUT':
    case 'ECONNRESET':
    case 'EPIPE':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'CONNECT_TIMEOUT':
    case 'CONNECTION_CLOSED':
    case 'CONNECTION_ENDED':
      return `cannot reach the database of DATABASE_URL (${code})`;
    case 'NO_PRIMARY':
      return String(message);
    case 'CONNECTION_DESTROYED':
      return 'no server of DATABASE_URL is a primary that takes writes';
    case '57P01':
    case '57P02':
    case '57P03':
      return 'the database of DATABASE_URL is starting or stopping';
    case '53300':
      return 'the database of DATABASE_URL has no connection left';
    case '28P01':
    case '28000':
      return `the database of DATABASE_URL refuses the user or password (${message})`;
    case '42704':
      return `the database of DATABASE_URL does not know an option of the URL (${message})`;
    case 'TLS_REFUSED':
      return 'the database server of DATABASE_URL offers no TLS, and the sslmode asks for it';
    case '3D000':
      return 'the database that DATABASE_URL names does not exist';
    case '42501':
      return 'the user of DATABASE_URL may not create tables in that database';
    default:
      if (certificateFault.test(String(code)))
        return `the certificate of the database server of DATABASE_URL is refused (${message})`;
      return describeListenError(error) ?? `cannot start: ${message ?? 'unknown error'}`;
  }
}
