// The change feed over HTTP: holding requests open, waking them, and letting go of them.
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { liveKey } from '../testing/fake_core.ts';
import { sampleMessage } from '../testing/samples.ts';
import { type Pair, type PairOptions, startPair } from '../testing/start_pair.ts';

const { clock, run, idle } = simulateEachTest();
let pair: Pair;
const start = async (options?: PairOptions) => {
  await pair?.stop();
  pair = await startPair({ clock, ...options });
  await idle();
  expect(pair.core.watches()).toBe(1);
};
beforeEach(() => start());
afterEach(() => pair.stop());

const waiting = () => pair.metric('textrelay_gateway_waiting');
/** Asks with a wait; resolves, without waiting for the answer, once the place is taken and the first read is asked. */
async function hold(query = 'since=0&wait=25') {
  const [reads, places] = [pair.core.asked.changes, await waiting()];
  const answer = pair.get(`/api/v1/messages?${query}`).then(async (response) => ({
    status: response.status,
    connection: response.headers.get('connection'),
    ...((await response.json()) as { messages: { seq: number }[]; next_since: number; has_more: boolean }),
  }));
  await idle();
  expect([pair.core.asked.changes, await waiting()]).toEqual([reads + 1, places + 1]);
  return { answer };
}
const message = (seq: bigint) => sampleMessage({ id: seq, seq });

describe('the feed', () => {
  test('the feed answers at once what there is, with the cursor to go on from', async () => {
    for (let seq = 1n; seq <= 3n; seq++) pair.core.commit(message(seq));
    const page = await (await pair.get('/api/v1/messages?since=1&limit=1&wait=25')).json();
    expect(page).toMatchObject({ messages: [{ seq: 2 }], next_since: 2, has_more: true });
    expect(await waiting()).toBe(0);
  });

  test('the feed without a wait answers an empty page at once', async () => {
    const page = await (await pair.get('/api/v1/messages?since=7')).json();
    expect(page).toEqual({ messages: [], next_since: 7, has_more: false });
  });

  test.each(['since=1e3', 'since=', 'limit=0x10', 'wait=1.5', 'since=1&since=2', 'wait=%201'])(
    '%s is 400 and names the parameter',
    async (query) => {
      const response = await pair.get(`/api/v1/messages?${query}`);
      expect(response.status).toBe(400);
      expect(((await response.json()) as { error: string }).error).toContain(query.split('=')[0]);
    },
  );

  test.each(['since=-5', 'limit=0', 'limit=99999999999999999999', 'since=99999999999999999999', 'wait=-1'])(
    '%s is clamped',
    async (query) => expect((await pair.get(`/api/v1/messages?${query}`)).status).toBe(200),
  );
});

