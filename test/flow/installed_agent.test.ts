// The packed agent, installed without the server's packages: every command works, and a text goes through it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MessageStatus } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { until } from '../../runtime/testing/until.ts';
import { clientOf, operatorOf } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';
import { InstalledAgent } from '../support/installed_agent.ts';
import { serveTcp } from '../support/modem/serve_tcp.ts';
import { SimulatedModem } from '../support/modem/simulated_modem.ts';
import { type CoreProcess, startCoreProcess } from '../support/processes.ts';

const root = join(import.meta.dirname, '..', '..');
const rootPackage = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

let core: CoreProcess;
let agent: InstalledAgent;
let accountId: bigint;
beforeAll(async () => {
  core = await startCoreProcess(await createDatabase());
  const created = await operatorOf(core).createAccount({
    name: 'Acme',
    country: 'US',
    plan: 'pro',
  });
  accountId = created.account?.id as bigint;
  agent = await InstalledAgent.install();
}, 60_000);
afterAll(async () => {
  await core?.stop();
  agent?.remove();
});

const devicePort = () => core.device.port;
/** The words of `doctor` by what it looked at. */
const seenBy = (out: string) =>
  JSON.parse(out).findings.map(({ level, what }: { level: string; what: string }) => `${level} ${what}`);

test('the package declares exactly what it imports, in the versions of the project, and holds no test', () => {
  const { dependencies = {}, optionalDependencies = {}, engines } = agent.document;
  expect(Object.keys(optionalDependencies)).toEqual(['serialport']);
  expect(engines).toEqual({ node: '>=22.16.0' });
  for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies }))
    expect([name, version]).toEqual([name, rootPackage.dependencies[name]]);
  for (const server of ['fastify', 'postgres', 'drizzle-orm', 'stripe', '@grpc/grpc-js', 'libphonenumber-js'])
    expect(agent.packages).not.toContain(server);
  const files = readdirSync(agent.home, { recursive: true, encoding: 'utf8' });
  expect(files.filter((name) => /(\.ts$|test|testing|^server|^gateway)/.test(name))).toEqual([]);
  for (const name of ['README.md', 'LICENSE', 'textrelay-agent.service']) expect(files).toContain(name);
});

test('it names its version and its drivers when serialport is not installed', async () => {
  expect(existsSync(join(agent.home, '..', 'serialport'))).toBe(false);
  expect(await agent.call(['--version'])).toEqual({ code: 0, out: `${rootPackage.version}\n`, err: '' });
  const { code, out, err } = await agent.call(['drivers']);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^simulated {2}/);
  expect(out).toMatch(/^at-modem {2}/m);
});

test('before it is paired, doctor says what to do and status that it is not', async () => {
  const { code, out, err } = await agent.call(['doctor']);
  expect([code, err]).toEqual([1, '']);
  expect(out).toMatch(/fault +directory +\S+ is not there\n/);
  expect((await agent.call(['status'])).out).toMatch(/device {5}not paired\n$/);
  expect(await agent.call(['run'])).toEqual({
    code: 1,
    out: '',
    err: `no device is paired in ${agent.dir}; get a code and pair it first\n`,
  });
});

test('it pairs with a real core, reports that it works, and carries a text in each direction', async () => {
  const { code: pairingCode } = await operatorOf(core).createPairingCode({ accountId });
  const paired = await agent.call(['pair', `http://127.0.0.1:${devicePort()}`, pairingCode]);
  expect(paired).toMatchObject({ code: 0, err: '' });
  expect(paired.out).toMatch(
    /^Paired as device 1 of account Acme, at http:\/\/127\.0\.0\.1:\d+\.\n\nNext:\n/,
  );
  expect(paired.out).not.toContain(pairingCode);

  const diagnosed = await agent.call(['doctor', '--json']);
  expect(diagnosed).toMatchObject({ code: 0, err: '' });
  expect(seenBy(diagnosed.out)).toEqual([
    'ok Node',
    'warning settings',
    'ok directory',
    expect.stringMatching(/disk$/),
    'ok pairing',
    'ok agent',
    "ok core's port",
    'ok device listener',
    'ok pairing',
    'ok clock',
    'ok phone',
  ]);

  const running = await agent.start();
  const messages = clientOf(MessageService, core);
  const { results } = await messages.sendMessages({
    texts: [{ accountId, address: '+15005550006', body: 'hello', clientRef: 'one' }],
  });
  expect(results[0]?.outcome.case).toBe('accepted');
  await agent.call(['simulate-inbound', '+15005550123', 'hello back']);
  const listed = await until(async () => {
    const { pages } = await messages.listChanges({ queries: [{ accountId, since: 0n, limit: 10 }] });
    const found = pages[0]?.messages ?? [];
    return found.length === 2 && found.some(({ status }) => status === MessageStatus.DELIVERED) && found;
  });
  expect(listed.map(({ status }) => status).sort()).toEqual([
    MessageStatus.DELIVERED,
    MessageStatus.RECEIVED,
  ]);

  const beside = await agent.call(['doctor', '--json']);
  expect([beside.code, seenBy(beside.out)]).toEqual([0, expect.arrayContaining(['ok device', 'ok pairing'])]);
  const status = JSON.parse((await agent.call(['status', '--json'])).out);
  expect(status).toMatchObject({
    paired: true,
    account: 'Acme',
    running: true,
    journal: { link: 'up', today_utc: { sent: 1, delivered: 1, received: 1 } },
  });
  expect(await running.stop()).toBe(0);
  expect(running.output().match(/"msg":"link up"/g)).toHaveLength(1);
  expect(running.output()).not.toMatch(/hello|500555|Experimental/);
}, 60_000);

test('a modem on a TCP line needs no serialport; a serial modem says that it is missing until it is installed', async () => {
  const modem = new SimulatedModem({});
  const line = await serveTcp(modem);
  const settings = (port: string) =>
    writeFileSync(
      join(agent.dir, 'agent.env'),
      `TEXTRELAY_AGENT_DRIVER=at-modem\nTEXTRELAY_AGENT_SERIAL_PORT=${port}\n`,
    );
  try {
    settings(line.address);
    const { out, err } = await agent.call(['doctor', '--json']);
    expect(err).toBe('');
    expect(seenBy(out)).toEqual(expect.arrayContaining(['ok settings', 'ok serial port', 'ok modem']));
  } finally {
    await line.close();
  }
  settings('/dev/no-such-port');
  const saidOf = async () => {
    const { findings } = JSON.parse((await agent.call(['doctor', '--json'])).out);
    return findings.find(({ what }: { what: string }) => what === 'serial port').detail;
  };
  expect(await saidOf()).toBe('serial ports cannot be used on this machine; tcp://host:port can');
  agent.installOptional();
  expect(await saidOf()).toBe('the serial port is not there');
}, 60_000);

test('the agent of an unpaired device exits with 2, and doctor says why', async () => {
  await operatorOf(core).unpairDevice({ accountId, id: 1n });
  expect(await agent.call(['run'], { TEXTRELAY_AGENT_DRIVER: 'simulated', LOG_LEVEL: 'silent' })).toEqual({
    code: 2,
    out: '',
    err: 'this device is not paired any more\n',
  });
  const { code, out } = await agent.call(['doctor'], { TEXTRELAY_AGENT_DRIVER: 'simulated' });
  expect(code).toBe(1);
  expect(out).toMatch(/fault +pairing +the core does not know this device any more\n/);
});
