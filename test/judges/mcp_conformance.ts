// The conformance package of the Model Context Protocol at a /mcp of its own, by each version of the protocol:
// node test/judges/mcp_conformance.ts. It fetches the package by npx, so that it is no part of the suite. What it asks of a server
// made for it (tools, prompts and resources of fixed names) is left out: this one has none of them.
import { spawn } from 'node:child_process';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { operatorOf } from '../support/core.ts';
import { startThrowAway } from '../support/embedded.ts';
import { startCoreProcess, startGatewayProcess } from '../support/processes.ts';

const judge = '@modelcontextprotocol/conformance@0.2.0-alpha.12';

/** What every server is asked, by the versions that the package has it for. */
const scenarios: Record<string, readonly string[]> = {
  '2025-06-18': ['server-initialize', 'server-session-lifecycle', 'ping', 'tools-list'],
  '2025-11-25': [
    'server-initialize',
    'server-session-lifecycle',
    'ping',
    'tools-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
    'caching',
    'http-header-validation',
  ],
};

/** Checks that ask for what this server does not have: subscriptions, prompts and resources. */
const notOurs = /subscription|prompts-list|resources-/;

interface Check {
  id: string;
  status: string;
  errorMessage?: string;
  details?: { untestable?: boolean };
}

/** A door that shows a key, each in turn: the package shows none, and one alone has too few requests. */
async function openDoor(port: number, keys: readonly string[]) {
  let count = 0;
  const server = createServer((near, answer) => {
    const headers = { ...near.headers, authorization: `Bearer ${keys[count++ % keys.length]}` };
    const far = ask({ host: '127.0.0.1', port, method: near.method, path: near.url, headers });
    far.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 0, response.rawHeaders);
      pipeline(response, answer, () => undefined);
    });
    far.on('error', () => near.destroy());
    pipeline(near, far, () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

/** The checks of a scenario. Throws with what the package said instead. */
async function judgeBy(version: string, scenario: string, url: string): Promise<Check[]> {
  const words = ['server', '--url', url, '--scenario', scenario, '--spec-version', version, '--verbose'];
  const child = spawn('npx', ['-y', `--package=${judge}`, 'conformance', ...words], { stdio: 'pipe' });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (more) => (said += more));
  await new Promise((resolve) => child.on('close', resolve));
  const json = /^\[\n[\s\S]*?^\]$/m.exec(said)?.[0];
  if (json === undefined) throw new Error(`${scenario} by ${version} said: ${said}`);
  return JSON.parse(json);
}

const database = await startThrowAway();
const core = await startCoreProcess(database.url, { LOG_LEVEL: 'warn' });
const gateway = await startGatewayProcess([core], { LOG_LEVEL: 'warn' });
const admin = operatorOf(core);
const { account } = await admin.createAccount({ name: 'Judged', country: 'US', plan: 'pro', exempt: false });
const made = await Promise.all(
  Array.from({ length: 5 }, () => admin.createKey({ accountId: account?.id as bigint })),
);
const door = await openDoor(
  gateway.port,
  made.map(({ secret }) => secret),
);
try {
  for (const [version, names] of Object.entries(scenarios))
    for (const name of names) {
      const checks = await judgeBy(version, name, door.url);
      const judged = checks.filter(({ id, details }) => !details?.untestable && !notOurs.test(id));
      const failed = judged.filter(({ status }) => status === 'FAILURE');
      const passed = judged.filter(({ status }) => status === 'SUCCESS').length;
      console.log(`${version} ${name}: ${passed} passed, ${failed.length} failed`);
      for (const { id, errorMessage } of failed) {
        process.exitCode = 1;
        console.log(`  ${id}: ${errorMessage}`);
      }
    }
} finally {
  door.server.closeAllConnections();
  door.server.close();
  await gateway.stop();
  await core.stop();
  await database.stop();
}
