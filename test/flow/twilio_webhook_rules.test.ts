// What webhooks in Twilio's format, and the callbacks of texts, may be set to.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import {
  SubscriptionService,
  type WebhookFormat,
} from '../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import { clientOf, serviceToken, type TestAccount } from '../support/core.ts';
import { type Stack, startStack } from '../support/stack.ts';

const token = 'the-one-token-of-this-program';

let service: SimulatedService;
let stack: Stack;
beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service });
});
afterAll(async () => {
  await stack?.stop();
  await service?.end();
});

const during = <T>(happening: Promise<T>) => service.simulation.during(happening);
const put = (key: string, name: string, body: unknown) =>
  stack.ask({ method: 'PUT', path: `/api/v1/webhooks/${name}`, key, body });
const shown = async (key: string) => (await stack.get('/api/v1/webhooks/twilio', key)).json.webhook;

async function sendFor({ id }: Pick<TestAccount, 'id'>, statusCallback: string) {
  const text = { accountId: id, address: '+15005550123', body: 'Hello', statusCallback };
  const messages = clientOf(MessageService, stack.core, serviceToken, during);
  const { results } = await messages.sendMessages({ texts: [text] });
  return results[0]?.outcome;
}

test('a callback address has the rules of a webhook’s address, and a text with a bad one is not accepted', async () => {
  const account = await stack.createAccount();
  for (const statusCallback of [
    'shop.example/x',
    'ftp://shop.example/',
    'https://10.0.0.1/',
    'https://user:word@shop.example/',
    '',
    `https://shop.example/${'x'.repeat(2_048)}`,
  ]) {
    const outcome = await sendFor(account, statusCallback);
    expect([statusCallback, outcome?.case]).toEqual([statusCallback, 'error']);
    expect(outcome?.case === 'error' && outcome.value.message).toMatch(/^status_callback/);
  }
  const most = `https://shop.example/${'x'.repeat(2_048 - 'https://shop.example/'.length)}`;
  expect((await sendFor(account, most))?.case).toBe('accepted');
});

test('a format is kept unless another is asked for, and its rules of secrets and types hold', async () => {
  const { id, key } = await stack.createAccount();
  const url = 'https://shop.example/texts';
  const made = await put(key, 'twilio', { url, format: 'twilio' });
  expect(made.json).toMatchObject({
    secret: expect.stringMatching(/^whsec_/),
    webhook: { format: 'twilio', types: ['text.received', 'text.updated'] },
  });
  await put(key, 'twilio', { url, secret: token });
  expect(await shown(key)).toMatchObject({ format: 'twilio' });
  const refused = [
    { url, format: 'standard' },
    { url, format: 'twilio', types: ['device.offline'] },
    { url, format: 'twilio', secret: 'x'.repeat(15) },
    { url, format: 'twilio', secret: 'x'.repeat(129) },
    { url, format: 'twilio', secret: `has a space ${'x'.repeat(16)}` },
    { url, format: 'other' },
  ];
  for (const body of refused) expect([body, (await put(key, 'twilio', body)).status]).toEqual([body, 400]);
  const unknown = { accountId: id, name: 'twilio', url, format: 99 as WebhookFormat };
  await expect(clientOf(SubscriptionService, stack.core).putWebhook(unknown)).rejects.toThrow(
    'format must be one of',
  );
  expect((await put(key, 'twilio', { url, secret: 'x'.repeat(128) })).status).toBe(200);
});
