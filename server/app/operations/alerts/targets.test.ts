// Alerts on their way: what ntfy and Slack get, over a real socket, and what is said of one that takes none.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../../runtime/testing/free_port.ts';
import { simulateEachTest } from '../../../../test/simulation/each_test.ts';
import type { AlertFormat } from '../../../domain/operations/alert.ts';
import { writeMessage } from './message.ts';
import { openTargets } from './targets.ts';

const { clock, during } = simulateEachTest();

const asked: { headers: IncomingMessage['headers']; path: string | undefined; body: string }[] = [];
let status = 200;
const server = createServer(async (request, response) => {
  asked.push({ headers: request.headers, path: request.url, body: await text(request) });
  // Nobody answers this one.
  if (status !== 0) response.writeHead(status, { location: '/elsewhere' }).end('ok');
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const sinceMs = Date.parse('2026-11-27T12:00:00Z');
const down = {
  rule: 'TextrelayCarrierDown',
  summary: 'No core can submit through the carrier früh',
  sinceMs,
};
const message = writeMessage([down], [], sinceMs + 300_000);

const deliver = (format: AlertFormat, { credential = '', port = 0 } = {}) => {
  const to = port || (server.address() as AddressInfo).port;
  const url = `http://${credential}127.0.0.1:${to}/topic?a=b`;
  const [target] = openTargets({ mail: [], post: { url, format } }, { clock, mail: undefined });
  asked.length = 0;
  status = 200;
  return during(Promise.resolve(target?.deliver(message)));
};

test('as text it is what ntfy shows: a title, a priority, and plain words', async () => {
  await deliver('text', { credential: ':tk_%20secret@' });
  expect(asked).toMatchObject([
    {
      path: '/topic?a=b',
      headers: {
        authorization: `Basic ${Buffer.from(':tk_ secret').toString('base64')}`,
        title: '[Textrelay] No core can submit through the carrier fr?h',
        priority: 'high',
      },
    },
  ]);
  expect(asked[0]?.body.split('\n').slice(0, 2)).toEqual([
    'Began:',
    '- critical: No core can submit through the carrier früh (since 2026-11-27 12:00 UTC)',
  ]);
});

test('as JSON it is one text, as Slack and Mattermost take it', async () => {
  await deliver('json');
  expect(asked[0]?.headers).not.toHaveProperty('authorization');
  expect(Object.keys(JSON.parse(asked[0]?.body ?? ''))).toEqual(['text']);
  expect(JSON.parse(asked[0]?.body ?? '').text).toContain('Its texts wait.');
});

test('one that does not take it is named without its address, and no redirect is followed', async () => {
  const refused = deliver('text', { credential: 'ada:secret@' });
  status = 302;
  await expect(refused).rejects.toThrow(/^it answered 302$/);
  expect(asked).toHaveLength(1);
  await expect(deliver('text', { port: await freePort() })).rejects.toThrow(
    /^it cannot be reached \(ECONNREFUSED\)$/,
  );
});

test('one that does not answer is given up after 10 seconds', async () => {
  const askedMs = clock.nowMs();
  const waiting = deliver('text');
  status = 0;
  await expect(waiting).rejects.toThrow(/^no answer within 10 seconds$/);
  expect(clock.nowMs() - askedMs).toBe(10_000);
});

test('a message names 20 alerts and how many more there are, each action once, and how long what is over lasted', () => {
  const many = Array.from({ length: 23 }, (_, n) => ({ ...down, summary: `carrier ${n}` }));
  const { subject, text: words, isCritical } = writeMessage(many, [down], sinceMs + 7_200_000);
  expect(subject).toBe('[Textrelay] alerts: 23 began, 1 over');
  expect(words.match(/Its texts wait/g)).toHaveLength(1);
  expect(words).toContain('- critical: carrier 19 ');
  expect(words).not.toContain('carrier 20 ');
  expect(words).toContain(
    '- and 3 more\n\nOver:\n- No core can submit through the carrier früh (after 2 hours)\n',
  );
  expect(isCritical).toBe(true);
  expect(writeMessage([], [down], sinceMs)).toMatchObject({
    subject: '[Textrelay] over: No core can submit through the carrier früh',
    isCritical: false,
  });
});
