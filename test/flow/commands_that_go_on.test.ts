// Every command and program that goes on, as a process of its own on real time: it does its work twice, with nothing but a wait
// in between, and ends as it should when it is asked to. A fake clock cannot show a process that ends because nothing holds it.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeIdentity } from '../../device-agent/home/identity.ts';
import { freePort } from '../../runtime/testing/free_port.ts';
import { until } from '../../runtime/testing/until.ts';
import { newPlace, startThrowAway } from '../../server/embedded/testing/places.ts';
import { serviceToken } from '../support/core.ts';
import { goEnvironment } from '../support/go_programs.ts';
import { launched } from '../support/processes.ts';
import { hasProgram, testNeeding } from '../support/programs.ts';

const root = join(import.meta.dirname, '..', '..');
const clients = join(root, 'gateway', 'clients');
const folder = mkdtempSync(join(tmpdir(), 'goes-on-'));
const children: ChildProcess[] = [];

/** What is away: it takes each connection and closes it. */
let away: Server;
let visits = 0;
let awayPort: number;
/** A service whose feed fails with every other request, and has a new text with the ones between. */
const feed = createHttpServer((_request, response) => {
  asked += 1;
  response.writeHead(asked % 2 === 1 ? 503 : 200, { 'content-type': 'application/json' });
  const messages = [{ id: asked, seq: asked }];
  response.end(
    JSON.stringify(
      asked % 2 === 1 ? { error: 'away', code: 'unavailable' } : { messages, next_since: asked },
    ),
  );
});
let asked = 0;
let feedUrl: string;

const portOf = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  away = createServer((socket) => {
    visits += 1;
    socket.on('error', () => {}).destroy();
  });
  for (const server of [away, feed]) await once(server.listen(0, '127.0.0.1'), 'listening');
  awayPort = portOf(away);
  feedUrl = `http://127.0.0.1:${portOf(feed)}`;
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  away.close();
  feed.closeAllConnections();
  feed.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a program; `ended` is its exit code and the signal that ended it. */
