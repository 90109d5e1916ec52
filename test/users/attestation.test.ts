// The attestation of a passkey is refused unread: a person who signs in cannot make the core call another server.
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import { attestWithList } from '../support/hostile_attestation.ts';
import { type Attest, SoftPasskey } from '../support/soft_passkey.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { sessionHeaders, signUp } from '../support/users.ts';

let stack: Stack;
let account: TestAccount;

beforeAll(async () => {
  stack = await startStack();
  account = await stack.createAccount();
});
afterAll(() => stack?.stop());

async function addAttested(email: string, attest: Attest) {
  const browser = await signUp(stack, { account, email });
  await browser.reauthenticate();
  const { ticket, options } = (await browser.post('/console/me/passkeys/options')).json;
  const response = new SoftPasskey('http://localhost').create(options, attest);
  return { options, answer: await browser.post('/console/me/passkeys', { ticket, name: 'x', response }) };
}

test('an attestation under its own root that names a list of revoked certificates is 400, and opens no connection', async () => {
  let connections = 0;
  const end = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => end.listen(0, '127.0.0.1', resolve));
  const { port } = end.address() as { port: number };
  const list = `http://127.0.0.1:${port}/list`;
  const { options, answer } = await addAttested('ann@example.com', attestWithList(list));
  await new Promise((resolve) => end.close(resolve));
  expect(connections).toBe(0);
  expect([options.attestation, answer.status, answer.json.code]).toEqual(['none', 400, 'invalid_request']);
});

test.each(['packed', 'fido-u2f', 'android-safetynet', 'android-key', 'tpm', 'apple', 'compound', ''])(
  'an attestation of the format "%s" is refused by its name, whatever it holds',
  async (format) => {
    const { answer } = await addAttested(`${format || 'empty'}@example.com`, () => [format, new Map()]);
    expect([answer.status, answer.json.code]).toEqual([400, 'invalid_request']);
    expect(answer.json.error).toContain('none');
  },
);

test('an answer that is nested without end is 400', async () => {
  const browser = await signUp(stack, { account });
  const deep = `{"ticket":"x","response":{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}}`;
  const path = '/api/v1/console/me/reauthentication';
  const headers = {
    ...sessionHeaders(browser.secret ?? ''),
    host: 'localhost',
    'content-type': 'application/json',
  };
  const answer = await stack.ask({ method: 'POST', path, headers, body: deep });
  expect([answer.status, answer.json.code]).toEqual([400, 'invalid_request']);
});
