// The modem simulator keeps what it promises to the tests that rely on it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodeReceived } from '../../../device-agent/pdu/received.ts';
import { simulateEachTest } from '../../simulation/each_test.ts';
import type { ModemOptions } from './options.ts';
import { SimulatedModem } from './simulated_modem.ts';
import { submitPdu, Terminal } from './terminal.ts';

const simulated = simulateEachTest();
const { clock, run, idle } = simulated;

const recipient = '+15550001111';

const pduOf = (text: string) => submitPdu(text, recipient);

function open(options: ModemOptions = {}) {
  const modem = new SimulatedModem({ clock, ...options });
  return { modem, terminal: new Terminal(modem) };
}

/** As a driver begins. */
async function ready(options: ModemOptions = {}, routing = '2,1,0,1,0') {
  const opened = open(options);
  await opened.terminal.ask(`ATE0+CMEE=1;+CMGF=0;+CNMI=${routing}`);
  return opened;
}

test('a text is on disk before +CMGS is answered, and stands in the log once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'modem-log-'));
  const logFile = join(folder, 'log');
  const { modem, terminal } = await ready({ logFile, firstReference: 255 });
  const reached = modem.planFault({ at: 'after_taken', action: 'hold' });
  terminal.write(`AT+CMGS=${pduOf('hi').length / 2 - 1}\r${pduOf('hi')}\x1a`);
  await reached;
  const entry = JSON.parse(readFileSync(logFile, 'utf8'));
  expect(entry).toMatchObject({ recipient, text: 'hi', messageReference: 255, statusReport: true });
  expect(terminal.seen).not.toContain('+CMGS:');
  modem.release();
  await terminal.read('+CMGS: 255');
  await terminal.read('OK');
  expect(await terminal.submit(pduOf('again'))).toContain('+CMGS: 0');
  expect(modem.submits().map(({ text }) => text)).toEqual(['hi', 'again']);
  modem.close();
  rmSync(folder, { recursive: true });
});

test('a killed terminal does not stop a text that the modem has whole', async () => {
  const { modem, terminal } = await ready();
  const reached = modem.planFault({ at: 'after_ctrl_z', action: 'hold' });
  terminal.write(`AT+CMGS=${pduOf('hi').length / 2 - 1}\r${pduOf('hi')}\x1a`);
  await reached;
  terminal.hangUp();
  modem.release();
  await idle();
  expect(modem.submits()).toHaveLength(1);
  expect(await new Terminal(modem).ask('AT')).toEqual(['OK']);
});

test.each([
  ['before_prompt', 0],
  ['after_prompt', 0],
  ['after_ctrl_z', 0],
  ['after_taken', 1],
  ['inside_answer', 1],
] as const)('a cable pulled at %s leaves %i text in the log', async (at, count) => {
  const { modem, terminal } = await ready();
  const struck = modem.planFault({ at, action: 'unplug' });
  terminal.write(`AT+CMGS=${pduOf('hi').length / 2 - 1}\r${pduOf('hi')}\x1a`);
  await struck;
  await idle();
  expect(terminal.isClosed).toBe(true);
  expect(terminal.seen).not.toContain('OK');
  const early = new Terminal(modem);
  await idle();
  expect(early.isClosed).toBe(true);
  modem.plug();
  const later = new Terminal(modem);
  expect(await later.ask('AT+CMEE?')).toEqual(['+CMEE: 0', 'OK']);
  expect(modem.submits()).toHaveLength(count);
});

test('a lost connection keeps the settings, a reboot loses them and asks for the PIN again', async () => {
  const { modem, terminal } = await ready({ pin: '1234', bootMs: 0, bootLines: ['RDY'] });
  expect(await terminal.ask('AT+CPIN?')).toEqual(['+CPIN: SIM PIN', 'OK']);
  expect(await terminal.ask('AT+CMGL=4')).toEqual(['+CMS ERROR: 311']);
  expect(await terminal.ask('AT+CPIN="1234"')).toEqual(['OK']);
  modem.drop();
  const second = new Terminal(modem);
  expect(await second.ask('AT+CMGF?;+CNMI?;+CPIN?')).toEqual([
    '+CMGF: 0',
    '+CNMI: 2,1,0,1,0',
    '+CPIN: READY',
    'OK',
  ]);
  modem.reboot();
  await second.read('RDY');
  expect(await second.ask('AT+CMGF?;+CNMI?;+CPIN?')).toEqual([
    '+CMGF: 1',
    '+CNMI: 0,0,0,0,0',
    '+CPIN: SIM PIN',
    'OK',
  ]);
  expect(simulated.simulation.time.describe()).toEqual([]);
});

