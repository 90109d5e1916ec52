// A rolling upgrade as operators do it, with real processes under load: cores and a gateway of an older version are replaced
// one after the other, and the phone's agent keeps the older version. The simulated phone's own log is the judge.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import { serviceToken } from '../support/core.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { bringVersion, hasCommit, versionBefore } from '../support/older_version.ts';
import { startCoreProcess, startGatewayProcess, startProcess } from '../support/processes.ts';
import { Balancer } from './balancer.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Time between two requests with one key, so that the key stays within its rate. */
const betweenMs = 150;
const mostWithAKey = 110;
const senders = 5;

/** Calls the interface on a new connection. */
async function ask(port: number, key: string, method: string, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const asked = request({ host: '127.0.0.1', port, path: `/api/v1/${path}`, method, headers, agent: false });
  asked.end(body === undefined ? undefined : JSON.stringify(body));
  const answered = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    asked.on('response', resolve).on('error', reject);
  });
  return { status: answered.statusCode, document: JSON.parse(await text(answered)) };
}

const pause = () => new Promise((resolve) => setTimeout(resolve, betweenMs));

/** What programs did and saw. */
class Load {
  readonly accepted = new Set<number>();
  /** Everything that would not happen on a quiet day. */
  readonly faults: string[] = [];
  /** The last state of each text that the reader was shown. */
  readonly shown = new Map<number, string>();
  #isOver = false;
  readonly #runs: Promise<void>[];

  constructor(port: number, [reader, ...keys]: readonly string[]) {
    this.#runs = [...keys.map((key, index) => this.#send(port, key, index)), this.#read(port, reader ?? '')];
  }

  async #send(port: number, key: string, index: number): Promise<void> {
    for (let n = 0; n < mostWithAKey && !this.#isOver; n++) {
      const sent = { address: '+15005550006', body: `text ${n}`, client_ref: `${index}-${n}` };
      const answer = await ask(port, key, 'POST', 'messages', sent).catch(String);
      if (typeof answer === 'string' || answer.status !== 200) this.faults.push(JSON.stringify(answer));
      else this.accepted.add(answer.document.message.id);
      await pause();
    }
  }

  async #read(port: number, key: string): Promise<void> {
    let since = 0;
    while (!this.#isOver || [...this.accepted].some((id) => this.shown.get(id) !== 'delivered')) {
      const answer = await ask(port, key, 'GET', `messages?since=${since}&limit=500`).catch(String);
      if (typeof answer === 'string' || answer.status !== 200) this.faults.push(JSON.stringify(answer));
      else
        for (const { id, seq, status } of answer.document.messages) {
          if (seq <= since) this.faults.push(`seq ${seq} came after ${since}`);
          since = seq;
          this.shown.set(id, status);
        }
      await new Promise((resolve) => setTimeout(resolve, 4 * betweenMs));
    }
  }

  /** Resolves when this many more texts are accepted. */
  async goesOn(texts = 25): Promise<void> {
    const wanted = this.accepted.size + texts;
    await until(() => this.accepted.size >= wanted || this.faults.length > 0);
  }

  /** Ends the sending, and resolves when the reader has seen everything delivered. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#runs);
  }
}

/** Runs a command of the older version, and returns what it printed. */
async function runOld(
  folder: string,
  script: string,
  args: string[],
  environment: Record<string, string>,
): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', TEXTRELAY_SERVICE_TOKEN: serviceToken, ...environment };
  const launch = `${folder}runtime/bundle/launch.js`;
  return (await promisify(execFile)(process.execPath, [launch, script, ...args], { env })).stdout;
}

const isThere = hasCommit(versionBefore);

test.skipIf(!isThere)(
  `a rolling upgrade under load answers each request, loses no text and sends none twice${isThere ? '' : ' (skipped: no such commit here)'}`,
  async () => {
    const { folder, remove } = bringVersion(versionBefore);
    const dir = mkdtempSync(join(tmpdir(), 'rolling-'));
    ends.push(remove, () => rmSync(dir, { recursive: true }));
    const url = await createEmptyDatabase();
    const one = await startCoreProcess(url, {}, folder);
    const two = await startCoreProcess(url, {}, folder);
    const oldGateway = await startGatewayProcess([one, two], {}, folder);
    ends.push(one.stop, two.stop, oldGateway.stop);
    const http = await Balancer.to(oldGateway.port);
    const links = await Balancer.to(one.device.port);
    ends.push(
      () => http.close(),
      () => links.close(),
    );

    const operator = { TEXTRELAY_CORE_ADDRESS: `127.0.0.1:${one.rpc.port}` };
    const admin = async (...args: string[]) =>
      JSON.parse(await runOld(folder, 'server/admin.ts', [...args, '--json'], operator));
    const created = await admin('accounts', 'create', '--name', 'Shop', '--country', 'US', '--exempt');
    const account = String(created.account.id);
    const makeKey = async () => (await admin('keys', 'create', account)).secret;
    const keys = await Promise.all(Array.from({ length: senders + 1 }, makeKey));
    const { code } = await admin('devices', 'pair', account);
    const agentSettings = { TEXTRELAY_AGENT_DIR: dir, TEXTRELAY_AGENT_DRIVER: 'simulated' };
    await runOld(
      folder,
      'device-agent/main.ts',
      ['pair', `http://127.0.0.1:${links.port}`, code],
      agentSettings,
    );
    const agent = await startProcess('device-agent/main.ts', ['run'], agentSettings, [], folder);
    ends.push(agent.stop);

    const load = new Load(http.port, keys);
    await load.goesOn();
    // The new core brings the schema up to date beside the two that serve; then both versions serve.
    const core = await startCoreProcess(url);
    const gateway = await startGatewayProcess([core]);
    ends.push(core.stop, gateway.stop);
    http.use(oldGateway.port, gateway.port);
    await load.goesOn();
    // The core that holds the phone goes, and the phone links to the new one.
    links.use(core.device.port);
    expect(await one.stop()).toBe(0);
    await load.goesOn();
    http.use(gateway.port);
    expect(await oldGateway.stop()).toBe(0);
    expect(await two.stop()).toBe(0);
    await load.goesOn();
    await load.end();

    expect(load.faults).toEqual([]);
    const log = readFileSync(join(dir, 'simulated_sent.log'), 'utf8').trim().split('\n');
    const left = log.map((line) => Number(JSON.parse(line).message_id));
    expect(left.toSorted((a, b) => a - b)).toEqual([...load.accepted].toSorted((a, b) => a - b));
    expect(load.accepted.size).toBeGreaterThanOrEqual(100);
  },
  120_000,
);
