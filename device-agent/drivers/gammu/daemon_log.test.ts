// What gammu-smsd's log proves, on lines of version 1.42.
import { expect, test } from 'vitest';
import { stateIn, verdictIn } from './daemon_log.ts';
import { readMonitor } from './monitor.ts';
import { sectionOf } from './smsdrc.ts';

const log = (...lines: string[]) =>
  lines.map((line) => `Sat 2026/11/21 09:38:48 gammu-smsd[23276]: ${line}\n`).join('');

const begun = 'New message to send: OUTM_a.smsbackup';
const answer = (status: number) => `SMS sent on device: "/dev/x" status=${status}, reference=-1`;
const unknown = 'Error getting send status of message: Unknown error. (UNKNOWN[27])';

test('a modem that refused with a number is quoted', () => {
  const later = 'New message to send: OUTM_b.smsbackup';
  expect(verdictIn(log(begun, answer(21), unknown, later, answer(0)), 'OUTM_a.smsbackup')).toEqual({
    kind: 'refused',
    code: 21,
  });
});

test.each([
  ['silence', [begun, 'Error getting send status of message: No response. (TIMEOUT[14])', answer(0)]],
  ['a number, and then silence', [begun, answer(500), 'Error sending SMS: No response. (TIMEOUT[14])']],
  ['a refusal of the prompt, and then a text that was taken', [begun, answer(500), answer(0)]],
  ['an error without a number', [begun, answer(-1), unknown]],
  ['a daemon that died', [begun]],
  ['another file', ['New message to send: OUTM_b.smsbackup', answer(21), unknown]],
  ['a log that was rotated away', []],
])('%s proves nothing', (_, lines) => {
  expect(verdictIn(log(...lines), 'OUTM_a.smsbackup')).toEqual({ kind: 'unclear' });
});

test('the last line about the phone says how the phone is', () => {
  const gone = 'Error at init connection: Error opening device, it does not exist. (DEVICENOTEXIST[4])';
  const fine = 'Soft reset return code: No error. (NONE[1])';
  expect(stateIn(log(fine, gone, 'Starting phone communication...'))?.problem).toBe('absent');
  expect(stateIn(log(gone, fine))?.problem).toBeUndefined();
  expect(stateIn(log('Warning: no code in config when phone might want one!'))?.problem).toBe('pin_required');
  expect(stateIn(log('Configuring Gammu SMSD...'))).toBeUndefined();
});

test('the monitor shows signal and battery once it has seen the phone', () => {
  const line = (rest: string) =>
    `gammu-smsd-monitor[1]: noise\nGammu 1.42.0 on Linux compiler GCC 12.2;${rest}\n`;
  expect(readMonitor(line(';4901;0010;4;12;4;100;60'))).toEqual({
    isRunning: true,
    sawPhone: true,
    batteryPercent: 100,
    signalPercent: 60,
  });
  expect(readMonitor(line(';;;0;0;0;0;0'))).toEqual({ isRunning: true, sawPhone: false });
  expect(readMonitor('Cannot shmget')).toEqual({ isRunning: false });
});

test('the configuration is read as gammu reads it', () => {
  const values = sectionOf(
    '[gammu]\npin = 1\n[SMSD]\n# no\n; no\nPIN=4711\nInboxPath = "/a b/"\n[x]\npin=2',
    'smsd',
  );
  expect([...values]).toEqual([
    ['pin', '4711'],
    ['inboxpath', '/a b/'],
  ]);
});
