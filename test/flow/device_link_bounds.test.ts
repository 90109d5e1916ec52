// An agent that breaks the link protocol loses its link and nothing else.
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { GoodbyeReason } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import type { LinkBench } from '../support/link_bench.ts';
import { provideLinkBench } from '../support/provide_link_bench.ts';
import { RawAgent } from '../support/raw_agent.ts';

let bench: LinkBench;

provideLinkBench((provided) => {
  ({ bench } = provided);
});

test.each([
  ['garbage', Buffer.from([255, 255, 255])],
  ['a frame has no content', Buffer.alloc(0)],
])('%s ends the link with a reason, and the next link works', async (_name, bytes) => {
  const account = await bench.core.createAccount();
  const agent = await bench.link(account);
  agent.socket.send(bytes);
  expect((await agent.expect('goodbye')).reason).toBe(GoodbyeReason.PROTOCOL_ERROR);
  await agent.closed();
  await bench.send(account);
  await (await bench.link(account)).submit();
});

test('a text frame, a frame before hello, a second hello and one over 64 KiB end the link', async () => {
  const account = await bench.core.createAccount();
  const words = await bench.link(account);
  words.socket.send('hello');
  expect((await words.expect('goodbye')).reason).toBe(GoodbyeReason.PROTOCOL_ERROR);

  const hasty = new RawAgent(bench.core, account.deviceToken);
  bench.adopt(hasty);
  await once(hasty.socket, 'open');
  hasty.report({ messageId: 1n, attempt: 1, identity: '' }, 1);
  expect((await hasty.expect('goodbye')).message).toContain('hello');

  const twice = await bench.link(account);
  twice.send({ case: 'hello', value: { protocolVersion: 1, journalId: 'x', window: 1 } });
  expect((await twice.expect('goodbye')).message).toContain('twice');

  const large = await bench.link(account);
  large.send({ case: 'inbound', value: { inboundId: 'x', address: '1', body: 'x'.repeat(64 * 1024) } });
  expect(await large.closed()).toBe(1009);
});

test('another protocol version is refused, and a link without a hello is closed', async () => {
  const account = await bench.core.createAccount();
  const future = new RawAgent(bench.core, account.deviceToken);
  bench.adopt(future);
  await once(future.socket, 'open');
  future.send({ case: 'hello', value: { protocolVersion: 2, journalId: 'x', window: 1 } });
  expect(await future.expect('goodbye')).toMatchObject({ reason: GoodbyeReason.VERSION });

  const silent = new RawAgent(bench.core, account.deviceToken);
  bench.adopt(silent);
  await once(silent.socket, 'open');
  await bench.get(account, 1n).catch(() => undefined);
  await bench.run('10 s');
  expect((await silent.expect('goodbye')).message).toContain('hello');
});

test.each([null, 'svc_device_x', 'nonsense'])('an upgrade with token %j is refused', async (token) => {
  const agent = new RawAgent(bench.core, token);
  const [, response] = await once(agent.socket, 'unexpected-response');
  expect(response.statusCode).toBe(401);
});
