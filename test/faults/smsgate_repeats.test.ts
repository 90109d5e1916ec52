// A program repeats a message under its id until it is answered, while gateways are killed: each recipient gets one text.
import { once } from 'node:events';
import type { Message as SmsgateMessage } from 'android-sms-gateway';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';
import { extent } from '../support/extent.ts';
import { startGatewayProcess } from '../support/processes.ts';
import { smsgateClient } from '../support/smsgate_client.ts';

const messages = extent({ suite: 1, nightly: 4 });
const recipients = 40;

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore(await createDatabase());
}, 120_000);
afterAll(() => core.stop());

const numbers = Array.from({ length: recipients }, (_, index) => `+1500555${String(1000 + index)}`);

test('a gateway is killed while it sends to many recipients, and the repeat completes the message', {
  timeout: 120_000,
}, async () => {
  const account = await core.createAccount();
  let interrupted = 0;
  for (let index = 0; index < messages; index++) {
    const asked = { id: `m${index}`, message: 'hello', phoneNumbers: numbers } as SmsgateMessage;
    const { secret } = await core.admin.createKey({ accountId: account.id });
    const victim = await startGatewayProcess([core], { TEXTRELAY_GATEWAY_SMSGATE: 'on' });
    const exited = once(victim.child, 'exit');
    const first = smsgateClient({ url: `http://127.0.0.1:${victim.port}` }, secret)
      .send(asked)
      .then(
        () => 'answered',
        () => 'interrupted',
      );
    setTimeout(() => victim.child.kill('SIGKILL'), 10 + 12 * index);
    await exited;
    if ((await first) === 'interrupted') interrupted++;
    const next = await startGatewayProcess([core], { TEXTRELAY_GATEWAY_SMSGATE: 'on' });
    const client = smsgateClient({ url: `http://127.0.0.1:${next.port}` }, secret);
    const repeats = await Promise.all([client.send(asked), client.send(asked)]);
    for (const { recipients: of } of [...repeats, await client.getState(`m${index}`)])
      expect(of.map(({ phoneNumber }) => phoneNumber)).toEqual(numbers);
    await next.stop();
  }
  expect(interrupted).toBeGreaterThan(0);
  const refs: string[] = [];
  for (let before: bigint | undefined; ; ) {
    const asked = { accountId: account.id, limit: 500, ...(before !== undefined && { before }) };
    const page = await core.messages.listMessages(asked);
    refs.push(
      ...page.messages.map(({ addressNorm, clientRef }) => `${addressNorm} ${clientRef?.split(':')[1]}`),
    );
    before = page.nextBefore;
    if (before === undefined) break;
  }
  expect(refs).toHaveLength(messages * recipients);
  expect(new Set(refs).size).toBe(refs.length);
});
