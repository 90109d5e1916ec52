// The real gammu-smsd under our driver, over the simulated modem: what the network logged is the judge.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import { hasProgram } from '../support/programs.ts';
import { job, openSmsd, ready, type SmsdBench } from './smsd_daemon.ts';

const missing = ['gammu-smsd', 'socat', 'mkfifo'].filter((name) => !hasProgram(name));
const title = (text: string) => (missing.length === 0 ? text : `${text} [skipped: no ${missing.join(', ')}]`);
const judged = test.skipIf(missing.length > 0);

const recipient = '+15550001111';

let bench: SmsdBench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

async function start() {
  bench = await openSmsd();
  await bench.startDaemon();
  const driver = await bench.openDriver();
  await ready(driver);
  return { ...bench, driver };
}

judged(
  title('gammu-smsd sends each part once, whatever it says, and its reports come back as receipts'),
  { timeout: 60_000 },
  async () => {
    const { driver, modem, receipts } = await start();
    const alphabet =
      '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà^{}\\[~]|€';
    const parts = ['{first} part, ', 'and the second ☃ 😀'];
    const results = [await driver.submit(job(recipient, alphabet))];
    for (const [index, text] of parts.entries()) {
      const part = { text, number: index + 1, total: 2, reference: 0x1234, referenceBits: 16 as const };
      results.push(await driver.submit(job(recipient, parts.join(''), { encoding: 'ucs2', part })));
    }
    expect(results).toEqual(['0', '1', '2'].map((ref) => ({ kind: 'accepted', refs: [ref] })));
    const submits = modem.submits();
    expect(submits.map(({ text }) => text)).toEqual([alphabet, ...parts]);
    expect(submits.map(({ encoding }) => encoding)).toEqual(['gsm7', 'ucs2', 'ucs2']);
    expect(submits.every((submit) => submit.statusReport && submit.recipient === recipient)).toBe(true);
    expect(submits.slice(1).map(({ part }) => part)).toEqual(
      [1, 2].map((number) => ({ number, total: 2, reference: 0x1234, referenceBits: 16 })),
    );
    await until('all receipts came', () => receipts.length >= 3);
    expect(receipts.map(({ match, outcome }) => ({ match, outcome }))).toEqual(
      ['0', '1', '2'].map((ref) => ({ match: { by: 'ref', ref, address: recipient }, outcome: 'delivered' })),
    );
  },
);

judged(title('what comes in is offered once, joined, and its files go when the core has it'), async () => {
  const { driver, modem, inbounds, folder } = await start();
  const long = 'An inbound long text {x}. '.repeat(10).trim();
  modem.receive({ from: '+15557770000', text: 'hello there €' });
  modem.receive({ from: 'Bank', text: 'ünïcödé ☃ 😀' });
  modem.receive({ from: '+15557770001', text: long, order: [2, 1] });
  await until('all came in', () => inbounds.length === 3);
  const said = new Map(inbounds.map(({ address, body }) => [address, body]));
  expect(said).toEqual(
    new Map([
      ['+15557770000', 'hello there €'],
      ['Bank', 'ünïcödé ☃ 😀'],
      ['+15557770001', long],
    ]),
  );
  expect(inbounds.every(({ concat }) => concat === undefined)).toBe(true);
  // After a crash the same texts are offered again under their names.
  const names = inbounds.map(({ inboundId }) => inboundId);
  await driver.close();
  const second = await bench!.openDriver();
  await ready(second);
  const inbox = () => readdir(join(folder, 'inbox'));
  expect((await inbox()).length).toBe(3);
  await until('they go', async () => {
    for (const name of names) await second.ackInbound(name);
    return (await inbox()).length === 0;
  });
  expect(inbounds.length).toBe(3);
});

judged(
  title('a refused text is refused once, and one with an unclear answer is unknown; neither is sent again'),
  { timeout: 60_000 },
  async () => {
    const { driver, modem } = await start();
    modem.setFate('+15550002222', { kind: 'refused', cms: 21 });
    expect(await driver.submit(job('+15550002222', 'refused'))).toMatchObject({
      kind: 'rejected',
      code: 'rejected_by_network',
      retryable: false,
    });
    const asked = () => modem.commands().filter((line) => line.startsWith('+CMGS=')).length;
    expect(asked()).toBe(1);
    void modem.planFault({ at: 'after_taken', action: { answer: 'ERROR' } });
    expect((await driver.submit(job(recipient, 'unclear'))).kind).toBe('unknown');
    expect((await driver.submit(job(recipient, 'after all'))).kind).toBe('accepted');
    expect(modem.submits().map(({ text }) => text)).toEqual(['unclear', 'after all']);
  },
);

judged(
  title('a daemon killed in the middle of a text does not send it again when it is back'),
  { timeout: 60_000 },
  async () => {
    const { driver, modem, startDaemon, killDaemon } = await start();
    const struck = modem.planFault({ at: 'after_taken', action: 'hold' });
    const text = job(recipient, 'in the middle');
    const first = driver.submit(text);
    await struck;
    await killDaemon();
    modem.release();
    await startDaemon();
    expect((await first).kind).toBe('unknown');
    // Asked again, as after a crash of the agent: it reports what became of it, and sends nothing.
    expect((await driver.submit(text)).kind).toBe('unknown');
    expect((await driver.submit(job(recipient, 'next'))).kind).toBe('accepted');
    expect(modem.submits().map((submit) => submit.text)).toEqual(['in the middle', 'next']);
  },
);

judged(
  title('an agent killed while gammu-smsd has the text learns afterwards that it was sent'),
  { timeout: 60_000 },
  async () => {
    const { driver, modem } = await start();
    const struck = modem.planFault({ at: 'after_taken', action: 'hold' });
    const text = job(recipient, 'only once');
    void driver.submit(text);
    await struck;
    await driver.close();
    modem.release();
    const second = await bench!.openDriver();
    expect((await second.submit(text)).kind).toBe('accepted');
    expect(modem.submits().map((submit) => submit.text)).toEqual(['only once']);
  },
);
