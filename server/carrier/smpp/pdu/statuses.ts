// What an SMSC's command_status means for a text (SMPP 3.4, 5.1.3; 5.0, 4.7.6): who refused it, and whether the same text may
// pass later. Makers have statuses of their own from 0x400 on, and some use others otherwise: the operator's word comes first.
import type { SubmitResult } from '../../carrier.ts';

/** command_status values that we give ourselves. */
export const status = {
  ok: 0x00,
  invalidLength: 0x02,
  invalidCommand: 0x03,
  bindState: 0x04,
  systemError: 0x08,
  permanentError: 0x65,
} as const;

/** What the operator says that statuses mean. */
export type OwnMeanings = ReadonlyMap<number, 'retry' | 'rejected_by_network' | 'carrier_failed'>;

interface Meaning {
  code: 'rejected_by_network' | 'carrier_failed';
  detail: string;
  /** The same text may be taken later, here or elsewhere. */
  retryable: boolean;
}

/** The SMSC has too much to do, or is not well: later. */
const later = (detail: string): Meaning => ({ code: 'carrier_failed', detail, retryable: true });
/** This text cannot pass: its recipient or its words. */
const refused = (detail: string): Meaning => ({ code: 'rejected_by_network', detail, retryable: false });
/** No text like this can pass: our settings are wrong. */
const ours = (detail: string): Meaning => ({ code: 'carrier_failed', detail, retryable: false });

const meanings: ReadonlyMap<number, Meaning> = new Map([
  [0x01, ours('the SMSC found the length of the text invalid')],
  [0x02, ours('the SMSC found the length of the request invalid')],
  [0x03, later('the SMSC does not let this account submit')],
  [0x04, later('the SMSC does not hold the connection for bound')],
  [0x05, later('the SMSC holds the connection for one that is bound twice')],
  [0x06, ours('the SMSC refused the priority')],
  [0x07, ours('the SMSC refused to send receipts')],
  [0x08, later('the SMSC had a system error')],
  [0x0a, ours('the SMSC refused the sender')],
  [0x0b, refused('the network refused the recipient')],
  [0x0d, later('the SMSC did not accept the bind')],
  [0x0e, later('the SMSC refused the password')],
  [0x0f, later('the SMSC refused the system id')],
  [0x14, later('the SMSC has too many texts waiting')],
  [0x15, ours('the SMSC refused the service type')],
  [0x43, ours('the SMSC refused the class of the text')],
  [0x45, refused('the network refused the text')],
  [0x48, ours("the SMSC refused the sender's type of number")],
  [0x49, ours("the SMSC refused the sender's numbering plan")],
  [0x50, ours("the SMSC refused the recipient's type of number")],
  [0x51, ours("the SMSC refused the recipient's numbering plan")],
  [0x53, later('the SMSC refused the system type')],
  [0x58, later('the SMSC takes no more texts for a moment')],
  [0x61, ours('the SMSC refused the time of delivery')],
  [0x62, ours('the SMSC refused the time until which the text is worth delivering')],
  [0x64, later('the SMSC had a passing error')],
  [0x65, refused('the network refused the text for good')],
  [0x66, refused('the network rejected the text')],
  [0x67, later('the SMSC has no quota left for this account')],
  [0xc0, ours('the SMSC could not read an optional parameter')],
  [0xc1, ours('the SMSC does not allow an optional parameter')],
  [0xc2, ours('the SMSC found the length of an optional parameter invalid')],
  [0xc3, ours('the SMSC misses an optional parameter')],
  [0xc4, ours('the SMSC refused the value of an optional parameter')],
  [0xfe, refused('the network could not deliver the text')],
  [0x100, later('the SMSC does not let this account use the service')],
  [0x101, later('the SMSC does not let this account use the service now')],
  [0x102, later('the SMSC has no such service now')],
  [0x103, later('the SMSC denied the service')],
  [0x104, ours('the SMSC refused the alphabet')],
  // Of makers, where several agree.
  [0x401, later('this account has no credit left at the SMSC')],
  [0x403, later('the SMSC has frozen this account')],
  [0x40a, refused('the recipient asked not to be disturbed')],
  [0x431, later('the SMSC had an internal error')],
  [0x4ff, later('the SMSC had an internal error')],
]);

/** Nobody knows whose fault it is; the recipient's network is not blamed for it. */
const unknown = ours('the SMSC refused the text for a reason of its own');

const byOwnWord = {
  retry: later('the SMSC takes no text now'),
  rejected_by_network: refused('the network refused the text'),
  carrier_failed: ours('the SMSC refused the text'),
};

/**
 * A bind that is refused for these may work a moment later: the old connection is still open, or the SMSC has
 * trouble.
 */
const passing: ReadonlySet<number> = new Set([0x05, 0x08, 0x14, 0x58, 0x64]);

/** Whether a bind with this refusal will be refused until somebody changes something. */
export const isLastingRefusal = (status: number): boolean => !passing.has(status);

function meaningOf(status: number, own: OwnMeanings): Meaning {
  const said = own.get(status);
  return said === undefined ? (meanings.get(status) ?? unknown) : byOwnWord[said];
}

const codeOf = (status: number): string => `0x${status.toString(16).padStart(2, '0')}`;

/** In words, with the number that the SMSC's operator knows it by. */
export function describeRefusal(status: number): string {
  const known = meanings.get(status);
  return `${known?.detail ?? 'the message smsc gave no known reason'} (${codeOf(status)})`;
}

/** The outcome of a submit that was answered with a status other than 0. */
export function toRejection(
  status: number,
  own: OwnMeanings = new Map(),
): SubmitResult & { kind: 'rejected' } {
  const { code, detail, retryable } = meaningOf(status, own);
  return { kind: 'rejected', code, detail: `${detail} (${codeOf(status)})`, retryable };
}
