// The meaning of each error code, and a client's remedy, in one table: the API document and the guide for agents
// are made of it.

import type { ConsoleCode, PublicCode } from './errors.ts';
import { rateLimit, rateWindowSeconds } from './rate_limit.ts';

interface ErrorAdvice {
  /** Completes "the code means: ...". */
  means: string;
  /** The remedy. */
  advice: string;
  /** An error text of that code, as it may be answered. */
  example: string;
}

/** The codes of the console. Programs come across them, too: with a key where a person is asked for, or as a page of another site. */
export const consoleGuide: Readonly<Record<ConsoleCode, ErrorAdvice>> = {
  not_signed_in: {
    means: 'There is no session, or it has ended.',
    advice: 'Sign in, then repeat the request. Programs ask the endpoints of /llms.txt with a key.',
    example: 'sign in first',
  },
  wrong_credentials: {
    means: 'The e-mail address, password, code or passkey is wrong; nothing says which.',
    advice: 'Correct them, or ask for a new password.',
    example: 'the e-mail address or the password is wrong',
  },
  reauthentication_required: {
    means: 'A person who changes how they sign in has to authenticate again, within five minutes before.',
    advice: 'Do so with POST /api/v1/console/me/reauthentication, then repeat the request.',
    example: 'show once more that it is you, by your password or a passkey',
  },
  forbidden: {
    means: 'The person may not do this, or another site’s page asked for it.',
    advice:
      'Do not repeat it. An admin or owner of the account can do it in the console; programs use the endpoints of /llms.txt, and send no Origin.',
    example: 'this needs the role admin',
  },
  last_owner: {
    means: 'An account that has an owner keeps one.',
    advice: 'Make another member an owner, then repeat the request.',
    example: 'an account needs an owner: make somebody else one first',
  },
  already_exists: {
    means: 'It is there already.',
    advice: 'Do not repeat it: use what is there, or choose another name or address.',
    example: 'this person is in the account already',
  },
  approval_not_pending: {
    means: 'The text waits for no person any more: it was decided, it expired, or it ended otherwise.',
    advice: 'Do not repeat it: the first decision holds, and error says which it was.',
    example: 'the text was approved already, by a link, at 2026-11-21T08:31:02.480Z',
  },
  link_expired: {
    means: 'The link is unknown, used or expired.',
    advice: 'Ask whoever sent it for a new one.',
    example: 'the link is not valid any more: ask for a new one',
  },
};