test('three wrong PINs want the PUK', async () => {
  const { terminal } = await ready({ pin: '1234', puk: '87654321' });
  for (const answer of ['+CME ERROR: 16', '+CME ERROR: 16', '+CME ERROR: 12'])
    expect(await terminal.ask('AT+CPIN="0000"')).toEqual([answer]);
  expect(await terminal.ask('AT+CPIN?')).toEqual(['+CPIN: SIM PUK', 'OK']);
  expect(await terminal.ask('AT+CPIN="87654321","9999"')).toEqual(['OK']);
  expect(await terminal.ask('AT+CPIN?')).toEqual(['+CPIN: READY', 'OK']);
});

test('what the SIM has no space for waits in the network and comes when there is', async () => {
  const { modem, terminal } = await ready({ memories: { SM: 2 } });
  const pdus = ['one', 'two', 'three'].flatMap((text) => modem.receive({ from: '12345', text }));
  await terminal.read('+CMTI: "SM",2');
  expect([modem.stored('SM').length, modem.waiting()]).toEqual([2, 1]);
  terminal.write(`AT+CMGW=${pduOf('hi').length / 2 - 1}\r`);
  await terminal.read('> ');
  terminal.write(`${pduOf('hi')}\x1a`);
  await terminal.read('+CMS ERROR: 322\r\n');
  expect(await terminal.ask('AT+CMGD=1')).toContain('OK');
  await idle();
  expect(modem.waiting()).toBe(0);
  expect(
    modem
      .stored('SM')
      .map(({ hex }) => hex)
      .sort(),
  ).toEqual(pdus.slice(1).sort());
});

test('a direct text stays in the network until it is acknowledged', async () => {
  const { modem, terminal } = await ready({}, '2,2,0,1,0');
  await terminal.ask('AT+CSMS=1');
  modem.receive({ from: 'Bank', text: 'one' });
  modem.receive({ from: 'Bank', text: 'two' });
  const first = await terminal.read(/\+CMT: ,\d+\r\n[0-9A-F]+\r\n/);
  expect(first).toContain(modem.receive({ from: 'Bank', text: 'one' })[0]);
  expect(modem.waiting()).toBe(3);
  expect(await terminal.ask('AT+CNMA')).toEqual(['OK']);
  expect(await terminal.read(/\+CMT: ,\d+\r\n[0-9A-F]+\r\n/)).toContain('+CMT');
  await idle();
  expect(modem.waiting()).toBe(2);
  await run('15 s');
  expect(modem.stored('SM')).toHaveLength(2);
  expect(await terminal.ask('AT+CNMI?')).toContain('+CNMI: 2,0,0,0,0');
  expect(modem.lost()).toEqual([]);
});

test('a report that is refused or never acknowledged is offered again, and a class 2 text is stored', async () => {
  const { modem, terminal } = await ready({}, '2,2,0,1,0');
  await terminal.ask('AT+CSMS=1');
  modem.receive({ from: 'Bank', text: 'for the SIM', messageClass: 2 });
  await terminal.read('+CMTI: "SM",1');
  await terminal.submit(pduOf('hi'));
  await terminal.read('+CDS:');
  expect(await terminal.ask('AT+CNMA=2')).toContain('OK');
  expect(modem.waiting()).toBe(1);
  expect(await terminal.ask('AT+CNMA')).toEqual(['+CMS ERROR: 340']);
  await terminal.ask('AT+CNMI=2,1,0,0,0');
  expect([modem.waiting(), modem.lost()]).toEqual([1, []]);
  await terminal.ask('AT+CNMI=2,2,0,1,0');
  await terminal.read('+CDS:');
  await run('15 s');
  expect([modem.waiting(), modem.lost()]).toEqual([1, []]);
  await terminal.ask('AT+CNMI=2,2,0,1,0');
  await terminal.read('+CDS:');
  expect(await terminal.ask('AT+CNMA')).toContain('OK');
  expect(modem.waiting()).toBe(0);
});

