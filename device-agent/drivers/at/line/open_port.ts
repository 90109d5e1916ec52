// How a line to a modem is opened by its address.
import type { Clock } from '../../../../runtime/clock.ts';
import { type Port, PortError, type PortHandlers } from './port.ts';
import { openSerialPort } from './serial_port.ts';
import { openTcpPort } from './tcp_port.ts';

/** Longest wait for a port to open. */
const openTimeoutMs = 5_000;

/** The address of a modem. */
export interface PortAddress {
  /** A path, or tcp://host:port. */
  port: string;
  /** For a path only. */
  baud: number;
}

/** Opens the port, within 5 seconds. Rejects with a PortError. */
export function openPort({ port, baud }: PortAddress, clock: Clock, handlers: PortHandlers): Promise<Port> {
  const endpoint = parseTcp(port);
  const { promise, resolve, reject } = Promise.withResolvers<Port>();
  let open = true;
  const cancel = clock.setTimeout(() => {
    open = false;
    reject(new PortError('other', 'the port cannot be opened'));
  }, openTimeoutMs);
  const opening =
    endpoint === undefined ? openSerialPort(port, baud, handlers) : openTcpPort(endpoint, handlers);
  opening.then(
    (line) => {
      cancel();
      // The caller has gone, so that nobody would ever close this port.
      if (open) resolve(line);
      else line.close();
    },
    (error) => {
      cancel();
      reject(error);
    },
  );
  return promise;
}

/** Host and port of a tcp:// address; undefined for a path. */
export function parseTcp(port: string): { host: string; port: number } | undefined {
  const [, bracketed, plain, digits] = /^tcp:\/\/(?:\[([^\]]+)\]|([^:/]+)):(\d{1,5})$/.exec(port) ?? [];
  const host = bracketed ?? plain;
  return host === undefined ? undefined : { host, port: Number(digits) };
}
