import { create } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { describe, expect, test } from 'vitest';
import { AccountSchema } from '../../proto/gen/textrelay/v1/account_pb.ts';
import { Direction, Encoding, MessageStatus, Route } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { ChangePlanResponseSchema, PlanMethod } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { UsageReason } from '../../proto/gen/textrelay/v1/usage_pb.ts';
import { Refusal } from '../errors/errors.ts';
import { resource } from '../interface/resources.ts';
import { AccountShape, renderAccount } from '../resources/accounts/account.ts';
import { renderUsage, UsageShape } from '../resources/accounts/usage.ts';
import { MessageShape, renderMessage } from '../resources/messages/message.ts';
import { sampleMessage, sampleUsage } from '../testing/samples.ts';
import { renderInstant } from './resource.ts';

const namesOf = (shape: { properties: object }) => Object.keys(shape.properties).sort();

describe('a message', () => {
  test('a message has exactly the documented fields, absent ones as null', () => {
    const rendered = renderMessage(sampleMessage());
    expect(Object.keys(rendered).sort()).toEqual(namesOf(MessageShape));
    expect(rendered).toEqual({
      id: 1,
      seq: 1,
      direction: 'out',
      address: '(555) 123-4567',
      address_norm: '+15551234567',
      body: 'hello',
      status: 'queued',
      route: 'device',
      error: null,
      created_at: '2026-11-21T08:30:15.007Z',
      sent_at: null,
      delivered_at: null,
      segments: 1,
      encoding: 'gsm7',
      client_ref: null,
      keyword: null,
      from: null,
      send_at: null,
      awaiting: null,
      body_removed_at: null,
    });
  });

  test('a message that came in and failed says so', () => {
    const instant = timestampFromMs(Date.UTC(2026, 0, 2, 3, 4, 5, 678));
    const rendered = renderMessage(
      sampleMessage({
        direction: Direction.IN,
        status: MessageStatus.FAILED,
        route: Route.GATEWAY,
        encoding: Encoding.UCS2,
        error: 'outcome_unknown: it may have been sent',
        sentAt: instant,
        deliveredAt: instant,
      }),
    );
    expect(rendered).toMatchObject({
      direction: 'in',
      status: 'failed',
      route: 'gateway',
      encoding: 'ucs2',
      error: 'outcome_unknown: it may have been sent',
      sent_at: '2026-01-02T03:04:05.678Z',
      delivered_at: '2026-01-02T03:04:05.678Z',
    });
  });

  test.each([
    { id: 2n ** 53n },
    { seq: 2n ** 60n },
    { status: MessageStatus.UNSPECIFIED },
    { route: Route.UNSPECIFIED },
    { createdAt: undefined },
  ])('a message that cannot be rendered as documented is a fault', (fields) => {
    expect(() => renderMessage(sampleMessage(fields))).toThrow(Refusal);
  });
});

test('every status, reason and method of the contract has its public word', () => {
  for (const [name, status] of Object.entries(MessageStatus))
    if (status !== MessageStatus.UNSPECIFIED)
      expect(renderMessage(sampleMessage({ status })).status).toBe(name.toLowerCase());
  for (const [name, reason] of Object.entries(UsageReason))
    if (reason !== UsageReason.UNSPECIFIED)
      expect(renderUsage(sampleUsage({ reason })).reason).toBe(name.toLowerCase());
});

test('usage without a cap has nulls, not zeros', () => {
  const rendered = renderUsage(
    sampleUsage({ textsCap: undefined, textsRemaining: undefined, plan: undefined, unlimited: true }),
  );
  expect(rendered).toMatchObject({ texts_cap: null, texts_remaining: null, plan: null, unlimited: true });
  expect(Object.keys(rendered).sort()).toEqual(namesOf(UsageShape));
});

test('an account has exactly the documented fields', () => {
  const rendered = renderAccount(create(AccountSchema, { id: 7n, name: 'Example' }));
  expect(Object.keys(rendered).sort()).toEqual(namesOf(AccountShape));
});

test('a checkout link is there only when payment is needed', () => {
  const usage = sampleUsage();
  const base = { ok: true, plan: 'pro', detail: 'done', usage };
  const { render } = resource(ChangePlanResponseSchema);
  const applied = create(ChangePlanResponseSchema, {
    ...base,
    applied: true,
    method: PlanMethod.SUBSCRIPTION_UPDATED,
  });
  expect(render(applied)).not.toHaveProperty('checkout_url');
  const checkout = { method: PlanMethod.CHECKOUT, checkoutUrl: 'https://pay.example/1' };
  expect(render(create(ChangePlanResponseSchema, { ...base, ...checkout }))).toMatchObject({
    ok: true,
    applied: false,
    changed: false,
    method: 'checkout',
    checkout_url: 'https://pay.example/1',
  });
});

test('instants are RFC 3339 in UTC with milliseconds, rounded down', () => {
  expect(renderInstant({ $typeName: 'google.protobuf.Timestamp', seconds: 0n, nanos: 999_999_999 })).toBe(
    '1970-01-01T00:00:00.999Z',
  );
});
