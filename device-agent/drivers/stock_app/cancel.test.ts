// What becomes of a text that its account does not want any more, by where it is then and what the app's version knows.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import type { DriverJob } from '../driver.ts';
import { Offers } from './offers.ts';
import { OpenTexts } from './open_texts.ts';
import { readReported } from './reported.ts';

const { clock, run } = simulateEachTest();

const hourMs = 3_600_000;
const cancelled = { kind: 'rejected', code: 'cancelled', retryable: false };
let dir: string;
let texts: OpenTexts;
let offers: Offers;
let job: DriverJob;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'cancel-'));
  const text = { messageId: 1n, identity: 'text-1', attempt: 1, address: '+12015551000', body: 'hello' };
  job = { ...text, encoding: 'gsm7', sim: 1, expiresAtMs: clock.nowMs() + hourMs };
  texts = new OpenTexts(dir, 'journal', clock.nowMs());
  offers = new Offers({ texts, clock, choosesSim: false, onReported: () => undefined });
});
afterEach(() => {
  texts.release();
  rmSync(dir, { recursive: true, force: true });
});

const list = (readsState = true) => offers.list(true, readsState);
const report = (id: string | undefined, state: string, error?: string) => {
  const reported = readReported({ id, state, recipients: [{ state, error }] });
  if (reported === undefined) throw new Error('no report');
  offers.take(reported);
};

test('a text that the phone was never given is cancelled at once, whatever the app', async () => {
  const ended = offers.submit(job);
  expect(offers.cancel(job)).toBe(true);
  expect(await ended).toMatchObject(cancelled);
  expect(list(false)).toEqual([]);
});

test('an app that knows a cancel learns of it, and the text has ended once nothing more can come of it', async () => {
  const ended = offers.submit(job);
  const id = list()[0]?.id;
  expect([offers.cancel(job), offers.cancel(job)]).toEqual([true, false]);
  expect(list()).toMatchObject([{ id, state: 'Cancelling', validUntil: '1970-01-01T00:00:00.000Z' }]);
  report(id, 'Cancelled');
  await run('19 s');
  offers.settle({ isPresent: true, isReached: true });
  expect(offers.isWaiting).toBe(true);
  await run('1 s');
  offers.settle({ isPresent: true, isReached: true });
  expect(await ended).toMatchObject(cancelled);
});

test('an app that does not know a cancel never learns of it, however often it asks', async () => {
  void offers.submit(job);
  expect(list(false)).toMatchObject([{ state: 'Pending' }]);
  offers.cancel(job);
  for (let asks = 0; asks < 200; asks++) {
    for (const item of list(false)) expect(item.state).toBe('Pending');
    await run('5 s');
  }
});

test('an app that does not know a cancel, and may never have got the text, is not given it alive again', () => {
  void offers.submit(job);
  const given = list(false);
  offers.unlease(given);
  offers.cancel(job);
  expect(list(false)).toMatchObject([{ state: 'Pending', validUntil: '1970-01-01T00:00:00.000Z' }]);
});

test('a text that was sent in spite of it is sent', async () => {
  const ended = offers.submit(job);
  const id = list()[0]?.id;
  offers.cancel(job);
  list();
  report(id, 'Cancelled');
  report(id, 'Sent');
  expect(await ended).toMatchObject({ kind: 'accepted' });
});

test('an app that answers a cancel with nothing is asked what became of the text, and is not given it alive again', async () => {
  void offers.submit(job);
  list();
  offers.cancel(job);
  const listed = [];
  for (let asks = 0; asks < 7; asks++) {
    listed.push(...list().map(({ state, validUntil }) => [state, Date.parse(validUntil)]));
    await run('5 s');
  }
  expect(listed).toEqual([...Array(5).fill(['Cancelling', 0]), ['Pending', 0], ['Pending', 0]]);
});

test('a text that the phone could not send just now is not tried again once nobody wants it', async () => {
  const ended = offers.submit(job);
  const id = list()[0]?.id;
  offers.cancel(job);
  report(id, 'Failed', 'Send result: RESULT_RADIO_NOT_AVAILABLE');
  expect(await ended).toMatchObject(cancelled);
});

test('another hand-over of the same text, and a text that has ended, are nothing to cancel', async () => {
  const ended = offers.submit(job);
  expect(offers.cancel({ ...job, attempt: 2 })).toBe(false);
  expect(offers.cancel({ ...job, identity: 'text-2' })).toBe(false);
  const id = list()[0]?.id;
  report(id, 'Sent');
  await ended;
  expect(offers.cancel(job)).toBe(false);
});
