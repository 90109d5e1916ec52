import { expect, test } from 'vitest';
import { InvalidEvent } from './provider.ts';
import { readStripeEvent } from './stripe_events.ts';

const event = (object: unknown) => ({ id: 'evt_1', object: 'event', type: 'any', data: { object } });

test('a checkout, a subscription and an invoice say where to look', () => {
  const nothing = {
    eventId: 'evt_1',
    accountId: null,
    subscriptionId: null,
    customerId: null,
    checkoutId: null,
  };
  expect(
    readStripeEvent(
      event({
        object: 'checkout.session',
        id: 'cs_1',
        client_reference_id: '42',
        customer: 'cus_1',
        subscription: 'sub_1',
      }),
    ),
  ).toEqual({
    eventId: 'evt_1',
    accountId: 42n,
    subscriptionId: 'sub_1',
    customerId: 'cus_1',
    checkoutId: 'cs_1',
  });
  expect(
    readStripeEvent(
      event({
        object: 'subscription',
        id: 'sub_1',
        customer: { id: 'cus_1' },
        metadata: { account_id: '42' },
      }),
    ),
  ).toEqual({ ...nothing, accountId: 42n, subscriptionId: 'sub_1', customerId: 'cus_1' });
  for (const invoice of [
    { subscription: 'sub_1' },
    { parent: { subscription_details: { subscription: 'sub_1' } } },
  ])
    expect(readStripeEvent(event({ object: 'invoice', id: 'in_1', customer: 'cus_1', ...invoice }))).toEqual({
      ...nothing,
      subscriptionId: 'sub_1',
      customerId: 'cus_1',
    });
});

test('an event of something else concerns nothing here', () => {
  expect(readStripeEvent(event({ object: 'charge', id: 'ch_1' }))).toBeUndefined();
  expect(readStripeEvent(event({}))).toBeUndefined();
});

test.each([
  ['null', null],
  ['a text', 'event'],
  ['a list', []],
  ['no id', { object: 'event', data: { object: {} } }],
  ['an id that is none', { id: "evt'1", object: 'event', data: { object: {} } }],
  ['an id that is endless', { id: 'x'.repeat(10_000), object: 'event', data: { object: {} } }],
  ['no data', { id: 'evt_1', object: 'event' }],
  ['data without an object', { id: 'evt_1', object: 'event', data: { object: 1 } }],
  ['another object', { id: 'evt_1', object: 'v2.core.event', data: { object: {} } }],
])('%s is no event', (_name, body) => {
  expect(() => readStripeEvent(body)).toThrow(InvalidEvent);
});

test.each([
  ['a number', 42],
  ['nothing', ''],
  ['zero', '0'],
  ['a negative one', '-1'],
  ['one that is too large', '9223372036854775808'],
  ['words', 'x'],
  ['an object', { toString: '42' }],
])('an account id that is %s is none', (_name, id) => {
  const hint = readStripeEvent(event({ object: 'subscription', id: 'sub_1', metadata: { account_id: id } }));
  expect(hint?.accountId).toBeNull();
});
