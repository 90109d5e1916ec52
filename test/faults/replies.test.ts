// A program's answer to a received text is sent once, even when the core dies after it sent the answer and before it noted
// that the program took the event.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SubscriptionService, WebhookFormat } from '../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { until } from '../../runtime/testing/until.ts';
import { clientOf } from '../support/core.ts';
import { createDatabase, openInspector } from '../support/database.ts';
import { pairDevice } from '../support/pairing.ts';
import { RawAgent } from '../support/raw_agent.ts';
import { startTwilioEnd, type TwilioEnd } from '../support/twilio_end.ts';
import { CoreUnderTest } from './core_under_test.ts';

const token = 'the-one-token-of-this-program';
const endpoints = {
  TEXTRELAY_WEBHOOK_ALLOW_HTTP: 'true',
  TEXTRELAY_WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
};

let url: string;
let end: TwilioEnd;
let core: CoreUnderTest;
let inspect: ReturnType<typeof openInspector>;
beforeEach(async () => {
  url = await createDatabase();
  end = await startTwilioEnd(token);
  inspect = openInspector(url);
});
afterEach(async () => {
  await core.stop();
  await end.stop();
  await inspect.end();
});

test('an answer is sent once when its core dies between sending it and noting that', async () => {
  core = await CoreUnderTest.start(url, endpoints, 'reply_after_send');
  const rpc = { rpc: { host: '127.0.0.1', port: core.rpcPort } };
  const device = { host: '127.0.0.1', port: core.devicePort };
  const { account } = await core.admin.createAccount({ name: 'Test', country: 'US', plan: 'pro' });
  const accountId = account?.id ?? 0n;
  const { token: deviceToken } = await pairDevice({ device }, core.admin, accountId);
  await clientOf(SubscriptionService, rpc).putWebhook({
    ...{ accountId, name: 'program', url: end.url, format: WebhookFormat.TWILIO, secret: token },
    types: ['text.received'],
  });
  let answers = 0;
  end.answer = (response) => {
    answers += 1;
    const words = `<Message>One ${answers}</Message><Message>Two ${answers}</Message>`;
    response.writeHead(200).end(`<Response>${words}</Response>`);
  };
  const agent = await RawAgent.linked({ device }, deviceToken);
  agent.send({ case: 'inbound', value: { inboundId: 'in', address: '+15005550123', body: 'Hi' } });
  await core.died();
  await core.run();
  const sent = () => inspect`select body from message where direction = 'out' order by id`;
  await until(async () => (await sent()).length === 2 && answers === 2);
  await until(async () => (await inspect`select from webhook where cursor_seq >= 1`).length === 1);
  expect((await sent()).map(({ body }) => body)).toEqual(['One 1', 'Two 2']);
  expect(end.refused).toEqual([]);
}, 60_000);
