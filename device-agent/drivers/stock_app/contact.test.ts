// How a phone hears of its work, by what it did: what is reported, and when that changes. Time is the test's.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { Contact } from './contact.ts';
import type { PhoneFacts } from './phone_facts.ts';
import { readPhoneEvent } from './received.ts';
import { StockAppDriver } from './stock_app_driver.ts';

const { clock, run } = simulateEachTest();

const minuteMs = 60_000;
const stream = { send: () => undefined };
let contact: Contact;

beforeEach(() => {
  contact = new Contact(clock);
});

/** What is reported in each of the next minutes. */
async function inMinutes(minutes: number): Promise<unknown[]> {
  const reported: unknown[] = [];
  for (let minute = 0; minute < minutes; minute++) {
    await run(minuteMs);
    reported.push(contact.connection);
  }
  return reported;
}

test('a phone listens while it holds a stream, and while it opens the next one', async () => {
  expect(contact.connection).toBeUndefined();
  const close = contact.open(stream);
  expect(contact.connection).toBe('listening');
  expect(new Set(await inMinutes(600))).toEqual(new Set(['listening']));
  close();
  await run('70 s');
  expect(contact.connection).toBe('listening');
  contact.open(stream);
  expect(new Set(await inMinutes(5))).toEqual(new Set(['listening']));
});

test('of two streams that one ends is no loss', async () => {
  const close = contact.open(stream);
  contact.open({ send: () => undefined });
  close();
  expect(new Set(await inMinutes(60))).toEqual(new Set(['listening']));
});

test('a phone whose stream ended and that does not come back is lost, and found when it asks', async () => {
  const close = contact.open(stream);
  close();
  expect(await inMinutes(3)).toEqual(['listening', 'lost', 'lost']);
  contact.ask();
  expect(await inMinutes(2)).toEqual(['polling', 'polling']);
  contact.open(stream);
  expect(contact.connection).toBe('listening');
});

test('a phone that asks every 15 minutes and holds no stream polls all the time between', async () => {
  contact.ask();
  // It may be about to open its stream.
  expect(contact.connection).toBeUndefined();
  for (let asks = 0; asks < 8; asks++) {
    expect(new Set(await inMinutes(15))).toEqual(new Set(['polling']));
    contact.ask();
    expect(contact.connection).toBe('polling');
  }
  expect(await inMinutes(30)).toEqual([...Array(29).fill('polling'), 'lost']);
});

test('a phone that holds a stream and answers no event does not listen, until it does', async () => {
  contact.open(stream);
  contact.ring();
  contact.ask();
  expect(new Set(await inMinutes(60))).toEqual(new Set(['listening']));
  contact.ring();
  await run('59 s');
  expect(contact.connection).toBe('listening');
  await run('1 s');
  expect(contact.connection).toBe('lost');
  // By itself, and not because of the event.
  contact.ask();
  expect(await inMinutes(10)).toEqual(Array(10).fill('polling'));
  contact.ring();
  contact.ask();
  expect(contact.connection).toBe('listening');
  contact.ring();
  await run(2 * minuteMs);
  contact.open({ send: () => undefined });
  expect(contact.connection).toBe('listening');
});

test('a phone whose stream ended is gone 90 s later, unless it comes back', async () => {
  const close = contact.open(stream);
  await run(60 * minuteMs);
  expect(contact.isGone).toBe(false);
  close();
  await run('89999 ms');
  expect(contact.isGone).toBe(false);
  await run('1 ms');
  expect(contact.isGone).toBe(true);
  contact.open(stream);
  expect([contact.isGone, contact.isReached]).toEqual([false, true]);
});

test('a phone whose stream is dead cannot be given a text after a minute, and is gone 90 s after the first event', async () => {
  contact.open(stream);
  await run(60 * minuteMs);
  contact.ring();
  await run('59999 ms');
  expect(contact.isReached).toBe(true);
  await run('1 ms');
  expect([contact.isPresent, contact.isReached, contact.isGone]).toEqual([true, false, false]);
  contact.ring();
  await run('30 s');
  expect(contact.isGone).toBe(true);
  contact.ask();
  expect([contact.isReached, contact.isGone]).toEqual([true, false]);
});

test('a phone that asks every 15 minutes is gone once it has not asked for 30', async () => {
  contact.ask();
  await run(30 * minuteMs - 1);
  expect([contact.isReached, contact.isGone]).toEqual([false, false]);
  await run('1 ms');
  expect(contact.isGone).toBe(true);
});

test('a phone that has not come since its hub was started is gone after 90 s', async () => {
  await run('89999 ms');
  expect(contact.isGone).toBe(false);
  await run('1 ms');
  expect(contact.isGone).toBe(true);
});

test('a phone that has not come since its hub was started is lost after a while, and not before', async () => {
  expect(await inMinutes(30)).toEqual([...Array(29).fill(undefined), 'lost']);
});

test('what a ping says of battery and charger is known, and nothing else of them', () => {
  const ping = (checks: object) =>
    readPhoneEvent({ event: 'system:ping', payload: { health: { checks } } }, 0);
  const check = (observedValue: unknown) => ({ observedValue });
  const level = 'battery:level';
  const charging = 'battery:charging';
  const cases: [checks: object, battery: object][] = [
    [
      { [level]: check(57), [charging]: check(0) },
      { batteryPercent: 57, charging: false },
    ],
    [
      { [level]: check(100), [charging]: check(2) },
      { batteryPercent: 100, charging: true },
    ],
    [
      { [level]: check(57.4), [charging]: check(5) },
      { batteryPercent: 57, charging: true },
    ],
    [{ [level]: check(101), [charging]: check(-1) }, {}],
    [{ [level]: check('57'), [charging]: check(null) }, {}],
    [{}, {}],
  ];
  for (const [checks, battery] of cases) expect(ping(checks)).toEqual({ kind: 'ping', battery });
});

test('a phone’s health says what is known of it: its connection, its battery, its model and its app', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'stock-'));
  const log = createLog('agent', 'silent');
  const facts: PhoneFacts = { sims: [1], advice: undefined, model: '', version: '' };
  const driver = new StockAppDriver({ dir, journalId: 'journal', clock, log, settings: {} }, facts);
  expect(driver.health()).toEqual({ problem: 'absent', detail: 'the phone is not connected' });
  Object.assign(facts, { model: 'Google/oriole', version: '1.68.0' });
  const disconnect = driver.connect(stream);
  driver.noteBattery({ batteryPercent: 57, charging: false });
  const known = { model: 'Google/oriole', appVersion: '1.68.0', batteryPercent: 57, charging: false };
  const listening = { ...known, connection: 'listening', detail: 'the phone is connected' };
  expect(driver.health()).toEqual(listening);
  disconnect();
  expect(driver.health()).toEqual({ ...listening, problem: 'absent', detail: 'the phone is not connected' });
  await run(2 * minuteMs);
  expect(driver.health()).toEqual({
    ...known,
    problem: 'absent',
    connection: 'lost',
    detail: 'the phone was lost without notice: it neither listens nor asks',
  });
  await driver.close();
  rmSync(dir, { recursive: true, force: true });
});
