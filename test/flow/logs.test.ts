// No process logs anything private. Core, gateway and agent run as real processes and log all they can, while
// canaries go through every path, whether it succeeds or fails: bodies, numbers, keys, tokens and pairing codes.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MessageStatus } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { freePort } from '../../runtime/testing/free_port.ts';
import { until } from '../../runtime/testing/until.ts';
import { createSecret, platformKeyPrefix } from '../../server/domain/keys/api_key.ts';
import { clientOf, operatorOf, serviceToken } from '../support/core.ts';
import { createDatabase, openInspector } from '../support/database.ts';
import { sendBytes, sendRequest } from '../support/http_client.ts';
import { pairDevice, pairingServiceOf } from '../support/pairing.ts';
import { createPlatform } from '../support/platform.ts';
import {
  type CoreProcess,
  type GatewayProcess,
  launched,
  type RunningProcess,
  startCoreProcess,
  startGatewayProcess,
  startProcess,
} from '../support/processes.ts';
import { RawAgent } from '../support/raw_agent.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const loud = { LOG_LEVEL: 'trace' };
const dir = mkdtempSync(join(tmpdir(), 'textrelay-logs-'));
/** Each canary, with a name for what it stands for. */
const canaries = new Map<string, string>([['the service credential', serviceToken]]);
/** Output of short-lived commands. */
const written: string[] = [];

let databaseUrl: string;
let core: CoreProcess;
let gateway: GatewayProcess;
let agent: RunningProcess;
let agentOpsPort: number;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  core = await startCoreProcess(databaseUrl, loud);
  gateway = await startGatewayProcess([core], loud);
});
afterAll(async () => {
  await Promise.all([agent, gateway].map((running) => running?.stop()));
  await core?.stop();
  rmSync(dir, { recursive: true, force: true });
});

let count = 0;
/** Makes a new canary, which the test looks for at the end. */
function canary(name: string, word = `canary${++count}x${name.length}`): string {
  canaries.set(name, word);
  return word;
}

/** Runs a command of the agent, and keeps its output for the same check. */
const runAgent = (...args: string[]) =>
  new Promise<void>((resolve) => {
    const env = { PATH: process.env.PATH ?? '', TEXTRELAY_AGENT_DIR: dir, ...loud };
    execFile(
      process.execPath,
      [...launched('device-agent/main.ts', root), ...args],
      { env },
      (_error, stdout, stderr) => {
        written.push(stdout, stderr);
        resolve();
      },
    );
  });

const ask = (path: string, key: string | undefined, body?: unknown, headers: Record<string, string> = {}) =>
  sendRequest(`http://127.0.0.1:${gateway.port}`, {
    path,
    headers,
    ...(key !== undefined && { key }),
    ...(body !== undefined && { method: 'POST', body }),
  });

