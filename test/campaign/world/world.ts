// The whole system of a campaign: real processes, a database and counterparts of its own, and a line between any two that
// can go wrong.

import { writeFileSync } from 'node:fs';
import type { NetConnectOpts } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../../runtime/testing/free_port.ts';
import { serviceToken } from '../../support/core.ts';
import { PlainSmsc } from '../../support/plain_smsc/plain_smsc.ts';
import type { Timeline } from '../timeline.ts';
import { SteppedClock } from './clocks.ts';
import { CampaignDatabase, type TestedDatabase } from './database.ts';
import { Endpoints } from './endpoints/endpoints.ts';
import { KeptProcess } from './kept_process.ts';
import { Line } from './line.ts';
import { Operator } from './operator.ts';
import { type Phone, pairPhone, switchOnModem } from './phones.ts';
import { caps, smscs as places, type Tenant, type TenantForm } from './tenant.ts';

const replicas = [0, 1] as const;
const allSmscs = [...places.common, ...places.busy];

export interface Core {
  process: KeptProcess;
  clock: SteppedClock;
  rpcPort: number;
  devicePort: number;
  opsPort: number;
  /** To a database that is one server. */
  databaseLine: Line | undefined;
  smscLines: Line[];
}

export interface Gateway {
  process: KeptProcess;
  port: number;
  opsPort: number;
  coreLines: Line[];
}

export interface World<Database extends TestedDatabase = TestedDatabase> {
  directory: string;
  timeline: Timeline;
  database: Database;
  cores: Core[];
  gateways: Gateway[];
  smscs: PlainSmsc[];
  phones: Phone[];
  endpoints: Endpoints;
  tenants: Tenant[];
  operator: Operator;
  /** Every line by what it joins. */
  lines: Record<'gateway_core' | 'core_database' | 'core_smsc' | 'agent_core', Line[]>;
  processes(): KeptProcess[];
  stop(): Promise<void>;
}

const local = (port: number): NetConnectOpts => ({ host: '127.0.0.1', port });

/** What a world is to be made of. */
export interface WorldForm<Database extends TestedDatabase> {
  startDatabase: (directory: string) => Promise<Database>;
  cast: readonly TenantForm[];
  /** Where the version that everything starts as has its sources. */
  folder: string;
}

