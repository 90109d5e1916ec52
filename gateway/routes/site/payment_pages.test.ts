// The pages around a payment: what they show and take, and what they keep from everybody else.
import { createHash } from 'node:crypto';
import { Code } from '@connectrpc/connect';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ErrorCode } from '../../../proto/gen/textrelay/v1/error_pb.ts';
import { SandboxAction, SandboxCheckoutState } from '../../../proto/gen/textrelay/v1/sandbox_pb.ts';
import { coreError } from '../../testing/fake_core.ts';
import { checkoutId, createFakePayments, type FakePayments } from '../../testing/fake_payments.ts';
import { type Pair, startPair } from '../../testing/start_pair.ts';

const path = `/sandbox/checkout/${checkoutId}`;
const formType = 'application/x-www-form-urlencoded';
let pair: Pair;
let payments: FakePayments;
let fresh: FakePayments['checkout'];

beforeAll(async () => {
  payments = createFakePayments();
  fresh = { ...payments.checkout };
  pair = await startPair({ on: { services: payments.services } });
});
afterAll(() => pair.stop());
beforeEach(() => {
  Object.assign(payments.checkout, fresh);
  payments.refusal.error = undefined;
  payments.asked.actions.length = 0;
  payments.asked.names.length = 0;
});

const read = (of = path) => fetch(pair.gateway.url + of);
const textOf = async (of = path) => (await read(of)).text();
const submit = (body: string, headers: Record<string, string> = {}, to = path) =>
  fetch(pair.gateway.url + to, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': formType, ...headers },
    body,
  });

describe('the page of a checkout', () => {
  test('the page of a checkout says that it is a sandbox, names plan and price, and offers the four ways out of it', async () => {
    const page = await read();
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const text = await page.text();
    expect(text).toContain('<strong>Sandbox.</strong> This page moves no money');
    expect(text).toContain('<h1>Textrelay Growth</h1>');
    expect(text).toContain('$29.00 a month');
    expect(text).toContain('<html lang="en">');
    expect(text).toContain('name="viewport"');
    expect(text.match(/name="action" value="(\w+)"/g)).toHaveLength(4);
    expect(text).not.toContain('role="alert"');
  });

  test.each([
    ['usd', 0n, '$0.00'],
    ['eur', 123_456n, '€1,234.56'],
    ['jpy', 2_900n, '¥2,900'],
    ['kwd', 2_900n, 'KWD\u00a02.900'],
  ])('the page of a checkout writes prices in %s as people do', async (currency, priceCents, shown) => {
    Object.assign(payments.checkout, { currency, priceCents });
    expect(await textOf()).toContain(`${shown} a month`);
  });

  test('the page of a checkout shows whatever the core names as text, never as markup', async () => {
    const name = `<img src=x onerror=alert(1)>"'&amp;</strong>`;
    const escaped = '&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;amp;&lt;/strong&gt;';
    for (const state of [SandboxCheckoutState.OPEN, SandboxCheckoutState.PAID]) {
      Object.assign(payments.checkout, { planName: name, state });
      const text = await textOf();
      expect(text).toContain(escaped);
      expect(text).not.toContain('<img');
    }
  });

  test('offers nothing more once it was paid or has ended, whatever its address says', async () => {
    payments.checkout.state = SandboxCheckoutState.PAID;
    const paid = await textOf(`${path}?declined=1`);
    expect(paid).toContain('is in effect');
    payments.checkout.state = SandboxCheckoutState.EXPIRED;
    const ended = await textOf(`${path}?declined=1`);
    expect(ended).toContain('This checkout has ended');
    for (const text of [paid, ended]) expect(text).not.toMatch(/<form|<button|role="alert"/);
  });

  test('the page of a checkout says that a card was declined, and offers to try again', async () => {
    const text = await textOf(`${path}?declined=1`);
    expect(text).toContain('role="alert">The card was declined');
    expect(text).toContain('value="pay"');
  });
});

