import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { simulateEachTest } from '../../../../test/simulation/each_test.ts';
import { createMailer } from './mailer.ts';

const { idle } = simulateEachTest();

test('50 mails are under way at a time, and one more is not sent', async () => {
  const sockets: Socket[] = [];
  // It never greets, so that no mail ends.
  const server = createServer((socket) => void sockets.push(socket.on('error', () => {}))).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const lines: string[] = [];
  const log = { warn: (...words: unknown[]) => void lines.push(String(words.at(-1))) };
  const { port } = server.address() as AddressInfo;
  const { send } = createMailer({ url: `smtp://127.0.0.1:${port}`, from: 'a@example.com' }, log as never);
  const mail = { to: 'b@example.com', subject: 'Hello', text: 'Hello' };
  for (let n = 0; n < 50; n++) send(mail);
  expect(lines).toEqual([]);
  send(mail);
  expect(lines).toEqual(['too many mails are under way: one was not sent']);
  await idle();
  expect(sockets).toHaveLength(50);
  for (const socket of sockets) socket.destroy();
  await idle();
  expect(lines).toHaveLength(51);
  send(mail);
  expect(lines.filter((line) => line.startsWith('too many'))).toHaveLength(1);
  await idle();
  expect(sockets).toHaveLength(51);
  sockets[50]?.destroy();
  server.close();
});
