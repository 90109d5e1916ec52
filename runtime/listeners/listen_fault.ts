// One clear line for each way in which a listener cannot be opened.

/** What Node says of a failed call of the system. */
export interface SystemFault {
  code?: string;
  address?: string;
  port?: number;
  message?: string;
}

/** A sentence for the person at the terminal; undefined when it is no fault of listening. */
export function describeListenFault({ code, address, port }: SystemFault): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `cannot listen on ${address}:${port}: the port is taken`;
    case 'EACCES':
      return `cannot listen on ${address}:${port}: not allowed`;
    case 'EADDRNOTAVAIL':
      return `cannot listen on ${address}:${port}: this machine has no such address`;
    default:
      return undefined;
  }
}
