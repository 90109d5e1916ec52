// Whatever a text holds, whoever reads the request finds exactly it: judged by other readers than our own.
import fc from 'fast-check';
import { parse as parseForm } from 'qs';
import { describe, expect, test } from 'vitest';
import { submissionOf } from '../../../../test/support/smsc/open_carrier.ts';
import type { RequestSettings } from '../http_settings.ts';
import type { CarrierRequest } from './ask.ts';
import { createRequestMaker, fill, hasStrayBraces, Inexpressible, placeholdersOf } from './request_maker.ts';

const nowMs = Date.parse('2026-03-10T12:00:00.000Z');
const url = 'https://api.example.com/texts';
const nasty = fc.constantFrom(
  '&',
  '=',
  '+',
  '%41',
  '{{id}}',
  '{{text}}',
  '"',
  '\\',
  '<b>',
  ']]>',
  '\r\n',
  '\t',
  '$&',
  '$1',
  '#',
  '😀',
  '\u2028',
);
const anyText = fc
  .array(fc.oneof(nasty, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })))
  .map((pieces) => pieces.join(''))
  .map((text) => text.toWellFormed());
const xmlText = anyText.map((text) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot hold them in any way.
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''),
);

const make = (request: Partial<RequestSettings>, text: string): CarrierRequest =>
  createRequestMaker({ url, ...request }, 'https://sms.example.com/webhooks/carriers/main')(
    submissionOf(text),
    nowMs,
  );
const bodyOf = (request: Partial<RequestSettings>, text: string) =>
  Buffer.from(make(request, text).body ?? []).toString('utf8');

/** Reads what XML 1.0 says of references and line ends (2.11, 3.3.3, 4.1), and nothing else. */
function readXml(escaped: string): string {
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  const seen = escaped.replace(/\r\n?/g, '\n').replace(/[\t\n]/g, ' ');
  return seen.replace(/&(?:#(\d+)|(\w+));/g, (_all, code: string | undefined, name: string) =>
    code === undefined ? (names[name] as string) : String.fromCodePoint(Number(code)),
  );
}

describe('any text arrives as it is', () => {
  test('any text arrives as it is in a form', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const body = bodyOf({ form: { 'a b&c': 'to {{recipient}}: {{text}}!', last: '{{id}}' } }, text);
        const fields = [...new URLSearchParams(body)];
        expect(fields).toEqual([
          ['a b&c', `to +15005550006: ${text}!`],
          ['last', '1-1'],
        ]);
        expect(parseForm(body, { depth: 0 })).toEqual(Object.fromEntries(fields));
      }),
    );
  });

  test('any text arrives as it is in a query', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { path } = make({ method: 'GET', url: `${url}?to={{recipient}}&text={{text}}&x=1` }, text);
        expect(path).toMatch(/^[\x21-\x7e]+$/);
        const { searchParams, pathname } = new URL(path, url);
        expect([pathname, ...searchParams]).toEqual([
          '/texts',
          ['to', '+15005550006'],
          ['text', text],
          ['x', '1'],
        ]);
      }),
    );
  });

  test('any text arrives as it is in JSON, wherever it stands', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const json = { to: ['{{recipient}}'], deep: { body: '<{{text}}>' }, n: 1, none: null, on: true };
        expect(JSON.parse(bodyOf({ json }, text))).toEqual({
          to: ['+15005550006'],
          deep: { body: `<${text}>` },
          n: 1,
          none: null,
          on: true,
        });
      }),
    );
  });

  test('any text arrives as it is in raw JSON', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const raw = {
          template: '[{"text":"{{text}}"}]',
          content_type: 'application/json',
          escape: 'json' as const,
        };
        expect(JSON.parse(bodyOf({ raw }, text))).toEqual([{ text }]);
      }),
    );
  });

  test('any text arrives as it is in XML, as content and as an attribute', () => {
    fc.assert(
      fc.property(xmlText, (text) => {
        const raw = {
          template: '<sms text="{{text}}">{{text}}</sms>',
          content_type: 'text/xml',
          escape: 'xml' as const,
        };
        const [, attribute = '', content = ''] =
          /^<sms text="([^"<]*)">([^<]*)<\/sms>$/.exec(bodyOf({ raw }, text)) ?? [];
        expect([readXml(attribute), readXml(content)]).toEqual([text, text]);
      }),
    );
  });

  test('as it is', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const raw = { template: '{{text}}', content_type: 'text/plain', escape: 'none' as const };
        expect(bodyOf({ raw }, text)).toBe(text);
      }),
    );
  });
});

