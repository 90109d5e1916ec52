// A plan change under way, as one identifier: what is asked of the payment provider, of which subscription or customer,
// since when, and a random part. The identifier is the call's idempotency key, so that any core that finds it can end the asking:
// under a key that was used for something else, the call is refused whenever it arrives.
import { randomUUID } from 'node:crypto';

/** The request: nothing yet, a switch to a dearer or cheaper plan, or a checkout. */
export type IntentAction = 'claimed' | 'upgrade' | 'downgrade' | 'checkout';

interface PlanIntent {
  action: IntentAction;
  /** The subscription that is switched, or the customer who checks out; empty when there is none. */
  subject: string;
  /** When it was decided. */
  atMs: number;
}

/** Providers forget keys after 24 hours. No call is on its way for so long. */
const keptMs = 23 * 3_600_000;

const form =
  /^(claimed|upgrade|downgrade|checkout)\.([A-Za-z0-9_-]{0,100})\.([0-9a-z]{1,10})\.[0-9a-f-]{36}$/;

/** Whether a provider's id can be part of an intent's identifier. */
const isSubject = (subject: string) => /^[A-Za-z0-9_-]{0,100}$/.test(subject);

/** A new identifier; at most 160 characters. Throws for a subject that is no provider's id. */
export function createIntentId(action: IntentAction, nowMs: number, subject = ''): string {
  if (!isSubject(subject)) throw new TypeError('a provider id has a character that no id has');
  return `${action}.${subject}.${nowMs.toString(36)}.${randomUUID()}`;
}

/** Reads an intent's identifier. One that cannot be read counts as asking for nothing. */
export function readIntentId(id: string): PlanIntent {
  const [, action = 'claimed', subject = '', at = '0'] = form.exec(id) ?? [];
  return { action: action as IntentAction, subject, atMs: Number.parseInt(at, 36) };
}

/** How long a provider may take to carry a call out, in milliseconds. */
const longestCallMs = 120_000;

/** Whether a call that the provider was asked for may still be under way there. */
export const mayBeUnderWay = ({ atMs }: PlanIntent, nowMs: number): boolean => nowMs - atMs < longestCallMs;

/** Whether the provider still knows the call's key. */
export const isKeyKept = ({ atMs }: PlanIntent, nowMs: number): boolean => nowMs - atMs < keptMs;
