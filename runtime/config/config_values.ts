// Configuration from environment variables: the values that several processes read, how each is written, and the error
// for one that is written otherwise. Every error is reported, not just the first.
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { type CleanedEnv, cleanEnv, makeValidator, type ValidatorSpec } from 'envalid';

/** An address to listen on. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Everything that is wrong with a configuration, a line each. */
export class ConfigError extends Error {
  constructor(errors: readonly string[]) {
    super(errors.join('\n'));
    this.name = 'ConfigError';
  }
}

/** Splits host:port, an IPv6 host in brackets; undefined when it is neither. */
export function splitAddress(text: string): ListenAddress | undefined {
  const match = /^(?:\[([^\]]+)\]|([^:[\]\s]+)):(\d{1,5})$/.exec(text);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  return host === undefined || port > 65_535 ? undefined : { host, port };
}

/** host:port, an IPv6 host in brackets. Port 0, which lets the system choose, only where `leastPort` is 0. */
export const listenAddress = (leastPort: 0 | 1) =>
  makeValidator<ListenAddress>((text) => {
    const split = splitAddress(text);
    if (split === undefined || split.port < leastPort)
      throw new Error('must be host:port, like 127.0.0.1:8080');
    return split;
  });

/** The credential of internal calls; it travels in a header. */
export const serviceToken = makeValidator<string>((text) => {
  if (!/^[\x21-\x7e]{16,200}$/.test(text)) throw new Error('must have 16 to 200 characters without spaces');
  return text;
});

/** Addresses and networks like 10.0.0.0/8. */
export const networks = makeValidator<BlockList | undefined>((text) => {
  const list = new BlockList();
  for (const part of text.split(',').map((item) => item.trim())) {
    const [address = '', prefix, ...rest] = part.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    const longest = family === 'ipv4' ? 32 : 128;
    const isNetwork = /^\d{1,3}$/.test(prefix ?? String(longest)) && Number(prefix ?? 0) <= longest;
    if (!(isIPv4(address) || isIPv6(address)) || !isNetwork || rest.length > 0)
      throw new Error('must be addresses or networks separated by commas, like 10.0.0.0/8,fd00::1');
    list.addSubnet(address, Number(prefix ?? longest), family);
  }
  return list;
});

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Reads the variables. Throws ConfigError with every error of theirs, and with those that were found elsewhere. */
export function readVariables<Specs extends Record<string, ValidatorSpec<unknown>>>(
  environment: NodeJS.ProcessEnv,
  specs: Specs,
  otherErrors: readonly string[],
): CleanedEnv<Specs> {
  return cleanEnv(environment, specs, {
    reporter: ({ errors: invalid }) => {
      const errors = Object.entries(invalid).map(
        ([name, error]) => `${name} ${error?.name === 'EnvMissingError' ? 'is missing' : error?.message}`,
      );
      errors.push(...otherErrors);
      if (errors.length > 0) throw new ConfigError(errors);
    },
  });
}
