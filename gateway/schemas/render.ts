// protobuf to the documented JSON, by hand: the wire's shape and the public one change for different reasons. What
// cannot be rendered as documented is a fault and is never answered half.
import type { Timestamp } from '@bufbuild/protobuf/wkt';
import type { Static } from 'typebox';
import type { Account, Tier } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import {
  Direction,
  Encoding,
  type Message,
  MessageStatus,
  Route,
} from '../../proto/gen/textrelay/v1/message_pb.ts';
import { type ChangePlanResponse, PlanMethod } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import type { Thread } from '../../proto/gen/textrelay/v1/thread_service_pb.ts';
import { type Usage, UsagePeriod, UsageReason } from '../../proto/gen/textrelay/v1/usage_service_pb.ts';
import { unavailable } from '../edge/errors.ts';
import { toNumber } from './integers.ts';
import type {
  AccountShape,
  MessageShape,
  PlanResultShape,
  ThreadShape,
  TierShape,
  UsageShape,
} from './resources.ts';

const directions = { [Direction.OUT]: 'out', [Direction.IN]: 'in' } as const;
const statuses = {
  [MessageStatus.QUEUED]: 'queued',
  [MessageStatus.SENDING]: 'sending',
  [MessageStatus.SENT]: 'sent',
  [MessageStatus.DELIVERED]: 'delivered',
  [MessageStatus.RECEIVED]: 'received',
  [MessageStatus.FAILED]: 'failed',
} as const;
const routes = { [Route.DEVICE]: 'device', [Route.GATEWAY]: 'gateway' } as const;
const encodings = { [Encoding.GSM7]: 'gsm7', [Encoding.UCS2]: 'ucs2' } as const;
const reasons = {
  [UsageReason.OK]: 'ok',
  [UsageReason.NO_PLAN]: 'no_plan',
  [UsageReason.NO_SUBSCRIPTION]: 'no_subscription',
  [UsageReason.CAP_REACHED]: 'cap_reached',
  [UsageReason.NO_ROUTE]: 'no_route',
} as const;
const periods = { [UsagePeriod.CALENDAR_MONTH_UTC]: 'calendar_month_utc' } as const;
const methods = {
  [PlanMethod.SUBSCRIPTION_UPDATED]: 'subscription_updated',
  [PlanMethod.CHECKOUT]: 'checkout',
} as const;

/** The public word of an enum's value. Throws for values that are never sent, or not known here yet. */
function word<T extends string>(words: Readonly<Record<number, T>>, value: number): T {
  return words[value] ?? missing();
}

function missing(): never {
  throw unavailable();
}

/** RFC 3339 in UTC with milliseconds. */
export function renderInstant({ seconds, nanos }: Timestamp): string {
  return new Date(toNumber(seconds) * 1000 + Math.floor(nanos / 1e6)).toISOString();
}

const instantOrNull = (instant: Timestamp | undefined) => (instant ? renderInstant(instant) : null);
const numberOrNull = (value: bigint | undefined) => (value === undefined ? null : toNumber(value));

export function renderMessage(message: Message): Static<typeof MessageShape> {
  return {
    id: toNumber(message.id),
    seq: toNumber(message.seq),
    direction: word(directions, message.direction),
    address: message.address,
    address_norm: message.addressNorm,
    body: message.body,
    status: word(statuses, message.status),
    route: word(routes, message.route),
    error: message.error ?? null,
    created_at: renderInstant(message.createdAt ?? missing()),
    sent_at: instantOrNull(message.sentAt),
    delivered_at: instantOrNull(message.deliveredAt),
    segments: message.segments,
    encoding: word(encodings, message.encoding),
    client_ref: message.clientRef ?? null,
  };
}

export function renderUsage(usage: Usage): Static<typeof UsageShape> {
  return {
    plan: usage.plan ?? null,
    subscription_status: usage.subscriptionStatus ?? null,
    can_send: usage.canSend,
    reason: word(reasons, usage.reason),
    texts_used: toNumber(usage.textsUsed),
    texts_cap: numberOrNull(usage.textsCap),
    texts_remaining: numberOrNull(usage.textsRemaining),
    unlimited: usage.unlimited,
    period: word(periods, usage.period),
    resets_at: renderInstant(usage.resetsAt ?? missing()),
  };
}

export function renderAccount(account: Account): Static<typeof AccountShape> {
  return {
    id: toNumber(account.id),
    name: account.name,
    plan: account.plan ?? null,
    subscription_status: account.subscriptionStatus ?? null,
    linked_at: instantOrNull(account.linkedAt),
  };
}

export function renderTier(tier: Tier): Static<typeof TierShape> {
  return {
    plan: tier.plan,
    name: tier.name,
    texts_cap: toNumber(tier.textsCap),
    price_cents: toNumber(tier.priceCents),
    currency: tier.currency,
    interval: tier.interval,
  };
}

export function renderThread(thread: Thread): Static<typeof ThreadShape> {
  return {
    address: thread.address,
    address_norm: thread.addressNorm,
    last_message: renderMessage(thread.lastMessage ?? missing()),
    message_count: toNumber(thread.messageCount),
    updated_at: renderInstant(thread.updatedAt ?? missing()),
  };
}

export function renderPlanResult(result: ChangePlanResponse): Static<typeof PlanResultShape> {
  return {
    ok: true,
    plan: result.plan,
    applied: result.applied,
    changed: result.changed,
    method: word(methods, result.method),
    ...(!result.applied && result.checkoutUrl !== undefined && { checkout_url: result.checkoutUrl }),
    detail: result.detail,
    usage: renderUsage(result.usage ?? missing()),
  };
}