describe('the form', () => {
  test.each([
    ['pay', SandboxAction.PAY, ''],
    ['pay_then_decline', SandboxAction.PAY_THEN_DECLINE, ''],
    ['decline', SandboxAction.DECLINE, '?declined=1'],
    ['cancel', SandboxAction.CANCEL, ''],
  ])('%s is done and leads back to the page', async (name, action, query) => {
    const answer = await submit(`action=${name}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, path + query]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(payments.asked.actions).toEqual([action]);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['another site, with an Origin of ours', { 'sec-fetch-site': 'cross-site', origin: 'SELF' }],
    ['another origin, reported without Sec-Fetch-Site', { origin: 'https://evil.example' }],
    ['the same name on another port', { origin: 'http://127.0.0.1:1' }],
    ['an origin that is hidden', { origin: 'null' }],
    ['an empty origin', { origin: '' }],
  ])('the form from %s is refused, and nothing is done', async (_name, headers) => {
    const sent = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value === 'SELF' ? pair.gateway.url : value]),
    );
    expect((await submit('action=pay', sent)).status).toBe(403);
    expect(payments.asked).toMatchObject({ actions: [], names: [] });
  });

  test.each([
    ['its own page', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    ['its own page, reported without Sec-Fetch-Site', { origin: 'SELF' }],
    ['a program', {}],
  ])('the form from %s is taken', async (_name, headers) => {
    const sent = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value === 'SELF' ? pair.gateway.url : value]),
    );
    expect((await submit('action=pay', sent)).status).toBe(303);
  });

  test.each([
    ['no action', 'x=1', 400],
    ['no fields', '', 400],
    ['an action of its own invention', 'action=refund', 400],
    ['an action that JavaScript knows', 'action=constructor', 400],
    ['fields of 1 KiB', `action=pay&x=${'x'.repeat(1024 - 13)}`, 303],
    ['fields of 1 KiB and a byte', `action=pay&x=${'x'.repeat(1025 - 13)}`, 413],
  ])('the form with %s is judged by its fields', async (_name, body, status) => {
    expect((await submit(body)).status).toBe(status);
    expect(payments.asked.actions).toHaveLength(status === 303 ? 1 : 0);
  });

  test('the form of another type, or compressed, is refused', async () => {
    expect((await submit('{"action":"pay"}', { 'content-type': 'application/json' })).status).toBe(415);
    expect((await submit('action=pay', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await submit('action=pay', { 'content-encoding': 'gzip' })).status).toBe(415);
    expect((await submit('action=pay', { 'content-type': `${formType}; charset=utf-8` })).status).toBe(303);
    expect(payments.asked.actions).toEqual([SandboxAction.PAY]);
  });
});

describe('every page', () => {
  const pages = [
    [path, 200],
    ['/sandbox/checkout/unknown', 404],
    ['/billing/return?outcome=paid', 200],
  ] as const;

  test.each(pages)(
    '%s runs no script, is in no frame and no cache, and shows no other site where one was',
    async (of, status) => {
      const page = await read(of);
      expect(page.status).toBe(status);
      const text = await page.text();
      const style = /<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? '';
      const hash = createHash('sha256').update(style).digest('base64');
      expect(page.headers.get('content-security-policy')).toBe(
        `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      );
      expect(page.headers.get('referrer-policy')).toBe('same-origin');
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('x-content-type-options')).toBe('nosniff');
      expect(text).not.toMatch(/<script|<link|<img|https?:|\son\w+=|\sstyle=/);
    },
  );

  test('knows its methods, and is neither in the discovery index nor in the API document', async () => {
    for (const of of [path, '/billing/return']) {
      const answer = await fetch(pair.gateway.url + of, { method: 'DELETE' });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe(of === path ? 'GET, HEAD, POST' : 'GET, HEAD');
    }
    for (const of of ['/api/v1', '/api/v1/openapi.json'])
      expect(await textOf(of)).not.toMatch(/sandbox\/checkout|billing\/return|webhooks\/stripe/);
  });
});

describe('a checkout', () => {
  test('a checkout that is unknown is a page that says so and names nothing', async () => {
    for (const name of ['unknown', '%3Cscript%3E', '..%2f..%2fapi', '%00', 'x'.repeat(2_000)]) {
      for (const page of [
        await read(`/sandbox/checkout/${name}`),
        await submit('action=pay', {}, `/sandbox/checkout/${name}`),
      ]) {
        expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
        expect(await page.text()).toMatch(/<h1>Not found<\/h1>\n<p>There is no such checkout\.<\/p>/);
      }
    }
  });

  test('a checkout that cannot be looked up now is a page that says when to come back', async () => {
    payments.refusal.error = coreError(ErrorCode.UNAVAILABLE, 'not now', Code.Unavailable);
    for (const page of [await read(), await submit('action=pay')]) {
      expect([page.status, page.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await page.text()).toContain('That did not work');
    }
  });
});

test('the page after a checkout says what became of it, in words of ours only', async () => {
  expect(await textOf('/billing/return?outcome=paid')).toContain('The payment was received');
  expect(await textOf('/billing/return?outcome=canceled')).toContain('Nothing was changed');
  for (const query of [
    '',
    '?outcome=',
    '?outcome=%3Cb%3E',
    '?outcome=toString',
    '?outcome=paid&outcome=paid',
  ]) {
    const text = await textOf(`/billing/return${query}`);
    expect(text).toContain('You are back from the checkout');
    expect(text).not.toContain('<b>');
  }
  expect(payments.asked.names).toEqual([]);
});
