// Signatures: those of others' examples hold, and nothing that is changed passes.
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CarrierCallback } from '../../carrier.ts';
import type { SignatureSettings } from '../http_settings.ts';
import { checkSignature } from './signature.ts';

const nowMs = 1_773_144_000_000;
const secret = 'a secret of the tests';
const url = 'https://sms.example.com/webhooks/carriers/main/receipt';

const check = (settings: SignatureSettings, callback: Partial<CarrierCallback>, at = url) =>
  checkSignature(settings, {
    callback: {
      hook: 'receipt',
      method: 'POST',
      query: '',
      headers: new Map(),
      body: Buffer.alloc(0),
      ...callback,
    },
    url: at,
    nowMs,
  });

test("Twilio's own example of a signature is right", () => {
  const settings: SignatureSettings = {
    scheme: 'hmac',
    algorithm: 'sha1',
    encoding: 'base64',
    header: 'X-Twilio-Signature',
    signs: '{{url}}{{sorted_fields}}',
    secret: '12345',
  };
  const body = Buffer.from(
    'Digits=1234&CallSid=CA1234567890ABCDE&To=%2B18005551212&Caller=%2B14158675309&From=%2B14158675309',
  );
  const headers = new Map([['x-twilio-signature', 'RSOYDt4T1cUTdK1PDd93/VVr8B8=']]);
  const call = { headers, body, query: '?foo=1&bar=2' };
  expect(check(settings, call, 'https://mycompany.com/myapp.php')).toBe('right');
  expect(check(settings, { ...call, query: '?foo=1&bar=3' }, 'https://mycompany.com/myapp.php')).toBe(
    'wrong',
  );
});

test("GitHub's own example of a signature is right", () => {
  const settings: SignatureSettings = {
    scheme: 'hmac',
    header: 'X-Hub-Signature-256',
    prefix: 'sha256=',
    secret: "It's a Secret to Everybody",
  };
  const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
  const headers = new Map([['x-hub-signature-256', signature]]);
  expect(check(settings, { headers, body: Buffer.from('Hello, World!') })).toBe('right');
  expect(check(settings, { headers, body: Buffer.from('Hello, World?') })).toBe('wrong');
});

describe('over time and body', () => {
  const settings: SignatureSettings = {
    scheme: 'hmac',
    algorithm: 'sha512',
    encoding: 'base64',
    header: 'X-Sig',
    signs: '{{body}}.{{header.x-nonce}}.{{timestamp}}',
    timestamp_header: 'X-Time',
    tolerance_s: 60,
    secret,
  };
  const sign = (body: Uint8Array, timestamp: string, nonce = 'n') =>
    createHmac('sha512', secret)
      .update(Buffer.concat([body, Buffer.from(`.${nonce}.${timestamp}`)]))
      .digest('base64');
  const call = (body: Uint8Array, timestamp: string, changes: Record<string, string> = {}) => ({
    body,
    headers: new Map(
      Object.entries({ 'x-sig': sign(body, timestamp), 'x-time': timestamp, 'x-nonce': 'n', ...changes }),
    ),
  });

  test.each([
    ['now, in seconds', String(nowMs / 1_000), 'right'],
    ['now, in milliseconds', String(nowMs), 'right'],
    ['at the end of the tolerance', String(nowMs / 1_000 - 60), 'right'],
    ['later', String(nowMs / 1_000 - 61), 'wrong'],
    ['too early', String(nowMs / 1_000 + 61), 'wrong'],
    ['no time', 'soon', 'wrong'],
    ['an empty one', '', 'wrong'],
    ['a negative one', '-1773144000', 'wrong'],
  ])('a call of %s is judged', (_name, timestamp, expected) => {
    expect(check(settings, call(Buffer.from('x'), timestamp))).toBe(expected);
  });

  test('any body that was signed passes, and no other', () => {
    const timestamp = String(nowMs / 1_000);
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (body, place, bits) => {
          expect(check(settings, call(body, timestamp))).toBe('right');
          const changed = Uint8Array.from(body, (byte, index) =>
            index === place % body.length ? byte ^ bits : byte,
          );
          const { headers } = call(body, timestamp);
          if (body.length > 0) expect(check(settings, { body: changed, headers })).toBe('wrong');
          expect(check(settings, { body: Buffer.concat([body, Buffer.from([0])]), headers })).toBe('wrong');
        },
      ),
    );
  });

  test('no other time and no other header of it passes', () => {
    const timestamp = String(nowMs / 1_000);
    const body = Buffer.from('x');
    expect(check(settings, call(body, timestamp, { 'x-time': String(nowMs / 1_000 + 1) }))).toBe('wrong');
    expect(check(settings, call(body, timestamp, { 'x-nonce': 'm' }))).toBe('wrong');
  });

  test('nothing that is shown instead passes', () => {
    const timestamp = String(nowMs / 1_000);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (given) => {
        expect(check(settings, call(Buffer.from('x'), timestamp, { 'x-sig': given }))).toBe('wrong');
      }),
    );
    const whole = sign(Buffer.from('x'), timestamp);
    for (const given of ['', '=', whole.slice(0, -4), `${whole}AAAA`, whole.toLowerCase()])
      expect(check(settings, call(Buffer.from('x'), timestamp, { 'x-sig': given }))).toBe('wrong');
    expect(check(settings, { body: Buffer.from('x') })).toBe('missing');
  });
});

