// The doors of a running service for a program that asks thousands of requests as one caller. Behind it stand as many as the
// limits need: keys of one account, or sessions of its owner who is the operator, too. What comes without what the program was
// given goes on as it is.
import { request as ask, createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import type { TestAccount } from './core.ts';
import { type Stack, startStack } from './stack.ts';
import { createUser } from './users.ts';

/** Requests of one key, below its limit, and of one session, below its own. */
const requestsOfKey = 100;
const requestsOfSession = 500;

export interface JudgedDoor {
  /** Where the program asks. */
  url: string;
  /** What it asks with: a key, or a session's secret. */
  secret: string;
  stop(): Promise<void>;
}

/** An account on a plan, with a text, a contact, a group and an incoming webhook to be found. */
async function fillAccount(stack: Stack, key: string): Promise<void> {
  const text = { address: '+15005550006', body: 'hello', client_ref: 'first' };
  await stack.post('/api/v1/messages', key, text);
  await stack.post('/api/v1/contacts', key, { address: text.address, name: 'Ann' });
  await stack.post('/api/v1/groups', key, { name: 'Friends' });
  await stack.ask({
    ...{ method: 'PUT', path: '/api/v1/incoming-webhooks/shop', key },
    body: { template: 'hello', recipients: [text.address] },
  });
}

/** Changes what goes on to the service; sees what it answered. */
interface Passage {
  change: (headers: IncomingHttpHeaders) => Promise<void>;
  onAnswer?: (asked: IncomingHttpHeaders, answer: IncomingMessage) => void;
}

/** Opens a door whose requests are passed on. */
async function passOn(stack: Stack, secret: string, { change, onAnswer }: Passage): Promise<JudgedDoor> {
  const target = new URL(stack.gateways[0]?.url ?? '');
  const server = createServer(async (near, answer) => {
    const headers = { ...near.headers };
    await change(headers);
    const far = ask({
      ...{ host: target.hostname, port: target.port, method: near.method, path: near.url },
      headers,
    });
    far.on('response', (response) => {
      onAnswer?.(headers, response);
      answer.writeHead(response.statusCode ?? 0, response.rawHeaders);
      pipeline(response, answer, () => undefined);
    });
    far.on('error', () => near.destroy());
    pipeline(near, far, () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret,
    async stop() {
      server.close();
      server.closeAllConnections();
      await stack.stop();
    },
  };
}

async function startFilled(): Promise<{ stack: Stack; account: TestAccount & { key: string } }> {
  const stack = await startStack({
    billing: { provider: 'sandbox' },
    // Nothing waits, and no address is refused for its wrong keys: this one has many.
    limits: { waiting: 0, failuresOfAddress: 1e9, failuresOfKey: 1e9 },
  });
  const account = await stack.createAccount();
  await fillAccount(stack, account.key);
  return { stack, account };
}

/** The door of keys: what shows the key goes on with one that has requests left. */
export async function openKeysDoor(): Promise<JudgedDoor> {
  const { stack, account } = await startFilled();
  let count = 0;
  let current = stack.createKey(account);
  return passOn(stack, account.key, {
    async change(headers) {
      if (headers.authorization !== `Bearer ${account.key}`) return;
      if (++count % requestsOfKey === 0) current = stack.createKey(account);
      headers.authorization = `Bearer ${await current}`;
    },
  });
}

/**
 * The door of sessions, asked as by a page of the console: what shows the session goes on with one that holds and has requests
 * left, and what names an account names ours, since nobody guesses its id.
 */
export async function openSessionsDoor(): Promise<JudgedDoor> {
  const { stack, account } = await startFilled();
  const signIn = async () =>
    (await createUser(stack.databaseUrl, { isOperator: true, roles: [[account.id, 'owner']] })).secret;
  const shown = await signIn();
  let count = 0;
  let current = signIn();
  return passOn(stack, shown, {
    async change(headers) {
      headers['sec-fetch-site'] ??= 'same-origin';
      const named = headers['x-svc-account'];
      if (/^[1-9]\d*$/.test(String(named)) && Number.isSafeInteger(Number(named)))
        headers['x-svc-account'] = String(account.id);
      if (!headers.cookie?.includes(shown)) return;
      if (++count % requestsOfSession === 0) current = signIn();
      headers.cookie = headers.cookie.replace(shown, await current);
    },
    // Somebody signed out, or was removed.
    async onAnswer({ cookie }, { statusCode }) {
      if (statusCode === 401 && cookie?.includes(await current)) current = signIn();
    },
  });
}
