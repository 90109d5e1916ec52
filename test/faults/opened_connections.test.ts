// No input makes the service call somebody's server: the test notes every socket that this process opens, with a core and a gateway
// in it, while every door gets addresses of a foreign server. The file is in the tier whose files have a process of
// their own, because it would note the sockets of another file too.
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import { doorsOf } from '../console_pages/doors.ts';
import { consolePeople } from '../contract/fuzz/console_users.ts';
import type { TestAccount } from '../support/core.ts';
import { withHost } from '../support/database.ts';
import type { DescribedOperation } from '../support/described/interface.ts';
import { attestWithList } from '../support/hostile_attestation.ts';
import { type Ask, openConnections, sendRequest } from '../support/http_client.ts';
import { type MailServer, startMailServer } from '../support/mail_server.ts';
import { pairingServiceOf } from '../support/pairing.ts';
import { RawAgent } from '../support/raw_agent.ts';
import { SoftPasskey } from '../support/soft_passkey.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { signUp } from '../support/users.ts';

/** Addresses that sockets were opened to. Everything in Node (TCP, TLS, HTTP, HTTP/2) comes through here. */
const opened = new Set<string>();
const { connect } = Socket.prototype;
/** The driver ends a directory with a comma when it looks which server writes. */
const pathOf = (path: string) => path.replace(',/', '/');
function noteAndConnect(this: Socket, ...args: unknown[]): Socket {
  // After the look-up of a name; a socket of this machine has a path and no port.
  this.on('connectionAttempt', (address: string, port?: number) =>
    opened.add(port === undefined ? pathOf(address) : `${address}:${port}`),
  );
  return (connect as (...all: unknown[]) => Socket).apply(this, args);
}

const connections = openConnections();
const portOf = (server: Server) => (server.address() as AddressInfo).port;
const listen = (server: Server) =>
  new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));

let mail: MailServer;
let stack: Stack;
let account: TestAccount;
let other: TestAccount;
/** A server that nobody may call. */
let trapUrl: string;
const trap = createServer((socket) => socket.destroy());
/** An allowed endpoint that redirects its callers. */
let came = 0;
const end = createHttpServer((_request, response) => {
  came++;
  response.writeHead(302, { location: trapUrl, 'set-cookie': 'a=b' }).end();
});

beforeAll(async () => {
  Socket.prototype.connect = noteAndConnect as typeof connect;
  await Promise.all([listen(trap), listen(end)]);
  trapUrl = `http://127.0.0.1:${portOf(trap)}/list.crl`;
  mail = await startMailServer();
  stack = await startStack({
    billing: { provider: 'sandbox' },
    mail: { url: mail.url, from: 'texts@example.com' },
  });
  [account, other] = [await stack.createAccount(), await stack.createAccount()];
});
afterAll(async () => {
  Socket.prototype.connect = connect;
  connections.destroy();
  await stack?.stop();
  mail?.stop();
  trap.close();
  end.close();
});

const fire = (ask: Ask) => sendRequest(stack.gateways[0]?.url ?? '', ask, connections);

/** A body of this schema in which every text is `text`. */
function bodyOf(schema: unknown, text: string): unknown {
  const { type, properties, items, anyOf } = Object(schema);
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, bodyOf(one, text)]));
  if (anyOf) return bodyOf(anyOf[0], text);
  if (items) return [bodyOf(items, text)];
  return type === 'integer' ? 1 : type === 'boolean' ? true : text;
}

/** A request with `text` wherever it takes a text. */
function filled({ method, path, parameters, bodySchema }: DescribedOperation, text: string) {
  const encoded = encodeURIComponent(text);
  const query = parameters.filter((one) => one.in === 'query').map(({ name }) => `${name}=${encoded}`);
  return {
    method,
    path: `${path.replace(/\{\w+\}/g, encoded)}?${query.join('&')}`,
    ...(bodySchema && { body: bodyOf(bodySchema, text) }),
  };
}

/** A valid body, with `text` in one field after the other. */
const oneByOne = (body: unknown, text: string) =>
  Object.entries(Object(body))
    .filter(([, value]) => typeof value === 'string')
    .map(([name]) => ({ ...Object(body), [name]: text }));

/** Headers that say where a request comes from. */
const origins = () => {
  const { host } = new URL(trapUrl);
  return {
    ...{ referer: trapUrl, from: `a@${host}`, via: `1.1 ${host}`, link: `<${trapUrl}>; rel=preload` },
    ...{ forwarded: `host=${host}`, 'x-forwarded-host': host, 'x-forwarded-for': '127.0.0.1' },
  };
};

