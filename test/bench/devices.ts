// The device link at scale: thousands of agents on one core. What each costs while it idles, how soon all are back
// after they were dropped at once, what a customer feels meanwhile, and how many texts a second travel through them.
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../runtime/testing/free_port.ts';
import { migrateSchema } from '../../server/store/postgres/migrating/migrate.ts';
import { startProcess } from '../support/processes.ts';
import { type SeededAccount, seedAccounts } from '../support/seed_accounts.ts';
import { type DeviceStack, startDeviceStack } from './device_stack.ts';
import { benchDeviceTexts } from './device_texts.ts';
import { describeFelt, type Felt, startFeedProbe } from './feed_probe.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { type Inspected, inspect, inspectable, type Usage } from './inspected.ts';

/** Agents of the fleet; another number for whoever tries something. */
const agents = Number(process.env.TEXTRELAY_BENCH_AGENTS ?? 5_000);
/** Agents that pay for code and buffers that are loaded once. */
const firstAgents = Math.min(200, agents / 2);
const probeAccounts = 80;
const keysEach = 6;
const warmUpMs = 2_000;
const calmMs = 4_000;
/** A period of pings and one renewal of presence at least. */
const idleMs = 20_000;
const emptyIdleMs = 4_000;

type Say = (line: string) => void;
type Tokens = readonly string[];

const kib = (bytes: number) => (bytes / 1024).toFixed(1);

interface Held {
  rss: number;
  heap: number;
  /** From the order to link until all were up. */
  seconds: number;
}

/** What a link takes in a process that has served a few already. */
async function holdLinks(inspected: Inspected, fleet: Fleet, url: string, tokens: Tokens): Promise<Held> {
  await fleet.order({ order: 'link', url, tokens: tokens.slice(0, firstAgents) });
  const before = await inspected.settledUsage();
  const more = tokens.slice(firstAgents);
  const startMs = performance.now();
  await fleet.order({ order: 'link', url, tokens: more });
  const seconds = (performance.now() - startMs) / 1000;
  const after = await inspected.settledUsage();
  return {
    rss: (after.rss - before.rss) / more.length,
    heap: (after.heap - before.heap) / more.length,
    seconds,
  };
}

/** The same links to a server that does nothing else. */
async function holdBareLinks(tokens: Tokens): Promise<Held & { backSeconds: number }> {
  const [port, inspectPort] = [await freePort(), await freePort()];
  const bare = await startProcess('test/bench/bare_links.ts', [String(port)], inspectable(inspectPort));
  const inspected = await inspect(inspectPort);
  const fleet = await startFleet();
  const held = await holdLinks(inspected, fleet, `ws://127.0.0.1:${port}/device/v1/link`, tokens);
  const back = await fleet.order({ order: 'comeBack', cut: true });
  const backSeconds = ((back.upAtMs.at(-1) ?? Number.NaN) - back.firstDownMs) / 1000;
  await fleet.order({ order: 'stop' });
  await fleet.end();
  inspected.close();
  await bare.stop();
  return { ...held, backSeconds };
}

const perMinute = (from: Usage, to: Usage, ms: number) => ((to.cpuMs - from.cpuMs) / ms) * 60_000;

async function idle(stack: DeviceStack, ms: number): Promise<{ core: number; database: number }> {
  const [before, databaseBefore] = [await stack.inspected().usage(), await stack.databaseCpuMs()];
  await pause(ms);
  const [after, databaseAfter] = [await stack.inspected().usage(), await stack.databaseCpuMs()];
  return {
    core: perMinute(before, after, ms),
    database: ((databaseAfter - databaseBefore) / ms) * 60_000,
  };
}

async function feel(stack: DeviceStack, accounts: readonly SeededAccount[], ms: number): Promise<Felt> {
  const probe = await startFeedProbe(stack.gatewayPort, accounts);
  await pause(ms);
  return probe.stop();
}

const counted = (names: Record<string, number>) =>
  Object.entries(names)
    .map(([name, times]) => `${times} ${name}`)
    .join(', ') || 'none';

