import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publicEndpoints } from '../../app/subscriptions/address_policy.ts';
import { checkEndpointUrl } from '../../app/subscriptions/endpoint_url.ts';
import { deliveryErrorCode, deliveryErrorCodes, failureSentence } from './delivery_failure.ts';

/** What is said of an address that was allowed when it was set. */
function refusalOf(url: string): string {
  try {
    checkEndpointUrl(url, publicEndpoints);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it was allowed');
}

test.each([
  ['the endpoint answered 503', 503, 'endpoint_answered'],
  ['the endpoint answered 410; passed over after 3 attempts', 410, 'endpoint_answered'],
  ['no answer within 15 seconds', null, 'no_answer'],
  ['no answer within 1 second, and other slow endpoints of the account take its slots', null, 'no_answer'],
  ['no connection within 5 seconds', null, 'no_connection'],
  ['TLS failed: CERT_HAS_EXPIRED', null, 'tls_failed'],
  ['the connection failed', null, 'connection_failed'],
  ['the connection failed: ECONNREFUSED', null, 'connection_failed'],
  [refusalOf('https://127.0.0.1/'), null, 'address_not_public'],
  [refusalOf('http://shop.example/'), null, 'address_not_https'],
  ['not tried: the address of the text’s own failed slowly', null, 'not_tried'],
  ['the answer is no TwiML: nothing was sent', 200, 'answer_not_followed'],
  ['something new', null, 'other'],
])('%s, with status %s: %s', (error, status, code) => {
  expect(deliveryErrorCode(error, status)).toBe(code);
});

test('a delivery that was simply acknowledged has no code', () => {
  expect(deliveryErrorCode(null, 200)).toBeNull();
});

test('every kind that a sentence is made for is read from it again', () => {
  const sources = ['delivery.ts', 'endpoint_client.ts']
    .map((file) => readFileSync(join(import.meta.dirname, '../../webhooks', file), 'utf8'))
    .join('\n');
  const made = [...sources.matchAll(/failureSentence\(\s*'(\w+)'/g)].map(([, kind = '']) => kind);
  expect(made.length).toBeGreaterThan(6);
  for (const kind of made) {
    expect(deliveryErrorCodes).toContain(kind);
    expect(deliveryErrorCode(failureSentence(kind as 'no_answer', 'x'), null)).toBe(kind);
  }
});
