// Everything that the client throws of its own.
import type { Schemas } from './gen/rest.ts';

/** What is wrong, for a program. Codes may be added; a proxy's refusal has `unknown`. */
export type ErrorCode = Schemas['Error']['code'] | 'unknown';

export class TextrelayError extends Error {
  override name = 'TextrelayError';
}

/** The service refused: nothing was done. */
export class ApiError extends TextrelayError {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  /** Seconds after which a repeat makes sense; undefined where the service said none. */
  readonly retryAfterSeconds: number | undefined;
  /** What to do about it, for whoever reads it; undefined for a proxy's refusal. May change at any time. */
  readonly next: string | undefined;

  constructor(
    message: string,
    code: ErrorCode,
    status: number,
    { retryAfterSeconds, next }: { retryAfterSeconds?: number | undefined; next?: string | undefined } = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
    this.next = next;
  }
}

/**
 * Nothing of use was answered until the client's patience ended; `cause` is the last reason. Whether a text was accepted
 * is not known: send it again with this `clientRef`, and it is still one text.
 */
export class UnansweredError extends TextrelayError {
  override name = 'UnansweredError';
  /** Of a send; undefined for other requests. */
  readonly clientRef: string | undefined;

  constructor(cause: Error, clientRef?: string) {
    super(`no answer: ${cause.message}`, { cause });
    this.clientRef = clientRef;
  }
}

/**
 * The cursor is above everything that there is, as after a restored backup. Read anew from 0, or go on from `newestSeq`:
 * what is right depends on what your program has stored.
 */
export class CursorAheadError extends TextrelayError {
  override name = 'CursorAheadError';
  readonly since: number;
  readonly newestSeq: number;

  constructor(since: number, newestSeq: number) {
    super(`the cursor ${since} is above the newest seq, which is ${newestSeq}`);
    this.since = since;
    this.newestSeq = newestSeq;
  }
}

/** A request to your endpoint was not signed by the service with one of your secrets, or is too old. */
export class WebhookError extends TextrelayError {
  override name = 'WebhookError';
}

/** The connection failed, or ended before the answer was whole. */
export class ConnectionError extends TextrelayError {
  override name = 'ConnectionError';
}
