// A core for the command line's tests: answers a few fixed accounts, keys and devices over real HTTP/2, and
// remembers what it was asked. Holds no rule of the real one but the service credential.
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { AccountService } from '../../../proto/gen/textrelay/v1/account_service_pb.ts';
import { CarrierService } from '../../../proto/gen/textrelay/v1/carrier_service_pb.ts';
import { DeviceService } from '../../../proto/gen/textrelay/v1/device_service_pb.ts';
import { ErrorCode, ErrorDetailSchema } from '../../../proto/gen/textrelay/v1/error_pb.ts';
import { KeyService } from '../../../proto/gen/textrelay/v1/key_service_pb.ts';
import { OperationsService } from '../../../proto/gen/textrelay/v1/operations_service_pb.ts';
import { DisabledReason, PlaceKind, PlaceService } from '../../../proto/gen/textrelay/v1/place_service_pb.ts';
import { PlatformService } from '../../../proto/gen/textrelay/v1/platform_service_pb.ts';
import { UsagePeriod, UsageReason } from '../../../proto/gen/textrelay/v1/usage_pb.ts';
import { health } from './service_health.ts';

export const serviceToken = 'a-token-for-the-tests';
export const accountId = 421_000_000_000_017n;
export const secret = 'svc_live_abcdefghijklmnopqrstuvwxyz0123456789';
export const platformSecret = 'svc_platform_abcdefghijklmnopqrstuvwxyz0123456789';

/** A running fake. */
export interface FakeCore {
  /** host:port. */
  address: string;
  /** The requests so far: the RPC's name, then the request's own fields. */
  asked: [string, Record<string, unknown>][];
  stop(): Promise<void>;
}

const at = (time: string) => timestampFromDate(new Date(time));
const createdAt = at('2026-11-20T10:00:00Z');
const account = { id: accountId, name: 'Acme\u001b[31m', plan: 'starter', subscriptionStatus: 'active' };
const record = { ...account, country: 'US', exempt: false, createdAt };
const key = { id: 3n, accountId, label: 'ci', hint: 'svc_live_ab...6789', createdAt };
const platformKey = { id: 7n, name: 'Bolt\u001b[31m', hint: 'svc_platform_...6789', createdAt };
const device = {
  id: 1n,
  accountId,
  name: 'desk',
  online: true,
  createdAt,
  agentVersion: '0.1.0',
  driver: 'simulated',
  ok: false,
  detail: 'The SIM asks for its\u001b[31m PIN.',
  signalPercent: 61,
  queueLength: 2,
  givesReceipts: true,
  sims: [
    { slot: 1, perMinute: 10, perMonth: 5000, usedMinute: 3, usedDay: 40, usedMonth: 1200, present: true },
    { slot: 2, usedMinute: 0, usedDay: 0, usedMonth: 7, present: false },
  ],
};

const tier = {
  plan: 'starter',
  name: 'Starter',
  textsCap: 500n,
  priceCents: 1900n,
  currency: 'usd',
  interval: 'month',
};

const carriers = [
  {
    name: 'main',
    kind: 'smpp',
    priority: 10,
    sharedSender: '+12015550100',
    up: true,
    detail: '2 of 2 bound',
    capacity: 40,
  },
  { name: 'spare', kind: 'http', priority: 50, detail: 'the company\u001b[31m answers 503' },
];
const carrierNumber = { carrier: 'main', number: '+12015550123', accountId, assignedAt: createdAt };

