// A core in this process, on ports of its own, with clients for its services.

import { BlockList } from 'node:net';
import type { DescService } from '@bufbuild/protobuf';
import { type Client, createClient, type Interceptor } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { AccessService } from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { type Clock, systemClock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log.ts';
import type { BillingSettings } from '../../server/billing/settings.ts';
import type { CarrierConfig } from '../../server/carrier/kind.ts';
import { createOperator, type Operator } from '../../server/cli/core_client/core_client.ts';
import type { ListenerTls } from '../../server/config/config_tls.ts';
import { type Core, startCore } from '../../server/core.ts';
import type { AlertTargets } from '../../server/domain/operations/alert.ts';
import { defaultTiers, type Tier } from '../../server/domain/plans/tier.ts';
import type { Language } from '../../server/domain/users/language.ts';
import type { Failpoint } from '../../server/failpoint.ts';
import { migrateSchema } from '../../server/store/postgres/migrating/migrate.ts';
import { pairDevice } from './pairing.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);

export const serviceToken = 'a-service-token-for-tests';

/** What a call is made within. */
type During = <T>(call: Promise<T>) => Promise<T>;

const atOnce: During = (call) => call;

function transportOf(core: Pick<Core, 'rpc'>, token: string | null, during: During) {
  const credential: Interceptor = (next) => (request) => {
    if (token !== null) request.header.set('authorization', `Bearer ${token}`);
    return during(next(request));
  };
  return createGrpcTransport({ baseUrl: `http://127.0.0.1:${core.rpc.port}`, interceptors: [credential] });
}

/** A client of one service of a core. */
export const clientOf = <Service extends DescService>(
  service: Service,
  core: Pick<Core, 'rpc'>,
  token: string | null = serviceToken,
  during = atOnce,
): Client<Service> => createClient(service, transportOf(core, token, during));

/** The operator's client of a core. */
export const operatorOf = (core: Pick<Core, 'rpc'>, during = atOnce): Operator =>
  createOperator(transportOf(core, serviceToken, during));

/** What a new account of a test has. */
export interface TestAccount {
  id: bigint;
  key: string;
  deviceToken: string;
}

export interface TestCore extends Core {
  messages: Client<typeof MessageService>;
  access: Client<typeof AccessService>;
  admin: Operator;
  usage: Client<typeof AccountService>;
  /** Creates an account with a key and a paired device; on plan pro unless said otherwise. */
  createAccount(fields?: {
    country?: string;
    plan?: string;
    exempt?: boolean;
    paired?: boolean;
  }): Promise<TestAccount>;
}

/** Starts a core on a database. */
export async function startTestCore(
  databaseUrl: string,
  options: {
    clock?: Clock;
    tiers?: readonly Tier[];
    logLevel?: string;
    /** Where mail is handed in; nowhere unless said otherwise. */
    mail?: { url: string; from: string; language?: Language };
    /** The targets of alerts; none unless said otherwise. */
    alerts?: AlertTargets;
    billing?: BillingSettings;
    /** Where texts of route gateway leave; nowhere unless said otherwise. */
    carriers?: readonly CarrierConfig[];
    /** The ports that gateways and devices find; any free ones unless said otherwise. */
    rpcPort?: number;
    devicePort?: number;
    /** Where people and phones reach the service. */
    publicUrl?: string;
    /** Simulators are given nothing. */
    isProduction?: boolean;
    /** With it the clients below cannot reach the core: a test brings its own. */
    tls?: ListenerTls;
    /** Called at each place where the core may die. */
    failpoint?: Failpoint;
    /** What calls of the clients below are made within. */
    during?: During;
  } = {},
): Promise<TestCore> {
  const { during = atOnce } = options;
  const anyPort = { host: '127.0.0.1', port: 0 };
  const logLevel = options.logLevel ?? 'silent';
  await migrateSchema(databaseUrl);
  const core = await startCore(
    {
      databaseUrl,
      serviceToken,
      listen: { ...anyPort, port: options.rpcPort ?? 0 },
      deviceListen: { ...anyPort, port: options.devicePort ?? 0 },
      opsListen: anyPort,
      deviceTrustedProxies: loopback,
      tiers: options.tiers ?? defaultTiers,
      billing: options.billing ?? { provider: 'none' },
      publicUrl: options.publicUrl ?? 'http://texts.example',
      mail: options.mail && { language: 'en', ...options.mail },
      alerts: options.alerts,
      carriers: options.carriers ?? [],
      // The endpoints of tests are on this machine.
      endpoints: { allowsHttp: true, allowedNetworks: loopback },
      referenceBits: 8,
      failpoint: undefined,
      ...(options.tls && { tls: options.tls }),
      logLevel,
      isProduction: options.isProduction ?? false,
    },
    options.clock ?? systemClock,
    createLog('core', logLevel),
    undefined,
    options.failpoint,
  );
  const admin = operatorOf(core, during);
  return {
    ...core,
    admin,
    messages: clientOf(MessageService, core, serviceToken, during),
    access: clientOf(AccessService, core, serviceToken, during),
    usage: clientOf(AccountService, core, serviceToken, during),
    async createAccount({ country = 'US', plan = 'pro', exempt = false, paired = true } = {}) {
      const created = await admin.createAccount({
        name: 'Test',
        country,
        exempt,
        ...(plan !== '' && { plan }),
      });
      const id = created.account?.id as bigint;
      const { secret } = await admin.createKey({ accountId: id });
      const deviceToken = paired ? (await during(pairDevice(core, admin, id))).token : '';
      return { id, key: secret, deviceToken };
    },
  };
}