export const errorGuide: Readonly<Record<PublicCode, ErrorAdvice>> = {
  invalid_api_key: {
    means: 'The key is missing, unknown or revoked.',
    advice:
      'Do not repeat the request. Ask the account’s owner for a key and send it as Authorization: Bearer.',
    example: 'a valid API key is needed: Authorization: Bearer <key>',
  },
  platform_key_scope: {
    means: 'A platform key called an endpoint that takes account keys only.',
    advice:
      'Do not repeat it. Use an account key, or keep to GET /api/v1/usage, POST /api/v1/plan and GET /api/v1/accounts.',
    example: 'platform keys work only on GET /api/v1/usage, POST /api/v1/plan and GET /api/v1/accounts',
  },
  key_ended: {
    means: 'The key’s end date has passed.',
    advice: 'Stop. Ask an admin of the account for a later end date, or for another key.',
    example: "the key's end date has passed: 2026-11-20T00:00:00.000Z; an admin can set a later one",
  },
  key_scope: {
    means: 'The key’s policy leaves out the scope that this needs: read, send or manage.',
    advice:
      'Do not repeat it. GET /api/v1/me shows what the key may do; an admin of the account can change it.',
    example: 'this needs the scope send: the key has read',
  },
  recipient_not_allowed: {
    means: 'The key’s policy does not let it write to this recipient.',
    advice: 'Do not repeat it. GET /api/v1/me shows whom the key may write to; an admin can change it.',
    example: 'the key may write only to those who have written to the account',
  },
  sender_not_allowed: {
    means: 'The key is bound to another sender than from.',
    advice: 'Leave from out: the text then leaves by the key’s own sender.',
    example:
      'the key sends from a sender of its own: leave from out, or give that one; GET /api/v1/me shows its policy',
  },
  key_budget_reached: {
    means: 'The key has sent as many texts in this hour or day as its policy allows.',
    advice:
      'Wait until the budget begins anew, which GET /api/v1/me says, and repeat it with the same client_ref.',
    example: 'the key may send 20 texts in an hour of UTC; GET /api/v1/me shows what is left, and until when',
  },
  incoming_webhook_budget_reached: {
    means: 'The incoming webhook has sent as many texts in this hour as its texts_per_hour allows.',
    advice:
      'Do not repeat it: what floods an incoming webhook would flood people. An admin of the account can allow the incoming webhook more texts.',
    example: 'the incoming webhook has sent as many texts in this hour of UTC as it may',
  },
  not_found: {
    means: 'There is no such path, message or account, or it is not for this key.',
    advice: 'Do not repeat it. Check the id, and X-SVC-Account against GET /api/v1/accounts.',
    example: 'account not found',
  },
  invalid_request: {
    means: 'The request is malformed; error says what is wrong with it.',
    advice: 'Correct the request; as it is it will always be refused. A 408 may be repeated.',
    example: 'body must have at most 1600 characters',
  },
  invalid_address: {
    means: 'The address is not a phone number that can be texted.',
    advice: 'Correct the number; E.164, like +15005550006, is never misread.',
    example: 'address is not a phone number that can be texted',
  },
  unknown_plan: {
    means: 'No such plan is offered.',
    advice: 'Choose one of GET /api/v1/tiers.',
    example: 'plan must be one of starter, growth, pro',
  },
  no_plan: {
    means: 'The account never had a plan, so it cannot send.',
    advice: 'Choose one with POST /api/v1/plan, have checkout_url paid, then repeat the send.',
    example: 'the account has no plan; choose one via POST /api/v1/plan',
  },
  no_subscription: {
    means: 'The account’s subscription is no longer live, so it cannot send.',
    advice: 'Renew it with POST /api/v1/plan, have checkout_url paid, then repeat the send.',
    example: 'the account has no live subscription; renew it via POST /api/v1/plan',
  },
  cap_reached: {
    means: 'The month’s texts are used up.',
    advice:
      'Move to a larger plan with POST /api/v1/plan, or wait until usage.resets_at, then repeat the send.',
    example:
      'the monthly cap of 500 texts is reached until 2026-12-01T00:00:00.000Z; upgrade via POST /api/v1/plan',
  },
  no_route: {
    means:
      'The account has no way to send: no paired phone and no number of a carrier, or not the route that was asked for.',
    advice:
      'Leave route out, or have a phone paired or a number assigned. A paired phone that is offline is a route: texts wait for it.',
    example: 'the account has no such route: pair a device, or have a carrier number assigned',
  },
  not_cancellable: {
    means: 'The text may have left, or has ended: it cannot be cancelled any more.',
    advice: 'Do not repeat it; error says why. The feed shows what becomes of the text.',
    example:
      'the text cannot be cancelled: it was handed over to a phone, and is cancelled there only if it has not left yet',
  },
  opted_out: {
    means:
      'The recipient wants no texts of the account: they wrote STOP, or the account added them to its opt-outs.',
    advice:
      'Do not repeat it. It is possible again once the recipient wrote START, or is taken off the opt-outs.',
    example: 'the recipient wants no texts of the account',
  },
  account_suspended: {
    means:
      'The operator of the service has suspended the account: none of its texts is accepted or leaves. Reading works.',
    advice: 'Ask the operator. Texts that wait go on once the account is resumed, or end at their deadline.',
    example: 'the operator has suspended the account: it sends nothing until it is resumed',
  },
  loop_suspected: {
    means:
      'The account answered the recipient more often in a row than people write: two programs answer each other. At most 100 ' +
      'answers in a row go to one recipient, and one more every 5 minutes. Nothing was charged.',
    advice:
      'Do not repeat it. Stop answering this recipient: what writes there is a program. Answer only what needs one, and end a ' +
      'conversation that leads nowhere.',
    example:
      'the recipient was answered 100 times in a row, as by programs that answer each other; one more answer is possible every 5 minutes',
  },
  consumer_busy: {
    means: 'Another reader has the consumer: its lease has not run out.',
    advice:
      'Read with the lease that you were answered, or wait as many seconds as Retry-After says and read without one. ' +
      'Two readers that work at a time need two consumers.',
    example: 'another reader has this consumer',
  },
  exempt_account: {
    means: 'The account has no plan to change: its operator exempts it from caps.',
    advice: 'Nothing is needed: it can send without limit.',
    example: 'the account is exempt from plans',
  },
  rate_limited: {
    means: 'Too many requests with this key, or too many with wrong keys.',
    advice:
      'Wait as many seconds as Retry-After says, then repeat the request. Refused requests do not count.',
    example: `a key may make at most ${rateLimit} requests in ${rateWindowSeconds} seconds; try again after Retry-After`,
  },
  payment_error: {
    means: 'The payment provider refused the change or did not answer.',
    advice:
      'Read GET /api/v1/usage to see what holds. When the payment was declined, a person has to see to it; otherwise ' +
      'repeat the request later: it never charges twice.',
    example: 'the payment was declined; nothing was changed',
  },
  billing_disabled: {
    means: 'This service takes no payments; its operator sets plans.',
    advice: 'Ask the operator for the plan. Retry-After is there because a provider may be set up again.',
    example: 'no payment provider is configured',
  },
  unavailable: {
    means: 'The service cannot answer right now.',
    advice:
      'Wait as many seconds as Retry-After says, then repeat the request. The outcome of a send is unknown: repeat it ' +
      'with the same client_ref, and it is sent once.',
    example: 'the service cannot answer right now; try again shortly',
  },
};
