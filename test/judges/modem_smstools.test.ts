// smstools' daemon judges the modem simulator: it sends from its folder, files what comes in, and reads the reports.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import type { ModemOptions } from '../support/modem/options.ts';
import { hasProgram } from '../support/programs.ts';
import { type ModemTerminal, openTerminal } from './modem_terminal.ts';

const missing = ['smsd', 'socat'].filter((name) => !hasProgram(name));
const title = (text: string) => (missing.length === 0 ? text : `${text} [skipped: no ${missing.join(', ')}]`);
const judged = test.skipIf(missing.length > 0);

const folders = ['outgoing', 'checked', 'failed', 'sent', 'incoming', 'report'] as const;
type Folder = (typeof folders)[number];

let terminal: ModemTerminal | undefined;
let daemon: ChildProcess | undefined;
afterEach(async () => {
  if (daemon !== undefined && daemon.exitCode === null && daemon.signalCode === null) {
    // It leads a group of its own: the modem's handler is its child and would outlive it.
    process.kill(-daemon.pid!, 'SIGKILL');
    await once(daemon, 'exit');
  }
  daemon = undefined;
  await terminal?.close();
  terminal = undefined;
});

/** Starts smstools on a modem. */
async function start(options: ModemOptions, prepare: (terminal: ModemTerminal) => Promise<void> | void) {
  terminal = await openTerminal(options);
  const { folder, device } = terminal;
  for (const name of folders) await mkdir(join(folder, name));
  const config = [
    'devices = GSM1',
    ...folders.map((name) => `${name} = ${join(folder, name)}`),
    ...['infofile', 'pidfile', 'logfile'].map((name) => `${name} = ${join(folder, name)}`),
    'delaytime = 1',
    'errorsleeptime = 1',
    'blocktime = 1',
    'autosplit = 3',
    'receive_before_send = no',
    'incoming_utf8 = yes',
    '[GSM1]',
    `device = ${device}`,
    'incoming = yes',
    'report = yes',
    options.pin === undefined ? 'pin = ignore' : `pin = ${options.pin}`,
    'init = AT+CNMI=2,1,0,2,0',
    'decode_unicode_text = yes',
    'message_limit = 0',
    'send_retries = 0',
  ];
  await writeFile(join(folder, 'smsd.conf'), `${config.join('\n')}\n`);
  await prepare(terminal);
  const path = `${process.env.PATH}:/usr/sbin`;
  daemon = spawn('smsd', ['-t', '-c', join(folder, 'smsd.conf')], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, PATH: path },
  });
  await once(daemon, 'spawn');
  return terminal;
}

/** What lies in one of its folders. */
async function filesIn({ folder }: ModemTerminal, name: Folder): Promise<string[]> {
  // The program's own mark on a file that it has in work; it is gone when it is read.
  const names = (await readdir(join(folder, name))).filter((file) => !file.endsWith('.LOCK'));
  // The program may move a file on while it is read here.
  const read = names.sort().map((file) => readFile(join(folder, name, file), 'utf8').catch(() => undefined));
  return (await Promise.all(read)).filter((text) => text !== undefined);
}

const put = ({ folder }: ModemTerminal, name: string, to: string, text: string | Buffer) =>
  writeFile(
    join(folder, 'outgoing', name),
    Buffer.concat([
      Buffer.from(`To: ${to}\nReport: yes\n${typeof text === 'string' ? '' : 'Alphabet: UCS\n'}\n`),
      Buffer.from(text),
    ]),
  );

const bodyOf = (file: string) => file.slice(file.indexOf('\n\n') + 2);

/** Whether a file is written to its end: the program writes what stands above a body first. */
const isWhole = (file: string) => file.includes('\n\n') && bodyOf(file).trim() !== '';

judged(title('smstools sends short, long and Unicode texts, and reads a report on each part'), async () => {
  // Without braces: smstools cuts between parts in the middle of their escapes.
  const long = 'A long text, with more and more of it, for £3. '.repeat(8).trim();
  const on = await start({}, async (made) => {
    await put(made, 'a', '15550001111', 'Hello from {smstools}');
    await put(made, 'b', '15550002222', long);
    await put(made, 'c', '15550003333', Buffer.from('snö ☃ 😀', 'utf16le').swap16());
  });
  const hasStatus = (report: string) => report.includes('Status:');
  await until('all is sent and reported', async () => {
    const [sent, reports] = [await filesIn(on, 'sent'), await filesIn(on, 'report')];
    return sent.length === 3 && reports.length === on.modem.submits().length && reports.every(hasStatus);
  });

  const submits = on.modem.submits();
  const textTo = (recipient: string) =>
    submits.filter((submit) => submit.recipient === recipient).map(({ text }) => text);
  expect(textTo('+15550001111')).toEqual(['Hello from {smstools}']);
  expect(textTo('+15550002222').length).toBe(3);
  expect(textTo('+15550002222').join('')).toBe(long);
  expect(textTo('+15550003333')).toEqual(['snö ☃ 😀']);

  const reports = await filesIn(on, 'report');
  const referenceOf = (report: string) => Number(/^Message_id: (\d+)$/m.exec(report)?.[1]);
  expect(reports.map(referenceOf).sort((a, b) => a - b)).toEqual(
    submits.map(({ messageReference }) => messageReference),
  );
  for (const report of reports) expect(report).toContain('Status: 0,Ok,short message received by the SME');
  await until('nothing is left on the SIM', () => on.modem.stored('SM').length === 0);
});

judged(title('smstools files what comes in, although it is more than the SIM holds'), async () => {
  const texts = ['hello there €', 'ünïcödé ☃ snow', 'three', 'four', 'five'];
  const on = await start({ memories: { SM: 2 } }, ({ modem }) => {
    for (const [index, text] of texts.entries())
      modem.receive({ from: index === 1 ? 'Bank' : `+1555111000${index}`, text });
    expect([modem.stored('SM').length, modem.waiting()]).toEqual([2, 3]);
  });
  await until('all came in', async () => {
    const files = await filesIn(on, 'incoming');
    return files.length === texts.length && files.every(isWhole);
  });
  const incoming = await filesIn(on, 'incoming');
  expect(
    incoming
      .map(bodyOf)
      .map((body) => body.trim())
      .sort(),
  ).toEqual([...texts].sort());
  expect(incoming.find((file) => file.includes('☃'))).toMatch(/^From: Bank$/m);
  await until('nothing is left', () => on.modem.stored('SM').length + on.modem.waiting() === 0);
});

judged(title('smstools enters the PIN and waits for the network before it sends'), async () => {
  const on = await start({ pin: '4711' }, async (made) => {
    made.modem.setRegistration('searching');
    await put(made, 'a', '15550001111', 'after all');
  });
  await until('it asks for the registration', () => on.modem.commands().includes('+CREG?'));
  expect([on.modem.simState(), on.modem.submits()]).toEqual(['ready', []]);
  on.modem.setRegistration('roaming');
  await until('it is sent', () => on.modem.submits().length === 1);
  expect(on.modem.submits()[0]?.text).toBe('after all');
});
