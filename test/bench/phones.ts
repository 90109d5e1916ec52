// The phones hub at scale: as many phones as one hub holds, each with its stream. What a phone costs while it idles, how soon it
// hears of a text, and how many texts a second travel, beside a bare server of events.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { writeIdentity } from '../../device-agent/home/identity.ts';
import { hashOf, writePhoneName } from '../../device-agent/phones/names.ts';
import { writePhone } from '../../device-agent/phones/phone_file.ts';
import { freePort } from '../../runtime/testing/free_port.ts';
import { migrateSchema } from '../../server/store/postgres/migrating/migrate.ts';
import { sendRequest } from '../support/http_client.ts';
import { startProcess } from '../support/processes.ts';
import { type SeededAccount, seedAccounts } from '../support/seed_accounts.ts';
import { type DeviceStack, startDeviceStack } from './device_stack.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { type Inspected, inspect, inspectable, type Usage } from './inspected.ts';
import type { PhoneCounts, PhoneOrder } from './phone_fleet.ts';

/** As many as a hub holds; another number for whoever tries something. */
const phones = Number(process.env.TEXTRELAY_BENCH_PHONES ?? 2_000);
/** Phones that pay for code and buffers that are loaded once. */
const firstPhones = Math.min(100, phones / 2);
const idleMs = 20_000;
const pacedPerSecond = 40;
const pacedSeconds = 10;
const textsEach = 3;
/** Longest wait for what was sent. */
const lastMs = 60_000;
const sendsAtATime = 32;
let sent = 0;

type Say = (line: string) => void;
type PhoneFleet = Fleet<PhoneOrder, PhoneCounts>;

const kib = (bytes: number) => (bytes / 1024).toFixed(1);
const perMinute = (from: Usage, to: Usage, ms: number) => ((to.cpuMs - from.cpuMs) / ms) * 60_000;

/** Writes the phones' directories as pairing leaves them; returns their tokens. */
function writePhones(dir: string, accounts: readonly SeededAccount[], coreUrl: string): string[] {
  return accounts.map(({ id, deviceToken }, at) => {
    const phone = at.toString(16).padStart(16, '0');
    const home = join(dir, 'phones', phone);
    mkdirSync(home, { recursive: true, mode: 0o700 });
    writeIdentity(home, { url: coreUrl, deviceId: '1', accountName: 'Bench', token: deviceToken });
    const secret = phone.repeat(2);
    writePhone(home, {
      ...{
        tokenHash: hashOf(secret),
        codeHash: '',
        accountId: String(id),
        pairedAtMs: 0,
        isTokenUsed: true,
        model: 'Fake/bench',
      },
      ...{ version: '1.68.0', sims: [1], isPushed: false },
    });
    return writePhoneName({ hub: 'hub', phone, secret });
  });
}

interface Held {
  rss: number;
  heap: number;
  cpuMs: number;
  /** Until all held a stream. */
  openMs: number;
}

const secondsSince = (startMs: number) => ((performance.now() - startMs) / 1000).toFixed(1);
const fleetOfPhones = (): Promise<PhoneFleet> => startFleet('test/bench/phone_fleet.ts');

/** What a stream takes in a server that does nothing else. */
async function holdBareStreams(tokens: readonly string[]): Promise<Held> {
  const [port, inspectPort] = [await freePort(), await freePort()];
  const bare = await startProcess('test/bench/bare_streams.ts', [String(port)], inspectable(inspectPort));
  const inspected = await inspect(inspectPort);
  const fleet = await fleetOfPhones();
  const url = `http://127.0.0.1:${port}`;
  const open = async (some: readonly string[]) => {
    const startMs = performance.now();
    await fleet.order({ order: 'open', url, tokens: [...some] });
    return performance.now() - startMs;
  };
  const firstMs = await open(tokens.slice(0, firstPhones));
  const before = await inspected.settledUsage();
  const openMs = firstMs + (await open(tokens.slice(firstPhones)));
  const after = await inspected.settledUsage();
  await pause(idleMs);
  const cpuMs = perMinute(after, await inspected.usage(), idleMs);
  await fleet.end();
  inspected.close();
  await bare.stop();
  const more = tokens.length - firstPhones;
  const [rss, heap] = [(after.rss - before.rss) / more, (after.heap - before.heap) / more];
  return { rss, heap, cpuMs, openMs };
}

/** Sends so many texts, one to each phone in turn, at most `perSecond` of them in a second. */
async function sendTexts(
  stack: DeviceStack,
  accounts: readonly SeededAccount[],
  { count, perSecond }: { count: number; perSecond: number },
): Promise<void> {
  const origin = `http://127.0.0.1:${stack.gatewayPort}`;
  const startMs = performance.now();
  let next = 0;
  const send = async () => {
    for (let at = next++; at < count; at = next++) {
      await pause(Math.max(0, startMs + (at / perSecond) * 1000 - performance.now()));
      sent += 1;
      const key = accounts[at % accounts.length]?.keys[0] as string;
      const address = `+1201555${1_000 + (sent % 9_000)}`;
      const body = { address, body: `bench ${Date.now()}`, client_ref: `bench-${sent}` };
      await sendRequest(origin, { method: 'POST', path: '/api/v1/messages', body, key });
    }
  };
  await Promise.all(Array.from({ length: sendsAtATime }, send));
}

