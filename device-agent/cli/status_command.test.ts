// What `status` shows, of agents in every state; it looks and changes nothing.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { isLocked, lockDir } from '../home/dir_lock.ts';
import { AgentBench, testToken } from '../testing/agent_bench.ts';
import { runWords } from '../testing/command_line.ts';
import { ScriptedDriver } from '../testing/scripted_driver.ts';

const simulated = simulateEachTest();
const { run, idle } = simulated;
let bench: AgentBench;
beforeEach(async () => {
  bench = await AgentBench.open(simulated);
});
afterEach(() => bench.close());

const status = async (...words: string[]) => {
  const { out, fault } = await runWords(bench.dir, bench.clock, ['status', ...words]);
  expect(out).not.toContain(testToken);
  return fault ?? out;
};
const json = async () => JSON.parse(await status('--json'));

test('a directory without a pairing is reported as such, and stays as it is', async () => {
  rmSync(bench.dir, { recursive: true });
  expect(await status()).toBe(`directory  ${bench.dir}\ndevice     not paired\n`);
  expect(await json()).toMatchObject({ directory: bench.dir, paired: false, running: false, journal: null });
  mkdirSync(bench.dir);
  await status();
  expect(readdirSync(bench.dir)).toEqual([]);
});

test('a device that is paired and has never run has no journal yet', async () => {
  expect(await status()).toBe(
    `directory  ${bench.dir}
device     7 of account acme
core       ${bench.core.url}
agent      not running
journal    none yet
`,
  );
  expect(readdirSync(bench.dir)).toEqual(['identity.json']);
});

test('a running agent is shown with its link, its device, its queue and what became of texts today', async () => {
  await bench.startLinked();
  bench.core.sendJob(1n, '+15005550006');
  bench.core.sendJob(2n, '+15005550008');
  await idle();
  expect(bench.core.received('progress')).toHaveLength(2);
  await run('1 s');
  expect(bench.core.received('receipt')).toHaveLength(1);
  const seen = await status();
  expect(seen).toMatch(
    /\nagent {6}running\nlink {7}up\ndriver {5}simulated: can send \(simulated\), since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\n/,
  );
  expect(seen).toMatch(/\nsignal {5}100 %\nbattery {4}100 %\n/);
  expect(seen).toMatch(
    /\nqueue {6}0 texts, 0 of them at the device\nunsent {5}0 reports, 0 received texts\n/,
  );
  expect(seen).toMatch(/\ntoday {6}1 sent, 1 delivered, 1 failed, 0 unknown, 0 received \(UTC\)\n$/);
  expect(await json()).toEqual({
    directory: bench.dir,
    paired: true,
    device_id: '7',
    account: 'acme',
    core_url: bench.core.url,
    running: true,
    journal: {
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      link: 'up',
      core_version: null,
      core_clock_offset_ms: 0,
      driver: {
        name: 'simulated',
        problem: null,
        detail: 'simulated',
        signal_percent: 100,
        battery_percent: 100,
        inbox_full: false,
        noted_at: expect.stringMatching(/Z$/),
      },
      queue_length: 0,
      unsent_reports: 0,
      unacknowledged_inbound: 0,
      jobs: { accepted: 0, intent: 0, sent: 1, failed: 1, unknown: 0, superseded: 0, handed_back: 0 },
      today_utc: { sent: 1, delivered: 1, failed: 1, unknown: 0, received: 0 },
    },
  });
});

test("yesterday's texts are not today's", async () => {
  await bench.startLinked();
  bench.core.sendJob(1n, '+15005550006');
  await idle();
  expect(bench.core.received('progress')).toHaveLength(1);
  expect((await json()).journal.today_utc.sent).toBe(1);
  const { out } = await runWords(
    bench.dir,
    { ...bench.clock, nowMs: () => bench.clock.nowMs() + 86_400_000 } as never,
    ['status', '--json'],
  );
  expect(JSON.parse(out).journal).toMatchObject({ today_utc: { sent: 0 }, jobs: { sent: 1 } });
});

test('a device in trouble is shown with its problem while texts wait, and once the agent has stopped as last seen', async () => {
  const driver = new ScriptedDriver();
  driver.healthNow = { problem: 'no_network', detail: 'searching', signalPercent: 7, inboxFull: true };
  const agent = await bench.startLinked({ driver });
  bench.core.sendJob(1n, '+15005550006');
  await idle();
  const seen = await status();
  expect(seen).toMatch(/\ndriver {5}scripted: cannot send: searching \(no_network\), since /);
  expect(seen).toContain("\nsignal     7 %\ninbox      the device's memory for received texts is full\n");
  expect(seen).toContain('\nqueue      1 text, 0 of them at the device\n');
  await agent.stop();
  expect(await status()).toMatch(/\nagent {6}not running\nlink {7}down\ndriver .*, last seen /);
});

test('a clock that is wrong is reported, and who is ahead', async () => {
  const agent = await bench.startLinked();
  await agent.stop();
  const journal = bench.openJournal();
  await journal.write(() => {
    journal.meta.set('core_offset_ms', '180000');
    journal.meta.set('core_version', '9.9.9');
    journal.meta.set('health', 'no JSON');
  });
  expect(await status()).toContain("\nclock      3 minutes behind the core's\n");
  await journal.write(() => journal.meta.set('core_offset_ms', '-7200000'));
  journal.close();
  const seen = await status();
  expect(seen).toContain("\nclock      2 hours ahead of the core's\n");
  expect(seen).toContain(`\ncore       ${bench.core.url} (version 9.9.9)\n`);
  expect(seen).not.toContain('\ndriver');
});

test('an agent that was killed with its link up is shown as down', async () => {
  const journal = bench.openJournal();
  await journal.write(() => journal.meta.set('link_state', 'up'));
  journal.close();
  expect(await status()).toMatch(/\nagent {6}not running\nlink {7}down\n/);
});

test('a journal or an identity that cannot be read is one line', async () => {
  writeFileSync(join(bench.dir, 'journal.db'), 'this is no database, and long enough to be seen as none');
  expect(await status()).toMatch(/^the journal in \S+ cannot be read \(file is not a database\)$/);
  writeFileSync(join(bench.dir, 'identity.json'), '{"url":');
  expect(await status()).toBe(`${join(bench.dir, 'identity.json')} is damaged; pair the device again`);
});

test('looking at the lock neither makes nor takes it', () => {
  expect(isLocked(bench.dir)).toBe(false);
  expect(readdirSync(bench.dir)).toEqual(['identity.json']);
  const lock = lockDir(bench.dir);
  expect([isLocked(bench.dir), isLocked(bench.dir)]).toEqual([true, true]);
  lock?.release();
  expect(isLocked(bench.dir)).toBe(false);
  writeFileSync(join(bench.dir, 'agent.lock'), 'this is no database, and long enough to be seen as none');
  expect(() => isLocked(bench.dir)).toThrow(`${join(bench.dir, 'agent.lock')} cannot be read`);
});
