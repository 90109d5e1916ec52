// What a person reads who types a command: every message once. No answer holds a code, a token or a value.
import { chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PairingService } from '../../proto/gen/textrelay/v1/pairing_service_pb.ts';
import { driverKinds } from '../drivers/registry.ts';
import { refuseForeignDir } from '../home/directory.ts';
import { AgentBench, testToken } from '../testing/agent_bench.ts';
import { runWords } from '../testing/command_line.ts';

let bench: AgentBench;
const servers: Server[] = [];
beforeEach(async () => {
  bench = await AgentBench.open();
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  await bench.close();
});

const run = (words: string[], env: Record<string, string> = {}, dir = bench.dir) =>
  runWords(dir, bench.clock, words, env);

/** A device service that takes any code. */
async function pairingUrl(): Promise<string> {
  const handler = connectNodeAdapter({
    routes: (router) => {
      router.service(PairingService, {
        pairDevice: () => ({ deviceId: 8n, accountName: 'acme', token: testToken }),
      });
    },
  });
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('pair says who the device is and what to do next, and neither code nor token', async () => {
  const dir = join(bench.dir, 'new');
  const url = await pairingUrl();
  const { out, fault } = await run(['pair', url, 'CODE-1234'], {}, dir);
  expect(fault).toBeUndefined();
  expect(out).toBe(`Paired as device 8 of account acme, at ${url}.

Next:
  1. choose what it sends with: textrelay-agent drivers
  2. put that into ${dir}/agent.env, such as: TEXTRELAY_AGENT_DRIVER=at-modem
  3. see whether all is well: textrelay-agent doctor
  4. start it: textrelay-agent run
`);
});

test('pairing again says which device it was before, and a driver that is chosen already is not asked for', async () => {
  const url = await pairingUrl();
  writeFileSync(join(bench.dir, 'agent.env'), 'TEXTRELAY_AGENT_DRIVER=at-modem\n');
  const { out } = await run(['pair', url, 'CODE-1234']);
  expect(out).toBe(`Paired as device 8 of account acme, at ${url}.
It was device 7 of account acme before; unpair that one, if nobody uses it. Its journal is set
aside with the next run.

Next:
  1. see whether all is well: textrelay-agent doctor
  2. start it: textrelay-agent run
`);
});

test('settings with faults, or a damaged identity, do not keep a device from being paired', async () => {
  const url = await pairingUrl();
  writeFileSync(join(bench.dir, 'agent.env'), 'nonsense\n');
  writeFileSync(join(bench.dir, 'identity.json'), '{');
  expect((await run(['pair', url, 'CODE-1234'])).out).toMatch(/^Paired as device 8/);
});

test('drivers lists every driver with its settings, for people and for programs', async () => {
  const { out } = await run(['drivers']);
  for (const { name, summary, variables } of driverKinds) {
    expect(out).toContain(`${name}  ${summary}\n`);
    for (const [variable, spec] of Object.entries(variables)) {
      expect(out).toMatch(new RegExp(`^ {4}${variable} +\\S`, 'm'));
      expect([variable, spec.desc]).toEqual([variable, expect.stringMatching(/\S/)]);
    }
  }
  expect(out).toMatch(/BAUD +speed of the serial port \[115200\]\n/);
  expect(out.trimEnd()).toMatch(
    /Choose one with TEXTRELAY_AGENT_DRIVER; "doctor" says whether its device is there\.$/,
  );
  const listed = JSON.parse((await run(['drivers', '--json'])).out);
  expect(listed.map(({ name }: { name: string }) => name)).toEqual(driverKinds.map(({ name }) => name));
  expect(listed[1].variables[1]).toEqual({
    name: 'TEXTRELAY_AGENT_BAUD',
    description: 'speed of the serial port [115200]',
    required: false,
    default: 115_200,
    choices: expect.arrayContaining([9_600]),
  });
});

test('run starts the agent with the configuration, and a word that is no command is not one', async () => {
  const { ran } = await run(['run'], { TEXTRELAY_AGENT_DRIVER: 'at-modem' });
  expect([ran?.dir, ran?.driver.name]).toEqual([bench.dir, 'at-modem']);
  expect((await run([])).ran?.driver.name).toBe('simulated');
  for (const [word, fault] of [
    ['stauts', 'there is no such command; status is'],
    ['Doctor', 'there is no such command; doctor is'],
    ['A1B2C3D4E5F6', 'there is no such command (see --help)'],
  ] as const)
    expect(await run([word])).toMatchObject({ fault, ran: undefined });
});

test('phones starts the hub with its own configuration, beside whatever agent there is', async () => {
  const { ranHub, ran } = await run(['phones'], { TEXTRELAY_HUB_DIR: join(bench.dir, 'phones') });
  expect([ranHub?.dir, ranHub?.name, ran]).toEqual([join(bench.dir, 'phones'), 'hub', undefined]);
});

test('simulate-inbound is for the simulated phone of a paired device, and within bounds', async () => {
  const stored = () => readdirSync(join(bench.dir, 'inbound')).filter((name) => name.endsWith('.json'));
  expect((await run(['simulate-inbound', '+15005550006', 'hello'])).out).toMatch(
    /^Stored as \d{14}-[\w-]+\.\n$/,
  );
  expect(readFileSync(join(bench.dir, 'inbound', stored()[0] ?? ''), 'utf8')).toContain('hello');
  const refusals: [string[], Record<string, string>, string][] = [
    [
      ['1', 'x'],
      { TEXTRELAY_AGENT_DRIVER: 'at-modem' },
      'only the simulated phone can receive on command; the driver is at-modem',
    ],
    [['', 'x'], {}, 'the sender must have 1 to 64 characters'],
    [['1'.repeat(65), 'x'], {}, 'the sender must have 1 to 64 characters'],
    [['1', ''], {}, 'the text must have 1 to 10000 characters'],
    [['1', 'x'.repeat(10_001)], {}, 'the text must have 1 to 10000 characters'],
  ];
  for (const [words, env, fault] of refusals)
    expect((await run(['simulate-inbound', ...words], env)).fault).toBe(fault);
  const elsewhere = join(bench.dir, 'none');
  expect((await run(['simulate-inbound', '1', 'x'], {}, elsewhere)).fault).toBe(
    `no device is paired in ${elsewhere}; pair it first`,
  );
  expect(stored()).toHaveLength(1);
});

test('a text that cannot be stored is one line', async () => {
  writeFileSync(join(bench.dir, 'inbound'), '');
  const { fault } = await run(['simulate-inbound', '1', 'x']);
  expect(fault).toBe(`the text cannot be stored in ${bench.dir} (EEXIST)`);
});

test("root leaves nothing in another user's directory, and is shown how to be that user", () => {
  const dir = join(bench.dir, 'own');
  expect(() => refuseForeignDir(dir, 0)).not.toThrow();
  mkdirSync(dir);
  if (process.getuid?.() === 0) chownSync(dir, 4242, 4242);
  const { uid } = statSync(dir);
  expect(() => refuseForeignDir(dir, 0)).toThrow(
    `${dir} belongs to another user: run this as its owner, with sudo -u '#${uid}' in front`,
  );
  for (const other of [uid, 17]) expect(() => refuseForeignDir(dir, other)).not.toThrow();
});
