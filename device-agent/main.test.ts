// The program as people and supervisors start it: arguments, environment, exit codes, signals, and kill -9.
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GoodbyeReason, SubmitOutcome } from '../proto/gen/textrelay/v1/device_link_pb.ts';
import { AgentBench, testToken } from './testing/agent_bench.ts';

const launch = fileURLToPath(new URL('../runtime/bundle/launch.js', import.meta.url));
const main = 'device-agent/main.ts';
let bench: AgentBench;
let children: ChildProcess[];

beforeEach(async () => {
  bench = await AgentBench.open();
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await bench.close();
});

const environment = (extra: Record<string, string>) => ({
  PATH: process.env.PATH ?? '',
  TEXTRELAY_AGENT_DIR: bench.dir,
  ...extra,
});

function call(args: string[], extra: Record<string, string> = {}) {
  return spawnSync(process.execPath, [launch, main, ...args], { env: environment(extra), encoding: 'utf8' });
}

/** Starts `run` and waits for its ready; collects what it prints. */
async function startRun(
  extra: Record<string, string> = {},
): Promise<{ child: ChildProcess; output: () => string }> {
  const child = fork(launch, [main, 'run'], { env: environment(extra), silent: true, execArgv: [] });
  children.push(child);
  let text = '';
  child.stdout?.on('data', (chunk) => (text += chunk));
  child.stderr?.on('data', (chunk) => (text += chunk));
  const [message] = await once(child, 'message');
  expect(message).toEqual({ type: 'ready' });
  return { child, output: () => text };
}

/** Resolves when the core has got a frame that satisfies. */
function frame(satisfies: (kind: string | undefined) => boolean): Promise<void> {
  return new Promise((resolve) => {
    bench.core.behaviour.onFrame = ({ case: kind }) => {
      if (satisfies(kind)) resolve();
      return true;
    };
  });
}

const linked = () => new Promise<void>((resolve) => (bench.core.onLink = resolve));

test('without arguments it runs, and faults are one line and exit code 1', () => {
  expect(call(['--help'])).toMatchObject({ status: 0, stdout: expect.stringContaining('simulate-inbound') });
  const unpaired = call([], { TEXTRELAY_AGENT_DIR: `${bench.dir}/none` });
  expect(unpaired).toMatchObject({ status: 1, stdout: '' });
  expect(unpaired.stderr).toMatch(/^no device is paired in [^\n]+\n$/);
  const wrong = call(['run'], {
    TEXTRELAY_AGENT_DRIVER: 'x',
    LOG_LEVEL: 'y',
    TEXTRELAY_AGENT_OPS_LISTEN: 'z',
  });
  expect(wrong.status).toBe(1);
  expect(
    wrong.stderr
      .trim()
      .split('\n')
      .map((line) => line.split(':')[0]),
  ).toEqual(['TEXTRELAY_AGENT_DRIVER', 'TEXTRELAY_AGENT_OPS_LISTEN', 'LOG_LEVEL']);
});

test('the directory may be typed, before the command or after it, and wins', () => {
  const elsewhere = { TEXTRELAY_AGENT_DIR: `${bench.dir}/none` };
  for (const words of [
    ['--dir', bench.dir, 'status'],
    ['status', '--dir', bench.dir],
  ])
    expect(call(words, elsewhere).stdout).toMatch(/device {5}7 of account acme\n/);
  expect(call(['status'], elsewhere).stdout).toMatch(/not paired/);
});

test('what is typed wrongly is one line and exit code 1, and doctor that finds a fault ends with 1 too', () => {
  for (const [words, line] of [
    [['pair'], "error: missing required argument 'url'"],
    [['doctor', 'x'], "error: too many arguments for 'doctor'. Expected 0 arguments but got 1: x."],
    [['status', '--jsn'], "error: unknown option '--jsn'"],
    [['stauts'], 'there is no such command; status is'],
    [
      ['pair', 'http://127.0.0.1:1', 'CODE', '--name', 'x'.repeat(101)],
      'the name has more than 100 characters',
    ],
  ] as const) {
    const { status, stdout, stderr } = call([...words]);
    expect([status, stdout, stderr.split('\n')[0]]).toEqual([1, '', line]);
  }
  const { status, stderr } = call(['doctor'], { TEXTRELAY_AGENT_DIR: `${bench.dir}/none` });
  expect([status, stderr]).toEqual([1, '']);
});

test('it carries texts both ways, logs none of them, and stops on SIGTERM', async () => {
  const up = linked();
  const { child, output } = await startRun({ LOG_LEVEL: 'trace' });
  await up;
  const progress = frame((kind) => kind === 'progress');
  bench.core.sendJob(1n, '+447700900123', { body: 'a-secret-of-mine' });
  await progress;
  const inbound = frame((kind) => kind === 'inbound');
  expect(call(['simulate-inbound', '+447700900456', 'a-secret-of-theirs']).status).toBe(0);
  await inbound;
  expect(call(['status']).stdout).toMatch(/agent {6}running\nlink {7}up\n/);
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  expect(output()).toContain('link up');
  for (const secret of ['447700900', 'a-secret', testToken]) expect(output()).not.toContain(secret);
  expect(call(['status']).stdout).toMatch(/not running\nlink {7}down\n/);
});

test('a unpaired device ends the process with 2 and one line', async () => {
  const up = linked();
  const { child, output } = await startRun({ LOG_LEVEL: 'silent' });
  await up;
  bench.core.goodbye(GoodbyeReason.UNPAIRED);
  const [code] = await once(child, 'exit');
  expect(code).toBe(2);
  expect(output()).toBe('this device is not paired any more\n');
});

test('it ends when its supervisor dies', async () => {
  const { child } = await startRun();
  child.disconnect();
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});

test('killed between intent and submit, it reports the text as unknown after the restart and never submits it', async () => {
  const first = linked();
  const { child } = await startRun({ TEXTRELAY_AGENT_FAILPOINT: 'after_intent' });
  await first;
  bench.core.sendJob(1n, '+15005550006');
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
  const progress = frame((kind) => kind === 'progress');
  await startRun();
  await progress;
  expect(bench.core.received('progress')[0]?.outcome).toBe(SubmitOutcome.UNKNOWN);
  expect(bench.sentLines()).toHaveLength(0);
});

test('metrics and health are served where the operator asks, and a taken port is one line', async () => {
  const address = `127.0.0.1:${20_000 + (process.pid % 10_000)}`;
  const up = linked();
  await startRun({ TEXTRELAY_AGENT_OPS_LISTEN: address });
  await up;
  const get = async (path: string) => {
    const response = await fetch(`http://${address}${path}`);
    return [response.status, await response.text()] as const;
  };
  expect(await get('/healthz')).toEqual([200, 'alive\n']);
  expect((await get('/readyz'))[0]).toBe(200);
  const [, metrics] = await get('/metrics');
  expect(metrics).toContain('textrelay_agent_jobs{state="sent"} 0');
  expect(metrics).toContain('textrelay_agent_link_up 1');
  const port = new URL(bench.core.url).host;
  const other = await AgentBench.open();
  const taken = call(['run'], { TEXTRELAY_AGENT_OPS_LISTEN: port, TEXTRELAY_AGENT_DIR: other.dir });
  await other.close();
  expect(taken.status).toBe(1);
  expect(taken.stderr).toMatch(/^TEXTRELAY_AGENT_OPS_LISTEN .* cannot be listened on \(EADDRINUSE\)\n$/);
});
