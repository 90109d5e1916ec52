// A whole agent beside a whole core, over a line that is cut.
import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SentLine, sentLogName } from '../../device-agent/drivers/simulated_log.ts';
import { MessageStatus } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { pairDirectory, startSimulatedAgent } from './simulated_agent.ts';
import { SimulatedService } from './simulated_service.ts';

let service: SimulatedService;
beforeEach(async () => {
  service = await SimulatedService.begin();
});
afterEach(() => service.end());

/** A line to a port that can be cut: whoever connects again gets a new connection. */
async function openLine(port: number) {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  service.atEnd(() => {
    cut();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, cut };
}

test('over a link that is cut, and by an agent that is killed, every text leaves once and is delivered', async () => {
  const { simulation } = service;
  const core = await service.startCore();
  const account = await core.createAccount();
  const line = await openLine(core.device.port);
  const dir = pairDirectory(service, { url: line.url, token: account.deviceToken });
  const send = (body: string) =>
    core.messages.sendMessages({ texts: [{ accountId: account.id, address: '+15005550006', body }] });
  const agent = await startSimulatedAgent(service, dir);
  await simulation.run('1 s');
  expect(agent.state()?.link).toBe('up');

  await send('one');
  line.cut();
  await send('two');
  await simulation.run('10 s');
  await send('three');
  agent.kill();
  await send('four');
  const next = await startSimulatedAgent(service, dir);
  await simulation.run('30 s');

  expect(next.state()).toMatchObject({ link: 'up', counts: { unsentReports: 0 } });
  const { messages } = await core.messages.listMessages({ accountId: account.id });
  expect(messages.map(({ status }) => status)).toEqual(Array(4).fill(MessageStatus.DELIVERED));
  const lines = readFileSync(join(dir, sentLogName), 'utf8').trim().split('\n');
  const ids = lines.map((each) => (JSON.parse(each) as SentLine).message_id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(4);
});