const webhook = {
  accountId,
  name: 'shop',
  cursor: 3n,
  behind: 7n,
  movedAt: createdAt,
  createdAt,
  endpoint: {
    url: 'https://shop.example/secret-path',
    types: ['text.received'],
    failures: 3,
    failingSince: createdAt,
    nextAttemptAt: at('2026-11-20T12:00:00Z'),
  },
};
const disabled = {
  ...{ accountId, name: 'old', behind: 2n, movedAt: createdAt, createdAt },
  endpoint: {
    ...{ url: 'https://old.example/', nextAttemptAt: createdAt },
    ...{ disabledReason: DisabledReason.OPERATOR, disabledAt: createdAt },
  },
};
const healthy = {
  ...{ accountId, name: 'good', movedAt: createdAt, createdAt },
  endpoint: { url: 'https://good.example/' },
};
const taken = {
  ...{ number: 8n, at: createdAt, eventCount: 1, firstEvent: '3.3', lastEvent: '3.3', tookMs: 12 },
  ...{ status: 200, answer: 'ok' },
};
const failed = {
  ...{ number: 9n, at: createdAt, eventCount: 2, firstEvent: '4.4', lastEvent: '5.5', tookMs: 84 },
  ...{ status: 503, error: 'the endpoint answered 503\u001b[31m', answer: 'down' },
};
const consumer = {
  ...{ name: 'billing', cursor: 43n, behind: 2n, movedAt: createdAt, createdAt },
  leaseUntil: at('2026-11-20T12:00:00Z'),
};

/** Refuses as the real core does: the public code and sentence in a detail. */
function refuse(code: ErrorCode, message: string): never {
  const detail = create(ErrorDetailSchema, { code, message });
  throw new ConnectError('refused', Code.NotFound, undefined, [{ desc: ErrorDetailSchema, value: detail }]);
}

