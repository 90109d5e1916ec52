// The simulated modem's commands answer as the standards have them (ITU-T V.250, 3GPP TS 27.005 and 27.007).
import { expect, test } from 'vitest';
import { decodeReceived } from '../../../device-agent/pdu/received.ts';
import { simulateEachTest } from '../../simulation/each_test.ts';
import { commandsIn } from './command_line.ts';
import type { ModemOptions } from './options.ts';
import { SimulatedModem } from './simulated_modem.ts';
import { submitPdu, Terminal } from './terminal.ts';

const simulated = simulateEachTest();
const { clock, run, idle } = simulated;

const recipient = '+15550001111';
const pdu = submitPdu('hi', recipient);

function open(options: ModemOptions = {}) {
  const modem = new SimulatedModem({ clock, ...options });
  return { modem, terminal: new Terminal(modem) };
}

test('a line is taken apart into its commands', () => {
  const shown = (line: string) => commandsIn(line).map(({ name, form, args }) => [name, form, ...args]);
  expect(shown('E0V1+CMEE=1;+CREG?;+COPS=?')).toEqual([
    ['E', 'run', '0'],
    ['V', 'run', '1'],
    ['+CMEE', 'set', '1'],
    ['+CREG', 'read'],
    ['+COPS', 'test'],
  ]);
  expect(shown('&F&C1')).toEqual([
    ['&F', 'run'],
    ['&C', 'run', '1'],
  ]);
  expect(shown('+cpms="SM","a;b,c",,')).toEqual([['+CPMS', 'set', 'SM', 'a;b,c', null, null]]);
  expect(shown('')).toEqual([]);
});

test('what is typed is echoed until the echo is switched off, and answers stand in lines of their own', async () => {
  const { terminal } = open();
  terminal.write('noise at+csq\rATE0\r');
  expect(await terminal.read(/OK\r\n[\s\S]*OK\r\n/)).toBe(
    'noise at+csq\r\r\n+CSQ: 20,99\r\n\r\nOK\r\nATE0\r\r\nOK\r\n',
  );
  terminal.write('AT+CMEE?\r\n');
  expect(await terminal.read('OK\r\n')).toBe('\r\n+CMEE: 0\r\n\r\nOK\r\n');
});

test('a line ends at its first fault, reported as +CMEE wants it', async () => {
  const { terminal, modem } = open();
  modem.removeSim();
  expect(await terminal.ask('AT+CIMI;+CSQ')).toEqual(['ERROR']);
  expect(await terminal.ask('AT+CMEE=1;+CIMI;+CSQ')).toEqual(['+CME ERROR: 10']);
  expect(await terminal.ask('AT+CMEE=2;+CPIN?')).toEqual(['+CME ERROR: SIM not inserted']);
  expect(await terminal.ask('AT+CMGL')).toEqual(['+CMS ERROR: SIM not inserted']);
  expect(await terminal.ask('AT+WHATEVER=1')).toEqual(['ERROR']);
  modem.insertSim();
  expect(await terminal.ask('AT+CIMI')).toEqual(['001010123456789', 'OK']);
});

test('a listed text is read from then on, and +CMGD with a flag deletes by state', async () => {
  const { terminal, modem } = open();
  await terminal.ask('ATE0+CMGF=0');
  for (const text of ['one', 'two', 'three']) modem.receive({ from: '12345', text });
  expect(await terminal.ask('AT+CMGR=2')).toHaveLength(3);
  const unread = await terminal.ask('AT+CMGL');
  expect(unread.filter((line) => line.startsWith('+CMGL')).map((line) => line.slice(0, 11))).toEqual([
    '+CMGL: 1,0,',
    '+CMGL: 3,0,',
  ]);
  expect(await terminal.ask('AT+CMGL=0')).toEqual(['OK']);
  modem.receive({ from: '12345', text: 'four' });
  expect(await terminal.ask('AT+CMGD=1,1')).toEqual(['OK']);
  expect(modem.stored('SM').map(({ index, state }) => [index, state])).toEqual([[4, 0]]);
  expect(await terminal.ask('AT+CMGR=1')).toEqual(['+CMS ERROR: 321']);
  expect(await terminal.ask('AT+CMGD=31')).toEqual(['+CMS ERROR: 321']);
  expect(await terminal.ask('AT+CPMS?')).toEqual(['+CPMS: "SM",1,30,"SM",1,30,"SM",1,30', 'OK']);
});