describe('a long-poll', () => {
  test('a long-poll is woken by the stream of changes', async () => {
    const { answer } = await hold();
    pair.core.commit(message(1n));
    expect(await answer).toMatchObject({ status: 200, messages: [{ seq: 1 }], next_since: 1 });
    expect(await waiting()).toBe(0);
  });

  test('a long-poll is woken by a look at the cursors when the stream says nothing', async () => {
    const { answer } = await hold();
    pair.core.commit(message(1n), true);
    await run('1 s');
    expect(await answer).toMatchObject({ messages: [{ seq: 1 }] });
  });

  test('misses nothing that is committed during its first read', async () => {
    const read = pair.core.answers.listChanges;
    pair.core.answers.listChanges = async (query) => {
      const page = await read(query);
      pair.core.answers.listChanges = read;
      pair.core.commit(message(1n));
      return page;
    };
    const response = await pair.get('/api/v1/messages?since=0&wait=25');
    expect(await response.json()).toMatchObject({ messages: [{ seq: 1 }] });
  });

  test('a long-poll is woken after the stream broke and was opened anew', async () => {
    const { answer } = await hold();
    pair.core.endWatches();
    await idle();
    expect([pair.core.watches(), await pair.metric('textrelay_gateway_watch_live')]).toEqual([0, 0]);
    pair.core.commit(message(1n));
    await run(100);
    expect(pair.core.watches()).toBe(1);
    expect(await answer).toMatchObject({ messages: [{ seq: 1 }] });
  });

  test('a long-poll ends with an empty page at its deadline', async () => {
    const { answer } = await hold('since=4&wait=2');
    await run('2.05 s');
    expect(await answer).toMatchObject({ status: 200, messages: [], next_since: 4, has_more: false });
  });

  test('a long-poll is never held longer than 25 seconds', async () => {
    const { answer } = await hold('since=0&wait=3600');
    await run('25.05 s');
    expect(await answer).toMatchObject({ messages: [] });
  });

  test('survives a core in trouble, and ends empty', async () => {
    const { answer } = await hold('since=0&wait=5');
    const read = pair.core.answers.listChanges;
    pair.core.answers.listChanges = () => {
      throw new Error('down');
    };
    const reads = pair.core.asked.changes;
    pair.core.commit(message(1n));
    await idle();
    expect(pair.core.asked.changes).toBeGreaterThan(reads);
    await run('5.05 s');
    expect(await answer).toMatchObject({ status: 200, messages: [] });
    pair.core.answers.listChanges = read;
  });

  test('a long-poll is answered with what might not be shown at first, at the next look after it may', async () => {
    const { answer } = await hold('since=0&wait=25');
    const read = pair.core.answers.listChanges;
    pair.core.answers.listChanges = async ({ queries }) => ({
      pages: queries.map(({ since }) => ({ nextSince: since })),
    });
    const reads = pair.core.asked.changes;
    pair.core.commit(message(1n));
    await idle();
    expect(pair.core.asked.changes).toBe(reads + 1);
    pair.core.answers.listChanges = read;
    await run('1 s');
    expect(await answer).toMatchObject({ status: 200, messages: [{ seq: 1 }], next_since: 1 });
  });

  test('a reader is never sent above the feed: its end is 503 while nothing may be shown', async () => {
    const read = pair.core.answers.listChanges;
    pair.core.answers.listChanges = async ({ queries }) => ({
      pages: queries.map(({ since }) => ({ nextSince: since })),
    });
    const end = `/api/v1/messages?since=${Number.MAX_SAFE_INTEGER}`;
    const refused = await pair.get(end);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    const below = await pair.get(`/api/v1/messages?since=${Number.MAX_SAFE_INTEGER - 1}`);
    expect(await below.json()).toMatchObject({ messages: [], next_since: Number.MAX_SAFE_INTEGER - 1 });
    pair.core.answers.listChanges = read;
    pair.core.commit(message(1n));
    expect(await (await pair.get(end)).json()).toMatchObject({ cursor_ahead: true, newest_seq: 1 });
  });

  test('a long-poll whose very first read fails is 503', async () => {
    pair.core.answers.listChanges = () => {
      throw new Error('down');
    };
    expect((await pair.get('/api/v1/messages?wait=25')).status).toBe(503);
    expect(await waiting()).toBe(0);
  });

  test('a long-poll whose client goes away frees its place', async () => {
    const reads = pair.core.asked.changes;
    const held = request(`${pair.gateway.url}/api/v1/messages?wait=25`, {
      headers: { authorization: `Bearer ${liveKey}` },
    });
    held.on('error', () => {});
    held.end();
    await idle();
    expect([pair.core.asked.changes, await waiting()]).toEqual([reads + 1, 1]);
    held.destroy();
    await idle();
    expect(await waiting()).toBe(0);
    expect(await pair.metric('textrelay_gateway_waits_gone_total')).toBe(1);
  });

  test('a long-poll beyond the allowed number is answered at once', async () => {
    await start({ limits: { waiting: 1 } });
    const { answer } = await hold();
    const page = await (await pair.get('/api/v1/messages?wait=25')).json();
    expect(page).toMatchObject({ messages: [] });
    pair.core.commit(message(1n));
    await answer;
  });

  test('a long-poll is answered with an empty page when the gateway stops, and its connection is closed', async () => {
    const { answer } = await hold('since=3&wait=25');
    const stopped = pair.gateway.stop();
    expect(await answer).toMatchObject({ status: 200, messages: [], next_since: 3, connection: 'close' });
    await stopped;
    await expect(pair.get('/api/v1')).rejects.toThrow();
  });
});
