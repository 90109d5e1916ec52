import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { KeyService, ListKeysRequestSchema } from '../../proto/gen/textrelay/v1/key_service_pb.ts';
import { systemClock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log.ts';
import { turn } from '../../runtime/testing/until.ts';
import { RpcChannel } from './channel.ts';

/** A channel to a core that takes connections and says nothing, and what has ended of the calls over it. */
async function silentCore(bounds: { maxCallsInFlight: number; maxCallsOfAccount: number }) {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const channel = new RpcChannel({
    target: `ipv4:127.0.0.1:${(silent.address() as AddressInfo).port}`,
    ...{ serviceToken: 'x', ...bounds },
    ...{ clock: systemClock, log: createLog('test', 'silent') },
  });
  const ended: string[] = [];
  const calls: Promise<unknown>[] = [];
  const call = (accountId = 0n) =>
    void calls.push(
      channel
        .unary(KeyService.method.listKeys, create(ListKeysRequestSchema, { accountId }), 60_000)
        .catch((error: Error) => void ended.push(error.message)),
    );
  const stop = async () => {
    channel.close();
    await Promise.all(calls);
    for (const socket of sockets) socket.destroy();
    silent.close();
  };
  return { call, ended, stop };
}

test('so many calls are under way at a time, and one more is refused without being sent', async () => {
  const { call, ended, stop } = await silentCore({ maxCallsInFlight: 2, maxCallsOfAccount: 2 });
  call();
  call();
  await turn(3);
  expect(ended).toEqual([]);
  call();
  await turn(3);
  expect(ended).toEqual(['the service cannot answer right now; try again shortly']);
  await stop();
});

test('one account has its share of the calls under way, and keeps no other from being answered', async () => {
  const { call, ended, stop } = await silentCore({ maxCallsInFlight: 6, maxCallsOfAccount: 2 });
  for (const accountId of [1n, 1n, 2n, 2n, 0n, 0n]) call(accountId);
  await turn(3);
  expect(ended).toEqual([]);
  await stop();
  const other = await silentCore({ maxCallsInFlight: 6, maxCallsOfAccount: 2 });
  for (const accountId of [1n, 1n, 1n, 2n]) other.call(accountId);
  await turn(3);
  expect(other.ended).toEqual(['an account may have at most 2 requests under way at a gateway']);
  await other.stop();
});
