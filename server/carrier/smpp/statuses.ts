// What a message centre's command_status means for a text (SMPP 3.4, 5.1.3): may it pass later, and in plain words why
// not.

interface Meaning {
  detail: string;
  /** The same text may be taken later. */
  retryable: boolean;
  /** The fault is of our access, not of this text. */
  ours?: boolean;
}

const meanings: ReadonlyMap<number, Meaning> = new Map([
  [0x01, { detail: 'invalid message length', retryable: false }],
  [0x04, { detail: 'not bound', retryable: true }],
  [0x08, { detail: 'system error', retryable: true }],
  [0x0a, { detail: 'invalid source address', retryable: false, ours: true }],
  [0x0b, { detail: 'invalid destination address', retryable: false }],
  [0x0d, { detail: 'bind failed', retryable: true, ours: true }],
  [0x0e, { detail: 'invalid password', retryable: true, ours: true }],
  [0x0f, { detail: 'invalid system id', retryable: true, ours: true }],
  [0x14, { detail: 'message queue full', retryable: true }],
  [0x15, { detail: 'invalid service type', retryable: false, ours: true }],
  [0x45, { detail: 'submit failed', retryable: false }],
  [0x48, { detail: 'invalid source type of number', retryable: false, ours: true }],
  [0x49, { detail: 'invalid source numbering plan', retryable: false, ours: true }],
  [0x50, { detail: 'invalid destination type of number', retryable: false }],
  [0x51, { detail: 'invalid destination numbering plan', retryable: false }],
  [0x58, { detail: 'throttled', retryable: true }],
  [0x62, { detail: 'invalid expiry', retryable: false }],
  [0x64, { detail: 'temporary application error', retryable: true }],
  [0x65, { detail: 'permanent application error', retryable: false }],
  [0x66, { detail: 'rejected by the application', retryable: false }],
]);

/** Throttled or full: everything, not this text alone, should wait. */
export const slowsDown = (status: number): boolean => status === 0x58 || status === 0x14;

/** The meaning of a status other than 0; an unknown one is permanent. */
export function meaningOf(status: number): Meaning & { detail: string } {
  const code = `0x${status.toString(16).padStart(2, '0')}`;
  const known = meanings.get(status);
  return known
    ? { ...known, detail: `${known.detail} (${code})` }
    : { detail: `the message centre refused it (${code})`, retryable: false };
}
