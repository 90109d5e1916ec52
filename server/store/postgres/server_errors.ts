// The meaning of the server's errors and warnings: whether they judge the statement, or say that the server is
// stopping, starting, or no primary.

/** The fields of an error or notice that are read (PostgreSQL manual, 54.8). */
interface ServerError {
  code?: string | undefined;
  /** Not translated, unlike the message. */
  severity?: string | undefined;
  detail?: string | undefined;
  /** The server's own function that said it. */
  routine?: string | undefined;
}

/** SQLSTATEs with which the server cannot serve any statement: no connection, no free slot, no disk, no primary. */
const awayStates = ['53100', '53300', '53400', '25006'];
const awayClasses = ['08', '57P', '58', '28'];

/** True if the server is no longer the primary, or takes no writes. */
export const isDemotion = ({ code }: ServerError): boolean => code === '25006';

/** True if the error ends the session: the outcome of the statement is unknown. */
export const isFatal = ({ severity }: ServerError): boolean => severity === 'FATAL' || severity === 'PANIC';

/** True if the server says that it cannot serve now, without judging the statement. */
export function isGoing(error: ServerError): boolean {
  if (isFatal(error)) return true;
  const { code = '' } = error;
  return awayStates.includes(code) || awayClasses.some((start) => code.startsWith(start));
}

/** True for a statement that took too long or was cancelled. It was rolled back. */
export const isCancelled = ({ code }: ServerError): boolean => code === '57014';

/**
 * True for the warning that a commit is on the server's own disk and perhaps on no other, because its wait for the
 * synchronous standbys was ended. The client's answer does not show this.
 */
export const isUnsureCommit = ({ severity, routine, detail = '' }: ServerError): boolean =>
  severity === 'WARNING' && (routine === 'SyncRepWaitForLSN' || detail.includes('not have been replicated'));

/** The driver's and the system's codes for a database that was not reached. */
const unreached = [
  'EAGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'NO_PRIMARY',
];

/**
 * True for an error of a connection that may pass by itself: the database is down, starting, full, or a standby. False
 * if the server refuses the user, and for any other fault.
 */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const reported = error as ServerError;
  if (unreached.includes(reported.code ?? '')) return true;
  // Final refusals: a wrong user or password, no such database, no right to connect.
  return isGoing(reported) && !/^(28|3D|42)/.test(reported.code ?? '');
}
