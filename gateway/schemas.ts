// The shapes of the public interface (SPEC): what is taken and what is answered. They validate bodies, compile the
// serializers and type the renderer; a field that is not here is never answered.
import { type Static, type TSchema, Type } from 'typebox';
import { maxAddressLength } from './text_rules.ts';

/** OpenAPI 3.0's way to say "or null", which the serializer understands too. */
const nullable = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, nullable: true });

const oneOf = <const T extends string>(values: readonly T[]) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values] });

const instant = () => Type.String({ format: 'date-time' });

export const UsageShape = Type.Object(
  {
    plan: nullable(Type.String()),
    subscription_status: nullable(Type.String()),
    can_send: Type.Boolean(),
    reason: oneOf(['ok', 'no_plan', 'no_subscription', 'cap_reached', 'no_route']),
    texts_used: Type.Integer(),
    texts_cap: nullable(Type.Integer()),
    texts_remaining: nullable(Type.Integer()),
    unlimited: Type.Boolean(),
    period: oneOf(['calendar_month_utc']),
    resets_at: instant(),
  },
  { title: 'Usage' },
);

export const MessageShape = Type.Object(
  {
    id: Type.Integer(),
    seq: Type.Integer(),
    direction: oneOf(['out', 'in']),
    address: Type.String(),
    address_norm: Type.String(),
    body: Type.String(),
    status: oneOf(['queued', 'sending', 'sent', 'delivered', 'received', 'failed']),
    route: oneOf(['device', 'gateway']),
    error: nullable(Type.String()),
    created_at: instant(),
    sent_at: nullable(instant()),
    delivered_at: nullable(instant()),
    segments: Type.Integer(),
    encoding: oneOf(['gsm7', 'ucs2']),
  },
  { title: 'Message' },
);

export const AccountShape = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    plan: nullable(Type.String()),
    subscription_status: nullable(Type.String()),
    linked_at: nullable(instant()),
  },
  { title: 'Account' },
);

export const TierShape = Type.Object(
  {
    plan: Type.String(),
    name: Type.String(),
    texts_cap: Type.Integer(),
    price_cents: Type.Integer(),
    currency: Type.String(),
    interval: Type.String(),
  },
  { title: 'Tier' },
);

export const ThreadShape = Type.Object(
  {
    address: Type.String(),
    address_norm: Type.String(),
    last_message: MessageShape,
    message_count: Type.Integer(),
    updated_at: instant(),
  },
  { title: 'Thread' },
);

export const PlanResultShape = Type.Object(
  {
    ok: Type.Boolean(),
    plan: Type.String(),
    applied: Type.Boolean(),
    changed: Type.Boolean(),
    method: oneOf(['subscription_updated', 'checkout']),
    checkout_url: Type.Optional(Type.String()),
    detail: Type.String(),
    usage: UsageShape,
  },
  { title: 'PlanResult' },
);

export const SendMessageBody = Type.Object(
  {
    address: Type.String({ maxLength: maxAddressLength }),
    body: Type.String({ minLength: 1, maxLength: 1600 }),
    client_ref: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    route: Type.Optional(oneOf(['device', 'gateway'])),
  },
  { title: 'SendMessage' },
);

/** The plan's name is judged by the core, which answers unknown_plan. */
export const ChangePlanBody = Type.Object({ plan: Type.String() }, { title: 'ChangePlan' });

export const SendMessageAnswer = Type.Object({ message: MessageShape, usage: UsageShape });
export const MessageAnswer = Type.Object({ message: MessageShape });
export const MessagesAnswer = Type.Object({
  messages: Type.Array(MessageShape),
  next_since: Type.Integer(),
  has_more: Type.Boolean(),
});
export const ThreadsAnswer = Type.Object({
  threads: Type.Array(ThreadShape),
  next_cursor: nullable(Type.String()),
});
export const ThreadMessagesAnswer = Type.Object({
  address_norm: Type.String(),
  messages: Type.Array(MessageShape),
  next_before: nullable(Type.Integer()),
});
export const MeAnswer = Type.Object({
  account: AccountShape,
  usage: UsageShape,
  tiers: Type.Array(TierShape),
});
export const AccountsAnswer = Type.Object({ accounts: Type.Array(AccountShape) });
export const TiersAnswer = Type.Object({ tiers: Type.Array(TierShape) });

export const EndpointShape = Type.Object(
  {
    method: Type.String(),
    path: Type.String(),
    auth: oneOf(['none', 'account_key', 'account_or_platform_key']),
    summary: Type.String(),
  },
  { title: 'Endpoint' },
);
export const DiscoveryAnswer = Type.Object({
  name: Type.String(),
  version: Type.String(),
  openapi: Type.String(),
  guide: Type.String(),
  endpoints: Type.Array(EndpointShape),
});