function begin(command: string, words: readonly string[], env: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(command, words, { env: { PATH, HOME, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const ended = once(child, 'exit');
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    child,
    ended,
    output: () => output,
    /** Waits for a sign that it goes on, and fails with what it said where it ends instead. */
    goesOn: async (sign: () => boolean) => {
      await until(() => sign() || !isRunning());
      expect({ isRunning: isRunning(), output }).toEqual({ isRunning: true, output });
    },
    stop: (signal: NodeJS.Signals) => {
      child.kill(signal);
      return ended;
    },
  };
}

const beginProgram = (script: string, words: readonly string[], env: Record<string, string>) =>
  begin(process.execPath, [...launched(script, `${root}/`), ...words], env);

test('admin backup --every makes one backup after the other, and ends well when it is asked to stop', async () => {
  const place = newPlace();
  const dataDir = join(place, 'data');
  const database = await startThrowAway(dataDir);
  try {
    const goOnUntil = async (signal: NodeJS.Signals) => {
      const backups = join(place, signal);
      const words = ['backup', backups, '--every', '2s'];
      const running = beginProgram('server/admin.ts', words, { TEXTRELAY_DATA_DIR: dataDir });
      await running.goesOn(() => running.output().split(/^.* files, .* bytes, of .*$/m).length > 2);
      expect(await running.stop(signal)).toEqual([0, null]);
      const names = readdirSync(backups);
      expect(names.length).toBeGreaterThanOrEqual(2);
      expect(names.filter((name) => !/^textrelay-\d{8}T\d{6}Z$/.test(name))).toEqual([]);
    };
    await Promise.all([goOnUntil('SIGTERM'), goOnUntil('SIGINT')]);
  } finally {
    await database.stop();
    rmSync(place, { recursive: true, force: true });
  }
}, 60_000);

test('admin backup --every goes on where its database is away', async () => {
  const running = beginProgram('server/admin.ts', ['backup', join(folder, 'to'), '--every', '1s'], {
    TEXTRELAY_DATA_DIR: join(folder, 'nothing'),
  });
  await running.goesOn(() => running.output().split('the backup failed').length > 3);
  expect(await running.stop('SIGTERM')).toEqual([0, null]);
});

/** Programs that try again while something is away, and what is away. */
const tireless: [string, string, string[], () => Promise<Record<string, string>>][] = [
  [
    'the agent, without its core',
    'device-agent/main.ts',
    ['run'],
    async () => {
      const dir = mkdtempSync(join(folder, 'agent-'));
      const url = `http://127.0.0.1:${awayPort}`;
      writeIdentity(dir, { url, deviceId: '1', accountName: 'acme', token: 'a-token' });
      return { TEXTRELAY_AGENT_DIR: dir };
    },
  ],
  [
    'the core, without its database',
    'server/main.ts',
    [],
    async () => ({
      DATABASE_URL: `postgres://nobody:none@127.0.0.1:${awayPort}/none`,
      TEXTRELAY_SERVICE_TOKEN: serviceToken,
      TEXTRELAY_CORE_LISTEN: `127.0.0.1:${await freePort()}`,
      TEXTRELAY_CORE_OPS_LISTEN: `127.0.0.1:${await freePort()}`,
      TEXTRELAY_DEVICE_LISTEN: `127.0.0.1:${await freePort()}`,
    }),
  ],
  [
    'the gateway, without its core',
    'gateway/main.ts',
    [],
    async () => ({
      TEXTRELAY_CORE_ADDRESS: `127.0.0.1:${awayPort}`,
      TEXTRELAY_SERVICE_TOKEN: serviceToken,
      TEXTRELAY_GATEWAY_LISTEN: `127.0.0.1:${await freePort()}`,
      TEXTRELAY_GATEWAY_OPS_LISTEN: `127.0.0.1:${await freePort()}`,
    }),
  ],
  [
    'npm start, without its database',
    'server/standalone.ts',
    [],
    async () => ({
      DATABASE_URL: `postgres://nobody:none@127.0.0.1:${awayPort}/none`,
      TEXTRELAY_DATA_DIR: mkdtempSync(join(folder, 'data-')),
      TEXTRELAY_GATEWAY_LISTEN: `127.0.0.1:${await freePort()}`,
      TEXTRELAY_GATEWAY_OPS_LISTEN: `127.0.0.1:${await freePort()}`,
      TEXTRELAY_CORE_LISTEN: `127.0.0.1:${await freePort()}`,
      TEXTRELAY_CORE_OPS_LISTEN: `127.0.0.1:${await freePort()}`,
      TEXTRELAY_DEVICE_LISTEN: `127.0.0.1:${await freePort()}`,
    }),
  ],
];

test.each(tireless)(
  '%s, tries again and again, and ends well when it is asked to stop',
  async (...story) => {
    const [, script, words, environment] = story;
    const earlier = visits;
    const running = beginProgram(script, words, await environment());
    await running.goesOn(() => visits >= earlier + 3);
    expect(await running.stop('SIGTERM')).toEqual([0, null]);
  },
  60_000,
);

test('the hub of phones serves on without a phone, and ends well when it is asked to stop', async () => {
  const port = await freePort();
  const running = beginProgram('device-agent/main.ts', ['phones'], {
    TEXTRELAY_HUB_LISTEN: `127.0.0.1:${port}`,
    TEXTRELAY_HUB_DIR: mkdtempSync(join(folder, 'hub-')),
    TEXTRELAY_HUB_CORE: `http://127.0.0.1:${awayPort}`,
  });
  let served = 0;
  await running.goesOn(() => {
    void fetch(`http://127.0.0.1:${port}/`).then(
      () => (served += 1),
      () => undefined,
    );
    return served >= 2;
  });
  expect(await running.stop('SIGTERM')).toEqual([0, null]);
});

test('textrelay-mcp goes on while its service is away, and ends with its host', async () => {
  const program = join(clients, 'mcp', 'src', 'textrelay_mcp.ts');
  const env = { TEXTRELAY_URL: `http://127.0.0.1:${awayPort}`, TEXTRELAY_KEY: 'svc_live_none' };
  const running = begin(process.execPath, [program], env);
  for (const id of [1, 2]) {
    running.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' })}\n`);
    await running.goesOn(() => running.output().includes(`"id":${id},"error"`));
  }
  running.child.stdin?.end();
  expect(await running.ended).toEqual([0, null]);
});

/** The readers of the feed: each waits between two tries, and prints each text that comes. */
async function readsOn(command: string, words: readonly string[], env: Record<string, string> = {}) {
  const running = begin(command, words, { BASE: feedUrl, ...env });
  await running.goesOn(() => running.output().trim().split('\n').filter(Boolean).length >= 2);
  expect(running.output()).toMatch(/^\d+\n\d+\n/);
  expect(await running.stop('SIGTERM')).toEqual([null, 'SIGTERM']);
}

test('a reader with the npm client reads on through failures', async () => {
  const source = join(clients, 'typescript', 'src', 'textrelay.ts');
  const program = `import { Textrelay } from ${JSON.stringify(`file://${source}`)};
    const client = new Textrelay({ baseUrl: process.env.BASE, key: 'svc_live_none' });
    for await (const { id } of client.changes({ since: 0 })) console.log(id);`;
  await readsOn(process.execPath, ['--input-type=module', '-e', program]);
});

const hasPython = hasProgram('python3');
const python = { PYTHONPATH: join(clients, 'python'), PYTHONDONTWRITEBYTECODE: '1' };
const pythonStart = 'import asyncio, os, textrelay\nbase = os.environ["BASE"]\n';

testNeeding(hasPython, 'python3', 'a reader with the Python client reads on through failures', () =>
  readsOn(
    'python3',
    [
      '-c',
      `${pythonStart}with textrelay.Client(base, "svc_live_none") as client:
    for text in client.changes(since=0):
        print(text["id"], flush=True)`,
    ],
    python,
  ),
);

testNeeding(hasPython, 'python3', 'a reader with its asynchronous one does, too', () =>
  readsOn(
    'python3',
    [
      '-c',
      `${pythonStart}async def main():
    async with textrelay.AsyncClient(base, "svc_live_none") as client:
        async for text in client.changes(since=0):
            print(text["id"], flush=True)
asyncio.run(main())`,
    ],
    python,
  ),
);

const hasGo = hasProgram('go');

testNeeding(hasGo, 'go', 'a reader with the Go client reads on through failures', async () => {
  const program = join(folder, 'reader.go');
  const built = join(folder, 'reader');
  const module = 'textrelay.example/textrelay';
  const lines = ['module reader', 'go 1.23', `require ${module} v0.0.0`];
  writeFileSync(join(folder, 'go.mod'), `${lines.join('\n')}\nreplace ${module} => ${join(clients, 'go')}\n`);
  writeFileSync(
    program,
    `package main

import (
	"context"
	"fmt"
	"os"

	"${module}"
)

func main() {
	client := textrelay.New(textrelay.Options{BaseURL: os.Getenv("BASE"), Key: "svc_live_none"})
	for text, err := range client.Changes(context.Background(), textrelay.ChangesOptions{Since: textrelay.Ptr(int64(0))}) {
		if err != nil {
			panic(err)
		}
		fmt.Println(text.ID)
	}
}
`,
  );
  const env = { ...process.env, ...goEnvironment };
  await promisify(execFile)('go', ['build', '-o', built, program], { cwd: folder, env });
  await readsOn(built, []);
});
