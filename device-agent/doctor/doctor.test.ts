// `doctor` as a whole: its order, its exit, and that a running agent and its device are left alone.
import { rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../runtime/log.ts';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import type { Config } from '../config.ts';
import type { DriverKind, Finding } from '../drivers/driver.ts';
import { isLocked, lockDir } from '../home/dir_lock.ts';
import { readStatus } from '../home/status.ts';
import { AgentBench, testToken } from '../testing/agent_bench.ts';
import { runWords } from '../testing/command_line.ts';
import { ScriptedDriver } from '../testing/scripted_driver.ts';
import { diagnoseCore } from './diagnose_core.ts';
import { diagnoseAgent } from './doctor.ts';

const simulated = simulateEachTest();
const { run, idle, during } = simulated;
let bench: AgentBench;
beforeEach(async () => {
  bench = await AgentBench.open(simulated);
});
afterEach(() => bench.close());

const configOf = (driver: DriverKind): Config => ({
  dir: bench.dir,
  driver,
  isDriverChosen: true,
  settings: {},
  opsListen: undefined,
  logLevel: 'info',
  failpoint: undefined,
});

/** What doctor shows, with this driver or with these faults of the settings. */
async function diagnose(config: DriverKind | string[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  const options = {
    dir: bench.dir,
    config: Array.isArray(config) ? config : configOf(config),
    nodeVersion: '24.21.0',
    clock: bench.clock,
    log: createLog('agent', 'silent'),
  };
  await diagnoseAgent(options, (finding) => findings.push(finding));
  expect(JSON.stringify(findings)).not.toContain(testToken);
  return findings;
}
const named = (findings: Finding[], what: string) => findings.filter((finding) => finding.what === what);

/** A driver that looks at its device as a test says. */
function lookingDriver(diagnose: DriverKind['diagnose']): DriverKind {
  return Object.assign(new ScriptedDriver(), { diagnose });
}

test('all is looked at in order, and a healthy agent is shown as well', async () => {
  const { out, hasFailed } = await runWords(bench.dir, bench.clock, ['doctor'], {
    TEXTRELAY_AGENT_DRIVER: 'simulated',
  });
  const lines = out.split('\n');
  expect(lines.map((line) => line.slice(0, 26).trim())).toEqual([
    'ok       Node',
    'ok       settings',
    'ok       directory',
    expect.stringMatching(/^(ok|warning) +disk$/),
    ...(lines[4]?.startsWith(' ') ? [''] : []),
    'ok       pairing',
    'ok       agent',
    "ok       core's port",
    'ok       device listener',
    'ok       pairing',
    'ok       clock',
    'ok       phone',
    '',
    expect.stringMatching(/^(All is well\.|1 warning\.)$/),
    '',
  ]);
  expect(out).toContain(`pairing          device 7 of account acme, at ${bench.core.url}\n`);
  expect(out).toContain('agent            none runs here now\n');
  expect(out).toContain('settings         driver simulated\n');
  expect(hasFailed).toBe(false);
});

test('a core that is well is found step by step, and the running agent keeps its link', async () => {
  const agent = await bench.startLinked();
  const { port } = new URL(bench.core.url);
  const findings: Finding[] = [];
  await during(diagnoseCore(bench.identity, bench.clock, (finding) => findings.push(finding)));
  expect(findings.map(({ level, what, detail }) => `${level} ${what}: ${detail}`)).toEqual([
    `ok core's port: 127.0.0.1 port ${port} is open`,
    'ok device listener: it answers',
    'ok pairing: the core knows this device',
    "ok clock: within 5 seconds of the core's",
  ]);
  await idle();
  expect(bench.core.closeCodes).toContain(1000);
  expect([agent.state()?.link, agent.state()?.reconnects]).toEqual(['up', 0]);
  expect(bench.core.received('hello')).toHaveLength(1);
});

test('faults make it fail, come with advice, and are counted', async () => {
  bench.core.behaviour.refuseStatus = 401;
  const { out, hasFailed } = await runWords(bench.dir, bench.clock, ['doctor']);
  expect(out).toMatch(
    /\nwarning +settings +no driver is chosen, so it is the simulated phone, which sends nothing\n/,
  );
  expect(out).toContain(
    `\n                          -> Set TEXTRELAY_AGENT_DRIVER in ${bench.dir}/agent.env; textrelay-agent drivers lists them.\n`,
  );
  expect(out).toMatch(
    /\nfault +pairing +the core does not know this device any more\n {26}-> It was unpaired\./,
  );
  expect(out.trimEnd()).toMatch(/\n1 fault, [12] warnings?\.$/);
  expect(hasFailed).toBe(true);
});

test('a program reads the same as JSON', async () => {
  const { out, hasFailed } = await runWords(bench.dir, bench.clock, ['doctor', '--json'], {
    LOG_LEVEL: 'loud',
  });
  const { ok, findings } = JSON.parse(out);
  expect([ok, hasFailed]).toEqual([false, true]);
  expect(named(findings, 'settings')).toEqual([
    {
      level: 'fault',
      what: 'settings',
      detail: expect.stringMatching(/^LOG_LEVEL: Value "loud" not in choices/),
      advice: `Correct it in ${bench.dir}/agent.env, or in the environment, which wins.`,
    },
  ]);
});

test('settings with errors are shown one by one, the rest is looked at, and the device is not', async () => {
  const findings = await diagnose(['A: must be x', 'B: must be y']);
  expect(named(findings, 'settings').map(({ detail }) => detail)).toEqual(['A: must be x', 'B: must be y']);
  expect(named(findings, 'device listener')).toHaveLength(1);
  expect(named(findings, 'phone')).toHaveLength(0);
});

test('while an agent runs its device is left to it, and what the agent knows is shown', async () => {
  const driver = new ScriptedDriver();
  driver.healthNow = { problem: 'pin_required', detail: 'the SIM wants its PIN', inboxFull: true };
  await bench.startLinked({ driver });
  const other = lookingDriver(() => expect.unreachable());
  expect(readStatus(bench.dir, 0).journal?.health?.problem).toBe('pin_required');
  const findings = await diagnose(other);
  expect(findings.slice(4).map(({ level, what, detail }) => [level, what, detail])).toEqual([
    ['ok', 'pairing', `device 7 of account acme, at ${bench.core.url}`],
    ['ok', 'agent', 'it runs here; its device is left to it'],
    ['fault', 'device', 'the agent cannot send: the SIM wants its PIN (pin_required)'],
    ['warning', 'inbox', "the device's memory for received texts is full"],
    ['ok', "core's port", expect.any(String)],
    ['ok', 'device listener', 'it answers'],
    ['ok', 'pairing', 'the core knows this device'],
    ['ok', 'clock', expect.any(String)],
  ]);
  expect(findings[6]?.advice).toBe('For a closer look at the device, stop the agent and run doctor again.');
  expect(findings[7]?.advice).toBe('The agent empties it as the core takes the texts.');
});

test('no agent can start while the device is looked at, and one can afterwards', async () => {
  let wasLocked = false;
  const driver = lookingDriver(async (_, show) => {
    wasLocked = isLocked(bench.dir);
    show({ level: 'ok', what: 'modem', detail: 'it answers' });
  });
  const findings = await diagnose(driver);
  expect(named(findings, 'modem')).toHaveLength(1);
  expect(wasLocked).toBe(true);
  const lock = lockDir(bench.dir);
  expect(lock).toBeDefined();
  lock?.release();
});

test('a driver that breaks, or never ends, is one fault, and what it says later is not shown', async () => {
  const broken = lookingDriver(() => Promise.reject(new Error('+447700900123')));
  const fault = {
    level: 'fault',
    what: 'device',
    detail: 'the scripted driver could not look at its device',
    advice: 'Try again; if it stays so, report it.',
  };
  expect((await diagnose(broken)).at(-1)).toEqual(fault);
  let sayLater: (finding: Finding) => void = () => undefined;
  let isLooking = false;
  const stuck = lookingDriver((_, show) => {
    sayLater = show;
    isLooking = true;
    return new Promise(() => undefined);
  });
  const looking = diagnose(stuck);
  await idle();
  expect(isLooking).toBe(true);
  await run('40 s');
  const findings = await looking;
  const count = findings.length;
  sayLater({ level: 'ok', what: 'modem', detail: 'late' });
  expect([findings.at(-1), findings.length]).toEqual([fault, count]);
});

test('what never answers is given up after 10 seconds', async () => {
  const server = createServer((socket) => socket.on('error', () => undefined).resume());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const findings: Finding[] = [];
  const startMs = bench.clock.nowMs();
  await during(diagnoseCore({ ...bench.identity, url }, bench.clock, (finding) => findings.push(finding)));
  server.close();
  expect(findings.at(-1)).toMatchObject({ what: 'device listener', detail: 'no answer (ETIMEDOUT)' });
  expect(bench.clock.nowMs() - startMs).toBe(10_000);
});

test('a device that is not paired, or whose files are damaged, is reported as that', async () => {
  rmSync(join(bench.dir, 'identity.json'));
  expect(named(await diagnose(new ScriptedDriver()), 'pairing')).toEqual([
    {
      level: 'fault',
      what: 'pairing',
      detail: 'this device is not paired',
      advice: 'Get a code from the account, then: textrelay-agent pair URL CODE',
    },
  ]);
  writeFileSync(join(bench.dir, 'identity.json'), '[]');
  expect(named(await diagnose(new ScriptedDriver()), 'pairing')).toMatchObject([
    { level: 'fault', advice: 'Get a new code and pair the device again.' },
  ]);
});

test('before the directory is there, doctor makes none', async () => {
  rmSync(bench.dir, { recursive: true });
  const findings = await diagnose(new ScriptedDriver());
  expect(findings.map(({ level, what }) => `${level} ${what}`)).toEqual([
    'ok Node',
    'ok settings',
    'fault directory',
    expect.stringMatching(/disk$/),
  ]);
  expect(() => isLocked(bench.dir)).not.toThrow();
  expect(isLocked(bench.dir)).toBe(false);
});