test('a character that XML cannot hold makes the text inexpressible', () => {
  for (const text of ['\u0000', '\u0007', '\u000c', '\u001b', '\uffff'])
    expect(() => fill('{{text}}', new Map([['text', text]]), 'xml')).toThrow(Inexpressible);
});

test('half of a surrogate pair never breaks a request', () => {
  for (const kind of ['url', 'json', 'xml', 'none'] as const)
    expect(fill('{{text}}', new Map([['text', 'a\ud800b']]), kind)).not.toContain('\ud800');
});

test('every placeholder says what it is said to say', () => {
  const json = Object.fromEntries(
    [
      'recipient',
      'recipient_digits',
      'sender',
      'sender_digits',
      'encoding',
      'id',
      'attempt_id',
      'expires_at',
      'expires_at_s',
      'expires_in_s',
      'callback_url',
    ].map((name) => [name, `{{ ${name} }}`]),
  );
  expect(JSON.parse(bodyOf({ json }, ''))).toEqual({
    recipient: '+15005550006',
    recipient_digits: '15005550006',
    sender: '+15005550100',
    sender_digits: '15005550100',
    encoding: 'gsm7',
    id: '1-1',
    attempt_id: '1-1-1',
    expires_at: '2026-03-11T12:00:00.000Z',
    expires_at_s: '1773230400',
    expires_in_s: '86400',
    callback_url: 'https://sms.example.com/webhooks/carriers/main',
  });
});

test('a whole text of JSON may stand for a number', () => {
  const json = {
    ttl: '{{expires_in_s:number}}',
    to: '{{ recipient_digits:number }}',
    said: '{{expires_in_s}}',
  };
  expect(JSON.parse(bodyOf({ json }, ''))).toEqual({ ttl: 86_400, to: 15_005_550_006, said: '86400' });
  expect(() => bodyOf({ json: { from: '{{sender:number}}' } }, '')).toThrow(Inexpressible);
});

test('credentials, types and lengths are said in headers', () => {
  const { headers, body } = make(
    {
      basic_auth: { user: 'AC1', password: 'pässword:x' },
      form: { a: '{{text}}' },
      headers: { 'X-Id': '{{id}}' },
    },
    'é',
  );
  expect(headers).toMatchObject({
    host: 'api.example.com',
    authorization: `Basic ${Buffer.from('AC1:pässword:x').toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body?.length),
    'x-id': '1-1',
  });
  expect(make({ bearer_token: 't0ken', json: {} }, '').headers).toMatchObject({
    authorization: 'Bearer t0ken',
    'content-type': 'application/json',
  });
  expect(
    make({ json: {}, headers: { 'Content-Type': 'application/x-own+json' } }, '').headers['content-type'],
  ).toBe('application/x-own+json');
});

test('a header never gets what would end it', () => {
  const submission = submissionOf('', { sender: 'A\r\nB' });
  const make = createRequestMaker({ url, headers: { 'x-from': '{{sender}}' } }, '');
  expect(() => make(submission, nowMs)).toThrow(Inexpressible);
});

test('placeholders and stray braces are distinguished', () => {
  expect(placeholdersOf('{{a}} {{ b_c }} {{a}}')).toEqual(['a', 'b_c']);
  expect(['{{a}}', '{a}', '{{a', '{{A}}', '}}'].map(hasStrayBraces)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});
