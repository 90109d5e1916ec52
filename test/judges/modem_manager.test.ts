// The real ModemManager under our driver, over the simulated modem: what the network logged is the judge.
import { afterEach, expect, test } from 'vitest';
import type { DriverJob } from '../../device-agent/drivers/driver.ts';
import { until } from '../../runtime/testing/until.ts';
import { hasProgram } from '../support/programs.ts';
import { type MmBench, openModemManager, ready } from './modem_manager_bench.ts';

const missing = ['ModemManager', 'dbus-daemon'].filter((name) => !hasProgram(name));
const title = (text: string) => (missing.length === 0 ? text : `${text} [skipped: no ${missing.join(', ')}]`);
const judged = (name: string, run: () => Promise<void>) =>
  test.skipIf(missing.length > 0)(title(name), { timeout: 60_000 }, run);

const recipient = '+15550001111';
let nextId = 1n;
const job = (address: string, body: string, encoding: DriverJob['encoding'] = 'gsm7'): DriverJob => ({
  messageId: nextId++,
  identity: '',
  attempt: 1,
  address,
  body,
  encoding,
  sim: 1,
  expiresAtMs: Number.MAX_SAFE_INTEGER,
});

let bench: MmBench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

async function start(...args: Parameters<typeof openModemManager>) {
  bench = await openModemManager(...args);
  await bench.startDaemon();
  return bench;
}

judged('ModemManager sends short and long texts once, and their reports come back as receipts', async () => {
  const { modem, receipts, openDriver } = await start();
  const driver = await openDriver();
  await ready(driver);
  expect(driver.health()).toMatchObject({ detail: 'registered with Simulated Mobile' });
  const long = 'snöw ☃ and the quick brown fox again. '.repeat(4).trim();
  expect(await driver.submit(job(recipient, 'short {text} €'))).toEqual({ kind: 'accepted', refs: ['0'] });
  const result = await driver.submit(job(recipient, long, 'ucs2'));
  const submits = modem.submits();
  expect(submits[0]).toMatchObject({
    text: 'short {text} €',
    recipient,
    encoding: 'gsm7',
    statusReport: true,
  });
  const parts = submits.slice(1);
  expect(parts.map(({ text }) => text).join('')).toBe(long);
  expect(parts.length).toBeGreaterThan(1);
  expect(result).toEqual({ kind: 'accepted', refs: [String(parts.at(-1)?.messageReference)] });
  await until('both receipts came', () => receipts.length >= 2);
  const reported = receipts.map(({ match, outcome }) => ({ match, outcome }));
  for (const ref of ['0', String(parts.at(-1)?.messageReference)])
    expect(reported).toContainEqual({ match: { by: 'ref', ref, address: recipient }, outcome: 'delivered' });
});

judged(
  'what is refused is reported as it is; what nobody answers is unknown; neither is sent again',
  async () => {
    const { modem, receipts, openDriver } = await start();
    const driver = await openDriver();
    await ready(driver);
    modem.setFate('+15550002222', { kind: 'refused', cms: 21 });
    modem.setFate('+15550003333', { kind: 'refused', cms: 331 });
    modem.setFate('+15550004444', { kind: 'failed', status: 0x41 });
    expect(await driver.submit(job('+15550002222', 'refused'))).toMatchObject({
      kind: 'rejected',
      code: 'rejected_by_network',
      retryable: false,
    });
    expect(await driver.submit(job('+15550004444', 'in vain'))).toMatchObject({ kind: 'accepted' });
    void modem.planFault({ at: 'after_taken', action: { answer: 'ERROR' } });
    expect((await driver.submit(job(recipient, 'unclear'))).kind).toBe('unknown');
    expect(await driver.submit(job('+15550003333', 'later'))).toMatchObject({
      kind: 'rejected',
      retryable: true,
    });
    expect(driver.health().problem).toBe('no_network');
    await until('the failure is reported', () => receipts.some(({ outcome }) => outcome === 'failed'));
    expect(modem.submits().map(({ text }) => text)).toEqual(['in vain', 'unclear']);
  },
);

judged('what comes in is offered once, joined, and leaves the SIM only when the core has it', async () => {
  // ModemManager 1.20 overlooks an announcement that comes in one read with the end of an answer; what was on the SIM
  // before is listed in any case.
  bench = await openModemManager();
  const { modem, inbounds, openDriver, startDaemon } = bench;
  const long = 'An inbound long text {x}. '.repeat(10).trim();
  modem.receive({ from: 'Bank', text: 'ünïcödé ☃ 😀' });
  modem.receive({ from: '+15557770001', text: long, order: [2, 1] });
  await startDaemon();
  const driver = await openDriver();
  await ready(driver);
  await until('both came in', () => inbounds.length === 2);
  const said = new Map(inbounds.map(({ address, body }) => [address, body]));
  expect(said.get('+15557770001')).toBe(long);
  expect(said.get('Bank')).toBe('ünïcödé ☃ 😀');
  expect(modem.stored('SM').length).toBe(3);
  for (const { inboundId } of inbounds) await driver.ackInbound(inboundId);
  await until('the SIM is empty', () => modem.stored('SM').length === 0);
  expect(inbounds.length).toBe(2);
});

judged(
  'a daemon killed in the middle of a text: unknown, never sent again, and the next text goes',
  async () => {
    const { modem, openDriver, killDaemon, startDaemon } = await start();
    const driver = await openDriver();
    await ready(driver);
    const struck = modem.planFault({ at: 'after_taken', action: 'hold' });
    const first = driver.submit(job(recipient, 'in the middle'));
    await struck;
    await killDaemon();
    expect((await first).kind).toBe('unknown');
    await until('its absence is seen', () => driver.health().problem !== undefined);
    modem.release();
    await startDaemon();
    await ready(driver);
    expect((await driver.submit(job(recipient, 'next'))).kind).toBe('accepted');
    expect(modem.submits().map(({ text }) => text)).toEqual(['in the middle', 'next']);
  },
);

judged('a SIM that asks for its PIN is given it, once, and texts wait until then', async () => {
  const { modem, openDriver } = await start({ pin: '4711' });
  const entered = () => modem.commands().filter((line) => line.startsWith('+CPIN=')).length;
  const without = await openDriver();
  await until('the PIN is asked for', () => without.health().problem === 'pin_required');
  expect(await without.submit(job(recipient, 'not yet'))).toMatchObject({
    kind: 'rejected',
    retryable: true,
  });
  await without.close();
  const wrong = await openDriver({ pin: '1234' });
  await until('it is refused', () => entered() === 1 && wrong.health().problem === 'pin_required');
  await wrong.close();
  const driver = await openDriver({ pin: '4711' });
  await ready(driver);
  expect(entered()).toBe(2);
  expect((await driver.submit(job(recipient, 'now'))).kind).toBe('accepted');
  expect(modem.submits().map(({ text }) => text)).toEqual(['now']);
});
