// The documented fields of each resource, as allow-lists: an answer that lacks one or has one more fails. Values are
// judged by their kind only; what they are is each test's own business.
import { expect } from 'vitest';

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const text = expect.any(String);
const flag = expect.any(Boolean);
const integer = expect.toSatisfy((value: unknown) => Number.isSafeInteger(value));
const oneOf = (...values: (string | null)[]) =>
  expect.toSatisfy((value: unknown) => values.includes(value as string));
const orNull = (shape: unknown) =>
  expect.toSatisfy((value: unknown) => {
    if (value !== null) expect(value).toEqual(shape);
    return true;
  });
const listOf = (shape: unknown) =>
  expect.toSatisfy((values: unknown) => {
    expect(Array.isArray(values)).toBe(true);
    for (const value of values as unknown[]) expect(value).toStrictEqual(shape);
    return true;
  });

export const usageShape = {
  plan: orNull(text),
  subscription_status: orNull(text),
  can_send: flag,
  reason: oneOf('ok', 'no_plan', 'no_subscription', 'cap_reached', 'no_route'),
  texts_used: integer,
  texts_cap: orNull(integer),
  texts_remaining: orNull(integer),
  unlimited: flag,
  period: 'calendar_month_utc',
  resets_at: instant,
};

export const messageShape = {
  id: integer,
  seq: integer,
  direction: oneOf('out', 'in'),
  address: text,
  address_norm: text,
  body: text,
  status: oneOf('queued', 'sending', 'sent', 'delivered', 'received', 'failed'),
  route: oneOf('device', 'gateway'),
  error: orNull(text),
  created_at: instant,
  sent_at: orNull(instant),
  delivered_at: orNull(instant),
  segments: integer,
  encoding: oneOf('gsm7', 'ucs2'),
};

const accountShape = {
  id: integer,
  name: text,
  plan: orNull(text),
  subscription_status: orNull(text),
  linked_at: orNull(instant),
};

const tierShape = {
  plan: oneOf('starter', 'growth', 'pro'),
  name: text,
  texts_cap: integer,
  price_cents: integer,
  currency: text,
  interval: text,
};

const threadShape = {
  address: text,
  address_norm: text,
  last_message: messageShape,
  message_count: integer,
  updated_at: instant,
};

/** What a 200 of each endpoint holds. */
export const answerShapes = {
  sendMessage: { message: messageShape, usage: usageShape },
  message: { message: messageShape },
  messages: { messages: listOf(messageShape), next_since: integer, has_more: flag },
  threads: { threads: listOf(threadShape), next_cursor: orNull(text) },
  threadMessages: { address_norm: text, messages: listOf(messageShape), next_before: orNull(integer) },
  me: { account: accountShape, usage: usageShape, tiers: listOf(tierShape) },
  usage: usageShape,
  accounts: { accounts: listOf(accountShape) },
  tiers: { tiers: listOf(tierShape) },
};

/** Fails the test unless the body has exactly the documented fields, each of its kind. */
export function expectShape(json: unknown, endpoint: keyof typeof answerShapes): void {
  expect(json).toStrictEqual(answerShapes[endpoint]);
}
