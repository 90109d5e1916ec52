// One clear line for each way in which a start fails.

interface Fault {
  code?: string;
  address?: string;
  port?: number;
  message?: string;
}

/** A sentence for the person at the terminal; never a stack. */
export function describeStartFault(error: unknown): string {
  const { code, address, port, message } = (error ?? {}) as Fault;
  switch (code) {
    case 'EADDRINUSE':
      return `cannot listen on ${address}:${port}: the port is taken`;
    case 'EACCES':
      return `cannot listen on ${address}:${port}: not allowed`;
    case 'EADDRNOTAVAIL':
      return `cannot listen on ${address}:${port}: this machine has no such address`;
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
    case 'CONNECTION_DESTROYED':
    case '25006':
      return 'no server of DATABASE_URL is a primary that takes writes';
    case '57P01':
    case '57P02':
    case '57P03':
      return 'the database of DATABASE_URL is starting or stopping';
    case '53300':
      return 'the database of DATABASE_URL has no connection left';
    case '28P01':
    case '28000':
      return 'the database of DATABASE_URL refuses the user or password';
    case '3D000':
      return 'the database that DATABASE_URL names does not exist';
    case '42501':
      return 'the user of DATABASE_URL may not create tables in that database';
    default:
      return `cannot start: ${message ?? 'unknown fault'}`;
  }
}
