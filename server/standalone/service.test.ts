import { once } from 'node:events';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../runtime/clock.ts';
import { checkListeners } from './listen_addresses.ts';
import {
  type AdminCalls,
  makeStandIns,
  newAdminCalls,
  type StandIns,
  startStandIns,
} from './testing/stand_ins.ts';

let standIns: StandIns;
let calls: AdminCalls;
beforeEach(() => {
  standIns = makeStandIns();
  calls = newAdminCalls();
});
afterEach(() => rmSync(standIns.dir, { recursive: true, force: true }));

const words = () => standIns.notes().map((note) => note.replace(/ \d+$/, ''));
const pidOf = (name: string) =>
  Number(
    standIns
      .notes()
      .findLast((note) => note.startsWith(`${name} ready`))
      ?.split(' ')[2],
  );

test('a first start makes an account, shows its key once, and pairs the device', async () => {
  const first = await startStandIns(standIns, calls);
  expect(first.text()).toContain('KEY=svc_live_1\n');
  expect(first.text()).toContain(
    `http://127.0.0.1:${first.config.listeners.TEXTRELAY_GATEWAY_LISTEN.port}/api/v1/messages`,
  );
  await first.stop();

  const second = await startStandIns(standIns, calls);
  expect(second.text()).not.toContain('KEY=svc_live_1');
  expect(second.text()).toContain('npm run admin -- keys create 1');
  await second.stop();
  expect(calls).toMatchObject({ keys: 1, codes: 1, accounts: [{ id: 1n, name: 'First account' }] });
});

test('a first start gives the account a number of the simulated carrier, and later ones leave numbers alone', async () => {
  const first = await startStandIns(standIns, calls);
  expect(first.text()).toContain('"route":"gateway"');
  expect(first.text()).toContain('npm run admin -- carriers list');
  await first.stop();
  const given = [{ accountId: 1n, carrier: 'simulated', number: '+15005550100' }];
  expect(calls.numbers).toEqual(given);
  const second = await startStandIns(standIns, calls);
  await second.stop();
  expect(second.text()).toContain('"route":"gateway"');
  expect(calls.numbers).toEqual(given);
  calls.numbers.pop();
  const third = await startStandIns(standIns, calls);
  await third.stop();
  expect(third.text()).not.toContain('gateway');
  expect(calls.numbers).toEqual([]);
});

test('each start shows a new link for the first person, until there is one', async () => {
  for (const token of [1, 2]) {
    const { stop, text } = await startStandIns(standIns, calls);
    await stop();
    expect(text()).toContain(`Open http://here/sign-up#token=${token} in a browser to make your sign-in`);
  }
  calls.hasUser = true;
  const { stop, text } = await startStandIns(standIns, calls);
  await stop();
  expect(text()).not.toContain('sign-up');
  expect(calls.links).toEqual([1n, 1n, 1n]);
});

test('a number that belongs to another account is no reason not to start', async () => {
  calls.isNumberTaken = true;
  const { stop, text } = await startStandIns(standIns, calls);
  await stop();
  expect(text()).toContain('KEY=svc_live_1');
  expect(text()).not.toContain('gateway');
});

test('without the simulated carrier no number is given and no such route is spoken of', async () => {
  const { stop, text } = await startStandIns(standIns, calls, {}, { TEXTRELAY_SIMULATED_CARRIER: 'false' });
  await stop();
  expect(calls.numbers).toEqual([]);
  expect(text()).not.toContain('gateway');
});

test('everything stops in the reverse order', async () => {
  const { stop } = await startStandIns(standIns, calls);
  await Promise.all([stop(), stop()]);
  expect(words().slice(-4)).toEqual(['agent stopped', 'hub stopped', 'gateway stopped', 'core stopped']);
});

test('a first start that was interrupted goes on where it was', async () => {
  calls.failCode = true;
  await expect(startStandIns(standIns, calls)).rejects.toThrow('no pairing code can be made');
  calls.failCode = false;
  const { stop, text } = await startStandIns(standIns, calls);
  await stop();
  expect(calls.accounts).toHaveLength(1);
  expect(text()).toContain('KEY=svc_live_1\n');
});

test('an account that was made, but not noted, is found again', async () => {
  calls.accounts.push({ id: 7n, name: 'First account' });
  const { stop, text } = await startStandIns(standIns, calls);
  await stop();
  expect(calls.accounts).toHaveLength(1);
  expect(text()).toContain('account 7');
});

test('the secrets stay in files of mode 0600, and no key is in any of them', async () => {
  const { stop, config } = await startStandIns(standIns, calls);
  await stop();
  const connection = join(config.dataDir, 'connection.json');
  const { core, serviceToken } = JSON.parse(readFileSync(connection, 'utf8'));
  expect(core).toMatch(/^127\.0\.0\.1:\d+$/);
  expect(serviceToken).toMatch(/^[\w-]{43}$/);
  for (const name of ['connection.json', 'first_start.json']) {
    expect(statSync(join(config.dataDir, name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(config.dataDir, name), 'utf8')).not.toContain('svc_live_');
  }
});

test("a process that fails at its first start ends all of it, with the process' own line", async () => {
  const core = standIns.write('failing', "process.stderr.write('the database refuses\\n'); process.exit(1);");
  await expect(startStandIns(standIns, calls, { core })).rejects.toThrow(/^the database refuses$/);
  const gateway = standIns.write('crashing', "throw new TypeError('oh');");
  await expect(startStandIns(standIns, calls, { gateway })).rejects.toThrow(
    'the gateway ended with exit code 1 before it was ready: TypeError: oh; see /the/log',
  );
  expect(words()).not.toContain('agent ready');
});

test('a process that dies is started again, and the terminal shows it', async () => {
  const { stop, printed } = await startStandIns(standIns, calls);
  process.kill(pidOf('core'), 'SIGKILL');
  await vi.waitFor(() => expect(printed).toContain('the core is back\n'), { timeout: 5000, interval: 20 });
  expect(printed).toContain('the core was ended by SIGKILL and is started again\n');
  await stop();
});

test('an agent that is not paired any more is left ended, and the service goes on', async () => {
  const agent = standIns.write(
    'unpaired',
    `if (process.argv[2] === 'run') { process.stderr.write('not paired any more\\n'); process.exit(2); }
    if (process.argv[2] === 'phones') { process.once('disconnect', () => process.exit()); process.send({ type: 'ready' }); }`,
  );
  const { stop, text } = await startStandIns(standIns, calls, { agent });
  expect(text()).toContain('the device agent has ended for good: not paired any more\n');
  await stop();
});

test('a second instance on the same data is refused in one line', async () => {
  const { stop, config } = await startStandIns(standIns, calls);
  await expect(startStandIns(standIns, calls)).rejects.toThrow(
    `another instance is running on the data directory ${config.dataDir}`,
  );
  await stop();
});

test('taken ports are shown in one line that names the variables', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const free = { host: '127.0.0.1', port: 0 };
  await expect(
    checkListeners(
      {
        TEXTRELAY_CORE_LISTEN: free,
        TEXTRELAY_CORE_OPS_LISTEN: free,
        TEXTRELAY_DEVICE_LISTEN: free,
        TEXTRELAY_HUB_LISTEN: free,
        TEXTRELAY_GATEWAY_LISTEN: { host: '127.0.0.1', port },
        TEXTRELAY_GATEWAY_OPS_LISTEN: free,
      },
      systemClock,
    ),
  ).rejects.toThrow(
    /^cannot listen on 127\.0\.0\.1:\d+: the port is taken \(set TEXTRELAY_GATEWAY_LISTEN\)$/,
  );
  server.close();
});
