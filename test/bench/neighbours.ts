// What a neighbour's sends wait while another tenant, or somebody without an account, asks for the dearest there is at full rate,
// beside what they wait while that tenant sends plain texts as fast as it can.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { operatorOf } from '../support/core.ts';
import {
  batchTexts,
  contactLines,
  lineOfCells,
  linesOf,
  mib,
  nationalTexts,
  numbersByGroups,
  phoneAt,
} from '../support/hostile/large_contents.ts';
import { sendRequest } from '../support/http_client.ts';
import { pairDevice } from '../support/pairing.ts';
import { jsonPost, percentile, runLoad } from './http_load.ts';
import { median } from './median.ts';
import type { Product } from './product.ts';
import type { TenantOrder } from './tenant_load.ts';

type Ask = TenantOrder['asks'][number];

const connections = 16;
const rounds = 5;
const durationMs = 1_500;
/** So that the tenant is at full rate, and what it left is done, before the neighbour is measured. */
const leadMs = 500;
/** Of the tenant, so that its rate limit is not what holds it back. */
const tenantKeys = 900;

const post = (path: string, body: unknown): Ask => ({
  method: 'POST',
  path,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const api = (path: string, body: unknown) => post(`/api/v1${path}`, body);

/** What the tenant asks; those without an account name a key that is none. */
const acts: Readonly<Record<string, readonly Ask[]>> = {
  'batches of 500': [api('/messages/batch', { texts: batchTexts })],
  'dry runs of 500': [api('/messages/batch', { dry_run: true, texts: nationalTexts })],
  'texts of ten parts': [api('/messages', { address: phoneAt(1), body: 'ß'.repeat(600) })],
  'calls of an incoming webhook, 255 KB': [post('/hooks/large', { a: 'x'.repeat(255_000) })],
  'contacts, 20,000 lines': [api('/contacts/import', { csv: contactLines(20_000) })],
  'contacts, a line of cells': [api('/contacts/import', { csv: lineOfCells(4 * mib) })],
  'contacts, a card of 1 MB': [api('/contacts/import', { vcard: numbersByGroups })],
  'opt-outs, 10,000 lines': [api('/opt-outs/import', { csv: `address\n${linesOf(10_000, phoneAt)}\n` })],
  'searches of words': [
    { path: `/api/v1/search?q=${'a'.repeat(90)}b` },
    { path: '/api/v1/search?q=code%20your%20is%20never' },
  ],
  'lists of 1,000': [{ path: '/api/v1/messages?limit=1000' }],
  stats: [{ path: '/api/v1/stats' }],
  'MCP calls': [
    {
      ...post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      headers: { accept: 'application/json, text/event-stream' },
    },
  ],
  'no account: bodies for Stripe': [{ ...post('/webhooks/stripe', 'x'.repeat(mib - 100)), key: 'nobody' }],
  'no account: bodies for carriers': [
    { ...post('/webhooks/carriers/none/events', 'x'.repeat(250_000)), key: 'nobody' },
  ],
  'no account: signed incoming webhooks': [
    {
      ...post('/hooks/1/none', 'x'.repeat(250_000)),
      key: 'nobody',
      headers: { 'webhook-signature': 'v1,x' },
    },
  ],
  'no account: connections of one request': [
    { path: '/api/v1', key: 'nobody', headers: { connection: 'close' } },
  ],
  'no account: wrong keys': [
    { ...api('/messages', { address: phoneAt(1), body: 'x' }), key: 'svc_live_nobody' },
  ],
  'no account: sign-ins': [
    { ...api('/console/sign-in', { email: 'a@b.example', password: 'x'.repeat(200) }), key: 'nobody' },
  ],
};
const plain = [api('/messages', { address: phoneAt(7), body: 'Your code is 7.' })];

const script = fileURLToPath(new URL('./tenant_load.ts', import.meta.url));

/** Runs the tenant while `measured` runs; returns its answers by status. */
async function beside<T>(
  order: TenantOrder,
  measured: () => Promise<T>,
): Promise<{ result: T; statuses: Record<number, number> }> {
  const child = fork(script, { execArgv: [] });
  child.send(order);
  await new Promise((resolve) => setTimeout(resolve, leadMs));
  const result = await measured();
  child.send('stop');
  const [statuses] = await once(child, 'message');
  return { result, statuses };
}

/** Prints a line for each act. */
export async function benchNeighbours(
  { core, gateway, keys }: Product,
  say: (line: string) => void,
): Promise<void> {
  const admin = operatorOf(core);
  const { account } = await admin.createAccount({
    name: 'Tenant',
    country: 'US',
    plan: 'pro',
    exempt: false,
  });
  const accountId = account?.id as bigint;
  await pairDevice(core, admin, accountId);
  const tenant: string[] = [];
  for (let at = 0; at < tenantKeys; at++) tenant.push((await admin.createKey({ accountId })).secret);
  const incomingWebhook = { template: '{{a}}', recipients: [phoneAt(6)], event_id: '{{a}}' };
  await sendRequest(`http://127.0.0.1:${gateway.port}`, {
    method: 'PUT',
    path: '/api/v1/incoming-webhooks/large',
    key: tenant[0] as string,
    body: incomingWebhook,
  });

  let count = 0;
  const neighbour = () => {
    const at = count++;
    return jsonPost('/api/v1/messages', keys[at % keys.length] as string, {
      address: phoneAt(at),
      body: `Your code is ${at}.`,
    });
  };
  const measure = async () =>
    percentile(
      (await runLoad({ port: gateway.port, connections, durationMs, nextRequest: neighbour })).latenciesMs,
      0.5,
    );
  const besideActs = async (asks: readonly Ask[]) =>
    beside({ port: gateway.port, connections, asks, keys: tenant }, measure);
  await measure();
  await besideActs(plain);
  const alone = median([await measure(), await measure(), await measure()]);
  say(
    `\nA neighbour's sends at ${connections} connections: alone p50 ${alone.toFixed(2)} ms; beside each act, divided by beside plain sends`,
  );
  say('  ratio    p50 ms   plain p50 ms   what the tenant is answered');
  for (const [name, asks] of Object.entries(acts)) {
    const runs: { act: number; plain: number }[] = [];
    const answered: Record<number, number> = {};
    for (let round = 0; round < rounds; round++) {
      const { result, statuses } = await besideActs(asks);
      for (const [status, times] of Object.entries(statuses))
        answered[Number(status)] = (answered[Number(status)] ?? 0) + times;
      runs.push({ act: result, plain: (await besideActs(plain)).result });
    }
    const ratio = median(runs.map((run) => run.act / run.plain));
    const answers = Object.entries(answered)
      .map(([status, times]) => `${times} times ${status}`)
      .join(', ');
    say(
      `  ${ratio.toFixed(2).padStart(5)}  ${median(runs.map(({ act }) => act))
        .toFixed(2)
        .padStart(8)}  ${median(runs.map(({ plain: p50 }) => p50))
        .toFixed(2)
        .padStart(13)}   ${name}: ${answers}`,
    );
  }
}
