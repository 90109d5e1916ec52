import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { KeyService, ListKeysRequestSchema } from '../../proto/gen/textrelay/v1/key_service_pb.ts';
import { systemClock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log.ts';
import { turn } from '../../runtime/testing/until.ts';
import { RpcChannel } from './channel.ts';

test('so many calls are under way at a time, and one more is refused without being sent', async () => {
  const sockets: Socket[] = [];
  // A core that takes connections and says nothing.
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const channel = new RpcChannel({
    target: `ipv4:127.0.0.1:${(silent.address() as AddressInfo).port}`,
    ...{ serviceToken: 'x', maxCallsInFlight: 2 },
    ...{ clock: systemClock, log: createLog('test', 'silent') },
  });
  const ended: string[] = [];
  const call = () =>
    channel
      .unary(KeyService.method.listKeys, create(ListKeysRequestSchema), 60_000)
      .catch((error: Error) => void ended.push(error.message));
  const calls = [call(), call()];
  await turn(3);
  expect(ended).toEqual([]);
  calls.push(call());
  await turn(3);
  expect(ended).toEqual(['the service cannot answer right now; try again shortly']);
  channel.close();
  await Promise.all(calls);
  for (const socket of sockets) socket.destroy();
  silent.close();
});
