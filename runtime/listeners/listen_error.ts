// One clear line for each way in which a listener cannot be opened.

/** Node's error of a failed system call. */
export interface SystemError {
  code?: string;
  address?: string;
  port?: number;
  message?: string;
}

/** A sentence for the person at the terminal; undefined when it is no error of listening. */
export function describeListenError({ code, address, port }: SystemError): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `cannot listen on ${address}:${port}: the port is taken`;
    case 'EACCES':
      return `cannot listen on ${address}:${port}: this user may not use the port`;
    case 'EADDRNOTAVAIL':
      return `cannot listen on ${address}:${port}: this machine has no such address`;
    default:
      return undefined;
  }
}
