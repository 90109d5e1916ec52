// Payments as a person and Stripe use them: pages in a browser, and events on the public webhook.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { coreError } from '../../gateway/testing/fake_core.ts';
import { startPair } from '../../gateway/testing/start_pair.ts';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount } from '../support/core.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { openStripeBench, type StripeBench } from './stripe_bench.ts';

let service: SimulatedService;

/** Asks likewise; time passes until it is answered. */
const ask = (...asked: Parameters<typeof fetch>) => service.simulation.during(fetch(...asked));
const usageOf = async (stack: Stack, account: TestAccount) =>
  (await stack.get('/api/v1/usage', account.key)).json;

describe("the sandbox's checkout page", () => {
  let stack: Stack;
  let base: string;
  beforeAll(async () => {
    service = await SimulatedService.begin();
    stack = await startStack({ service, billing: { provider: 'sandbox' } });
    base = (stack.gateways[0] as { url: string }).url;
  });
  afterAll(() => service.end());

  async function openCheckout(plan = 'growth') {
    const account = await stack.createAccount({ plan: '' });
    const { json } = await stack.post('/api/v1/plan', account.key, { plan });
    return { account, url: base + new URL(json.checkout_url).pathname };
  }
  const act = (url: string, action: string, headers: Record<string, string> = {}) =>
    ask(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: `action=${action}`,
    });
  const read = async (url: string) => (await ask(url)).text();

  test('leads from the link to the plan: declined first, then paid', async () => {
    const { account, url } = await openCheckout();
    const page = await ask(url);
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/Sandbox.*\$29\.00 a month/s);
    const declined = await act(url, 'decline');
    expect(declined.status).toBe(303);
    expect(await read(base + declined.headers.get('location'))).toContain('The card was declined');
    expect(await usageOf(stack, account)).toMatchObject({ plan: null, reason: 'no_plan' });
    const paid = await act(url, 'pay');
    expect([paid.status, paid.headers.get('location')]).toEqual([303, new URL(url).pathname]);
    expect(await usageOf(stack, account)).toMatchObject({ plan: 'growth', subscription_status: 'active' });
    expect(await read(url)).toMatch(/Paid.*Growth<\/strong> is in effect/s);
    expect((await act(url, 'cancel')).status).toBe(303);
    expect(await usageOf(stack, account)).toMatchObject({ plan: 'growth', subscription_status: 'active' });
  });

  test('a card that is declined later makes the next upgrade payment_error, and nothing changes', async () => {
    const { account, url } = await openCheckout('starter');
    await act(url, 'pay_then_decline');
    const refused = await stack.post('/api/v1/plan', account.key, { plan: 'pro' });
    expect([refused.status, refused.json.code]).toEqual([502, 'payment_error']);
    expect(await usageOf(stack, account)).toMatchObject({ plan: 'starter', texts_cap: 500 });
  });

  test('a canceled checkout is over', async () => {
    const { account, url } = await openCheckout();
    await act(url, 'cancel');
    expect(await read(url)).toContain('This checkout has ended');
    await act(url, 'pay');
    expect(await usageOf(stack, account)).toMatchObject({ plan: null });
  });

  test("the sandbox's checkout page refuses forms of other sites, other forms and unknown checkouts", async () => {
    const { account, url } = await openCheckout();
    expect((await act(url, 'pay', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await act(url, 'pay', { 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect((await act(url, 'pay', { origin: 'https://evil.example' })).status).toBe(403);
    expect((await act(url, 'pay', { origin: 'null' })).status).toBe(403);
    for (const action of ['', 'refund', 'PAY', '__proto__', 'constructor'])
      expect((await act(url, action)).status).toBe(400);
    expect((await act(url, 'pay', { 'content-type': 'application/json' })).status).toBe(415);
    expect((await act(url, `cancel&x=${'x'.repeat(1024)}`)).status).toBe(413);
    expect((await act(`${base}/sandbox/checkout/none`, 'pay')).status).toBe(404);
    for (const id of ['none', '%00', 'x'.repeat(500), '%3Cscript%3E'])
      expect((await ask(`${base}/sandbox/checkout/${id}`)).status).toBe(404);
    expect(await usageOf(stack, account)).toMatchObject({ plan: null });
    expect((await act(url, 'pay', { origin: base })).status).toBe(303);
  });

  test("the sandbox's checkout page stands alone: it has no script and no outside host, and nobody may frame or cache it", async () => {
    const { url } = await openCheckout();
    const page = await ask(url);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    const text = await page.text();
    expect(text).not.toMatch(/<script|https?:\/\/|\son\w+=/);
  });

  test('the webhook is unknown while the provider is the sandbox', async () => {
    const answer = await ask(`${base}/webhooks/stripe`, {
      method: 'POST',
      headers: { 'stripe-signature': 't=1,v1=00' },
      body: '{}',
    });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'not_found']);
  });

  test('pages are not part of the documented interface, but refuse other methods', async () => {
    const { json } = await stack.get('/api/v1');
    const paths = json.endpoints.map(({ path }: { path: string }) => path);
    expect(paths).not.toContain('/sandbox/checkout/{id}');
    expect(paths).not.toContain('/webhooks/stripe');
    const answer = await ask(`${base}/webhooks/stripe`);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('the page after a checkout says what happened, and only in our words', async () => {
    expect(await read(`${base}/billing/return?outcome=paid`)).toContain('The payment was received');
    expect(await read(`${base}/billing/return?outcome=canceled`)).toContain('Nothing was changed');
    for (const outcome of ['', '?outcome=<b>', '?outcome=constructor', '?outcome=paid&outcome=paid'])
      expect(await read(`${base}/billing/return${outcome}`)).toContain('You are back from the checkout');
  });
});

describe("Stripe's webhook", () => {
  let bench: StripeBench;
  let stack: Stack;
  let url: string;
  beforeAll(async () => {
    service = await SimulatedService.begin();
    bench = await openStripeBench(service.simulation.clockOf('Stripe'));
    stack = await startStack({ service, billing: bench.settings });
    url = `${(stack.gateways[0] as { url: string }).url}/webhooks/stripe`;
  });
  afterAll(async () => {
    await service.end();
    await bench.stop();
  });

  const deliver = async (payload: Uint8Array | string, signature?: string) => {
    const answer = await ask(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) },
      body: payload,
    });
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
  };

  test('a paid checkout becomes the plan when its events arrive', async () => {
    const account = await stack.createAccount({ plan: '' });
    const { json } = await stack.post('/api/v1/plan', account.key, { plan: 'growth' });
    await bench.payWithoutEvent(json.checkout_url);
    expect(await usageOf(stack, account)).toMatchObject({ plan: null });
    const events = bench.takeEvents();
    expect(events.length).toBeGreaterThan(0);
    for (const { payload, signature } of events)
      expect(await deliver(payload, signature)).toEqual({ status: 200, json: { received: true } });
    expect(await usageOf(stack, account)).toMatchObject({ plan: 'growth', subscription_status: 'active' });
  });

  test('an event is judged by its exact bytes, and without a right signature it changes nothing', async () => {
    const { payload, signature } = bench.sign({ id: 'sub_none', object: 'subscription' });
    const refused = { status: 400, json: { code: 'invalid_request' } };
    const spaced = Buffer.from(payload.toString().replace('{', '{ '));
    expect(await deliver(spaced, signature)).toMatchObject(refused);
    expect(await deliver(payload)).toMatchObject(refused);
    expect(await deliver(payload, 'x'.repeat(2_001))).toMatchObject(refused);
    expect(await deliver('', signature)).toMatchObject(refused);
    expect(await deliver('not json', signature)).toMatchObject(refused);
    expect(await deliver('x'.repeat(256 * 1024 + 1), signature)).toMatchObject({ status: 413 });
    expect(await deliver(payload, signature)).toEqual({ status: 200, json: { received: true } });
  });
});

test('pages and the webhook say when the core cannot answer', async () => {
  const pair = await startPair({
    on: {
      services: (router) =>
        router.service(PlanService, {
          getSandboxCheckout: () => {
            throw coreError(ErrorCode.UNAVAILABLE, 'not now', 14);
          },
        }),
    },
  });
  try {
    const page = await fetch(`${pair.gateway.url}/sandbox/checkout/x`);
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect(page.headers.get('retry-after')).toBe('1');
    const event = await fetch(`${pair.gateway.url}/webhooks/stripe`, {
      method: 'POST',
      headers: { 'stripe-signature': 't=1,v1=00' },
      body: '{}',
    });
    expect([event.status, event.headers.get('retry-after')]).toEqual([503, '1']);
  } finally {
    await pair.stop();
  }
});