test('a direct text that nobody hears is lost, as with a real modem', async () => {
  const { modem, terminal } = await ready({}, '2,2,0,1,0');
  terminal.hangUp();
  await idle();
  modem.receive({ from: 'Bank', text: 'lost' });
  await idle();
  expect(modem.lost()).toHaveLength(1);
  expect(modem.stored('SM')).toEqual([]);
});

test('receipts come as their recipient’s fate says, and early ones before the answer', async () => {
  const { modem, terminal } = await ready();
  const reportIn = (output: string) => {
    const received = decodeReceived(/\+CDS: \d+\r\n([0-9A-F]+)\r\n/.exec(output)?.[1] ?? '');
    return received.kind === 'status_report'
      ? [received.messageReference, received.recipient.text, received.status]
      : [];
  };
  modem.setFate(recipient, { kind: 'delivered', early: true });
  terminal.write(`AT+CMGS=${pduOf('hi').length / 2 - 1}\r${pduOf('hi')}\x1a`);
  expect(reportIn(await terminal.read(/\+CMGS: 0\r\n/))).toEqual([0, recipient, 0]);
  await terminal.read('OK\r\n');
  expect([terminal.seen, modem.waiting()]).toEqual(['', 0]);

  modem.setFate(recipient, { kind: 'delayed', status: 0x21, thenMs: 60_000 });
  await terminal.submit(pduOf('hi'));
  expect(reportIn(await terminal.read(/\+CDS: \d+\r\n\w+\r\n/))).toEqual([1, recipient, 0x21]);
  await run('1 min');
  expect(reportIn(await terminal.read(/\+CDS: \d+\r\n\w+\r\n/))).toEqual([1, recipient, 0]);

  modem.setFate(recipient, { kind: 'refused', cms: 41, times: 1 });
  expect(await terminal.submit(pduOf('hi'))).toEqual(['+CMS ERROR: 41']);
  modem.setDefaultFate({ kind: 'held' });
  expect(await terminal.submit(pduOf('hi'))).toContain('OK');
  expect(await terminal.submit(submitPdu('hi', recipient, false))).toContain('OK');
  modem.releaseReceipts();
  await terminal.read('+CDS:');
  await idle();
  expect(terminal.seen).not.toContain('+CDS:');
  expect(modem.submits()).toHaveLength(4);
});

test('a prompt that is called off, a wrong length and text mode take no text', async () => {
  const { modem, terminal } = await ready();
  terminal.write('AT+CMGS=20\r0011\x1b');
  await terminal.read('OK');
  expect(await terminal.submit(pduOf('hi'), 99)).toEqual(['+CMS ERROR: 304']);
  modem.setRegistration('denied');
  expect(await terminal.submit(pduOf('hi'))).toEqual(['+CMS ERROR: 331']);
  expect(modem.submits()).toEqual([]);
});

test('a silent command is never answered and the next one is; a deaf modem wakes up by a reboot', async () => {
  const { modem, terminal } = await ready();
  await Promise.all([
    modem.planFault({ at: 'command', command: '+CSQ', action: 'silence' }),
    terminal.write('AT+CSQ\r'),
  ]);
  expect(await terminal.ask('AT+CREG?')).toEqual(['+CREG: 0,1', 'OK']);
  await Promise.all([modem.planFault({ at: 'command', action: 'hang' }), terminal.write('AT\r')]);
  terminal.write('AT\r');
  await idle();
  expect(terminal.seen).toBe('');
  modem.reboot();
  expect(await terminal.ask('AT')).toEqual(['OK']);
});

test('a text that arrives within a list stands between its lines', async () => {
  const { modem, terminal } = await ready();
  modem.receive({ from: '12345', text: 'one' });
  await terminal.read('+CMTI: "SM",1');
  void modem.planFault({ at: 'inside_list', action: { receive: { from: '12345', text: 'two' } } });
  const answer = await terminal.ask('AT+CMGL=4');
  expect(answer.map((line) => line.slice(0, 6))).toEqual(['+CMGL:', '079121', '+CMTI:', 'OK']);
});
