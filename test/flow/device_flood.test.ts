// An agent on a real socket that keeps asking and never reads an answer.
import { once } from 'node:events';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AgentFrameSchema } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { LinkCores } from '../support/link_bench.ts';

let bench: LinkCores;

beforeAll(async () => {
  bench = await LinkCores.start();
});

afterAll(() => bench.end());

/** A frame as a client's WebSocket message (RFC 6455, 5.2), masked with zeros. */
function messageOf(frame: NonNullable<MessageInitShape<typeof AgentFrameSchema>['frame']>): Buffer {
  const bytes = toBinary(AgentFrameSchema, create(AgentFrameSchema, { frame }));
  return Buffer.concat([Buffer.from([0x82, 0x80 | bytes.length, 0, 0, 0, 0]), bytes]);
}

/** The upgraded socket of a link; nobody reads it. */
async function openDeafLink(token: string): Promise<Socket> {
  const upgrade = request({
    port: bench.core.device.port,
    path: '/device/v1/link',
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      authorization: `Bearer ${token}`,
    },
  });
  upgrade.end();
  const [, socket] = await once(upgrade, 'upgrade');
  socket.on('error', () => {});
  socket.write(messageOf({ case: 'hello', value: { protocolVersion: 1, journalId: 'j', window: 1 } }));
  await once(socket, 'data');
  socket.pause();
  return socket;
}

/** Far more than this machine's sockets and the core together hold while nobody reads. */
const mostPings = 5_000_000;

test('an agent that stops reading is cut, and the core serves the others', async () => {
  const account = await bench.core.createAccount();
  const socket = await openDeafLink(account.deviceToken);
  const ping = messageOf({ case: 'ping', value: { nonce: 18_446_744_073_709_551_615n } });
  const many = Buffer.concat(Array.from({ length: 5_000 }, () => ping));
  const next = (event: string) => new Promise((resolve) => socket.once(event, resolve));
  const closed = next('close');
  let pings = 0;
  while (!socket.destroyed && pings < mostPings) {
    pings += 5_000;
    if (!socket.write(many)) await Promise.race([next('drain'), closed]);
  }
  expect(pings).toBeLessThan(mostPings);

  const other = await bench.core.createAccount();
  const agent = await bench.link(other);
  await bench.send(other);
  await agent.submit();
  // The same device comes back as if nothing had happened.
  await bench.send(account);
  await (await bench.link(account, 'j')).submit();
});
