// What one agent can make the core hold, whatever it sends and however little it reads. The socket is a stand-in that
// counts.
import { EventEmitter } from 'node:events';
import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { AgentFrameSchema, GoodbyeReason } from '../../../proto/gen/textrelay/v1/device_link_pb.ts';
import { noFailpoint } from '../../../runtime/failpoint.ts';
import { createLog } from '../../../runtime/log.ts';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { defaultLifetimes } from '../../domain/messages/message.ts';
import { Link } from './link.ts';
import { IntakeShares } from './recording.ts';

type Frame = NonNullable<MessageInitShape<typeof AgentFrameSchema>['frame']>;

/** A peer that reads nothing: what is sent to it stays in this process. */
class DeafSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  largestBufferedAmount = 0;
  isPaused = false;
  wasTerminated = false;
  wasClosed = false;
  reads = true;

  send(data: Uint8Array): void {
    if (this.reads) return;
    this.bufferedAmount += data.length;
    this.largestBufferedAmount = Math.max(this.largestBufferedAmount, this.bufferedAmount);
  }
  pause(): void {
    this.isPaused = true;
  }
  resume(): void {
    this.isPaused = false;
  }
  close(): void {
    this.wasClosed = true;
  }
  terminate(): void {
    this.wasTerminated = true;
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.emit('close');
  }
  /** A frame from the agent; nothing while the core reads no further. */
  receive(frame: Frame): void {
    const bytes = toBinary(AgentFrameSchema, create(AgentFrameSchema, { frame }));
    this.emit('message', Buffer.from(bytes), true);
  }
  /** A ping of WebSocket itself, which ws answers by itself. */
  ping(data: Buffer): void {
    if (!this.reads) this.bufferedAmount += data.length;
    this.largestBufferedAmount = Math.max(this.largestBufferedAmount, this.bufferedAmount);
    this.emit('ping', data);
  }
}

const simulated = simulateEachTest();
const { clock, run, idle } = simulated;

let socket: DeafSocket;
let link: Link;
let finish: (() => void)[];
let closes: number;
const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

let shares: IntakeShares;
/** How often something was asked of the database, and what it answers with. */
let asked: number;
let fault: Error | undefined;

/** A link that has said hello. */
async function greeted(itsSocket: DeafSocket, accountId = 1n): Promise<Link> {
  ends.push(() => itsSocket.terminate());
  const ask = <T>(answer: T) =>
    new Promise<T>((resolve, reject) => {
      asked++;
      // The database takes its time: what it was asked for is finished by the test.
      finish.push(() => (fault ? reject(fault) : resolve(answer)));
    });
  const made = new Link({
    socket: itsSocket as unknown as WebSocket,
    device: { accountId, deviceId: 1n, country: 'US', driver: '', lastEpoch: 0n },
    clock,
    log: createLog('core', 'silent'),
    failpoint: noFailpoint,
    lifetimes: defaultLifetimes,
    coreVersion: 'test',
    referenceBits: 8,
    update: () => ask(true),
    handBack: () => ask(true),
    receive: () => ask(undefined),
    shares,
    traces: { load: async () => {}, note: () => '' },
    onHello: async () => true,
    onWelcome: async () => {},
    onCapacity: () => {},
    onState: () => {},
    onClose: () => closes++,
  });
  itsSocket.receive({ case: 'hello', value: { protocolVersion: 1, journalId: 'j', window: 100 } });
  await idle();
  return made;
}

beforeEach(async () => {
  socket = new DeafSocket();
  shares = new IntakeShares();
  finish = [];
  closes = 0;
  asked = 0;
  fault = undefined;
  link = await greeted(socket);
});

const report = (number: number): Frame => ({
  case: 'receipt',
  value: { reportId: `r${number}`, messageId: BigInt(number), attempt: 1, outcome: 1 },
});

test('a flood of reports stops the reading until the database has caught up', async () => {
  let sent = 0;
  while (!socket.isPaused && sent < 10_000) socket.receive(report(++sent));
  expect(sent).toBe(500);
  // Not after each one, but when there is capacity for many.
  for (const done of finish.splice(0, 200)) done();
  await idle();
  expect(socket.isPaused).toBe(true);
  for (const done of finish.splice(0)) done();
  await idle();
  expect(socket.isPaused).toBe(false);
  expect(link.isOpen).toBe(true);
});

test('inbound texts that come faster than they are stored stop the reading too', () => {
  let sent = 0;
  while (!socket.isPaused && sent < 10_000) {
    sent++;
    socket.receive({ case: 'inbound', value: { inboundId: `i${sent}`, address: '1', body: 'x' } });
  }
  expect(sent).toBe(500);
});

test('an agent that reads nothing is cut before 3 MiB wait for it', () => {
  socket.reads = false;
  let pings = 0;
  while (!socket.wasTerminated && pings < 1_000_000) {
    pings++;
    socket.receive({ case: 'ping', value: { nonce: 18_446_744_073_709_551_615n } });
  }
  expect(socket.wasTerminated).toBe(true);
  expect(socket.largestBufferedAmount).toBeLessThan(3 * 1024 * 1024);
  expect(closes).toBe(1);
});