/** Starts everything; what was started is stopped when it cannot be. */
export async function startWorld<Database extends TestedDatabase>(
  directory: string,
  timeline: Timeline,
  form: WorldForm<Database>,
): Promise<World<Database>> {
  const ends: (() => unknown)[] = [];
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) {
      try {
        await end();
      } catch (error) {
        timeline.note(`something could not be stopped: ${error}`);
      }
    }
  };
  try {
    return await assemble({ directory, timeline, folder: form.folder, ends, stop }, form);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What a world is made on. */
interface Ground {
  directory: string;
  timeline: Timeline;
  folder: string;
  /** What ends each thing that was started, in the order of their starts. */
  ends: (() => unknown)[];
  stop: () => Promise<void>;
}

/** What the parts of a world are made with. */
interface Site {
  directory: string;
  timeline: Timeline;
  folder: string;
  /** Ends a thing with the world; returns it. */
  kept: <T>(thing: T, end: (thing: T) => unknown) => T;
  openLine: (name: string, targets: NetConnectOpts[]) => Promise<Line>;
}

/** A process of the service, once it is ready. */
async function startPart(
  { directory, timeline, folder, kept }: Site,
  part: { name: string; kind: 'core' | 'gateway'; script: string; environment: Record<string, string> },
): Promise<KeptProcess> {
  const logFile = join(directory, `${part.name}.log`);
  const process = kept(new KeptProcess({ ...part, logFile, folder }, timeline), (each) => each.kill());
  process.start();
  await process.ready();
  return process;
}

/** How a core reaches its database: by a line that can go wrong, or straight to each server of a cluster. */
async function wayTo(database: TestedDatabase, index: number, { openLine }: Site) {
  if (!(database instanceof CampaignDatabase)) return { url: database.urlOf(index), line: undefined };
  const line = await openLine(`core-${index} to database`, [database.target]);
  return { url: database.through(line.port), line };
}

async function startCore(
  site: Site,
  index: number,
  { database, smscs, tiersFile }: { database: TestedDatabase; smscs: PlainSmsc[]; tiersFile: string },
): Promise<Core> {
  const { directory, openLine } = site;
  const name = `core-${index}`;
  const way = await wayTo(database, index, site);
  const smscLines: Line[] = [];
  for (const [each, { port }] of smscs.entries())
    smscLines.push(await openLine(`${name} to SMSC-${each}`, [local(port)]));
  const carriersFile = join(directory, `${name}.carriers.json`);
  writeFileSync(carriersFile, JSON.stringify({ carriers: carriers(smscLines) }));
  const [rpcPort, devicePort, opsPort] = [await freePort(), await freePort(), await freePort()];
  const clock = new SteppedClock(directory, name);
  const environment = {
    ...clock.environment(),
    DATABASE_URL: way.url,
    TEXTRELAY_SERVICE_TOKEN: serviceToken,
    TEXTRELAY_CORE_LISTEN: `127.0.0.1:${rpcPort}`,
    TEXTRELAY_DEVICE_LISTEN: `127.0.0.1:${devicePort}`,
    TEXTRELAY_CORE_OPS_LISTEN: `127.0.0.1:${opsPort}`,
    TEXTRELAY_TIERS_FILE: tiersFile,
    TEXTRELAY_CARRIERS_FILE: carriersFile,
    TEXTRELAY_WEBHOOK_ALLOW_HTTP: 'true',
    TEXTRELAY_WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
  };
  const process = await startPart(site, { name, kind: 'core', script: 'server/main.ts', environment });
  return { process, clock, rpcPort, devicePort, opsPort, databaseLine: way.line, smscLines };
}

async function startGateway(site: Site, index: number, cores: readonly Core[]): Promise<Gateway> {
  const name = `gateway-${index}`;
  const coreLines: Line[] = [];
  for (const [each, { rpcPort }] of cores.entries())
    coreLines.push(await site.openLine(`${name} to core-${each}`, [local(rpcPort)]));
  const [port, opsPort] = [await freePort(), await freePort()];
  const environment = {
    TEXTRELAY_SERVICE_TOKEN: serviceToken,
    TEXTRELAY_CORE_ADDRESS: coreLines.map((line) => `127.0.0.1:${line.port}`).join(','),
    TEXTRELAY_GATEWAY_LISTEN: `127.0.0.1:${port}`,
    TEXTRELAY_GATEWAY_OPS_LISTEN: `127.0.0.1:${opsPort}`,
  };
  const process = await startPart(site, { name, kind: 'gateway', script: 'gateway/main.ts', environment });
  return { process, port, opsPort, coreLines };
}

/** The phone of a tenant, on a modem where the tenant has one. */
async function startPhone(
  { directory, timeline, folder, kept, openLine }: Site,
  { tenant, operator, cores }: { tenant: Tenant; operator: Operator; cores: readonly Core[] },
): Promise<Phone> {
  const modem = tenant.ways.includes('modem')
    ? kept(await switchOnModem(join(directory, `${tenant.name}.modem`)), ({ device, server }) => {
        device.close();
        server.close();
      })
    : null;
  const line = await openLine(
    `agent-${tenant.name} to cores`,
    cores.map((core) => local(core.devicePort)),
  );
  const phone = await pairPhone({ tenant, operator, line, directory, timeline, modem, folder });
  return kept(phone, (each) => each.agent.kill());
}

async function assemble<Database extends TestedDatabase>(
  { directory, timeline, folder, ends, stop }: Ground,
  { startDatabase, cast }: WorldForm<Database>,
): Promise<World<Database>> {
  const kept: Site['kept'] = (thing, end) => {
    ends.push(() => end(thing));
    return thing;
  };
  const openLine: Site['openLine'] = async (name, targets) =>
    kept(await Line.open(name, targets), (line) => line.close());
  const site = { directory, timeline, folder, kept, openLine };
  const database = kept(await startDatabase(directory), (each) => each.stop());
  const smscs: PlainSmsc[] = [];
  for (const _ of allSmscs) smscs.push(kept(await PlainSmsc.start(), (smsc) => smsc.throwAway()));
  const tiersFile = join(directory, 'tiers.json');
  writeFileSync(tiersFile, JSON.stringify({ tiers: tiers() }));
  const endpoints = kept(await Endpoints.start(directory), (each) => each.kill());
  const cores: Core[] = [];
  for (const index of replicas) cores.push(await startCore(site, index, { database, smscs, tiersFile }));
  const gateways: Gateway[] = [];
  for (const index of replicas) gateways.push(await startGateway(site, index, cores));
  const names = smscs.map((_, index) => `smsc-${index}`);
  const operator = kept(new Operator(cores, names), (each) => each.stop());
  const tenants: Tenant[] = [];
  const phones: Phone[] = [];
  for (const form of cast) {
    const tenant = await operator.open(form);
    tenants.push(tenant);
    if (tenant.ways.some((way) => way !== 'smsc'))
      phones.push(await startPhone(site, { tenant, operator, cores }));
  }
  return {
    directory,
    timeline,
    database,
    cores,
    gateways,
    smscs,
    phones,
    endpoints,
    tenants,
    operator,
    lines: {
      gateway_core: gateways.flatMap(({ coreLines }) => coreLines),
      core_database: cores.flatMap(({ databaseLine }) => databaseLine ?? []),
      core_smsc: cores.flatMap(({ smscLines }) => smscLines),
      agent_core: phones.map(({ line }) => line),
    },
    processes: () =>
      [...cores, ...gateways].map(({ process }) => process).concat(phones.map(({ agent }) => agent)),
    stop,
  };
}

const tiers = () =>
  [
    ['starter', caps.small],
    ['growth', caps.large],
    ['pro', caps.large + 1],
  ].map(([plan, cap], index) => ({
    plan,
    name: plan,
    texts_cap: cap,
    price_cents: 900 * (index + 1),
    currency: 'usd',
  }));

const carriers = (lines: readonly Line[]) =>
  lines.map(({ port }, index) => ({
    name: `smsc-${index}`,
    kind: 'smpp',
    priority: index + 1,
    host: '127.0.0.1',
    port,
    system_id: 'relay',
    password: 'secret',
    window: 20,
    response_timeout_s: 5,
  }));
