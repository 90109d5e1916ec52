// No gateway logs the secret name of a checkout, an event or its signature, whatever requests come in.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { clientOf, operatorOf } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';
import { sendRequest } from '../support/http_client.ts';
import {
  type CoreProcess,
  type GatewayProcess,
  startCoreProcess,
  startGatewayProcess,
} from '../support/processes.ts';
import { checkoutIn } from './stripe_settings.ts';

let core: CoreProcess;
let gateway: GatewayProcess;

beforeAll(async () => {
  core = await startCoreProcess(await createDatabase(), { TEXTRELAY_BILLING: 'sandbox' });
  gateway = await startGatewayProcess([core], { LOG_LEVEL: 'trace' });
});
afterAll(async () => {
  await gateway?.stop();
  await core?.stop();
});

test('endpoints of payments log as little as all others', async () => {
  const created = await operatorOf(core).createAccount({ name: 'Logs', country: 'US' });
  const accountId = created.account?.id as bigint;
  const { checkoutUrl } = await clientOf(PlanService, core).changePlan({ accountId, plan: 'pro' });
  const name = checkoutIn(checkoutUrl);
  const base = `http://127.0.0.1:${gateway.port}`;
  const statuses: number[] = [];
  const send = async (path: string, body?: string, headers: Record<string, string> = {}) => {
    const method = body === undefined ? 'GET' : 'POST';
    const answer = await fetch(base + path, {
      method,
      redirect: 'manual',
      headers,
      ...(body !== undefined && { body }),
    });
    statuses.push(answer.status);
    await answer.arrayBuffer();
  };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const page = `/sandbox/checkout/${name}`;
  await send(page);
  await send(page, 'action=canary4711', form);
  await send(page, `action=pay&x=${'canary4711'.repeat(200)}`, form);
  await send(page, 'action=pay', { ...form, origin: 'https://canary4711.example' });
  await send(page, 'action=decline', form);
  await send(page, 'action=pay', form);
  await send('/sandbox/checkout/canary4711?canary4711');
  await send('/billing/return?outcome=canary4711');
  const signed = { 'stripe-signature': 't=1,v1=canary4711' };
  await send('/webhooks/stripe', '{"canary4711":1}', signed);
  await send('/webhooks/stripe', 'canary4711'.repeat(200_000), signed);
  await send('/webhooks/stripe', 'canary4711');
  await core.stop();
  await send(page);
  await send('/webhooks/stripe', '{"canary4711":1}', signed);
  expect(statuses).toEqual([200, 400, 413, 403, 303, 303, 404, 200, 404, 413, 400, 503, 503]);

  const metrics = await sendRequest(`http://127.0.0.1:${gateway.opsPort}`, { path: '/metrics' });
  expect(metrics.text).toContain('route="/sandbox/checkout/:id"');
  expect(await gateway.stop()).toBe(0);
  expect(gateway.output()).toContain('"route":"/sandbox/checkout/:id"');
  const lines = [...gateway.output().split('\n'), ...metrics.text.split('\n')];
  expect(lines.filter((line) => line.includes('canary4711') || line.includes(name))).toEqual([]);
});
