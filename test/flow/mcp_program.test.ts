// The packed program for hosts that speak over standard input and output, started by the official clients.
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Client as NewClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as NewTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packNpm } from '../../gateway/clients/packing/pack_npm.ts';
import { systemClock } from '../../runtime/clock.ts';
import { until } from '../../runtime/testing/until.ts';
import { pairPhone } from '../support/phone.ts';
import { type Stack, startStack } from '../support/stack.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
let folder: string;
let program: string;
let stack: Stack;
const closing: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-program-'));
  const home = join(folder, 'textrelay-mcp');
  mkdirSync(home);
  [stack] = await Promise.all([
    startStack(),
    packNpm(root, folder, 'mcp').then((file) =>
      run('tar', ['-xzf', file, '-C', home, '--strip-components=1']),
    ),
  ]);
  const { bin, dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  expect(dependencies).toBeUndefined();
  program = join(home, bin['textrelay-mcp']);
}, 240_000);
afterAll(async () => {
  await Promise.all(closing.map((client) => client.close()));
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const envOf = (key: string, base = stack.gateways[0]?.url ?? '') => ({
  ...{ PATH: process.env.PATH ?? '', TEXTRELAY_URL: base, TEXTRELAY_KEY: key },
});
const started = (key: string) => ({ command: process.execPath, args: [program], env: envOf(key) });
const info = { name: 'judge', version: '1' };

/** What clients of both generations have in common. */
interface Agent {
  listTools(): Promise<{ tools: object[] }>;
  callTool(call: object, ...more: unknown[]): Promise<{ structuredContent?: unknown; isError?: boolean }>;
}

const generations: Record<string, (key: string) => Promise<Agent>> = {
  'of the current protocol': async (key) => {
    const client = new NewClient(info, { versionNegotiation: { mode: 'auto' } });
    closing.push(client);
    await client.connect(new NewTransport(started(key)));
    return client as unknown as Agent;
  },
  'of the protocol before': async (key) => {
    const client = new NewClient(info);
    closing.push(client);
    await client.connect(new NewTransport(started(key)));
    return client as unknown as Agent;
  },
  'of the first library': async (key) => {
    const client = new OldClient(info);
    closing.push(client);
    await client.connect(new OldTransport(started(key)));
    return {
      listTools: () => client.listTools(),
      callTool: (call: never, options?: never) => client.callTool(call, undefined, options),
    } as unknown as Agent;
  },
};

test.each(Object.entries(generations))(
  'a client %s sends, asks, is cut off in mid-call, and goes on without a second text',
  async (_name, connect) => {
    const account = await stack.createAccount({ paired: false });
    const phone = await pairPhone(stack.core, account, systemClock);
    const agent = await connect(account.key);
    expect((await agent.listTools()).tools).toHaveLength(9);
    const asking = { name: 'ask', arguments: { address: '+15005550011', body: 'Is Tuesday fine?' } };
    const cut = new AbortController();
    const held = agent.callTool(asking, { signal: cut.signal }).catch(() => 'cut off');
    const waits = (many: number) =>
      until(async () => (await stack.metric('textrelay_gateway_waiting')) === many);
    await waits(1);
    cut.abort();
    expect(await held).toBe('cut off');
    // The program has closed its request, and that ended the wait.
    await waits(0);
    await phone.switchOn();
    expect((await agent.callTool(asking)).structuredContent).toMatchObject({
      repeated: true,
      outcome: { state: 'reply', reply: { untrusted_body: 'You said: Is Tuesday fine?' } },
    });
    await phone.throwAway();
    const { json } = await stack.get('/api/v1/messages?since=0', account.key);
    expect(json.messages.filter(({ direction }: { direction: string }) => direction === 'out')).toHaveLength(
      1,
    );
  },
);

async function say(lines: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [program], { env });
  const [out, err] = [text(child.stdout), text(child.stderr)];
  child.stdin.end(lines.map((line) => `${line}\n`).join(''));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, out: await out, err: await err };
}
const listing = '{"jsonrpc":"2.0","id":7,"method":"tools/list"}';

test('it says what is wrong: the address, the key, a line, a refusal, a service that is away', async () => {
  const key = 'svc_live_wrong';
  expect(await say([], envOf(key, 'nowhere'))).toMatchObject({
    code: 2,
    err: expect.stringContaining('TEXTRELAY_URL must be'),
  });
  expect(await say([], envOf(''))).toMatchObject({
    code: 2,
    err: expect.stringContaining('TEXTRELAY_KEY must be'),
  });
  const answer = await say(['{', listing], envOf(key));
  expect(answer.out).toContain('"code":-32700');
  expect(answer.out).toMatch(/"id":7,"error":\{"code":-32000,"message":"[^"]*\(invalid_api_key\)"/);
  expect(answer.out + answer.err).not.toContain(key);
  const away = await say([listing], envOf(key, 'http://127.0.0.1:1'));
  expect(away.out).toMatch(/"id":7,"error":.*no text is sent twice/);
});