test('a text written to the memory is sent from there', async () => {
  const { terminal, modem } = open({ firstReference: 7 });
  await terminal.ask('ATE0+CMGF=0');
  terminal.write(`AT+CMGW=${pdu.length / 2 - 1}\r`);
  await terminal.read('> ');
  expect(await terminal.ask(`${pdu}\x1a`)).toContain('+CMGW: 1');
  expect(await terminal.ask('AT+CMSS=1')).toEqual(['+CMSS: 7', 'OK']);
  expect(modem.submits().map(({ text }) => text)).toEqual(['hi']);
  expect(modem.stored('SM')[0]?.state).toBe(3);
});

test('reports go to a memory of their own, which only can be read', async () => {
  const { terminal, modem } = open({ memories: { SM: 5, SR: 5 } });
  await terminal.ask('ATE0+CMGF=0;+CNMI=2,1,0,2,0');
  await terminal.submit(pdu);
  await terminal.read('+CDSI: "SR",1');
  expect(await terminal.ask('AT+CPMS="SM","SR"')).toEqual(['+CMS ERROR: 302']);
  expect(await terminal.ask('AT+CPMS="SR"')).toContain('OK');
  expect(await terminal.ask('AT+CMGR=1')).toHaveLength(3);
  expect(modem.stored('SR')).toHaveLength(1);
});

test.each([
  ['as_sent', 'international', '+4915550001'],
  ['bare', 'unknown', '4915550001'],
  ['national', 'national', '015550001'],
] as const)('a report names its recipient %s', async (receiptNumber, type, text) => {
  const { terminal } = open({ receiptNumber, countryCode: '+49' });
  await terminal.ask('ATE0+CMGF=0;+CNMI=2,1,0,1,0');
  await terminal.submit(submitPdu('hi', '+4915550001'));
  const report = await terminal.read(/\+CDS: \d+\r\n[0-9A-F]+\r\n/);
  const received = decodeReceived(report.trim().split('\r\n').at(-1) ?? '');
  expect(received.kind === 'status_report' && received.recipient).toEqual({ type, text });
});

test('unsolicited lines wait while a text is asked for, and with +CNMI mode 0 until it is left', async () => {
  const { terminal, modem } = open();
  await terminal.ask('ATE0+CMGF=0;+CNMI=2,1,0,0,0');
  terminal.write('AT+CMGS=20\r');
  await terminal.read('> ');
  modem.receive({ from: '12345', text: 'one' });
  await idle();
  expect(terminal.seen).toBe('');
  terminal.write('\x1b');
  expect(await terminal.read(/OK/)).toContain('+CMTI: "SM",1');
  await terminal.ask('AT+CNMI=0,1,0,0,0');
  modem.receive({ from: '12345', text: 'two' });
  await terminal.ask('AT');
  expect(terminal.seen).toBe('');
  await terminal.ask('AT+CNMI=2,1,0,0,0');
  await terminal.read('+CMTI: "SM",2');
});

test('the network comes and goes: answers, unsolicited lines and waiting texts', async () => {
  const { terminal, modem } = open();
  await terminal.ask('ATE0+CREG=1;+COPS=3,2');
  expect(await terminal.ask('AT+COPS?')).toEqual(['+COPS: 0,2,"00101",0', 'OK']);
  modem.setRegistration('searching');
  await terminal.read('+CREG: 2\r\n');
  modem.receive({ from: '12345', text: 'later' });
  expect(modem.waiting()).toBe(1);
  expect(await terminal.ask('AT+COPS?;+CREG?')).toEqual(['+COPS: 0', '+CREG: 1,2', 'OK']);
  modem.setRegistration('roaming');
  await terminal.read('+CREG: 5\r\n');
  expect([modem.waiting(), modem.stored('SM').length]).toEqual([0, 1]);
  modem.setSignal(99);
  modem.setBattery(40);
  expect(await terminal.ask('AT+CSQ;+CBC')).toEqual(['+CSQ: 99,99', '+CBC: 0,40', 'OK']);
});