test('bodies, numbers, keys, tokens and codes are in no log line, no message and no metric', async () => {
  const admin = operatorOf(core);
  const messages = clientOf(MessageService, core);
  const created = await admin.createAccount({ name: 'Logs', country: 'US', plan: 'pro' });
  const accountId = created.account?.id as bigint;
  const key = canary('a valid key', (await admin.createKey({ accountId })).secret);
  const revoked = await admin.createKey({ accountId });
  canary('a revoked key', revoked.secret);
  await admin.revokeKey({ accountId, id: revoked.key?.id ?? 0n });

  const { id: platformKeyId, key: platformKey } = await createPlatform({ admin }, { id: accountId });
  canary('a platform key', platformKey);
  const revokedPlatform = await createPlatform({ admin }, { id: accountId });
  canary('a revoked platform key', revokedPlatform.key);
  await admin.revokePlatformKey({ id: revokedPlatform.id });

  // Pairing: wrong, right, used again.
  const { code } = await admin.createPairingCode({ accountId });
  canary('a pairing code', code);
  const wrongCode = canary('a wrong pairing code', 'ZZZZ2222');
  await runAgent('pair', `http://127.0.0.1:${core.device.port}`, wrongCode);
  await runAgent('pair', `http://127.0.0.1:${core.device.port}`, code);
  await runAgent('pair', `http://127.0.0.1:${core.device.port}`, code);
  await pairingServiceOf(core)
    .pairDevice({ code: wrongCode })
    .catch(() => undefined);
  canary('a device token', JSON.parse(readFileSync(join(dir, 'identity.json'), 'utf8')).token);
  agentOpsPort = await freePort();
  agent = await startProcess('device-agent/main.ts', ['run'], {
    TEXTRELAY_AGENT_DIR: dir,
    TEXTRELAY_AGENT_OPS_LISTEN: `127.0.0.1:${agentOpsPort}`,
    ...loud,
  });

  // Texts with every kind of outcome.
  const fates = [
    ['6', MessageStatus.DELIVERED],
    ['8', MessageStatus.FAILED],
    ['9', MessageStatus.FAILED],
    ['11', MessageStatus.DELIVERED],
  ] as const;
  for (const [index, [end, last]] of fates.entries()) {
    const address = canary(`number ${end}`, `+150055500${end.padStart(2, '0')}`);
    const body = canary(`body to ${end}`);
    const clientRef = canary(`client_ref ${index}`);
    const sent = await ask('/api/v1/messages', key, { address, body, client_ref: clientRef });
    expect(sent.status).toBe(200);
    await ask('/api/v1/messages', key, { address, body: canary(`replay ${end}`), client_ref: clientRef });
    const id = BigInt(sent.json.message.id);
    await until(async () => (await messages.getMessage({ accountId, id })).message?.status === last);
    await ask(`/api/v1/threads/${address}/messages`, key);
  }
  await runAgent('simulate-inbound', canary('a sender', 'CanaryBank'), canary('an inbound body'));
  await until(async () => {
    const { pages } = await messages.listChanges({ queries: [{ accountId, since: 0n, limit: 500 }] });
    return pages[0]?.messages.some(({ addressNorm }) => addressNorm === 'CanaryBank');
  });
  for (const path of ['messages?wait=1&since=999', 'threads', 'me', 'usage', 'accounts'])
    await ask(`/api/v1/${path}`, key);

  // Requests that the gateway refuses.
  const wrongKey = canary('an unknown key', 'svc_live_4711canary4711canary4711canary47');
  const number = canary('a refused number', '+15005557301');
  for (const presented of [wrongKey, revoked.secret, undefined])
    await ask(`/api/v1/usage?key=${key}`, presented, undefined, { 'x-svc-account': canary('a target') });
  // What platform keys may and may not do, for accounts that are linked, no longer linked, or unknown.
  const unknownPlatform = canary('an unknown platform key', createSecret(platformKeyPrefix));
  const platformStatuses: number[] = [];
  for (const presented of [platformKey, revokedPlatform.key, unknownPlatform])
    for (const target of [String(accountId), '100000000001', canary('a target of a platform')])
      for (const [path, body] of [
        ['usage', undefined],
        ['accounts', undefined],
        ['plan', { plan: 'pro' }],
        ['messages', { address: number, body: canary('a body of a platform') }],
      ] as const)
        platformStatuses.push(
          (await ask(`/api/v1/${path}`, presented, body, { 'x-svc-account': target })).status,
        );
  expect(new Set(platformStatuses)).toEqual(new Set([200, 503, 403, 404, 400, 401]));
  await admin.unlinkPlatform({ id: platformKeyId, accountId });
  await ask('/api/v1/usage', platformKey, undefined, { 'x-svc-account': String(accountId) });

  for (const body of [
    { address: number, body: canary('too long').repeat(300) },
    { address: canary('no number'), body: 'x' },
    `{"address":"${number}","body":"${canary('broken JSON')}`,
    `{"address":"${number}","body":"${canary('half a pair')}\\ud800"}`,
    { address: number, body: 'x', route: canary('a route') },
  ])
    expect((await ask('/api/v1/messages', key, body)).status).toBe(400);
  await ask('/api/v1/messages', key, canary('another type'), { 'content-type': 'text/plain' });
  await ask('/api/v1/plan', key, { plan: canary('a plan') });
  await ask(`/${canary('a path')}/${number}`, key);
  await sendBytes(`http://127.0.0.1:${gateway.port}`, `${canary('bytes')} ${key}\r\n\r\n`);

  // Statements that the database refuses: PostgreSQL's message quotes the row.
  const sql = openInspector(databaseUrl);
  await sql`alter table message add constraint refusal check (body not like '%refusal%')`;
  const refusal = canary('a body that the database refuses', 'canary-refusal-body');
  for (const clientRef of [
    undefined,
    canary('a client_ref that the database refuses', 'canary-refusal-ref'),
  ]) {
    const sent = await ask('/api/v1/messages', key, {
      address: number,
      body: refusal,
      client_ref: clientRef,
    });
    expect([sent.status, sent.json.code]).toEqual([503, 'unavailable']);
  }
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name like 'textrelay %' and datname = current_database()`;
  await ask('/api/v1/messages', key, { address: number, body: canary('a body in an outage') });
  await sql.end();

  // A device that breaks the protocol, with its own token and with invalid ones. It has an account of its own: it would unpair the
  // simulated phone.
  const other = await admin.createAccount({ name: 'Device', country: 'US', plan: 'pro' });
  const token = await until(() =>
    pairDevice(core, admin, other.account?.id as bigint).then(
      (paired) => paired.token,
      () => undefined,
    ),
  );
  canary("a second device's token", token);
  const wrongToken = canary('a wrong token', 'svc_device_4711canary4711canary4711canary');
  await new RawAgent(core, wrongToken).closed().catch(() => undefined);
  for (const bytes of [canary('a text frame'), Buffer.from(canary('a broken frame'))]) {
    const device = await until(() => RawAgent.linked(core, token).catch(() => undefined));
    device.socket.send(bytes);
    await device.closed();
  }
  const large = await RawAgent.linked(core, token);
  const value = { inboundId: 'large', address: number, body: canary('a large frame').repeat(9_000) };
  large.send({ case: 'inbound', value });
  await large.closed();
  const refused = await RawAgent.linked(core, token);
  refused.report(
    { messageId: 999n, attempt: 1, identity: '' },
    2,
    `rejected_by_network: ${canary('an error of a device')}`,
  );
  await refused.expect('reportAck');
  const inboundId = canary('an inbound id');
  refused.send({ case: 'inbound', value: { inboundId, address: number, body: `${refusal} inbound` } });
  // A statement that the database refuses is tried again, and the link stays open.
  await until(() => core.output().includes('a report was not stored'));
  await refused.close();

  // Calls of a service without the credential.
  const uncredentialed = clientOf(MessageService, core, canary('a wrong service credential'));
  const text = { accountId, address: number, body: canary('a body without the credential') };
  await uncredentialed.sendMessages({ texts: [text] }).catch(() => undefined);

  const metrics: string[] = [];
  for (const port of [core.opsPort, gateway.opsPort, agentOpsPort])
    metrics.push((await sendRequest(`http://127.0.0.1:${port}`, { path: '/metrics' })).text);
  const codes = await Promise.all([agent, gateway].map((running) => running.stop()));
  expect([...codes, await core.stop()]).toEqual([0, 0, 0]);

  const outputs = { core: core.output(), gateway: gateway.output(), agent: agent.output() };
  const everything = [...Object.values(outputs), ...metrics, ...written].join('\n').split('\n');
  const found = [...canaries].flatMap(([name, word]) =>
    everything.filter((line) => line.includes(word.replace(/^\+/, ''))).map((line) => `${name}: ${line}`),
  );
  expect(found).toEqual([]);
  expect(everything.filter((line) => line.includes('/api/v1/messages')).length).toBeGreaterThan(1);

  // The processes did log, and every line is structured.
  for (const [name, output] of Object.entries(outputs)) {
    const lines = output.split('\n').filter((line) => line !== '');
    expect([name, lines.length > 1]).toEqual([name, true]);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ process: name });
  }
  expect(metrics.every((page) => page.includes('textrelay_'))).toBe(true);
});
