// The same driver through a real serial port of the system: a terminal that socat makes. The other programs' time is
// real here, so the clock is too.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnv } from 'envalid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../../runtime/clock.ts';
import { createLog } from '../../../../runtime/log.ts';
import { until } from '../../../../runtime/testing/until.ts';
import { servePty } from '../../../../test/support/modem/serve_pty.ts';
import type { ServedLine } from '../../../../test/support/modem/serve_tcp.ts';
import { SimulatedModem } from '../../../../test/support/modem/simulated_modem.ts';
import { hasProgram } from '../../../../test/support/programs.ts';
import { RecordingSink } from '../../../testing/modem_bench.ts';
import { atModemDriver } from '../../at_modem.ts';
import type { Driver, DriverContext, DriverJob, Finding } from '../../driver.ts';
import { faultOf } from './serial_port.ts';

const noSocat = !hasProgram('socat');
const title = (text: string) => (noSocat ? `${text} (skipped: socat is not installed)` : text);

const job: DriverJob = {
  messageId: 1n,
  identity: '',
  attempt: 1,
  address: '+15551234567',
  body: 'over the wire',
  encoding: 'gsm7',
  part: { text: 'over the wire', number: 1, total: 1, reference: 0, referenceBits: 8 },
  sim: 1,
  expiresAtMs: Number.MAX_SAFE_INTEGER,
};

let dir: string;
let modem: SimulatedModem;
let line: ServedLine | undefined;
let driver: Driver | undefined;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'at-pty-'));
  modem = new SimulatedModem();
});
afterEach(async () => {
  await driver?.close();
  await line?.close();
  modem.close();
  rmSync(dir, { recursive: true, force: true });
});

function contextFor(path: string): DriverContext {
  const settings = cleanEnv({ TEXTRELAY_AGENT_SERIAL_PORT: path }, atModemDriver.variables);
  return {
    dir,
    journalId: 'j',
    clock: systemClock,
    log: createLog('agent', 'silent'),
    settings,
  } as DriverContext;
}

async function diagnose(path: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  await atModemDriver.diagnose(contextFor(path), (finding) => findings.push(finding));
  return findings;
}

test.skipIf(noSocat)(title('a modem at a serial port sends, receives, vanishes and comes back'), async () => {
  const path = join(dir, 'ttyTest');
  line = await servePty(modem, path);
  const sink = new RecordingSink();
  const opened = atModemDriver.create(contextFor(path));
  driver = opened;
  await opened.open(sink, new AbortController().signal);
  await until(() => opened.health().problem === undefined);
  expect(await opened.submit(job)).toEqual({ kind: 'accepted', refs: ['0'] });
  await until(() => sink.receipts.length === 1);
  modem.receive({ from: '+15557654321', text: 'back to you' });
  await until(() => sink.texts.length === 1);
  await opened.ackInbound(sink.texts[0]?.inboundId ?? '');
  expect(modem.stored('SM')).toEqual([]);

  const struck = modem.planFault({ at: 'after_taken', action: 'unplug' });
  const cut = opened.submit({ ...job, messageId: 2n });
  await struck;
  expect((await cut).kind).toBe('unknown');
  expect(opened.health().problem).toBe('absent');
  modem.plug();
  await until(() => opened.health().problem === undefined);
  expect((await opened.submit({ ...job, messageId: 3n })).kind).toBe('accepted');
  expect(modem.submits()).toHaveLength(3);
});

test.skipIf(noSocat)(
  title('doctor looks at a modem at a serial port, and sees when another program has it'),
  async () => {
    const path = join(dir, 'ttyTest');
    line = await servePty(modem, path);
    expect((await diagnose(path)).filter(({ level }) => level === 'fault')).toEqual([]);
    driver = atModemDriver.create(contextFor(path));
    await driver.open(new RecordingSink(), new AbortController().signal);
    await until(() => driver?.health().problem === undefined);
    const [port] = await diagnose(path);
    expect(port).toMatchObject({ level: 'fault', detail: 'another program uses the serial port' });
  },
);

test.each([
  ['Error: No such file or directory, cannot open /dev/ttyUSB0', 'absent'],
  ['Error: Permission denied, cannot open /dev/ttyUSB0', 'denied'],
  ['Error: Device or resource busy, cannot open /dev/ttyUSB0', 'busy'],
  ['Error Resource temporarily unavailable Cannot lock port', 'busy'],
  ['Error: Input/output error, cannot open /dev/ttyUSB0', 'other'],
])('%s: %s, without the words of the package', (message, trouble) => {
  const fault = faultOf(message);
  expect(fault.trouble).toBe(trouble);
  expect(fault.message).not.toMatch(/Error|dev/);
});

test('a port that is not there, or is no port, is reported as such', async () => {
  const [absent] = await diagnose(join(dir, 'nothing'));
  expect(absent).toMatchObject({
    level: 'fault',
    what: 'serial port',
    detail: 'the serial port is not there',
  });
  const file = join(dir, 'file');
  writeFileSync(file, '');
  const [wrong] = await diagnose(file);
  expect(wrong).toMatchObject({ level: 'fault', what: 'serial port' });
});
