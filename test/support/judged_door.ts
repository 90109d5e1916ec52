// The door of a running service for a program that asks thousands of requests with one key: each goes on with a key of the same
// account that has requests left. What comes without that key goes on as it is.
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { type Stack, startStack } from './stack.ts';

/** Requests of one key, below its limit. */
const requestsOfKey = 100;

interface JudgedDoor {
  /** Where the program asks. */
  url: string;
  /** What it asks with. */
  key: string;
  stop(): Promise<void>;
}

/** An account on a plan, with a text, a contact, a group and a hook to be found. */
async function fillAccount(stack: Stack, key: string): Promise<void> {
  const text = { address: '+15005550006', body: 'hello', client_ref: 'first' };
  await stack.post('/api/v1/messages', key, text);
  await stack.post('/api/v1/contacts', key, { address: text.address, name: 'Ann' });
  await stack.post('/api/v1/groups', key, { name: 'Friends' });
  await stack.ask({
    ...{ method: 'PUT', path: '/api/v1/hooks/shop', key },
    body: { template: 'hello', recipients: [text.address] },
  });
}

export async function openJudgedDoor(): Promise<JudgedDoor> {
  const stack = await startStack({
    billing: { provider: 'sandbox' },
    // Nothing waits, and no address is refused for its wrong keys: this one has many.
    limits: { waiting: 0, failuresOfAddress: 1e9, failuresOfKey: 1e9 },
  });
  const account = await stack.createAccount();
  await fillAccount(stack, account.key);
  let count = 0;
  let current = stack.createKey(account);
  const nextKey = () => {
    if (++count % requestsOfKey === 0) current = stack.createKey(account);
    return current;
  };
  const target = new URL(stack.gateways[0]?.url ?? '');
  const shown = `Bearer ${account.key}`;

  const server = createServer(async (near, answer) => {
    const headers = near.rawHeaders.slice();
    for (let at = 1; at < headers.length; at += 2)
      if (headers[at] === shown) headers[at] = `Bearer ${await nextKey()}`;
    const far = ask({
      host: target.hostname,
      port: target.port,
      method: near.method,
      path: near.url,
      headers,
    });
    far.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 0, response.rawHeaders);
      pipeline(response, answer, () => undefined);
    });
    far.on('error', () => near.destroy());
    pipeline(near, far, () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: account.key,
    async stop() {
      server.close();
      server.closeAllConnections();
      await stack.stop();
    },
  };
}
