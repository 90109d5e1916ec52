// The resources of the public interface (SPEC: Resources). A field that is not here is never answered.
import { Type } from 'typebox';
import { publicCodes } from '../edge/errors.ts';
import { flag, instant, integer, nullable, oneOf, text } from './kinds.ts';

export const routeNames = ['device', 'gateway'] as const;

/** What `route` means wherever it is written. */
export const routeField = (description: string) => oneOf(routeNames, description);

export const UsageShape = Type.Object(
  {
    plan: nullable(text('The current plan; null when the account never had one.')),
    subscription_status: nullable(
      text(
        'The payment provider’s word. active, trialing and past_due are live; exempt is an account without a cap; ' +
          'null when the account never had a plan.',
      ),
    ),
    can_send: flag('Whether a send would be allowed now.'),
    reason: oneOf(
      ['ok', 'no_plan', 'no_subscription', 'cap_reached', 'no_route'],
      'Explains can_send: ok, or the code that a send would be refused with.',
    ),
    texts_used: integer(0, 'Texts used in the current period.'),
    texts_cap: nullable(integer(0, 'The period’s cap; null when there is none.')),
    texts_remaining: nullable(integer(0, 'Cap minus used; null when there is no cap.')),
    unlimited: flag('True when no cap applies.'),
    period: oneOf(['calendar_month_utc'], 'What texts are counted over: a calendar month in UTC.'),
    resets_at: instant('When the quota resets: the start of the next UTC month.'),
  },
  { title: 'Usage', description: 'How many texts were used, and how many remain, in the current month.' },
);

export const MessageShape = Type.Object(
  {
    id: integer(1, 'Counted per account, in order of creation.'),
    seq: integer(1, 'Change cursor: advances whenever the text changes. The value to pass as since.'),
    direction: oneOf(['out', 'in'], 'out was sent by the account, in was received by it.'),
    address: text('The other party, as given or received.'),
    address_norm: text('Its E.164 form; for senders that are short codes or names, the address itself.'),
    body: text('The text.'),
    status: oneOf(
      ['queued', 'sending', 'sent', 'delivered', 'received', 'failed'],
      'Moves only forward: queued, sending, sent, then delivered or failed. Inbound texts are received.',
    ),
    route: routeField('The way it leaves or came in: a paired phone, or an upstream carrier.'),
    error: nullable(
      text(
        'Why it failed: a stable word, then a colon and a sentence. The words are expired_in_queue, ' +
          'outcome_unknown, rejected_by_network, device_failed and carrier_failed. Null unless failed.',
      ),
    ),
    created_at: instant('When it was accepted or received.'),
    sent_at: nullable(instant('When the network took it; null before.')),
    delivered_at: nullable(instant('When the recipient’s phone had it; null before.')),
    segments: integer(1, 'Parts that the text takes on the air. It counts as one text whatever its length.'),
    encoding: oneOf(['gsm7', 'ucs2'], 'The alphabet of those parts.'),
    client_ref: nullable(
      text('The client_ref that it was sent under; null without one, and for inbound texts.'),
    ),
  },
  { title: 'Message', description: 'One text, sent or received.' },
);

export const AccountShape = Type.Object(
  {
    id: integer(1, 'The value to send as X-SVC-Account with a platform key. Random.'),
    name: text('The name that the operator gave it.'),
    plan: nullable(text('The current plan; null when the account never had one.')),
    subscription_status: nullable(text('As in Usage.')),
    linked_at: nullable(instant('When it was linked to the platform key; null for an account’s own key.')),
  },
  { title: 'Account', description: 'An account, as a key that may act for it sees it.' },
);

export const TierShape = Type.Object(
  {
    plan: text('The value to ask for in a plan change.'),
    name: text('The name to show.'),
    texts_cap: integer(0, 'Texts a calendar month.'),
    price_cents: integer(0, 'Price of an interval, in the currency’s smallest unit.'),
    currency: text('ISO 4217, lower case.'),
    interval: text('What the price is for: month.'),
  },
  { title: 'Tier', description: 'A plan on offer.' },
);

export const ThreadShape = Type.Object(
  {
    address: text('The other party, as last given or received.'),
    address_norm: text('Its E.164 form; for senders that are short codes or names, the address itself.'),
    last_message: MessageShape,
    message_count: integer(1, 'Texts of the conversation, both directions.'),
    updated_at: instant('When its newest text was accepted or received.'),
  },
  { title: 'Thread', description: 'The conversation with one address.' },
);

export const PlanResultShape = Type.Object(
  {
    ok: flag('Always true.'),
    plan: text('The requested plan.'),
    applied: flag(
      'True: the requested plan is in effect now. False: nothing has changed; payment must be completed at ' +
        'checkout_url first.',
    ),
    changed: flag('True only when a live subscription was switched.'),
    method: oneOf(['subscription_updated', 'checkout'], 'How the change is carried out.'),
    checkout_url: Type.Optional(
      Type.String({ format: 'uri', description: 'Where a person pays; present only when applied is false.' }),
    ),
    detail: text('One sentence for a person.'),
    usage: UsageShape,
  },
  { title: 'PlanResult', description: 'What became of a plan change.' },
);

export const EndpointShape = Type.Object(
  {
    method: text('The HTTP method.'),
    path: text('The path, with parameters in braces.'),
    auth: oneOf(['none', 'account_key', 'account_or_platform_key'], 'The kind of key it takes.'),
    summary: text('What it does.'),
  },
  { title: 'Endpoint', description: 'One endpoint of the interface.' },
);

/** What every error is answered as. `errorBody` writes it; this describes it. */
export const ErrorShape = Type.Object(
  {
    error: Type.String({ minLength: 1, description: 'What is wrong, for a person. May change at any time.' }),
    code: oneOf(publicCodes, 'What is wrong, for a program. Stable.'),
  },
  { title: 'Error' },
);