/** Waits until so many texts were listed, or a minute; resolves with their times. */
async function listed(fleet: PhoneFleet, count: number): Promise<number[]> {
  const all: number[] = [];
  const untilMs = Date.now() + lastMs;
  while (all.length < count && Date.now() < untilMs) {
    await pause(100);
    all.push(...(await fleet.order({ order: 'look' })).wakesMs);
  }
  return all.sort((a, b) => a - b);
}

async function measure(
  { inspected, pid, bare, say }: { inspected: Inspected; pid: number; bare: Held; say: Say },
  { stack, fleet, accounts }: { stack: DeviceStack; fleet: PhoneFleet; accounts: readonly SeededAccount[] },
): Promise<void> {
  const held = await inspected.settledUsage();
  say(
    `  memory: ${(held.rss / 1024 / 1024).toFixed(0)} MB in all, ${kib(held.rss / phones)} KiB a phone (${kib(held.heap / phones)} of it heap and buffers), ${(held.rss / phones / bare.rss).toFixed(0)}x a bare stream's ${kib(bare.rss)}; ${(readdirSync(`/proc/${pid}/fd`).length / phones).toFixed(1)} open files a phone`,
  );
  const idle = await inspected.usage();
  await pause(idleMs);
  const idleCpuMs = perMinute(idle, await inspected.usage(), idleMs);
  say(
    `  idle: ${(idleCpuMs / phones).toFixed(1)} ms of processor a phone-minute, ${((idleCpuMs / 60_000) * 100).toFixed(1)} % of a core in all; a bare server ${((bare.cpuMs / 60_000) * 100).toFixed(1)} %`,
  );
  const calm = { count: pacedPerSecond * pacedSeconds, perSecond: pacedPerSecond };
  await sendTexts(stack, accounts, calm);
  const wakes = await listed(fleet, calm.count);
  const at = (share: number) => wakes[Math.floor(wakes.length * share)] ?? Number.NaN;
  say(
    `  ${pacedPerSecond} texts a second: ${wakes.length} of ${calm.count} listed, from submit to list p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
  );
  const count = phones * textsEach;
  const before = await inspected.usage();
  const startMs = performance.now();
  const [, burst] = await Promise.all([
    sendTexts(stack, accounts, { count, perSecond: Number.POSITIVE_INFINITY }),
    listed(fleet, count),
  ]);
  const seconds = (performance.now() - startMs) / 1000;
  const used = (await inspected.usage()).cpuMs - before.cpuMs;
  say(
    `  as many as they carry: ${(burst.length / seconds).toFixed(0)} texts a second (${burst.length} of ${count} listed), ${(used / burst.length).toFixed(1)} ms of processor a text in the hub`,
  );
}

/** Prints the section. */
export async function benchPhones(databaseUrl: string, say: Say): Promise<void> {
  await migrateSchema(databaseUrl);
  const accounts = await seedAccounts(databaseUrl, phones, 1);
  const dir = mkdtempSync(join(tmpdir(), 'bench-phones-'));
  say(`\nPhones hub: ${phones} phones with a stream each, beside a bare server of events`);
  const stack = await startDeviceStack(databaseUrl);
  const [port, inspectPort] = [await freePort(), await freePort()];
  const tokens = writePhones(dir, accounts, stack.linkUrl.replace(/^ws(.*)\/device\/v1\/link$/, 'http$1'));
  const bare = await holdBareStreams(tokens);
  const fleet = await fleetOfPhones();
  const startHub = async (what: string) => {
    const startMs = performance.now();
    const started = await startProcess('device-agent/main.ts', ['phones'], {
      TEXTRELAY_HUB_LISTEN: `127.0.0.1:${port}`,
      TEXTRELAY_HUB_DIR: dir,
      LOG_LEVEL: 'warn',
      ...inspectable(inspectPort),
    });
    const { open } = await fleet.order({ order: 'open', url: `http://127.0.0.1:${port}/m`, tokens });
    const bareSeconds = (bare.openMs / 1000).toFixed(1);
    say(
      `  ${what}: ${open} phones hold a stream ${secondsSince(startMs)} s after the hub's start; a bare server's after ${bareSeconds} s`,
    );
    return started;
  };
  let hub = await startHub('first start, with the making of all journals');
  try {
    const inspected = await inspect(inspectPort);
    await measure({ inspected, pid: hub.child.pid as number, bare, say }, { stack, fleet, accounts });
    inspected.close();
    const stopMs = performance.now();
    await hub.stop();
    say(`  stop: ${secondsSince(stopMs)} s`);
    hub = await startHub('start again');
  } finally {
    await fleet.end();
    await hub.stop();
    await stack.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
