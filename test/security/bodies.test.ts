// Bodies of nobody: however many come in slowly, on whatever path, the gateway holds a bounded number of bytes, and an
// honest body is taken meanwhile.
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BodyMemory } from '../../gateway/edge/requests/body_memory.ts';
import { ServedOwners } from '../../gateway/edge/requests/owners_turns.ts';
import { systemClock } from '../../runtime/clock.ts';
import { accountKeyPrefix, createSecret } from '../../server/domain/keys/api_key.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount } from '../support/core.ts';
import { type Stack, startStack } from '../support/stack.ts';

const piece = 50_000;
let service: SimulatedService;
let stack: Stack;
let account: TestAccount;
const open: Socket[] = [];

beforeEach(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service, limits: { bodiesBytes: 4 * piece } });
  account = await stack.createAccount();
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await stack.stop();
  await service.end();
});

/** Begins a body and does not end it; what comes back is in `text`. */
function begin(path: string, header: string) {
  const socket = connect(Number(new URL(stack.gateways[0]?.url ?? '').port), '127.0.0.1');
  open.push(socket);
  const upload = { socket, text: '' };
  socket.on('error', () => {}).setEncoding('latin1');
  socket.on('data', (chunk) => {
    upload.text += chunk;
  });
  const head = ['Host: x', 'Content-Type: application/json', `Content-Length: ${piece + 1}`, header];
  socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${'['.repeat(piece)}`);
  return upload;
}

test.each([
  ['/api/v1/messages', () => `Authorization: Bearer ${createSecret(accountKeyPrefix)}`],
  ['/webhooks/stripe', () => 'Stripe-Signature: t=1,v1=x'],
  ['/webhooks/carriers/main/hook', () => 'X: y'],
])(
  'of unfinished bodies for %s the oldest give way, and a text is accepted meanwhile',
  async (path, headerOf) => {
    const uploads = Array.from({ length: 12 }, () => begin(path, headerOf()));
    const isRefused = ({ text }: (typeof uploads)[number]) => /^HTTP\/1\.1 (401|503) /.test(text);
    await service.simulation.idle();
    expect(uploads.filter(isRefused).length).toBeGreaterThanOrEqual(8);
    await stack.send(account);
    expect(uploads.filter(isRefused).length).toBeLessThan(10);
  },
);

test('a body for Stripe that cannot be its own is refused before it is read', async () => {
  const upload = begin('/webhooks/stripe', 'X: y');
  await service.simulation.idle();
  expect(upload.text).toMatch(/^HTTP\/1\.1 400 /);
});

describe('the memory for bodies', () => {
  const requestOn = (socket: object) => ({ socket }) as Parameters<BodyMemory['take']>[0];
  const socketOf = () => {
    let onClose = () => {};
    return { once: (_: string, listener: () => void) => (onClose = listener), close: () => onClose() };
  };

  test('the memory for bodies refuses a body when all others are whole and wait for their answers', () => {
    const memory = new BodyMemory(100, systemClock, new ServedOwners(systemClock));
    const whole = requestOn(socketOf());
    expect(memory.take(whole, 90, false, () => {})).toBe(true);
    memory.finish(whole);
    const late = requestOn(socketOf());
    expect(memory.take(late, 20, false, () => {})).toBe(false);
    expect(memory.bytes).toBe(90);
    memory.leave(whole);
    expect(memory.take(late, 20, false, () => {})).toBe(true);
  });

  test('forgets the bodies of a connection that breaks, answered or not', () => {
    const memory = new BodyMemory(100, systemClock, new ServedOwners(systemClock));
    const socket = socketOf();
    for (const request of [requestOn(socket), requestOn(socket)]) memory.take(request, 40, true, () => {});
    expect(memory.bytes).toBe(80);
    socket.close();
    expect(memory.bytes).toBe(0);
    expect(memory.take(requestOn(socket), 40, true, () => {})).toBe(false);
    expect(memory.bytes).toBe(0);
  });
});
