// How much a list holds, and what a phone's word that the deadline of a text passed proves: that it was not sent, or nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import type { DriverJob, Result } from '../driver.ts';
import { Offers } from './offers.ts';
import { OpenTexts } from './open_texts.ts';
import { readReported } from './reported.ts';

const { clock } = simulateEachTest();

const hourMs = 3_600_000;
let dir: string;
let texts: OpenTexts;
let offers: Offers;
let job: DriverJob;

function open(): void {
  texts = new OpenTexts(dir, 'journal', clock.nowMs());
  offers = new Offers({ texts, clock, choosesSim: false, onReported: () => undefined });
}

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'offers-'));
  const text = { messageId: 1n, identity: 'text-1', attempt: 1, address: '+12015551000', body: 'hello' };
  job = { ...text, encoding: 'gsm7', sim: 1, expiresAtMs: clock.nowMs() + hourMs };
  open();
});
afterEach(() => {
  texts.release();
  rmSync(dir, { recursive: true, force: true });
});

/** The phone is given the text, and says that its deadline passed; it stored the text at that time of its own clock. */
async function saysTooLate(ended: Promise<Result>, storedMs: number | undefined): Promise<Result> {
  const [item] = offers.list(true, true);
  const states = storedMs === undefined ? {} : { Pending: new Date(storedMs).toISOString() };
  const recipients = [{ state: 'Failed', error: 'TTL expired' }];
  const reported = readReported({ id: item?.id, state: 'Failed', recipients, states });
  if (reported === undefined) throw new Error('no report');
  offers.take(reported);
  return ended;
}

test('a text that the phone stored when its deadline was over, by the phone’s clock, was not sent', async () => {
  const ended = saysTooLate(offers.submit(job), job.expiresAtMs);
  expect(await ended).toMatchObject({ kind: 'rejected', retryable: true });
});

test('one that it stored before may have been sent, by a process that was ended before it noted so', async () => {
  const ended = saysTooLate(offers.submit(job), job.expiresAtMs - 1);
  expect(await ended).toMatchObject({ kind: 'unknown' });
});

test('of one without a time nothing is known', async () => {
  expect(await saysTooLate(offers.submit(job), undefined)).toMatchObject({ kind: 'unknown' });
});

test('one that an earlier run gave the phone, and that is resumed, may have been sent before', async () => {
  void offers.submit(job);
  expect(offers.list(true, true)).toHaveLength(1);
  texts.release();
  open();
  const ended = saysTooLate(offers.submit(job), job.expiresAtMs);
  expect(await ended).toMatchObject({ kind: 'unknown' });
});

test.each([
  ['that listens', true, 25],
  ['that only asks', false, 100],
])('a phone %s is given so many texts at a time', (_which, hasStream, most) => {
  for (let at = 0; at < 120; at += 1)
    void offers.submit({ ...job, messageId: BigInt(at), identity: `text-${at}` });
  expect(offers.list(hasStream, true)).toHaveLength(most);
  // Until they are reported no more fit.
  expect(offers.list(hasStream, true)).toEqual([]);
});
