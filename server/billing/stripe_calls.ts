// One call of Stripe: bounded in time, repeated where Stripe asks for it, and its failures as ours. What Stripe
// says of a failure is never passed on or logged: it may quote a key.

import Stripe from 'stripe';
import type { Clock } from '../../runtime/clock.ts';
import { pause } from '../../runtime/pause.ts';
import { ProviderFailure } from './provider.ts';
import { ConnectionClosed } from './stripe_client.ts';

/** Called with how each call ended: ok, or the kind of its failure. */
export type OnCall = (call: string, outcome: string) => void;

interface StripeCallOptions {
  clock: Clock;
  /** For one call with all its repeats, in milliseconds. */
  timeoutMs: number;
  onCall: OnCall;
}

const firstPauseMs = 200;
/** Another call under the same key is in flight: its answer will be ours. */
const repeatsOfConflicts = 6;
const repeatsOfFailures = 2;
const repeatsOfClosings = 1;

const headerOf = (error: Stripe.errors.StripeError, name: string) =>
  (error.headers as Record<string, unknown> | undefined)?.[name];

const isClosed = (error: Stripe.errors.StripeError) =>
  error instanceof Stripe.errors.StripeConnectionError &&
  (error.detail as unknown) instanceof ConnectionClosed;

/** The connection was never there, so that nothing was asked. */
const isUnconnected = (error: Stripe.errors.StripeError) =>
  error instanceof Stripe.errors.StripeConnectionError &&
  /^(connect|getaddrinfo)$/.test(
    (error.detail as unknown as NodeJS.ErrnoException | undefined)?.syscall ?? '',
  );

function repeatsOf(error: unknown): number {
  if (!(error instanceof Stripe.errors.StripeError) || headerOf(error, 'stripe-should-retry') === 'false')
    return 0;
  if (isClosed(error)) return repeatsOfClosings;
  const status = error.statusCode ?? 0;
  if (status === 409) return repeatsOfConflicts;
  // An answer that is kept under its key would only be given again.
  if (isReplayed(error)) return 0;
  return status === 429 || status >= 500 ? repeatsOfFailures : 0;
}

/** In Stripe's own list, and not said by a number: the bank wants to ask the payer, or there is no card. */
const payerCodes = new Set([
  'authentication_required',
  'subscription_payment_intent_requires_action',
  'invoice_payment_intent_requires_action',
  'payment_intent_authentication_failure',
]);
const isPayerNeeded = ({ code, statusCode, message }: Stripe.errors.StripeError) =>
  payerCodes.has(code ?? '') ||
  (statusCode === 400 && /no attached payment source|default payment method/i.test(message));

/** The failure as ours; anything that is not Stripe's is our own error and stays as it is. */
function translate(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const status = error.statusCode ?? 0;
  const details = [error.type, error.code, status || undefined].filter(Boolean).join(', ');
  if (isPayerNeeded(error)) return new ProviderFailure('payer_needed', `the payer is needed (${details})`);
  if (status === 402) return new ProviderFailure('declined', `the charge was declined (${details})`);
  if (status === 401 || status === 403)
    return new ProviderFailure('misconfigured', `Stripe refuses our credentials (${details})`);
  if (status === 429 || isUnconnected(error))
    return new ProviderFailure('unreached', `Stripe takes no requests (${details})`);
  const isFinal = status >= 500 && isReplayed(error);
  if (isFinal || (status >= 400 && status < 500 && status !== 409))
    return new ProviderFailure('rejected', `Stripe will not do it (${details})`);
  return new ProviderFailure('failed', `Stripe did not answer usably (${details})`);
}

/** Whether Stripe says that it has no such thing; `param` limits it to one parameter. */
export const isMissing = (error: unknown, param?: string): boolean =>
  error instanceof Stripe.errors.StripeError &&
  (error.code === 'resource_missing' || error.statusCode === 404) &&
  (param === undefined || error.param === param);

/** Whether an answer is one that Stripe kept under the idempotency key. */
export const isReplayed = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && headerOf(error, 'idempotent-replayed') === 'true';

/** Whether Stripe knows the idempotency key already, from a request with other parameters or one that it is at work on. */
export const isKeyUsed = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError ||
  (error instanceof Stripe.errors.StripeError && error.statusCode === 409);

/** Runs one call; see createStripeCalls. */
export type StripeCall = <T>(call: string, work: () => Promise<T>, onMissing?: () => T) => Promise<T>;

/** Runs calls. `onMissing` is the answer when Stripe has no such thing; without it that is a failure. */
export function createStripeCalls({ clock, timeoutMs, onCall }: StripeCallOptions): StripeCall {
  const withRepeats = async <T>(work: () => Promise<T>): Promise<T> => {
    const deadlineMs = clock.nowMs() + timeoutMs;
    let isUnknown = false;
    for (let attempt = 0; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        const failure = translate(error);
        isUnknown ||= failure instanceof ProviderFailure && failure.kind === 'failed';
        const isAtOnce = error instanceof Stripe.errors.StripeError && isClosed(error);
        const pauseMs = isAtOnce ? 0 : firstPauseMs * 2 ** attempt;
        if (attempt < repeatsOf(error) && clock.nowMs() + pauseMs < deadlineMs) {
          if (!isAtOnce) await pause(clock, pauseMs);
          continue;
        }
        // What an earlier attempt came to is not known because a later one was turned away.
        const isUnreached = failure instanceof ProviderFailure && failure.kind === 'unreached';
        if (isUnknown && isUnreached) throw new ProviderFailure('failed', failure.message);
        throw error;
      }
    }
  };

  /** The library's own time limit is for silence; this one is for all of it. */
  const withDeadline = <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const cancel = clock.setTimeout(
        () => reject(new ProviderFailure('failed', `Stripe did not answer within ${timeoutMs} ms`)),
        timeoutMs + 500,
      );
      work.then(resolve, reject).finally(cancel);
    });

  return async <T>(call: string, work: () => Promise<T>, onMissing?: () => T): Promise<T> => {
    try {
      const answer = await withDeadline(withRepeats(work));
      onCall(call, 'ok');
      return answer;
    } catch (error) {
      if (onMissing && isMissing(error)) {
        onCall(call, 'ok');
        return onMissing();
      }
      const failure = translate(error);
      onCall(call, failure instanceof ProviderFailure ? failure.kind : 'fault');
      throw failure;
    }
  };
}
