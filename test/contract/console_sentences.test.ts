// What the service says in English has its words in the console, in each of its languages, by a code that stands beside it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../gateway/console/words/de/catalogue.ts';
import { delivery } from '../../gateway/console/words/en/delivery.ts';
import { devices } from '../../gateway/console/words/en/devices.ts';
import { errors } from '../../gateway/console/words/en/errors.ts';
import { operator } from '../../gateway/console/words/en/operator.ts';
import { texts } from '../../gateway/console/words/en/texts.ts';
import { fieldReasons } from '../../gateway/errors/errors.ts';
import { propertyOf } from '../../gateway/interface/properties.ts';
import { PhoneStepShape } from '../../gateway/resources/devices/pairing_code.ts';
import { EventsAnswer } from '../../gateway/resources/messages/event.ts';
import {
  TestWebhookResponseSchema,
  WebhookAttemptSchema,
} from '../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { subscriptionStatuses } from '../../runtime/interfaces/stripe_words.ts';
import { phoneStepsOf } from '../../server/config/phone_address.ts';
import { deliveryErrorCodes } from '../../server/domain/subscriptions/delivery_failure.ts';

const root = join(import.meta.dirname, '../..');
/** The words that the description lists for a field. */
const listedIn = (schema: object): string[] => {
  const { enum: listed } = schema as { enum: (string | null)[] };
  return listed.filter((word) => word !== null).toSorted();
};
const keysOf = (words: object) => Object.keys(words).toSorted();

describe.each([
  ['English', { devices, delivery, operator, texts }],
  ['German', catalogue],
])('in %s', (_language, words) => {
  const { phoneSteps, problems } = words.devices;

  test('every kind of step at a phone has its words', () => {
    const known = phoneStepsOf('url', 'code').map(({ kind }) => kind);
    expect(keysOf(phoneSteps)).toEqual(known.toSorted());
    expect(listedIn(PhoneStepShape.properties.kind)).toEqual([...known, 'other'].toSorted());
  });

  test('every problem that a device may have has its words', () => {
    const source = readFileSync(join(root, 'server/device/states.ts'), 'utf8');
    const codes = [...source.matchAll(/\[DeviceProblem\.\w+\]: '(\w+)'/g)].map(([, code]) => code);
    expect(keysOf(problems)).toEqual(codes.toSorted());
  });

  test('every state of a subscription that is not simply paid has its words', () => {
    const states = subscriptionStatuses.filter((status) => status !== 'active');
    expect(keysOf(words.operator.subscription)).toEqual(states.toSorted());
  });

  test('every kind of step of a text has its title and its meaning', () => {
    const kinds = listedIn(EventsAnswer.properties.events.items.properties.kind);
    expect(keysOf(words.texts.events)).toEqual(kinds);
    // Of these the service says why it ended, what the network said, or how many there are.
    const says = ['cancelled', 'expired', 'failed', 'omitted', 'part_failed', 'part_refused'];
    expect(keysOf(words.texts.meanings)).toEqual(kinds.filter((kind) => !says.includes(kind)));
  });

  test('every reason of a delivery that failed has its words', () => {
    expect(keysOf(words.delivery.faults)).toEqual(deliveryErrorCodes.toSorted());
    for (const { field } of [WebhookAttemptSchema, TestWebhookResponseSchema])
      expect(propertyOf(field.errorCode).enum).toEqual(deliveryErrorCodes);
  });
});

test('every rule of a field has its words, and the core knows no other', () => {
  const source = readFileSync(join(root, 'server/errors.ts'), 'utf8');
  const [, union = ''] = /reason:\s*\|([^;]+);/.exec(source) ?? [];
  const ofCore = [...union.matchAll(/'(\w+)'/g)].map(([, reason]) => reason);
  expect([...ofCore, 'required', 'other'].toSorted()).toEqual(fieldReasons.toSorted());
  for (const { reasons } of [errors, catalogue.errors])
    expect(keysOf(reasons)).toEqual(fieldReasons.toSorted());
});

test('the steps at a phone are the service’s, word by word', () => {
  const steps = phoneStepsOf('url', 'code');
  expect(devices.phoneSteps).toEqual(Object.fromEntries(steps.map(({ kind, text }) => [kind, text])));
});
