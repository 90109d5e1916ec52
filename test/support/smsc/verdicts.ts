// What a scripted SMSC may do with a bind and with a submit.
import type { ShortMessage } from '../../../server/carrier/smpp/pdu/pdu.ts';
import type { SmscSession } from './smsc_session.ts';

/** A number: refused with this command_status. */
export type BindVerdict = 'accept' | 'silence' | 'drop' | 'garbage' | number;

export type SubmitAnswer =
  /** Taken, under `id` or a name of its own. With `receipt`, a receipt with that stat is sent before or after. */
  | { kind: 'accept'; id?: string; receipt?: string; when?: 'before' | 'after' }
  /** Refused with a command_status. */
  | { kind: 'refuse'; status: number }
  /** A generic_nack with this command_status. */
  | { kind: 'nack'; status: number }
  /** No answer; the test may give one later by `submit.answer`. */
  | { kind: 'silence' }
  /** The connection is cut with a reset. */
  | { kind: 'drop' }
  /** The connection is ended in order, without an answer. */
  | { kind: 'end' }
  /** These octets instead of an answer. */
  | { kind: 'raw'; octets: Uint8Array };

/** A submit_sm as it came. */
export interface ReceivedSubmit {
  /** From 0, over all connections. */
  index: number;
  session: SmscSession;
  sequence: number;
  message: ShortMessage;
  /** Answers it, now or again. */
  answer(answer: SubmitAnswer): void;
}