test('after power-on it is deaf, then the SIM is busy, then texts come in', async () => {
  const { terminal, modem } = open({ bootMs: 3_000, simBusyMs: 2_000, bootLines: ['RDY'] });
  modem.receive({ from: '12345', text: 'one' });
  terminal.write('AT\r');
  await idle();
  expect(terminal.seen).toBe('');
  await run('3 s');
  await terminal.read('RDY');
  expect(await terminal.ask('AT+CMEE=1;+CPIN?')).toContain('+CME ERROR: 14');
  expect(await terminal.ask('AT+CMGL')).toContain('+CMS ERROR: 314');
  await run('2 s');
  expect(await terminal.ask('AT+CPIN?')).toContain('+CPIN: READY');
  expect(modem.stored('SM')).toHaveLength(1);
});

test('a terminal that forgets PDU mode sends a text to the number that its length is', async () => {
  const { terminal, modem } = open();
  terminal.write(`ATE0\rAT+CMGS=${pdu.length / 2 - 1}\r`);
  await terminal.read('> ');
  await terminal.ask(`${pdu}\x1a`);
  expect(modem.submits().map(({ recipient: to }) => to)).toEqual([String(pdu.length / 2 - 1)]);
});

test('a prompt can outlive the connection: the next words are taken for the text', async () => {
  const { terminal, modem } = open({ keepsPrompt: true });
  await terminal.ask('ATE0+CMGF=0');
  terminal.write('AT+CMGS=20\r');
  await terminal.read('> ');
  modem.drop();
  const next = new Terminal(modem);
  next.write('AT\r');
  await idle();
  expect(next.seen).toBe('');
  next.write('\x1b');
  await next.read('OK');
  expect(await next.ask('AT')).toEqual(['OK']);
});

test('usually a prompt ends with the connection', async () => {
  const { terminal, modem } = open();
  await terminal.ask('ATE0+CMGF=0');
  terminal.write('AT+CMGS=20\r');
  await terminal.read('> ');
  modem.drop();
  expect(await new Terminal(modem).ask('AT')).toEqual(['OK']);
});

test('lines that come while a command works wait for their turn', async () => {
  const { terminal, modem } = open();
  await terminal.ask('ATE0');
  const reached = modem.planFault({ at: 'command', command: '+CSQ', action: 'hold' });
  terminal.write('AT+CSQ\rAT+CREG?\r');
  await reached;
  terminal.write('AT+CBC\r');
  await idle();
  expect(terminal.seen).toBe('');
  modem.release();
  const answer = await terminal.read(/\+CBC[\s\S]*OK\r\n/);
  expect(answer.match(/\+[A-Z]+|OK/g)).toEqual(['+CSQ', 'OK', '+CREG', 'OK', '+CBC', 'OK']);
});

test('a fault skips, repeats, and strikes only at its command', async () => {
  const { terminal, modem } = open();
  await terminal.ask('ATE0');
  const struck = modem.planFault({
    at: 'command',
    command: '+CSQ',
    skip: 1,
    times: 2,
    action: { answer: 'BUSY\r\n\r\nERROR' },
  });
  expect(await terminal.ask('AT+CREG?')).toContain('OK');
  expect(await terminal.ask('AT+CSQ')).toContain('OK');
  expect(await terminal.ask('AT+CSQ')).toEqual(['BUSY', 'ERROR']);
  await struck;
  expect(await terminal.ask('AT+CSQ')).toContain('ERROR');
  expect(await terminal.ask('AT+CSQ')).toContain('OK');
});

test('a slow network answers when its time is over, and a power-off before that takes nothing', async () => {
  const { terminal, modem } = open({ submitMs: 5_000 });
  await terminal.ask('ATE0+CMGF=0');
  terminal.write(`AT+CMGS=${pdu.length / 2 - 1}\r${pdu}\x1a`);
  await idle();
  expect(simulated.simulation.time.describe()).toHaveLength(1);
  expect(modem.submits()).toEqual([]);
  modem.reboot();
  await run('10 s');
  expect(modem.submits()).toEqual([]);
  await terminal.ask('ATE0+CMGF=0');
  terminal.write(`AT+CMGS=${pdu.length / 2 - 1}\r${pdu}\x1a`);
  await idle();
  expect(simulated.simulation.time.describe()).toHaveLength(1);
  await run('5 s');
  await terminal.read('+CMGS: 0');
  expect(modem.submits()).toHaveLength(1);
});