/** Drops all agents and says when they were back, and what was felt from `feltFrom` on until then. */
async function storm(options: {
  title: string;
  fleet: Fleet;
  stack: DeviceStack;
  accounts: readonly SeededAccount[];
  calm: Felt;
  bareSeconds: number;
  /** Kills the core and starts it again; without it the sockets are cut. */
  kill: boolean;
  say: Say;
}): Promise<void> {
  const { title, fleet, stack, accounts, calm, bareSeconds, kill, say } = options;
  let probe = kill ? undefined : await startFeedProbe(stack.gatewayPort, accounts);
  const back = fleet.order({ order: 'comeBack', cut: !kill });
  let servesMs = 0;
  if (kill) {
    await stack.killCore();
    await stack.startCore();
    servesMs = Date.now();
    probe = await startFeedProbe(stack.gatewayPort, accounts);
  }
  const { upAtMs, firstDownMs, attempts, refused, failed, up, agents: all } = await back;
  const felt = await (probe as NonNullable<typeof probe>).stop();
  const since = (atMs: number | undefined) => ((atMs ?? Number.NaN) - firstDownMs) / 1000;
  const last = since(upAtMs.at(-1));
  const start = kill ? ` (the core served again after ${since(servesMs).toFixed(1)} s)` : '';
  say(
    `  ${title}: ${up} of ${all} back, half in ${since(upAtMs[upAtMs.length >> 1]).toFixed(1)} s, the last in ${last.toFixed(1)} s${start}, ${(last / bareSeconds).toFixed(1)}x the bare server's ${bareSeconds.toFixed(1)} s`,
  );
  say(
    `    ${(attempts / all).toFixed(2)} connections each; refused upgrades: ${counted(refused)}; failed: ${counted(failed)}`,
  );
  say(`    felt meanwhile: ${describeFelt(felt, calm)}`);
}

/** Prints the section. */
export async function benchDevices(databaseUrl: string, say: Say): Promise<void> {
  await migrateSchema(databaseUrl);
  const fleetAccounts = await seedAccounts(databaseUrl, agents, keysEach);
  const accounts = await seedAccounts(databaseUrl, probeAccounts, keysEach);
  const tokens = fleetAccounts.map(({ deviceToken }) => deviceToken);
  say(`\nDevice links: ${agents} agents, beside a bare WebSocket server that only says Welcome`);
  const bare = await holdBareLinks(tokens);

  const stack = await startDeviceStack(databaseUrl);
  const fleet = await startFleet();
  try {
    const empty = await idle(stack, emptyIdleMs);
    const held = await holdLinks(stack.inspected(), fleet, stack.linkUrl, tokens);
    say(
      `  memory a linked agent: ${kib(held.rss)} KiB resident, ${kib(held.heap)} KiB of it heap and buffers; ${(held.rss / bare.rss).toFixed(1)}x and ${(held.heap / bare.heap).toFixed(1)}x the bare server's ${kib(bare.rss)} and ${kib(bare.heap)}`,
    );
    say(
      `  first linking: ${((agents - firstAgents) / held.seconds).toFixed(0)} links/s, ${(held.seconds / bare.seconds).toFixed(1)}x the bare server's time`,
    );
    const busy = await idle(stack, idleMs);
    const each = (busy.core - empty.core) / agents;
    say(
      `  idle: ${each.toFixed(2)} ms of processor an agent-minute in the core, ${((busy.database - empty.database) / agents).toFixed(2)} ms in PostgreSQL; the core is ${((busy.core / 60_000) * 100).toFixed(1)} % busy, ${(busy.core / empty.core).toFixed(1)}x an empty one`,
    );
    // Twice, because the first one pays for code that is not compiled yet.
    await feel(stack, accounts, warmUpMs);
    const calm = await feel(stack, accounts, calmMs);
    say(`  calm feed, all linked: ${describeFelt(calm)}`);
    const all = { fleet, stack, accounts, calm, bareSeconds: bare.backSeconds, say };
    await storm({ ...all, title: 'all sockets cut', kill: false });
    await storm({ ...all, title: 'core killed and restarted', kill: true });
    await fleet.order({ order: 'stop' });
    await benchDeviceTexts(stack, fleet, fleetAccounts.slice(0, 300), say);
  } finally {
    await fleet.end();
    await stack.stop();
  }
}
