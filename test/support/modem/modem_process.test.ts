// The modem as a program of its own: what it logged is on disk whatever happens to it, and its line can be a socket or
// a terminal of the system.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../../runtime/testing/until.ts';
import { hasProgram } from '../programs.ts';
import { type ModemProcess, startModem } from './modem_process.ts';
import { submitPdu } from './terminal.ts';

let folder: string;
let modem: ModemProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'modem-process-'));
});
afterEach(async () => {
  await modem?.close();
  modem = undefined;
  rmSync(folder, { recursive: true });
});

/** A connection that remembers what came. */
function dial(address: string) {
  const { hostname, port, protocol, pathname } = new URL(address);
  const socket = protocol === 'unix:' ? connect(pathname) : connect(Number(port), hostname);
  const line = { text: '', isClosed: false, write: (text: string) => socket.write(text) };
  socket.setEncoding('latin1').on('data', (text: string) => {
    line.text += text;
  });
  socket
    .on('error', () => {})
    .on('close', () => {
      line.isClosed = true;
    });
  return line;
}

const received = (line: { text: string }, text: string) =>
  until(`the modem says ${text}`, () => line.text.includes(text));

test('a program killed right after the network took a text has it in its file', async () => {
  const logFile = join(folder, 'log');
  modem = await startModem({ tcp: true, modem: { logFile } });
  const line = dial(modem.addresses.tcp!);
  const pdu = submitPdu('hi', '+15550001111');
  const { struck } = await modem.planFault({ at: 'after_taken', action: 'hold' });
  line.write('AT+CMGF=0\r');
  await received(line, 'OK');
  line.write(`AT+CMGS=${pdu.length / 2 - 1}\r${pdu}\x1a`);
  await struck;
  process.kill(modem.pid, 'SIGKILL');
  await expect(modem.call('submits')).rejects.toThrow('has ended');
  const entries = readFileSync(logFile, 'utf8')
    .trim()
    .split('\n')
    .map((entry) => JSON.parse(entry));
  expect(entries).toMatchObject([{ recipient: '+15550001111', text: 'hi' }]);
  expect(line.text).not.toContain('+CMGS:');
});

test('it is controlled from outside, and unplugged it ends each connection', async () => {
  modem = await startModem({ unix: join(folder, 'socket') });
  const line = dial(modem.addresses.unix!);
  line.write('AT+CNMI=2,1\r');
  await received(line, 'OK');
  expect(await modem.call('receive', { from: '12345', text: 'hello' })).toHaveLength(1);
  await received(line, '+CMTI: "SM",1');
  expect(await modem.call('commands')).toEqual(['+CNMI=2,1']);
  await expect(modem.call('receive', { from: '12345', text: 'x', order: [2] })).rejects.toThrow('no part 2');
  await modem.call('unplug');
  await until('the line is dead', () => line.isClosed);
  await modem.call('plug');
  const next = dial(modem.addresses.unix!);
  next.write('AT\r');
  await received(next, 'OK');
  expect(await modem.call('stored', 'SM')).toHaveLength(1);
});

test.skipIf(!hasProgram('socat'))(
  hasProgram('socat')
    ? 'its terminal is gone while it is unplugged, and back afterwards'
    : 'its terminal is gone while it is unplugged [skipped: no socat]',
  async () => {
    const pty = join(folder, 'modem');
    modem = await startModem({ pty });
    expect(existsSync(pty)).toBe(true);
    for (const [call, isThere] of [
      ['unplug', false],
      ['plug', true],
    ] as const) {
      await modem.call(call);
      await until(`after ${call}`, () => existsSync(pty) === isThere);
    }
  },
);
