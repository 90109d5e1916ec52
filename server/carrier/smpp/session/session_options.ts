// What a session gets at its start, and what it reports.
import type { Clock } from '../../../../runtime/clock.ts';
import type { ShortMessage } from '../pdu/pdu.ts';
import type { Delivered } from './deliveries.ts';
import type { SocketSettings } from './open_socket.ts';

/** Where to bind, and under which name. */
export interface SessionSettings extends SocketSettings {
  systemId: string;
  password: string;
  systemType: string;
  /** Silence after which the link is tested. */
  enquireAfterMs: number;
  /** How long an answer may take; then a request is unknown and the connection is not trusted any more. */
  responseTimeoutMs: number;
}

/** How a session ended. */
export interface SessionEnd {
  detail: string;
  /** The command_status that a bind was refused with. */
  refusal?: number;
}

/** What a session is made with. */
export interface SessionOptions {
  settings: SessionSettings;
  clock: Clock;
  /** The message centre accepted the bind. */
  onBound(): void;
  /** It served: a submit or an enquire_link was answered. Called any number of times. */
  onServed(): void;
  /**
   * A deliver_sm or data_sm, which may have waited unread since `waitedSinceMs`. Resolves once what it brought is
   * durable; a rejection asks for a repeat.
   */
  onDeliver(message: ShortMessage, waitedSinceMs: number): Promise<Delivered>;
  /** Called exactly once. */
  onEnd(end: SessionEnd): void;
}
