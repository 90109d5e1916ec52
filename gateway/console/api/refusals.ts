// What the service refuses, in the words of a person, and at which field of a form it is said. One table for all codes.
import type { Schemas } from './types.ts';

type RefusalCode = Schemas['ConsoleError']['code'];

interface Words {
  /** Null where the service's own sentence says more. */
  words: string | null;
  /** The fields that it may be about, by their names in the interface; the first that a form has is meant. */
  fields?: readonly string[];
}

const signedOut = 'You were signed out. Sign in again to go on.';
const phoneFields = ['address', 'number'] as const;

export const refusals: Readonly<Record<RefusalCode, Words>> = {
  account_suspended: {
    words: 'Whoever runs the service has stopped this account: nothing leaves until they resume it.',
  },
  already_exists: { words: null, fields: ['email', 'name'] },
  billing_disabled: { words: 'Nothing can be paid here. Ask whoever runs the service for a plan.' },
  cap_reached: { words: 'The texts of this month are used up. A greater plan has more.', fields: ['plan'] },
  confirmation_over: { words: null },
  consumer_busy: { words: 'Another reader has it right now.' },
  exempt_account: { words: 'This account pays nothing, so there is no plan to change.', fields: ['plan'] },
  forbidden: { words: null },
  invalid_address: { words: 'This is not a phone number that can be texted.', fields: phoneFields },
  invalid_api_key: { words: signedOut },
  invalid_request: { words: null },
  key_budget_reached: { words: 'The texts of this hour or day are used up for this key.' },
  key_ended: { words: 'This key has ended.' },
  key_scope: { words: 'This key may not do this.' },
  last_owner: { words: 'An account needs an owner: make somebody else one first.', fields: ['role'] },
  link_expired: { words: 'The link does not work any more: it was used, or its time is over.' },
  loop_suspected: {
    words: 'Two programs seem to answer each other here. Wait five minutes, then write again.',
    fields: phoneFields,
  },
  no_plan: { words: 'This account has no plan yet. Choose one under Plan.' },
  no_route: { words: 'Nothing is connected that could send it.' },
  no_subscription: { words: 'The plan of this account has ended. Choose one under Plan.' },
  not_cancellable: { words: null },
  not_found: { words: null, fields: ['email', 'account_id', 'id'] },
  not_signed_in: { words: signedOut },
  opted_out: { words: 'This person wrote STOP: they want no texts from you.', fields: phoneFields },
  payment_error: { words: 'The payment provider did not take it. Try again in a moment.' },
  platform_key_scope: { words: 'A platform’s key may not do this.' },
  proof_needed: { words: 'Show once more that it is you, then try again.', fields: ['password'] },
  rate_limited: { words: 'That was too often in a short time.' },
  recipient_not_allowed: { words: 'This key may not write to this number.', fields: phoneFields },
  sender_not_allowed: { words: 'This key may not send from there.', fields: ['from'] },
  unavailable: { words: null },
  unknown_plan: { words: 'There is no plan of this name.', fields: ['plan'] },
  wrong_credentials: { words: null, fields: ['password', 'code'] },
};

/** What the table has of a code; undefined for one that only a newer service knows. */
export const refusalOf = (code: string): Words | undefined =>
  Object.hasOwn(refusals, code) ? refusals[code as RefusalCode] : undefined;
