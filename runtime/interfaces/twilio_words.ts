// Names of texts and accounts in Twilio's interface. The gateway reads and answers these names, and the core writes the
// same ones into webhooks.

/** The version of Twilio's interface whose names these are. */
export const twilioVersion = '2010-04-01';

const digits = (id: bigint, length: number) => id.toString(16).padStart(length, '0');

/** An account's SID: AC and its id, as 32 hexadecimal digits. */
export const accountSid = (accountId: bigint): string => `AC${digits(accountId, 32)}`;

/** A text's SID: SM, its account's id and its own, each as 16 hexadecimal digits. */
export const messageSid = ({ accountId, id }: { accountId: bigint; id: bigint }): string =>
  `SM${digits(accountId, 16)}${digits(id, 16)}`;

/** The account that a SID names; undefined for any other text. */
export const readAccountSid = (sid: string): bigint | undefined =>
  /^AC[0-9a-f]{32}$/.test(sid) ? idOf(sid.slice(2)) : undefined;

/** The text that a SID names; undefined for any other text. */
export function readMessageSid(sid: string): { accountId: bigint; id: bigint } | undefined {
  if (!/^SM[0-9a-f]{32}$/.test(sid)) return undefined;
  const [accountId, id] = [idOf(sid.slice(2, 18)), idOf(sid.slice(18))];
  return accountId === undefined || id === undefined ? undefined : { accountId, id };
}

/** Ids are positive and fit 63 bits. */
function idOf(hex: string): bigint | undefined {
  const id = BigInt(`0x${hex}`);
  return id > 0n && id < 2n ** 63n ? id : undefined;
}

/** The state of a text, in our own words. */
interface Standing {
  status: string;
  /** A code, a colon and a sentence; null unless it failed. */
  error: string | null;
  /** It leaves no earlier than this; null for at once. */
  sendAtMs: number | null;
  /** When the network took it; null before. */
  sentAtMs: number | null;
}

/** Why texts fail: Twilio's number for it, and whether it may have left all the same. */
const failures: Readonly<Record<string, { code: number; mayHaveLeft?: boolean }>> = {
  expired_in_queue: { code: 30036 },
  outcome_unknown: { code: 30410, mayHaveLeft: true },
  rejected_by_network: { code: 30008, mayHaveLeft: true },
  device_failed: { code: 30008 },
  carrier_failed: { code: 30008 },
  opted_out: { code: 21610 },
};
const unknownFailure: (typeof failures)[string] = { code: 30008 };

/** A text's status in Twilio's words, and the number of its error; null where it has none. */
export function twilioStatus(
  { status, error, sendAtMs, sentAtMs }: Standing,
  nowMs: number,
): { status: string; errorCode: number | null } {
  if (status === 'queued' && sendAtMs !== null && sendAtMs > nowMs)
    return { status: 'scheduled', errorCode: null };
  if (status !== 'failed') return { status, errorCode: null };
  const [why = ''] = (error ?? '').split(':');
  if (why === 'cancelled') return { status: 'canceled', errorCode: null };
  const { code, mayHaveLeft = false } = failures[why] ?? unknownFailure;
  return { status: mayHaveLeft || sentAtMs !== null ? 'undelivered' : 'failed', errorCode: code };
}