describe('a shared secret', () => {
  test.each<[string, SignatureSettings, Partial<CarrierCallback>, Partial<CarrierCallback>]>([
    [
      'in a header',
      { scheme: 'shared_secret', secret, header: 'Authorization', prefix: 'Bearer ' },
      { headers: new Map([['authorization', `Bearer ${secret}`]]) },
      { headers: new Map([['authorization', secret]]) },
    ],
    [
      'in the query',
      { scheme: 'shared_secret', secret, query: 'token' },
      { query: '?a=1&token=a+secret+of+the+tests' },
      { query: '?token=a+secret+of+the+test' },
    ],
    [
      'in the path',
      { scheme: 'shared_secret', secret: 'with.a.dot-and-more', path: true },
      { hook: 'receipt.with.a.dot-and-more' },
      { hook: 'receipt.with.a.dot-and-mor' },
    ],
  ])('%s passes when it is the very one', (_name, settings, right, wrong) => {
    expect(check(settings, right)).toBe('right');
    expect(check(settings, wrong)).toBe('wrong');
    expect(check(settings, {})).toBe('missing');
  });

  test('without one nobody passes', () => {
    const headers = new Map([['x', '']]);
    expect(check({ scheme: 'shared_secret', header: 'x' }, { headers })).toBe('wrong');
    expect(check({ scheme: 'hmac', header: 'x' }, { headers })).toBe('wrong');
  });
});

test('what is said to be unsigned passes', () => {
  expect(check({ scheme: 'none' }, {})).toBe('right');
});

describe('while a secret is changed', () => {
  const other = 'another secret';
  const signed = (body: string, by: string, encoding: 'hex' | 'base64') =>
    createHmac('sha256', by).update(body).digest(encoding);
  const body = Buffer.from('{"id":"a"}');
  const ours = (encoding: 'hex' | 'base64') => signed(body.toString(), secret, encoding);
  const theirs = (encoding: 'hex' | 'base64') => signed(body.toString(), other, encoding);
  const shown = (header: string, settings: Partial<SignatureSettings> = {}, sent = body) =>
    check(
      { scheme: 'hmac', header: 'X-Signature', secret, ...settings },
      {
        headers: new Map([['x-signature', header]]),
        body: sent,
      },
    );

  test.each<[string, 'hex' | 'base64', string]>([
    ['', 'base64', ','],
    ['', 'hex', ', '],
    ['', 'hex', ';'],
    ['v1,', 'base64', ' '],
    ['v1=', 'hex', ','],
    ['sha256=', 'hex', ', '],
  ])('one of several signatures is enough, each after %j, in %s, between %j', (prefix, encoding, between) => {
    const settings = { prefix, encoding };
    const [mine, another] = [prefix + ours(encoding), prefix + theirs(encoding)];
    for (const header of [[mine, another], [another, mine], [mine], [`v1a,${'x'.repeat(88)}`, mine]])
      expect(shown(header.join(between), settings)).toBe('right');
    expect(shown([another, another].join(between), settings)).toBe('wrong');
    expect(shown([mine, another].join(between), settings, Buffer.from('{"id":"b"}'))).toBe('wrong');
  });

  test('one of several secrets is enough, and one that is taken away is not', () => {
    expect(shown(theirs('hex'))).toBe('wrong');
    expect(shown(theirs('hex'), { secret: [secret, other] })).toBe('right');
    expect(shown(ours('hex'), { secret: [secret, other] })).toBe('right');
    expect(shown(ours('hex'), { secret: [other] })).toBe('wrong');
    expect(shown(signed(body.toString(), '', 'hex'), { secret: ['', secret] })).toBe('wrong');
  });

  test('ten signatures of a header are tried, and the eleventh is not', () => {
    const others = (count: number) => Array.from({ length: count }, () => theirs('hex'));
    expect(shown([...others(9), ours('hex')].join(' '))).toBe('right');
    expect(shown([...others(10), ours('hex')].join(' '))).toBe('wrong');
  });

  test('a shared secret may be the old one or the new one, in a header, a query or a path', () => {
    const settings = {
      scheme: 'shared_secret' as const,
      header: undefined,
      secret: [secret, 'another-secret'],
    };
    expect(shown('Bearer another-secret', { ...settings, header: 'X-Signature', prefix: 'Bearer ' })).toBe(
      'right',
    );
    expect(shown('another-secret, x', { ...settings, header: 'X-Signature' })).toBe('right');
    const { header: _, ...placeless } = settings;
    expect(check({ ...placeless, query: 'key' }, { query: '?key=another-secret' })).toBe('right');
    expect(check({ ...placeless, query: 'key' }, { query: '?key=x%20another-secret' })).toBe('wrong');
    expect(check({ ...placeless, path: true }, { hook: 'receipt.another-secret' })).toBe('right');
  });
});

test('a secret in base64 is its key, with whsec_ before it or without', () => {
  const key = Buffer.from('a key of twenty-four octets');
  const body = Buffer.from('{}');
  const signature = createHmac('sha256', key).update(body).digest('base64');
  const headers = new Map([['webhook-signature', `v1,${signature}`]]);
  const settings = {
    scheme: 'hmac' as const,
    header: 'webhook-signature',
    prefix: 'v1,',
    encoding: 'base64' as const,
  };
  for (const own of [key.toString('base64'), `whsec_${key.toString('base64')}`]) {
    expect(check({ ...settings, secret: own, secret_encoding: 'base64' }, { headers, body })).toBe('right');
    expect(check({ ...settings, secret: own }, { headers, body })).toBe('wrong');
  }
});
