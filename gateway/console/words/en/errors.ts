// What went wrong, in the words of a person.

import { number } from '../formats.ts';
import { inLanguage } from '../language.ts';
import { plural } from './plural.ts';

export const errors = inLanguage('errors', {
  seconds: (n: number) => `${number(n)} s`,
  minutes: (n: number) => `${plural(n, 'minute', 'minutes')}`,
  hours: (n: number) => `${plural(n, 'hour', 'hours')}`,
  general: {
    already_exists: 'This exists already.',
    approval_not_pending: 'Nothing can be decided about this text any more.',
    forbidden: 'Your role does not allow this.',
    invalid_request: 'Something in this was not accepted.',
    not_cancellable: 'It can no longer be cancelled.',
    not_found: 'This was not found.',
    unavailable: 'The service cannot answer right now. Try again in a moment.',
    wrong_credentials: 'That is not right. Check what you typed.',
  },
  rules: {
    most: (n: number) => `must have at most ${plural(n, 'character', 'characters')}`,
    span: (least: number, most: number) => `must have ${number(least)} to ${number(most)} characters`,
  },
  /** In a language that has no words for it. */
  serviceSays: (words: string, sentence: string) => `${words} The service says: “${sentence}”`,
  reasons: {
    required: 'is required',
    empty: 'must not be empty',
    not_an_email: 'must be an e-mail address',
    wrong_length: 'is too short or too long',
    not_a_name: 'must have 1 to 64 letters, digits, dots, hyphens and underscores',
    not_an_address: 'must be an address that begins with https://',
    too_long: 'is too long',
    not_https: 'must begin with https://',
    not_public:
      'is not public. The operator of this service can allow it with TEXTRELAY_WEBHOOK_ALLOW_PRIVATE',
    has_credentials: 'must not hold a user or a password',
    other: 'was not accepted',
  },
  lines: {
    invalid_address: 'This is not a phone number that can be texted.',
    number_missing: 'There is no number here.',
    name_missing: 'There is no name here.',
    quote_open: 'A quotation mark is not closed.',
    card_open: 'This vCard has no end.',
    repeated: 'This number is in an earlier line already.',
    too_long: 'Something here is too long.',
    too_many_groups: 'These are more groups than a contact or an account may have.',
    contacts_full: 'This account has as many contacts as it may have.',
  },
  answered: (status: number) => `The service answered ${number(status)}.`,
  noAnswer: 'The service cannot be reached.',
  cutOff: 'The answer was cut off.',
  signedOut: 'You were signed out. Sign in again to go on.',
  tryAgainIn: (words: string, time: string) => `${words} Try again in ${time}.`,
  brokenPage: 'Something went wrong on this page. Please reload it.',
  signedOutMeanwhile: 'You were signed out. It goes on once you have signed in again.',
  tooFast: (seconds: number) =>
    `This is as fast as this account may send. It goes on in ${number(seconds)} s.`,
  goesOn: 'The service cannot be reached. It goes on by itself once it is back.',
  refusals: {
    account_suspended:
      'The operator of this service has suspended this account. Nothing is sent until they resume it.',
    billing_disabled: 'Nothing can be paid for here. Ask the operator of this service for a plan.',
    cap_reached: 'This month’s texts are used up. A larger plan has more.',
    consumer_busy: 'Another program is reading from it right now.',
    exempt_account: 'This account pays nothing, so there is no plan to change.',
    invalid_address: 'This is not a phone number that can be texted.',
    incoming_webhook_budget_reached: 'This incoming webhook’s texts for this hour are used up.',
    key_budget_reached: 'This key’s texts for this hour or day are used up.',
    key_ended: 'This key has expired.',
    key_scope: 'This key is not allowed to do this.',
    last_owner: 'An account needs an owner. Make somebody else an owner first.',
    link_expired: 'This link no longer works: it was used already, or it has expired.',
    loop_suspected: 'Two programs seem to be answering each other here. Wait five minutes, then write again.',
    no_plan: 'This account has no plan yet. Choose one under Billing.',
    no_route: 'Nothing is connected that could send it.',
    no_subscription: 'This account’s plan has ended. Choose one under Billing.',
    opted_out: 'This person wrote STOP: they want no texts from you.',
    payment_error: 'The payment provider did not accept it. Try again in a moment.',
    platform_key_scope: 'A platform’s key is not allowed to do this.',
    reauthentication_required: 'Confirm that it is you, then try again.',
    rate_limited: 'That was too often in a short time.',
    recipient_not_allowed: 'This key is not allowed to write to this number.',
    sender_not_allowed: 'This key is not allowed to send from there.',
    unknown_plan: 'There is no plan with this name.',
  },
});