function routes(router: ConnectRouter, asked: FakeCore['asked']): void {
  const note = (name: string, request: { $typeName: string }) => {
    const { $typeName, ...fields } = request;
    asked.push([name, fields]);
    for (const id of ['platformKeyId', 'platformId'])
      if (id in fields && fields[id as keyof typeof fields] !== platformKey.id)
        refuse(ErrorCode.NOT_FOUND, 'platform key not found');
    if ('accountId' in fields && fields.accountId !== accountId)
      refuse(ErrorCode.NOT_FOUND, 'account not found');
  };
  const noted = <T>(name: string, request: { $typeName: string }, answer: T): T => {
    note(name, request);
    return answer;
  };
  router.service(DeviceService, {
    createPairingCode: (request) =>
      noted('createPairingCode', request, {
        code: 'ABCD2345',
        expiresAt: at('2026-11-20T10:15:00Z'),
        addresses: ['http://127.0.0.1:4200'],
        commands: [
          'textrelay-agent pair http://127.0.0.1:4200 ABCD2345',
          'npm run agent -- pair http://127.0.0.1:4200 ABCD2345',
        ],
        qr: 'textrelay-agent pair http://127.0.0.1:4200 ABCD2345',
      }),
    listDevices: (request) => noted('listDevices', request, { devices: [device] }),
    revokeDevice: (request) =>
      noted('revokeDevice', request, {
        device: { ...device, online: false, revokedAt: at('2026-11-20T11:00:00Z') },
      }),
    setSimBudget(request) {
      note('setSimBudget', request);
      if (request.deviceId !== device.id) refuse(ErrorCode.NOT_FOUND, 'device not found');
      const { perMinute, perDay, perMonth } = request;
      const sims = device.sims.map((sim) =>
        sim.slot === request.slot ? { ...sim, perMinute, perDay, perMonth } : sim,
      );
      return { device: { ...device, sims } };
    },
  });
  router.service(KeyService, {
    createKey: (request) => noted('createKey', request, { key, secret }),
    listKeys: (request) => noted('listKeys', request, { keys: [key] }),
    revokeKey(request) {
      note('revokeKey', request);
      if (request.keyId !== key.id) refuse(ErrorCode.NOT_FOUND, 'key not found');
      return { key: { ...key, revokedAt: at('2026-11-20T11:00:00Z') } };
    },
  });
  router.service(AccountService, {
    getUsage(request) {
      note('getUsage', request);
      return {
        usage: {
          plan: 'starter',
          subscriptionStatus: 'active',
          canSend: false,
          reason: UsageReason.CAP_REACHED,
          textsUsed: 500n,
          textsCap: 500n,
          textsRemaining: 0n,
          unlimited: false,
          period: UsagePeriod.CALENDAR_MONTH_UTC,
          resetsAt: at('2026-12-01T00:00:00Z'),
        },
      };
    },
    createAccount: (request) => noted('createAccount', request, { account: record }),
    listAccounts(request) {
      note('listAccounts', request);
      const second = { id: accountId + 1n, name: 'Bolt', country: 'DE', createdAt };
      return request.cursor === undefined
        ? { accounts: [record], nextCursor: accountId }
        : { accounts: request.cursor === accountId ? [second] : [] };
    },
    getAccount: (request) => noted('getAccount', request, { account: record }),
    setSuspension: (request) =>
      noted('setSuspension', request, {
        account:
          request.reason === undefined
            ? record
            : { ...record, suspendedAt: at('2026-11-20T12:00:00Z'), suspensionReason: request.reason },
      }),
    updateAccount: (request) => noted('updateAccount', request, { account: record }),
    listAccountsOfKey(request) {
      note('listAccountsOfKey', request);
      return { accounts: [{ ...account, linkedAt: at('2026-11-20T12:00:00Z') }] };
    },
    listTiers: (request) => noted('listTiers', request, { tiers: [tier] }),
  });
  router.service(CarrierService, {
    listCarriers: (request) => noted('listCarriers', request, { carriers }),
    assignNumber: (request) => noted('assignNumber', request, { number: carrierNumber }),
    listNumbers(request) {
      note('listNumbers', request);
      return request.cursor === undefined
        ? { numbers: [carrierNumber], nextCursor: 'main/+12015550123' }
        : { numbers: [] };
    },
    releaseNumber(request) {
      note('releaseNumber', request);
      if (request.number !== carrierNumber.number) refuse(ErrorCode.NOT_FOUND, 'number not found');
      return { number: carrierNumber };
    },
  });
  router.service(PlatformService, {
    createPlatformKey: (request) =>
      noted('createPlatformKey', request, { key: platformKey, secret: platformSecret }),
    listPlatformKeys(request) {
      note('listPlatformKeys', request);
      return request.cursor === undefined
        ? { keys: [platformKey], nextCursor: platformKey.id }
        : { keys: [] };
    },
    revokePlatformKey: (request) =>
      noted('revokePlatformKey', request, {
        key: { ...platformKey, revokedAt: at('2026-11-20T11:00:00Z') },
      }),
    linkPlatform: (request) =>
      noted('linkPlatform', request, {
        platform: { ...platformKey, linkedAt: at('2026-11-20T12:00:00Z') },
      }),
    unlinkPlatform: (request) => noted('unlinkPlatform', request, {}),
  });
  router.service(OperationsService, { getHealth: (request) => noted('getHealth', request, health) });
  router.service(PlaceService, {
    listPlaces: (request) =>
      noted('listPlaces', request, {
        places: request.kind === PlaceKind.CONSUMER ? [consumer] : [webhook, disabled, healthy],
      }),
    listTroubledWebhooks: (request) =>
      noted(
        'listTroubledWebhooks',
        request,
        request.cursor === undefined ? { places: [webhook], nextCursor: '7/shop' } : { places: [disabled] },
      ),
    switchWebhook: (request) => noted('switchWebhook', request, { place: webhook }),
    listWebhookAttempts(request) {
      note('listWebhookAttempts', request);
      if (request.name === 'none') refuse(ErrorCode.NOT_FOUND, 'webhook not found');
      return { attempts: request.name === 'shop' ? [failed, taken] : [taken] };
    },
  });
}

/** Starts a fake on a free port of this machine. */
export async function startFakeCore(): Promise<FakeCore> {
  const asked: FakeCore['asked'] = [];
  const server = createServer(
    connectNodeAdapter({
      routes: (router) => routes(router, asked),
      interceptors: [
        (next) => (request) => {
          if (request.header.get('authorization') !== `Bearer ${serviceToken}`) {
            throw new ConnectError('no', Code.Unauthenticated);
          }
          return next(request);
        },
      ],
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
