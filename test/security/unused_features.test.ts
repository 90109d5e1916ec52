// What the device listener's packages could do besides, and nobody here needs, is off.
import { create, toBinary } from '@bufbuild/protobuf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AgentFrameSchema } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { decodeFrame } from '../../server/device/link/frames.ts';
import { sendRequest } from '../support/http_client.ts';
import { RawAgent } from '../support/raw_agent.ts';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.stop());

const pairing = '/textrelay.v1.PairingService/PairDevice';

test.each([
  ['application/json', '{"code":"x"}', 404],
  ['application/proto', '', 404],
  ['application/grpc', '\0\0\0\0\0', 415],
  ['application/grpc+json', '\0\0\0\0\x02{}', 415],
  ['application/grpc-web', '\0\0\0\0\0', 415],
  ['application/grpc-web-text', 'AAAAAAA=', 415],
  ['application/connect+json', '\0\0\0\0\x02{}', 415],
])('the device listener takes the calls of Connect alone: %s', async (type, body, status) => {
  const url = `http://127.0.0.1:${stack.core.device.port}`;
  const headers = { 'content-type': type };
  const answer = await sendRequest(url, { method: 'POST', path: pairing, headers, body });
  expect(answer.status).toBe(status);
});

test('a message on a link has at most 64 fragments', async () => {
  const { deviceToken } = await stack.createAccount();
  const agent = await RawAgent.linked(stack.core, deviceToken);
  const ping = { case: 'ping', value: { nonce: 7n } } as const;
  const bytes = toBinary(AgentFrameSchema, create(AgentFrameSchema, { frame: ping }));
  const send = (fragments: number) => {
    for (let number = 1; number <= fragments; number++)
      agent.socket.send(number === 1 ? bytes : Buffer.alloc(0), { binary: true, fin: number === fragments });
  };
  send(64);
  expect(await agent.expect('pong')).toMatchObject({ nonce: 7n });
  send(65);
  await expect(agent.expect('pong')).rejects.toThrow('closed');
});

test('what a frame holds that nobody knows is not kept', () => {
  const known = toBinary(AgentFrameSchema, create(AgentFrameSchema));
  // Field 1000 as a number, some thousand times.
  const frame = decodeFrame(Buffer.concat([known, ...Array(1_000).fill(Buffer.from([0xc0, 0x3e, 0x01]))]));
  expect(frame.$unknown?.length ?? 0).toBe(0);
});
