// A dry run over REST: one text or a batch, each answered with what would become of it, and nothing sent.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const text = { address: '+15005550111', body: 'x' };
const codes = (results: { code: string | null }[]) => results.map(({ code }) => code);

test('a text is judged and not sent, counts as a request, and is answered with its original once there is one', async () => {
  const { key } = await stack.createAccount();
  const dry = await stack.post('/api/v1/messages', key, { ...text, client_ref: 'a', dry_run: true });
  expect(dry.json).toMatchObject({
    dry_run: true,
    verdict: {
      ok: true,
      replayed: false,
      preview: { units: 1, route: 'device', device: { id: 1, online: false }, usage: { texts_used: 0 } },
    },
  });
  expect(dry.headers.ratelimit).toMatch(/r=119/);
  const sent = await stack.send({ key }, { ...text, client_ref: 'a', dry_run: null });
  const again = await stack.post('/api/v1/messages', key, { ...text, client_ref: 'a', dry_run: true });
  expect(again.json.verdict).toMatchObject({
    replayed: true,
    message: sent.json.message,
    preview: { units: 0 },
  });
  expect((await stack.get('/api/v1/usage', key)).json.texts_used).toBe(1);
  expect((await stack.post('/api/v1/messages', undefined, { ...text, dry_run: true })).status).toBe(401);
  expect((await stack.post('/api/v1/messages', key, { ...text, dry_run: 'true' })).status).toBe(400);
});

test('a batch is judged as a whole, and a text of a batch cannot be dry by itself: it is refused, not sent', async () => {
  const { key } = await stack.createAccount();
  const texts = [
    text,
    { ...text, address: 'abc' },
    { body: 'x' },
    { ...text, dry_run: true },
    { ...text, from: 'device:9' },
  ];
  const dry = await stack.post('/api/v1/messages/batch', key, { texts, dry_run: true });
  const expected = [null, 'invalid_address', 'invalid_request', 'invalid_request', 'no_route'];
  expect(codes(dry.json.results)).toEqual(expected);
  expect((await stack.get('/api/v1/usage', key)).json.texts_used).toBe(0);
  const real = await stack.post('/api/v1/messages/batch', key, { texts });
  expect(codes(real.json.results)).toEqual(expected);
  expect((await stack.get('/api/v1/usage', key)).json.texts_used).toBe(1);
});
