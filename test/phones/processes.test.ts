// A phone with a core, a gateway and a hub as processes of their own, on real time: over https as in production, and with a hub
// that is killed as an operating system kills.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../runtime/clock.ts';
import { freePort } from '../../runtime/testing/free_port.ts';
import type { Operator } from '../../server/cli/core_client/core_client.ts';
import { operatorOf } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';
import { sendRequest } from '../support/http_client.ts';
import {
  type RunningProcess,
  startCoreProcess,
  startGatewayProcess,
  startProcess,
} from '../support/processes.ts';
import type { Exchange } from '../support/stock_phone/conversation.ts';
import { StockPhone } from '../support/stock_phone/stock_phone.ts';
import { TlsFront } from './tls_front.ts';

const dir = mkdtempSync(join(tmpdir(), 'phones-hub-'));
const stops: (() => unknown)[] = [];
let startHub: () => Promise<RunningProcess>;
let hub: RunningProcess;
let front: TlsFront;
let gatewayUrl: string;
let operator: Operator;

beforeAll(async () => {
  const core = await startCoreProcess(await createDatabase());
  stops.push(core.stop);
  const hubPort = await freePort();
  startHub = () =>
    startProcess('device-agent/main.ts', ['phones'], {
      TEXTRELAY_HUB_LISTEN: `127.0.0.1:${hubPort}`,
      TEXTRELAY_HUB_DIR: dir,
      TEXTRELAY_HUB_CORE: `http://127.0.0.1:${core.device.port}`,
    });
  hub = await startHub();
  stops.push(() => hub.stop());
  const gateway = await startGatewayProcess([core], {
    TEXTRELAY_GATEWAY_PHONE_HUBS: `127.0.0.1:${hubPort}`,
    // The front says which address phones use.
    TEXTRELAY_GATEWAY_TRUSTED_PROXIES: '127.0.0.1',
  });
  stops.push(gateway.stop);
  gatewayUrl = `http://127.0.0.1:${gateway.port}`;
  front = await TlsFront.start(gateway.port);
  stops.push(() => front.stop());
  operator = operatorOf(core);
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  rmSync(dir, { recursive: true, force: true });
});

/** A key of a new account, and a code that pairs a phone with it. */
async function openAccount(): Promise<{ key: string; code: string }> {
  const { account } = await operator.createAccount({ name: 'Test', country: 'US', plan: 'pro' });
  const accountId = account?.id as bigint;
  const { secret: key } = await operator.createKey({ accountId });
  return { key, code: (await operator.createPairingCode({ accountId })).code };
}

const phoneOf = (url: string) =>
  new StockPhone({ clock: systemClock, channel: 'SSE_ONLY', url, authority: front.authority });

/** Resolves with the phone's next exchange that `isIt` accepts, once it is over. */
const next = ({ conversation }: StockPhone, isIt: (exchange: Exchange) => boolean): Promise<Exchange> =>
  new Promise((resolve) => {
    const record = conversation.record.bind(conversation);
    conversation.record = (exchange) => {
      record(exchange);
      if (isIt(exchange)) resolve(exchange);
    };
  });

/** Waits at the feed until one of the account's texts is as it is wanted. */
async function awaitText(
  key: string,
  isIt: (text: { body: string; status: string }) => boolean,
): Promise<void> {
  for (let since = 0; ; ) {
    const { json } = await sendRequest(gatewayUrl, {
      path: `/api/v1/messages?since=${since}&wait=20`,
      key,
    });
    if (json.messages.some(isIt)) return;
    since = json.next_since;
  }
}

test('over https a phone is given https addresses, sends, and passes on what it received', async () => {
  const { key, code } = await openAccount();
  const phone = phoneOf(`${front.url}/m`);
  const listens = next(phone, ({ url }) => url.endsWith('/events'));
  const knowsKey = next(phone, ({ url }) => url.endsWith('/settings'));
  await phone.pair(code);
  await Promise.all([listens, knowsKey]);
  await sendText(key, 'over https');
  await awaitText(key, ({ body, status }) => body === 'over https' && status === 'delivered');
  phone.receive({ sender: '+15005550007', words: 'received over https' });
  await awaitText(key, ({ body }) => body === 'received over https');
  for (const { url } of phone.memory.hooks) expect(url.startsWith(`${front.url}/m/hook/`)).toBe(true);
  expect(phone.conversation.departures).toEqual([]);
  phone.throwAway();
});

test('a hub whose process is killed after it listed a text lists it again under the same name', async () => {
  const { key, code } = await openAccount();
  const phone = phoneOf(`${gatewayUrl}/mobile/v1`);
  const listens = next(phone, ({ url }) => url.endsWith('/events'));
  await phone.pair(code);
  await listens;
  // The phone reads no list until the hub is back.
  phone.network.lossOf = ({ method, url }) =>
    method === 'GET' && url.includes('/message') ? 'answer' : undefined;
  const idOf = ({ answer }: Exchange) => /"id":"([^"]*)"[^}]*"text":"listed and dead"/.exec(answer)?.[1];
  const listed = next(phone, (exchange) => idOf(exchange) !== undefined);
  await sendText(key, 'listed and dead');
  const id = idOf(await listed);
  hub.child.kill('SIGKILL');
  await hub.stop();
  hub = await startHub();
  phone.network.lossOf = () => undefined;
  await awaitText(key, ({ body, status }) => body === 'listed and dead' && status === 'delivered');
  expect(phone.ledger.sent.map((line) => line.id)).toEqual([id]);
  expect(phone.conversation.departures).toEqual([]);
  phone.throwAway();
});

async function sendText(key: string, body: string): Promise<void> {
  const asked = { address: '+15005550006', body };
  const answer = await sendRequest(gatewayUrl, {
    method: 'POST',
    path: '/api/v1/messages',
    key,
    body: asked,
  });
  expect(answer.status).toBe(200);
}
