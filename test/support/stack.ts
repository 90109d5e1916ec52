// The whole service but for devices, in this process: a database of its own, cores and gateways on free ports. Every
// answer that is asked for through it is held against what the interface documents.

import { type Gateway, startGateway } from '../../gateway/gateway.ts';
import { defaultLimits, type Limits } from '../../gateway/limits.ts';
import type { HubAddresses } from '../../gateway/phones/hubs.ts';
import { systemClock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log.ts';
import type { StandingClock } from '../../runtime/testing/standing_clock.ts';
import { until } from '../../runtime/testing/until.ts';
import type { BillingSettings } from '../../server/billing/settings.ts';
import type { CarrierConfig } from '../../server/carrier/kind.ts';
import type { Tier } from '../../server/domain/plans/tier.ts';
import type { Language } from '../../server/domain/users/language.ts';
import type { SimulatedService } from '../simulation/simulated_service.ts';
import { serviceToken, startTestCore, type TestAccount, type TestCore } from './core.ts';
import { createDatabase } from './database.ts';
import { Interface } from './described/interface.ts';
import { expectDocumented } from './documented_answer.ts';
import { type Answer, type Ask, openConnections, sendBytes, sendRequest } from './http_client.ts';
import { pairDevice } from './pairing.ts';

export interface StackOptions {
  cores?: number;
  gateways?: number;
  /** The simulation that all of it is a part of; without one it runs on the machine's time, or its cores on a clock of the test's. */
  service?: SimulatedService;
  /** Time for the cores; the machine's when left out. */
  coreClock?: StandingClock;
  limits?: Partial<Limits>;
  tiers?: readonly Tier[];
  /** The payment provider; none unless said otherwise. */
  billing?: BillingSettings;
  /** Where mail is handed in; nowhere unless said otherwise. */
  mail?: { url: string; from: string; language?: Language };
  /** Where texts of route gateway leave; nowhere unless said otherwise. */
  carriers?: readonly CarrierConfig[];
  /** Whether programs written for Twilio are served; they are not unless it is said. */
  servesTwilio?: boolean;
  /** The same for those written for SMS Gateway for Android. */
  servesSmsgate?: boolean;
  /** Simulators are given nothing. */
  isProduction?: boolean;
  /** Where people and phones reach the service, as it is shown. */
  publicUrl?: string;
  /** Hubs that phones are passed on to; none unless said otherwise. */
  phoneHubs?: HubAddresses;
}

export interface Stack {
  databaseUrl: string;
  cores: TestCore[];
  /** The first core. */
  core: TestCore;
  gateways: Gateway[];
  /** What the gateways say of themselves. */
  described: Interface;
  /** Creates an account with a key, on plan pro and with a paired device unless said otherwise. */
  createAccount: TestCore['createAccount'];
  /** A further key of an account: each may make 120 requests a minute. */
  createKey(account: Pick<TestAccount, 'id'>): Promise<string>;
  /** Pairs a further device with an account; returns its token. */
  pair(account: Pick<TestAccount, 'id'>): Promise<string>;
  /** Asks a gateway, the first one unless said otherwise. Fails the test when the answer is no documented one. */
  ask(ask: Ask, gateway?: number): Promise<Answer>;
  /** Asks likewise, but in a simulation no time passes for it: the test lets it pass. */
  begin(ask: Ask, gateway?: number): Promise<Answer>;
  get(path: string, key?: string, headers?: Ask['headers']): Promise<Answer>;
  post(path: string, key: string | undefined, body: unknown, headers?: Ask['headers']): Promise<Answer>;
  /** Sends a text to an ordinary number; `fields` are added or replace. Fails the test unless it is accepted. */
  send(account: Pick<TestAccount, 'key'>, fields?: Record<string, unknown>): Promise<Answer>;
  /** Sends bytes on a connection of their own; `ask` says what they are, when they are a request. */
  bytes(bytes: string, ask?: Pick<Ask, 'method' | 'path'>): Promise<Answer>;
  /** The value of one line of a gateway's metrics. */
  metric(line: string, gateway?: number): Promise<number>;
  stop(): Promise<void>;
}

const anyPort = { host: '127.0.0.1', port: 0 };

async function startCores(databaseUrl: string, options: StackOptions): Promise<TestCore[]> {
  const { service, coreClock, tiers, billing, carriers, mail, publicUrl, isProduction } = options;
  const its = {
    ...(coreClock && { clock: coreClock }),
    ...(tiers && { tiers }),
    ...(billing && { billing }),
    ...(mail && { mail }),
    ...(carriers && { carriers }),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(isProduction && { isProduction }),
  };
  const cores: TestCore[] = [];
  for (let index = 0; index < (options.cores ?? 1); index++)
    cores.push(service ? await service.startCore(its) : await startTestCore(databaseUrl, its));
  return cores;
}

async function startGateways(cores: readonly TestCore[], options: StackOptions): Promise<Gateway[]> {
  const { service, limits, phoneHubs } = options;
  const config = {
    listen: anyPort,
    opsListen: anyPort,
    coreTarget: `ipv4:${cores.map(({ rpc }) => `127.0.0.1:${rpc.port}`).join(',')}`,
    serviceToken,
    ...(phoneHubs && { phoneHubs }),
    servesTwilio: options.servesTwilio ?? false,
    servesSmsgate: options.servesSmsgate ?? false,
    logLevel: 'silent',
    limits: {
      ...defaultLimits,
      // All that a test asks comes from one address.
      openRequestsOfAddress: defaultLimits.openRequests,
      idleBeforeEndMs: 0,
      ...limits,
    },
  };
  const gateways: Gateway[] = [];
  for (let index = 0; index < (options.gateways ?? 1); index++)
    gateways.push(
      service
        ? await service.startGateway(config)
        : await startGateway(config, systemClock, createLog('gateway', 'silent')),
    );
  return gateways;
}

const interfaces = new Map<string, Promise<Interface>>();

/** What a gateway serves. All that are set alike serve the same: a worker reads it from the first of them. */
function describedBy(
  { url }: Gateway,
  { limits, servesTwilio, servesSmsgate }: StackOptions,
): Promise<Interface> {
  const settings = JSON.stringify({ limits, servesTwilio, servesSmsgate });
  const known = interfaces.get(settings) ?? Interface.of(url);
  interfaces.set(settings, known);
  known.catch(() => interfaces.delete(settings));
  return known;
}

/** Starts a stack and waits until its gateways learn of changes; `stop` ends all of it. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { service } = options;
  const databaseUrl = service?.databaseUrl ?? (await createDatabase());
  const during = <T>(happening: Promise<T>) => service?.simulation.during(happening) ?? happening;
  const cores = await startCores(databaseUrl, options);
  const gateways = await startGateways(cores, options);
  const described = await during(describedBy(gateways[0] as Gateway, options));
  const connections = openConnections();
  const [core] = cores as [TestCore];
  const gatewayAt = (index: number) => gateways[index] as Gateway;

  const begin: Stack['begin'] = async (asked, gateway = 0) => {
    const answer = await sendRequest(gatewayAt(gateway).url, asked, connections);
    expectDocumented(described, asked, answer);
    return answer;
  };
  const ask: Stack['ask'] = (asked, gateway) => during(begin(asked, gateway));

  const metric: Stack['metric'] = async (line, gateway = 0) => {
    const { text } = await during(sendRequest(gatewayAt(gateway).opsUrl, { path: '/metrics' }));
    const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `));
    return found === undefined ? Number.NaN : Number(found.slice(line.length));
  };
  const isLive = async (index: number) => (await metric('textrelay_gateway_watch_live', index)) === 1;
  for (const index of gateways.keys())
    if (!service) await until(() => isLive(index));
    else while (!(await isLive(index))) await service.simulation.run('100 ms');

  return {
    databaseUrl,
    cores,
    core,
    gateways,
    described,
    createAccount: core.createAccount,
    createKey: async ({ id }) => (await core.admin.createKey({ accountId: id })).secret,
    pair: async ({ id }) => (await during(pairDevice(core, core.admin, id))).token,
    ask,
    begin,
    get: (path, key, headers) =>
      ask({ path, ...(key !== undefined && { key }), ...(headers && { headers }) }),
    post: (path, key, body, headers) =>
      ask({ method: 'POST', path, body, ...(key !== undefined && { key }), ...(headers && { headers }) }),
    async send({ key }, fields = {}) {
      const body = { address: '+15005550006', body: 'hello', ...fields };
      const answer = await ask({ method: 'POST', path: '/api/v1/messages', key, body });
      if (answer.status !== 200) throw new Error(`a send was answered ${answer.status}: ${answer.text}`);
      return answer;
    },
    async bytes(bytes, asked) {
      const answer = await during(sendBytes(gatewayAt(0).url, bytes));
      expectDocumented(described, asked, answer);
      return answer;
    },
    metric,
    async stop() {
      await Promise.all(gateways.map((gateway) => gateway.stop()));
      connections.destroy();
      await Promise.all(cores.map((running) => running.stop()));
    },
  };
}