async function askEveryDoor(text: string): Promise<number> {
  const { operations, consoleOperations } = stack.described;
  const doors = doorsOf(account);
  const asUser = consolePeople(stack, account, other);
  const ask = async (operation: DescribedOperation): Promise<number> => {
    const { id, method, isOfConsole } = operation;
    const door = doors[id];
    const bodies = door ? [door.body, ...oneByOne(door.body, text)] : [];
    const inOrder = bodies.map((body) => ({ method, path: `/api/v1${door?.path}`, body }));
    const as = door?.need === 'operator' ? 'operator' : 'owner';
    const shots = [filled(operation, text), ...inOrder];
    for (const shot of shots) {
      const headers = { ...origins(), 'sec-fetch-site': 'same-origin' };
      const user = { ...shot, headers, as, cookie: '', target: 'own', targetText: '' } as const;
      await fire({ ...shot, headers });
      await fire(isOfConsole ? await asUser(user) : { ...shot, headers: origins(), key: account.key });
    }
    return 2 * shots.length;
  };
  const answers = await Promise.all([...operations, ...consoleOperations].map(ask));
  return answers.reduce((sum, count) => sum + count);
}

test('whatever is sent to any door, the service connects to its database, its own parts, the mail server and allowed endpoints alone', async () => {
  const { host } = new URL(trapUrl);
  expect(await askEveryDoor(trapUrl)).toBeGreaterThan(200);
  for (const path of [trapUrl, `//${host}/api/v1`, `/docs?url=${trapUrl}&configUrl=${trapUrl}`])
    await fire({ path, headers: { ...origins(), host } });
  for (const path of ['/webhooks/stripe', '/webhooks/carriers/x/y', '/sandbox/checkout/x'])
    await fire({ method: 'POST', path: `${path}?url=${trapUrl}`, body: { url: trapUrl } });

  // Accepted input: a passkey that names a list, a text, endpoints, a mail.
  const browser = await signUp(stack, { account, role: 'owner' });
  await browser.reauthenticate();
  const { ticket, options } = (await browser.post('/console/me/passkeys/options')).json;
  const response = new SoftPasskey('http://localhost').create(options, attestWithList(trapUrl));
  expect((await browser.post('/console/me/passkeys', { ticket, name: trapUrl, response })).status).toBe(400);
  const key = await stack.createKey(account);
  const put = (path: string, body: object) => fire({ method: 'PUT', path: `/api/v1/${path}`, key, body });
  const { port } = new URL(trapUrl);
  for (const [name, url] of [
    ['allowed', `http://127.0.0.1:${portOf(end)}/`],
    ['six', `http://[::1]:${port}/`],
    ['mapped', `http://[::ffff:10.0.0.1]:${port}/`],
    ['any', `http://0.0.0.0:${port}/`],
    ['inside', `http://10.0.0.1:${port}/`],
    ['cloud', 'http://169.254.169.254/latest/meta-data'],
  ]) {
    await put(`consumers/${name}`, {});
    await put(`webhooks/${name}`, { url });
  }
  await stack.send({ key }, { body: trapUrl, client_ref: trapUrl });
  await browser.post('/invitations', { email: 'bob@example.com', role: 'member' }, { account: account.id });

  await pairingServiceOf(stack.core)
    .pairDevice({ code: trapUrl, deviceName: trapUrl })
    .catch(() => {});
  const named = { agentVersion: trapUrl, driver: trapUrl };
  const agent = await RawAgent.linked(stack.core, account.deviceToken, trapUrl, 16, named);
  agent.send({
    case: 'inbound',
    value: { inboundId: trapUrl, address: trapUrl.slice(0, 64), body: trapUrl },
  });
  await agent.expect('inboundAck');
  await agent.close();
  await until(() => came > 0 && mail.mails.some((text) => text.includes('bob@example.com')));

  const { target } = withHost(stack.databaseUrl);
  const own = {
    database: 'path' in target ? pathOf(target.path) : `${target.host}:${target.port}`,
    rpc: `127.0.0.1:${stack.core.rpc.port}`,
    devices: `127.0.0.1:${stack.core.device.port}`,
    ...{
      gateway: new URL(stack.gateways[0]?.url ?? '').host,
      ops: new URL(stack.gateways[0]?.opsUrl ?? '').host,
    },
    ...{ mail: new URL(mail.url).host, endpoint: `127.0.0.1:${portOf(end)}` },
  };
  expect([...opened]).not.toContain(new URL(trapUrl).host);
  expect([...opened].sort()).toEqual([...new Set(Object.values(own))].sort());
}, 120_000);