test('an agent that reads nothing and floods with pings of WebSocket is cut as well', () => {
  socket.reads = false;
  let pings = 0;
  while (!socket.wasTerminated && pings < 1_000_000) {
    pings++;
    socket.ping(Buffer.alloc(125));
  }
  expect(socket.wasTerminated).toBe(true);
  expect(socket.largestBufferedAmount).toBeLessThan(3 * 1024 * 1024);
});

test('texts that are not stored yet stop the reading by their bytes, too', async () => {
  const body = '\u6f22'.repeat(10_000);
  let sent = 0;
  while (!socket.isPaused && sent < 10_000) {
    sent++;
    socket.receive({ case: 'inbound', value: { inboundId: `i${sent}`, address: '1', body } });
  }
  // 30 KB each.
  expect(sent).toBeLessThan(40);
  for (const done of finish.splice(0)) done();
  await idle();
  expect(socket.isPaused).toBe(false);
});

test('a whole window of the longest texts does not cut an agent that reads slowly', () => {
  socket.reads = false;
  for (let id = 1n; id <= 100n; id++) {
    const body = 'ж'.repeat(1_600);
    const text = { id, attempt: 1, identity: null, addressNorm: '+15005550006', body, sim: 1 };
    link.handOver({ ...text, expiresAtMs: clock.nowMs() });
  }
  expect(socket.wasTerminated).toBe(false);
  expect(link.capacity).toBe(0);
});

test('what comes after the link has ended is not looked at', async () => {
  link.goodbye(GoodbyeReason.UNPAIRED, 'gone');
  socket.receive(report(1));
  await idle();
  expect(finish).toEqual([]);
  expect(link.capacity).toBe(0);
  // An agent that does not answer the close is cut.
  await run('1 s');
  expect(socket.wasTerminated).toBe(true);
});

test('a silent agent is cut after 60 seconds, and a closed link leaves no timer', async () => {
  await run('59999 ms');
  expect(socket.wasTerminated).toBe(false);
  await run('1 ms');
  expect(socket.wasTerminated).toBe(true);
  expect(closes).toBe(1);
  expect(simulated.simulation.time.describe()).toEqual([]);
});

const inbound = (number: number, body: string): Frame => ({
  case: 'inbound',
  value: { inboundId: `i${number}`, address: '1', body },
});

test('the longest received texts stop the reading before a megabyte of them is under way', () => {
  let sent = 0;
  while (!socket.isPaused && sent < 10_000) socket.receive(inbound(++sent, '📱'.repeat(10_000)));
  expect(sent).toBeLessThan(25);
});

test('many devices of one account have no more under way than a few, and keep nobody else from being read', async () => {
  const sockets = [socket, ...Array.from({ length: 9 }, () => new DeafSocket())];
  for (const other of sockets.slice(1)) await greeted(other);
  let sent = 0;
  for (const each of sockets)
    for (let tries = 0; !each.isPaused && tries < 10_000; tries++) each.receive(report(++sent));
  // Each that comes when the account has its share already is asked to stop with its first.
  expect(sent).toBeLessThan(1_010);
  const other = new DeafSocket();
  await greeted(other, 2n);
  other.receive(report(1));
  expect(other.isPaused).toBe(false);
  for (const done of finish.splice(0)) done();
  await idle();
  expect(sockets.filter(({ isPaused }) => isPaused)).toEqual([]);
});

test('a report that cannot be stored now is stored later: neither it nor its repeats end the link', async () => {
  fault = new Error('away');
  socket.receive(report(1));
  for (let tries = 1; tries <= 3; tries++) {
    expect(asked).toBe(tries);
    finish.shift()?.();
    await idle();
    socket.receive(report(1));
    await run(500 * 2 ** (tries - 1));
  }
  fault = undefined;
  finish.shift()?.();
  await idle();
  expect(link.isOpen).toBe(true);
  socket.terminate();
  await run('1 min');
  expect(asked).toBe(4);
});

test('a link that ends while its reports wait leaves its account no smaller share', async () => {
  for (let round = 0; round < 5; round++) {
    const gone = new DeafSocket();
    await greeted(gone);
    for (let sent = 0; !gone.isPaused && sent < 10_000; sent++) gone.receive(report(sent));
    gone.terminate();
  }
  expect(asked).toBeLessThanOrEqual(1_005);
  for (const done of finish.splice(0)) done();
  await idle();
  for (let sent = 0; sent < 400; sent++) socket.receive(report(sent));
  expect(socket.isPaused).toBe(false);
});

test('a device that brings received texts without end is not read on, though each is stored at once', async () => {
  let sent = 0;
  while (!socket.isPaused && sent < 10_000) {
    socket.receive(inbound(++sent, 'x'));
    for (const done of finish.splice(0)) done();
    // A few at a time are fewer than what stops the reading for its own sake.
    if (sent % 100 === 0) await idle();
  }
  expect(sent).toBe(1_200);
  await run('1 s');
  expect([socket.isPaused, link.isOpen]).toEqual([false, true]);
});
