// What a caller without the credential can hold of the core's listener.
import { once } from 'node:events';
import { connect as connectHttp2, type Http2Server } from 'node:http2';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { ConnectRouter } from '@connectrpc/connect';
import { afterEach, expect, test } from 'vitest';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { createLog } from '../../runtime/log.ts';
import { createRpcServer } from './rpc_server.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function listening(routes: (router: ConnectRouter) => void = () => {}): Promise<Http2Server> {
  const server = createRpcServer({
    ...{ serviceToken: 'secret', routes, interceptors: [], log: createLog('test', 'silent') },
    shutdownSignal: new AbortController().signal,
    direct: [],
    directOptions: { toConnectError: (error) => error as never, onCall: () => {} },
  }) as Http2Server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  return server;
}

test('64 connections that have shown no credential are held, and one more ends the oldest; those that have shown it do not count', async () => {
  const server = await listening();
  const { port } = server.address() as AddressInfo;
  const gateway = connectHttp2(`http://127.0.0.1:${port}`);
  ends.push(() => gateway.destroy());
  const call = async () => {
    const headers = { ':method': 'POST', ':path': '/nothing', authorization: 'Bearer secret' };
    const [answer] = await once(gateway.request(headers).end(), 'response');
    return answer[':status'];
  };
  expect(await call()).toBe(404);

  const open: Socket[] = [];
  const connectOne = async () => {
    const accepted = once(server, 'connection');
    const near = connect(port, '127.0.0.1').on('error', () => {});
    ends.push(() => near.destroy());
    open.push((await accepted)[0]);
  };
  for (let n = 0; n < 64; n++) await connectOne();
  expect(open.filter(({ destroyed }) => destroyed)).toEqual([]);
  await connectOne();
  expect(open.map(({ destroyed }) => destroyed)).toEqual([true, ...Array(64).fill(false)]);
  expect(await call()).toBe(404);
});

test('a call in the URL of a GET is refused, also of a method without side effects: what is read so has no bound', async () => {
  let calls = 0;
  const server = await listening((router) => {
    router.rpc(MessageService.method.getMessage, () => {
      calls++;
      return {};
    });
  });
  const { port } = server.address() as AddressInfo;
  const client = connectHttp2(`http://127.0.0.1:${port}`);
  ends.push(() => client.destroy());
  const path = '/textrelay.v1.MessageService/GetMessage?connect=v1&encoding=json&message=%7B%7D';
  const headers = { ':path': path, authorization: 'Bearer secret' };
  const [answer] = await once(client.request({ ...headers, ':method': 'GET' }).end(), 'response');
  expect([answer[':status'], answer.allow, calls]).toEqual([405, 'POST', 0]);
});
