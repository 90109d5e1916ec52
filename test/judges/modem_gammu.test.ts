// gammu judges the modem simulator: a program that nobody here wrote identifies it, reads from it and sends through it
// over a terminal, and takes it for a modem.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { ModemOptions } from '../support/modem/options.ts';
import { hasProgram } from '../support/programs.ts';
import { type ModemTerminal, openTerminal, runProgram } from './modem_terminal.ts';

const missing = ['gammu', 'socat'].filter((name) => !hasProgram(name));
const title = (text: string) => (missing.length === 0 ? text : `${text} [skipped: no ${missing.join(', ')}]`);
const judged = test.skipIf(missing.length > 0);

const sender = '+15551112222';
const recipient = '+15550001111';
/** +CNMI: reports are stored like texts. gammu sets none when it only sends. */
const keepsReports: ModemOptions['powerOnRouting'] = [2, 1, 0, 2, 0];

let terminal: ModemTerminal | undefined;
afterEach(async () => {
  await terminal?.close();
  terminal = undefined;
});

async function open(options?: ModemOptions): Promise<ModemTerminal> {
  terminal = await openTerminal(options);
  const config = `[gammu]\ndevice = ${terminal.device}\nconnection = at\n`;
  await writeFile(join(terminal.folder, 'gammurc'), config);
  return terminal;
}

/** Lets gammu carry out commands over one connection. It stops at the first that fails. */
async function gammu({ folder }: ModemTerminal, ...commands: string[]): Promise<string> {
  const batch = join(folder, 'batch');
  await writeFile(batch, `${commands.join('\n')}\n`);
  const { output } = await runProgram('gammu', ['-c', join(folder, 'gammurc'), 'batch', batch]);
  return output;
}

judged(title('gammu knows the modem, its SIM and its network'), async () => {
  const on = await open({ manufacturer: 'Acme', model: 'M1', revision: 'R7' });
  const output = await gammu(on, 'identify', 'getsmsc', 'networkinfo', 'getsecuritystatus', 'getsmsfolders');
  for (const [name, value] of [
    ['Manufacturer', 'Acme'],
    ['Model', 'unknown (M1)'],
    ['Firmware', 'R7'],
    ['IMEI', '490154203237518'],
    ['SIM IMSI', '001010123456789'],
    ['Number', '"+12063130004"'],
    ['Network state', 'home network'],
    ['Name in phone', '"Simulated Mobile"'],
  ])
    expect(output).toMatch(new RegExp(`^${name} +: ${value?.replace(/[+()]/g, '\\$&')}`, 'm'));
  expect(output).toContain('Nothing to enter.');
  expect(output).toContain('Inbox folder');
});

judged(title('gammu reads every text that waits on the SIM, and deletes it'), async () => {
  const on = await open();
  const long = 'A long text with {braces} and [brackets], again and again. '.repeat(6).trim();
  on.modem.receive({ from: sender, text: 'hello there €' });
  on.modem.receive({ from: 'Bank', text: 'ünïcödé ☃ 😀' });
  on.modem.receive({ from: '12345', text: long, order: [3, 1, 2], reference: 77 });
  const output = await gammu(on, 'geteachsms', 'deletesms 1 1', 'deletesms 1 2', 'deletesms 1 3 5');
  expect(output).toContain('5 SMS parts in 3 SMS sequences');
  for (const text of ['hello there €', 'ünïcödé ☃ 😀', long]) expect(output).toContain(text);
  for (const from of [sender, 'Bank', '12345']) expect(output).toContain(`: "${from}"`);
  expect(on.modem.stored('SM')).toEqual([]);
});

judged(title('what gammu sends, short, long and in Unicode, is what the network logs, once'), async () => {
  const on = await open({ firstReference: 254, powerOnRouting: keepsReports });
  const long = 'The quick {brown} fox jumps over the lazy dog. '.repeat(8).trim();
  const output = await gammu(
    on,
    `sendsms TEXT ${recipient} -report -text "short {text} €"`,
    `sendsms TEXT ${recipient} -report -unicode -textutf8 "snöw ☃ 😀"`,
    `sendsms TEXT ${recipient} -report -autolen 400 -text "${long}"`,
    'getallsms',
  );
  const submits = on.modem.submits();
  const references = [...output.matchAll(/OK, message reference=(\d+)/g)].map(([, number]) => Number(number));
  expect(submits.map(({ messageReference }) => messageReference)).toEqual(references);
  expect(references.slice(0, 3)).toEqual([254, 255, 0]);
  expect(submits.map((submit) => [submit.recipient, submit.statusReport])).toEqual(
    submits.map(() => [recipient, true]),
  );
  const [first, second, ...parts] = submits;
  expect([first?.text, first?.encoding]).toEqual(['short {text} €', 'gsm7']);
  expect([second?.text, second?.encoding]).toEqual(['snöw ☃ 😀', 'ucs2']);
  expect(parts.map(({ part }) => [part.number, part.total])).toEqual(
    parts.map((_, index) => [index + 1, parts.length]),
  );
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.map(({ text }) => text).join('')).toBe(long);

  // It reads one report for each part.
  const reported = [...output.matchAll(/^Reference number +: (\d+)$/gm)].map(([, number]) => Number(number));
  expect(reported).toEqual(references);
  expect(output.match(/^Delivery status +: Delivered$/gm)).toHaveLength(references.length);
});

judged(title('gammu is notified when the network refuses a text, and when it fails later'), async () => {
  const on = await open({ powerOnRouting: keepsReports });
  on.modem.setFate(recipient, { kind: 'refused', cms: 38 });
  on.modem.setFate('+15550002222', { kind: 'failed', status: 0x41 });
  const output = await gammu(
    on,
    'sendsms TEXT +15550002222 -report -text "in vain"',
    'getallsms',
    `sendsms TEXT ${recipient} -text "never"`,
  );
  expect(output).toMatch(/^Delivery status +: Failed$/m);
  expect(output).toMatch(/error 38/i);
  expect(on.modem.submits().map(({ text }) => text)).toEqual(['in vain']);
});

judged(title('gammu finds that a PIN is wanted, and enters it'), async () => {
  const on = await open({ pin: '4711' });
  const output = await gammu(on, 'getsecuritystatus', 'entersecuritycode PIN 4711');
  expect(output).toContain('Waiting for PIN.');
  expect(on.modem.simState()).toBe('ready');
});
