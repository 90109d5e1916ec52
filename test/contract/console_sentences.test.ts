// What the service says in English has its words in the console, in each of its languages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { deliveryFault } from '../../gateway/console/pages/delivery/delivery_fault.ts';
import { catalogue } from '../../gateway/console/words/de/catalogue.ts';
import { devices } from '../../gateway/console/words/en/devices.ts';
import type { English } from '../../gateway/console/words/english.ts';
import { speak } from '../../gateway/console/words/language.ts';
import { notAllowed } from '../../server/app/places/address_policy.ts';
import { phoneStepsOf } from '../../server/config/phone_address.ts';

const root = join(import.meta.dirname, '../..');
const english = (sentence: string) => sentence as unknown as English;

afterEach(() => speak('en', {}));

test('the steps at a phone are the service’s, one by one', () => {
  expect(devices.phoneSteps).toEqual(phoneStepsOf('url', 'code').map(({ text }) => text));
});

test('every problem that a device may have has its words', () => {
  const source = readFileSync(join(root, 'server/device/states.ts'), 'utf8');
  const codes = [...source.matchAll(/\[DeviceProblem\.\w+\]: '(\w+)'/g)].map(([, code]) => code);
  expect(codes.toSorted()).toEqual(Object.keys(devices.problems).toSorted());
});

test('every reason of a delivery that failed has its words, with its number or code', () => {
  const reasons = [
    'the endpoint answered 500',
    'no answer within 15 seconds',
    'no connection within 5 seconds',
    'TLS failed: CERT_HAS_EXPIRED',
    'the connection failed',
    'the connection failed: ECONNREFUSED; passed over after 3 attempts',
    `the name leads to ${notAllowed}`,
    `url leads to ${notAllowed}`,
    'url must begin with https:// (the operator can allow http:// with TEXTRELAY_WEBHOOK_ALLOW_HTTP)',
    'not tried: the address of the text’s own failed slowly within the last minute',
  ];
  for (const reason of reasons)
    expect(deliveryFault(english(reason)).toLowerCase()).toBe(reason.toLowerCase());
  speak('de', catalogue);
  const { faults } = catalogue.delivery;
  const said = reasons.map((reason) => deliveryFault(english(reason)));
  expect(said).not.toContain(faults.other);
  expect(said[0]).toBe('Der Empfänger antwortete 500');
  expect(said[5]).toContain('ECONNREFUSED');
  expect(said.slice(6, 8)).toEqual([faults.notPublic, faults.notPublic]);
  expect(deliveryFault(english('something new'))).toBe(faults.other);
});

test('the reason of a delivery that nobody has words for is found in the code', () => {
  const source = readFileSync(join(root, 'server/webhooks/endpoint_client.ts'), 'utf8');
  const sentences = [...source.matchAll(/return (?:code \? )?[`']((?:the|no|TLS) [^`']+)/g)].map(
    ([, words = '']) => words.replaceAll(/\$\{[^}]*\}/g, '1'),
  );
  expect(sentences.length).toBeGreaterThan(3);
  speak('de', catalogue);
  for (const sentence of sentences)
    expect([sentence, deliveryFault(english(sentence))]).not.toEqual([
      sentence,
      catalogue.delivery.faults.other,
    ]);
});
