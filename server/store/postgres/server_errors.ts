// What the server's errors and warnings mean for who asked: whether they judge the statement, or say that the server
// is going, coming, or no primary.

/** The fields of an error or notice that are read (PostgreSQL manual, 54.8). */
interface ServerError {
  code?: string | undefined;
  /** Not translated, unlike the message. */
  severity?: string | undefined;
  detail?: string | undefined;
  /** The server's own function that said it. */
  routine?: string | undefined;
}

/** SQLSTATEs in which the server cannot serve, whatever the statement: no connection, no free slot, no disk, no primary. */
const awayStates = ['53100', '53300', '53400', '25006'];
const awayClasses = ['08', '57P', '58', '28'];

/** True where the server is no primary any more, or one that takes no writes. */
export const isDemotion = ({ code }: ServerError): boolean => code === '25006';

/** True where the server says that it cannot serve now, and does not judge the statement. */
export function isGoing({ code = '', severity }: ServerError): boolean {
  // What is fatal ends the session: nobody knows what became of the statement.
  if (severity === 'FATAL' || severity === 'PANIC') return true;
  return awayStates.includes(code) || awayClasses.some((start) => code.startsWith(start));
}

/** True for a statement that was ended because it took too long, or was cancelled by somebody. It was rolled back. */
export const isCancelled = ({ code }: ServerError): boolean => code === '57014';

/**
 * True for the warning that a commit is on the server's own disk and perhaps on no other: its wait for the synchronous
 * standbys was ended. The client is answered as if nothing had happened.
 */
export const isUnsureCommit = ({ severity, routine, detail = '' }: ServerError): boolean =>
  severity === 'WARNING' && (routine === 'SyncRepWaitForLSN' || detail.includes('not have been replicated'));

/** The driver's and the system's codes for a database that nobody reached. */
const unreached = [
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
];

/**
 * True for an error of a connection that may pass by itself: the database is down, starting, full, or a
 * standby. False for a refusal of who asks, and for whatever else is wrong.
 */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const reported = error as ServerError;
  if (unreached.includes(reported.code ?? '')) return true;
  // Those that refuse for good: a wrong user or password, no such database, no right to connect.
  return isGoing(reported) && !/^(28|3D|42)/.test(reported.code ?? '');
}
