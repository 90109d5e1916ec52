// One connection with a core that welcomes and then reads nothing more.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { create, toBinary } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { CoreFrameSchema } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { AgentFrameInit } from './frames.ts';
import { RepeatingStream } from './repeating_stream.ts';
import { Session, type SessionEnd } from './session.ts';

let server: WebSocketServer;
let core: WebSocket | undefined;
let session: Session;
let ends: SessionEnd[];

const welcome = toBinary(
  CoreFrameSchema,
  create(CoreFrameSchema, {
    frame: { case: 'welcome', value: { protocolVersion: 1, now: timestampFromMs(0) } },
  }),
);

beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  core = undefined;
  ends = [];
  server.on('connection', (socket) => {
    socket.on('message', () => {
      if (core) return;
      core = socket;
      socket.send(welcome);
      socket.pause();
    });
  });
  await new Promise<void>((resolve) => {
    session = new Session({
      url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
      token: 'x',
      clock: systemClock,
      hello: { agentVersion: 'test', driver: 'test', journalId: 'j', window: 1 },
      onWelcome: () => resolve(),
      onUnpairing: async () => undefined,
      onFrame: () => true,
      onEnd: (end) => ends.push(end),
    });
  });
});

afterEach(() => {
  session.close();
  core?.terminate();
  server.close();
});

/** About 40 KiB on the wire. */
const longInbound = (number: number): AgentFrameInit => ({
  case: 'inbound',
  value: { inboundId: `i${number}`, address: '1', body: '😀'.repeat(10_000) },
});

/** As many as a socket of this machine takes without anybody reading, and the agent may hold. */
const enough = 2_000;

test('a core that stops reading is left before 5 MiB wait for it', () => {
  let sent = 0;
  while (ends.length === 0 && sent < enough) session.send(longInbound(++sent));
  expect(ends).toEqual([{ kind: 'lost', detail: 'the core does not read' }]);
  expect(sent).toBeLessThan(enough);
});

test('what is owed waits in the journal while the core does not read, and goes out once when it does', async () => {
  const owed = 200;
  let sent = 0;
  const counted = {
    get congested() {
      return session.congested;
    },
    send(frame: AgentFrameInit, onFlushed?: () => void) {
      sent++;
      session.send(frame, onFlushed);
    },
  };
  const stream = new RepeatingStream((after, limit) => {
    const items = [];
    for (let position = after + 1n; position <= owed && items.length < limit; position++)
      items.push({ position, name: String(position), frame: longInbound(Number(position)) });
    return items;
  });
  stream.attach(counted as Session);
  expect(session.congested).toBe(true);
  const sentAtFirst = sent;
  stream.pump();
  expect(sent).toBe(sentAtFirst);
  expect(sent).toBeLessThan(owed);
  let received = 0;
  const all = new Promise<void>((resolve) => {
    core?.on('message', () => {
      received++;
      if (received === owed) resolve();
    });
  });
  core?.resume();
  await all;
  expect(sent).toBe(owed);
  expect(ends).toEqual([]);
});
