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
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `cannot listen: the host's name is not known (${code})`;
    default:
      return `cannot start: ${message ?? 'unknown fault'}`;
  }
}
