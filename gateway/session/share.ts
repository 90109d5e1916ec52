// The memory that an answer of the console takes while it is unread counts against its session. The account that a request names is
// judged by the core, and nobody shall fill another account's share by naming it.
import { createHash } from 'node:crypto';
import type { Session } from './door.ts';

/** A number that stands for a session, and for no account: those are positive. */
export const shareOf = ({ secret }: Session): bigint =>
  -1n - createHash('sha256').update(secret).digest().readBigUInt64BE();
