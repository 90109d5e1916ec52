// The values that configurations share: how each is written, and what is said of one that is not.
import { makeValidator } from 'envalid';
import { readDatabaseUrl } from './database_url.ts';

/** Where to listen. */
export interface ListenAddress {
  host: string;
  port: number;
}

/** Everything that is wrong with the configuration, a line each. */
export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ConfigError';
  }
}

/** host:port, an IPv6 host in brackets. Port 0, which lets the system choose, only where `leastPort` is 0. */
export const listenAddress = (leastPort: 0 | 1) =>
  makeValidator<ListenAddress>((text) => {
    const match = /^(?:\[([^\]]+)\]|([^:[\]\s]+)):(\d{1,5})$/.exec(text);
    const host = match?.[1] ?? match?.[2];
    const port = Number(match?.[3]);
    if (host === undefined || port < leastPort || port > 65_535)
      throw new Error('must be host:port, like 127.0.0.1:8080');
    return { host, port };
  });

/** One server, or several of which one is the primary; see `readDatabaseUrl`. */
export const databaseUrl = makeValidator<string>((text) => {
  readDatabaseUrl(text);
  return text;
});

/** The credential of internal calls; it travels in a header. */
export const serviceToken = makeValidator<string>((text) => {
  if (!/^[\x21-\x7e]{16,200}$/.test(text)) throw new Error('must have 16 to 200 characters without spaces');
  return text;
});

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
