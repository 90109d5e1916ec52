// What a line to a modem is, whatever it runs over, and how one is opened by its address.
import type { Clock } from '../../../../runtime/clock.ts';
import { openSerialPort } from './serial_port.ts';
import { openTcpPort } from './tcp_port.ts';

/** Longest wait for a port to open. */
const openTimeoutMs = 5_000;

/** Who hears of a port. Nothing is called any more once close was called. */
export interface PortHandlers {
  /** What the modem said; each character is one octet. */
  onData(data: string): void;
  /** The port is gone: unplugged, or the connection ended. Called once. */
  onGone(): void;
}

/** An open line. */
export interface Port {
  /** Hands over octets, one a character. Never throws: a port that is gone says so by onGone. */
  write(data: string): void;
  /** Lets go; safe twice. */
  close(): void;
}

/**
 * Why a port can't be opened. `absent`: it is not there. `denied`: no right to it. `busy`: another program has it.
 * `refused`: nobody answers at the network address. `other`: anything else.
 */
export type PortTrouble = 'absent' | 'denied' | 'busy' | 'refused' | 'other';

/** A port that can't be opened. */
export class PortFault extends Error {
  readonly trouble: PortTrouble;

  constructor(trouble: PortTrouble, message: string) {
    super(message);
    this.name = 'PortFault';
    this.trouble = trouble;
  }
}

/** Where a modem is. */
export interface PortAddress {
  /** A path, or tcp://host:port. */
  port: string;
  /** For a path only. */
  baud: number;
}

/** Opens the port, within 5 seconds. Rejects with a PortFault. */
export function openPort({ port, baud }: PortAddress, clock: Clock, handlers: PortHandlers): Promise<Port> {
  const endpoint = parseTcp(port);
  const { promise, resolve, reject } = Promise.withResolvers<Port>();
  let open = true;
  const cancel = clock.setTimeout(() => {
    open = false;
    reject(new PortFault('other', 'the port does not open'));
  }, openTimeoutMs);
  const opening =
    endpoint === undefined ? openSerialPort(port, baud, handlers) : openTcpPort(endpoint, handlers);
  opening.then(
    (line) => {
      cancel();
      // Whoever asked has gone; nobody may hold the port in his name.
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
