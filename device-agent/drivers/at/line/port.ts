// A line to a modem, over a serial port or over TCP.

/** A port's listeners. None is called after `close`. */
export interface PortHandlers {
  /** Bytes from the modem; each character is one octet. */
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
 * Why a port cannot be opened. `absent`: it is not there. `denied`: no right to it. `busy`: another program has it.
 * `refused`: nobody answers at the network address. `other`: anything else.
 */
export type PortTrouble = 'absent' | 'denied' | 'busy' | 'refused' | 'other';

/** A port that cannot be opened. */
export class PortError extends Error {
  readonly trouble: PortTrouble;

  constructor(trouble: PortTrouble, message: string) {
    super(message);
    this.name = 'PortError';
    this.trouble = trouble;
  }
}
