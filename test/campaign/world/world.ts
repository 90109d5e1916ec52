// The whole system of a campaign: real processes, a database and counterparts of its own, and a line between any two that
// can go wrong.

import { writeFileSync } from 'node:fs';
import type { NetConnectOpts } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../../runtime/testing/free_port.ts';
import { serviceToken } from '../../support/core.ts';
import { PlainCentre } from '../../support/plain_centre/plain_centre.ts';
import type { Timeline } from '../timeline.ts';
import { SteppedClock } from './clocks.ts';
import { CampaignDatabase } from './database.ts';
import { Endpoints } from './endpoints/endpoints.ts';
import { KeptProcess } from './kept_process.ts';
import { Line } from './line.ts';
import { Operator } from './operator.ts';
import { type Phone, pairPhone, switchOnModem } from './phones.ts';
import { caps, cast, centres as places, type Tenant } from './tenant.ts';

const replicas = [0, 1] as const;
const allCentres = [...places.common, ...places.busy];

export interface Core {
  process: KeptProcess;
  clock: SteppedClock;
  rpcPort: number;
  devicePort: number;
  opsPort: number;
  databaseLine: Line;
  centreLines: Line[];
}

export interface Gateway {
  process: KeptProcess;
  port: number;
  opsPort: number;
  coreLines: Line[];
}

export interface World {
  directory: string;
  timeline: Timeline;
  database: CampaignDatabase;
  cores: Core[];
  gateways: Gateway[];
  centres: PlainCentre[];
  phones: Phone[];
  endpoints: Endpoints;
  tenants: Tenant[];
  operator: Operator;
  /** Every line by what it joins. */
  lines: Record<'gateway_core' | 'core_database' | 'core_centre' | 'agent_core', Line[]>;
  processes(): KeptProcess[];
  stop(): Promise<void>;
}

const local = (port: number): NetConnectOpts => ({ host: '127.0.0.1', port });

/** Starts everything; what was started is stopped when it cannot be. */
export async function startWorld(directory: string, timeline: Timeline): Promise<World> {
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
    return await assemble(directory, timeline, ends, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function assemble(
  directory: string,
  timeline: Timeline,
  ends: (() => unknown)[],
  stop: () => Promise<void>,
): Promise<World> {
  const kept = <T>(thing: T, end: (thing: T) => unknown): T => {
    ends.push(() => end(thing));
    return thing;
  };
  const openLine = async (name: string, targets: NetConnectOpts[]) =>
    kept(await Line.open(name, targets), (line) => line.close());
  const database = kept(await CampaignDatabase.start(directory), (each) => each.stop());
  const centres: PlainCentre[] = [];
  for (const _ of allCentres) centres.push(kept(await PlainCentre.start(), (centre) => centre.throwAway()));
  const tiersFile = join(directory, 'tiers.json');
  writeFileSync(tiersFile, JSON.stringify({ tiers: tiers() }));

  const endpoints = kept(await Endpoints.start(directory), (each) => each.kill());

  const cores: Core[] = [];
  for (const index of replicas) {
    const name = `core-${index}`;
    const databaseLine = await openLine(`${name} to database`, [database.target]);
    const centreLines: Line[] = [];
    for (const [each, { port }] of centres.entries())
      centreLines.push(await openLine(`${name} to centre-${each}`, [local(port)]));
    const carriersFile = join(directory, `${name}.carriers.json`);
    writeFileSync(carriersFile, JSON.stringify({ carriers: carriers(centreLines) }));
    const [rpcPort, devicePort, opsPort] = [await freePort(), await freePort(), await freePort()];
    const clock = new SteppedClock(directory, name);
    const process = new KeptProcess(
      {
        name,
        kind: 'core',
        script: 'server/main.ts',
        logFile: join(directory, `${name}.log`),
        environment: {
          ...clock.environment(),
          DATABASE_URL: database.through(databaseLine.port),
          TEXTRELAY_SERVICE_TOKEN: serviceToken,
          TEXTRELAY_CORE_LISTEN: `127.0.0.1:${rpcPort}`,
          TEXTRELAY_DEVICE_LISTEN: `127.0.0.1:${devicePort}`,
          TEXTRELAY_CORE_OPS_LISTEN: `127.0.0.1:${opsPort}`,
          TEXTRELAY_TIERS_FILE: tiersFile,
          TEXTRELAY_CARRIERS_FILE: carriersFile,
          TEXTRELAY_WEBHOOK_ALLOW_HTTP: 'true',
          TEXTRELAY_WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
        },
      },
      timeline,
    );
    kept(process, (each) => each.kill()).start();
    await process.ready();
    cores.push({ process, clock, rpcPort, devicePort, opsPort, databaseLine, centreLines });
  }

  const gateways: Gateway[] = [];
  for (const index of replicas) {
    const coreLines: Line[] = [];
    for (const [each, { rpcPort }] of cores.entries())
      coreLines.push(await openLine(`gateway-${index} to core-${each}`, [local(rpcPort)]));
    const [port, opsPort] = [await freePort(), await freePort()];
    const process = new KeptProcess(
      {
        name: `gateway-${index}`,
        kind: 'gateway',
        script: 'gateway/main.ts',
        logFile: join(directory, `gateway-${index}.log`),
        environment: {
          TEXTRELAY_SERVICE_TOKEN: serviceToken,
          TEXTRELAY_CORE_ADDRESS: coreLines.map((line) => `127.0.0.1:${line.port}`).join(','),
          TEXTRELAY_GATEWAY_LISTEN: `127.0.0.1:${port}`,
          TEXTRELAY_GATEWAY_OPS_LISTEN: `127.0.0.1:${opsPort}`,
        },
      },
      timeline,
    );
    kept(process, (each) => each.kill()).start();
    await process.ready();
    gateways.push({ process, port, opsPort, coreLines });
  }

  const operator = kept(
    new Operator(
      cores,
      centres.map((_, index) => `centre-${index}`),
    ),
    (each) => each.stop(),
  );
  const tenants: Tenant[] = [];
  const phones: Phone[] = [];
  for (const form of cast) {
    const tenant = await operator.open(form);
    tenants.push(tenant);
    if (tenant.ways.every((way) => way === 'centre')) continue;
    const ledger = join(directory, `${tenant.name}.modem`);
    const modem = tenant.ways.includes('modem')
      ? kept(await switchOnModem(ledger), ({ device, server }) => {
          device.close();
          server.close();
        })
      : null;
    const line = await openLine(
      `agent-${tenant.name} to cores`,
      cores.map((core) => local(core.devicePort)),
    );
    const phone = await pairPhone({
      tenant,
      operator,
      line,
      directory,
      timeline,
      modem,
    });
    phones.push(kept(phone, (each) => each.agent.kill()));
  }
  return {
    directory,
    timeline,
    database,
    cores,
    gateways,
    centres,
    phones,
    endpoints,
    tenants,
    operator,
    lines: {
      gateway_core: gateways.flatMap(({ coreLines }) => coreLines),
      core_database: cores.map(({ databaseLine }) => databaseLine),
      core_centre: cores.flatMap(({ centreLines }) => centreLines),
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
    name: `centre-${index}`,
    kind: 'smpp',
    priority: index + 1,
    host: '127.0.0.1',
    port,
    system_id: 'relay',
    password: 'secret',
    window: 20,
    response_timeout_s: 5,
  }));
