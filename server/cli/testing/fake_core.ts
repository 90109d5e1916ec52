// A core for the command line's tests: answers a few fixed accounts, keys and devices over real HTTP/2, and
// remembers what it was asked. Holds no rule of the real one but the service credential.
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { AccountService } from '../../../proto/gen/textrelay/v1/account_service_pb.ts';
import { CarrierService } from '../../../proto/gen/textrelay/v1/carrier_service_pb.ts';
import { DeviceService } from '../../../proto/gen/textrelay/v1/device_service_pb.ts';
import { ErrorCode } from '../../../proto/gen/textrelay/v1/error_pb.ts';
import { IncomingWebhookService } from '../../../proto/gen/textrelay/v1/incoming_webhook_service_pb.ts';
import { KeyService } from '../../../proto/gen/textrelay/v1/key_service_pb.ts';
import { MessageService } from '../../../proto/gen/textrelay/v1/message_service_pb.ts';
import { OperationsService } from '../../../proto/gen/textrelay/v1/operations_service_pb.ts';
import { PlatformService } from '../../../proto/gen/textrelay/v1/platform_service_pb.ts';
import { SubscriptionService } from '../../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { UsagePeriod, UsageReason } from '../../../proto/gen/textrelay/v1/usage_pb.ts';
import { addRetentionRoutes } from './fake_retention.ts';
import { type Asked, createNotes, type Notes, refuse } from './notes.ts';
import {
  account,
  accountId,
  at,
  carrierNumber,
  carriers,
  consumer,
  createdAt,
  deadLetter,
  device,
  disabled,
  failed,
  healthy,
  incomingWebhook,
  key,
  platformKey,
  record,
  refusedOfKey,
  steps,
  taken,
  text,
  tier,
  waitingFor,
  webhook,
} from './samples.ts';
import { alert, alertTargets, diagnosed, health } from './service_health.ts';

export const serviceToken = 'a-token-for-the-tests';
export const secret = 'svc_live_abcdefghijklmnopqrstuvwxyz0123456789';
export const platformSecret = 'svc_platform_abcdefghijklmnopqrstuvwxyz0123456789';

/** A running fake. */
export interface FakeCore {
  /** host:port. */
  address: string;
  /** The requests so far: the RPC's name, then the request's own fields. */
  asked: Asked;
  stop(): Promise<void>;
}

const addDeviceRoutes = (router: ConnectRouter, { note, noted }: Notes) =>
  router.service(DeviceService, {
    createPairingCode: (request) =>
      noted('createPairingCode', request, {
        code: '0123456789',
        expiresAt: at('2026-11-20T10:15:00Z'),
        addresses: ['http://127.0.0.1:4200'],
        commands: [
          'textrelay-agent pair http://127.0.0.1:4200 0123456789',
          'npm run agent -- pair http://127.0.0.1:4200 0123456789',
        ],
        qr: 'textrelay-agent pair http://127.0.0.1:4200 0123456789',
        phoneUrl: 'http://127.0.0.1:8080/m',
        phoneAdvice: 'A phone may not reach this address: it is reached from this machine only.',
        phoneSteps: [
          { text: 'Type this as API URL.', value: 'http://127.0.0.1:8080/m' },
          { text: 'Tap Offline.' },
          { text: 'Type the code.', value: '0123456789' },
        ],
      }),
    listDevices: (request) => noted('listDevices', request, { devices: [device] }),
    unpairDevice: (request) =>
      noted('unpairDevice', request, {
        device: { ...device, online: false, unpairedAt: at('2026-11-20T11:00:00Z') },
      }),
    setSimBudget(request) {
      note('setSimBudget', request);
      if (request.id !== device.id) refuse(ErrorCode.NOT_FOUND, 'device not found');
      const { perMinute, perDay, perMonth } = request;
      const sims = device.sims.map((sim) =>
        sim.slot === request.slot ? { ...sim, perMinute, perDay, perMonth } : sim,
      );
      return { device: { ...device, sims } };
    },
  });

const addKeyRoutes = (router: ConnectRouter, { note, noted }: Notes) =>
  router.service(KeyService, {
    createKey: (request) => noted('createKey', request, { key, secret }),
    listKeys: (request) => noted('listKeys', request, { keys: [key] }),
    changeKey(request) {
      note('changeKey', request);
      return { key: { ...key, ...(request.to.case === 'policy' && { policy: request.to.value }) } };
    },
    listKeyRefusals: (request) => noted('listKeyRefusals', request, { refusals: [refusedOfKey] }),
    revokeKey(request) {
      note('revokeKey', request);
      if (request.id !== key.id) refuse(ErrorCode.NOT_FOUND, 'key not found');
      return { key: { ...key, revokedAt: at('2026-11-20T11:00:00Z') } };
    },
  });

const addAccountRoutes = (router: ConnectRouter, { note, noted }: Notes) =>
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
    getAccountRecord: (request) => noted('getAccountRecord', request, { account: record }),
    suspendAccount: (request) =>
      noted('suspendAccount', request, {
        account: { ...record, suspendedAt: at('2026-11-20T12:00:00Z'), suspensionReason: request.reason },
      }),
    resumeAccount: (request) => noted('resumeAccount', request, { account: record }),
    updateAccount: (request) => noted('updateAccount', request, { account: record }),
    listAccountsOfKey(request) {
      note('listAccountsOfKey', request);
      return { accounts: [{ ...account, linkedAt: at('2026-11-20T12:00:00Z') }] };
    },
    listTiers: (request) => noted('listTiers', request, { tiers: [tier] }),
  });

const addCarrierRoutes = (router: ConnectRouter, { note, noted }: Notes) =>
  router.service(CarrierService, {
    listCarriers: (request) => noted('listCarriers', request, { carriers }),
    assignNumber: (request) => noted('assignNumber', request, { number: carrierNumber }),
    listAllNumbers(request) {
      note('listAllNumbers', request);
      return request.cursor === undefined
        ? { numbers: [carrierNumber], nextCursor: 'main/+12015550123' }
        : { numbers: [] };
    },
    listDeadLetters(request) {
      note('listDeadLetters', request);
      return request.cursor === undefined
        ? { deadLetters: [deadLetter], nextCursor: deadLetter.id }
        : { deadLetters: [] };
    },
    releaseNumber(request) {
      note('releaseNumber', request);
      if (request.number !== carrierNumber.number) refuse(ErrorCode.NOT_FOUND, 'number not found');
      return { number: carrierNumber };
    },
  });

const addPlatformRoutes = (router: ConnectRouter, { note, noted }: Notes) =>
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
        integration: { ...platformKey, linkedAt: at('2026-11-20T12:00:00Z') },
      }),
    unlinkPlatform: (request) => noted('unlinkPlatform', request, {}),
  });

const addSubscriptionRoutes = (router: ConnectRouter, { note, noted }: Notes) =>
  router.service(SubscriptionService, {
    listConsumers: (request) => noted('listConsumers', request, { consumers: [consumer] }),
    listWebhooks: (request) => noted('listWebhooks', request, { webhooks: [webhook, disabled, healthy] }),
    listTroubledWebhooks: (request) =>
      noted(
        'listTroubledWebhooks',
        request,
        request.cursor === undefined
          ? { webhooks: [webhook], nextCursor: '7/shop' }
          : { webhooks: [disabled] },
      ),
    enableWebhook: (request) => noted('enableWebhook', request, { webhook }),
    disableWebhook: (request) => noted('disableWebhook', request, { webhook }),
    listWebhookAttempts(request) {
      note('listWebhookAttempts', request);
      if (request.name === 'none') refuse(ErrorCode.NOT_FOUND, 'webhook not found');
      return { attempts: request.name === 'shop' ? [failed, taken] : [taken] };
    },
  });

const addMessageRoutes = (router: ConnectRouter, { noted }: Notes) =>
  router.service(MessageService, {
    listMessages: (request) => noted('listMessages', request, { messages: [text], nextBefore: 41n }),
    getMessage: (request) => noted('getMessage', request, { message: text }),
    listMessageEvents: (request) => noted('listMessageEvents', request, { events: steps, waitingFor }),
    cancelMessage: (request) => noted('cancelMessage', request, { message: text }),
  });

const addIncomingWebhookRoutes = (router: ConnectRouter, { noted }: Notes) =>
  router.service(IncomingWebhookService, {
    listIncomingWebhooks: (request) =>
      noted('listIncomingWebhooks', request, { incomingWebhooks: [incomingWebhook] }),
    deleteIncomingWebhook: (request) => noted('deleteIncomingWebhook', request, {}),
  });

function routes(router: ConnectRouter, asked: FakeCore['asked']): void {
  const notes = createNotes(asked);
  addDeviceRoutes(router, notes);
  addKeyRoutes(router, notes);
  addAccountRoutes(router, notes);
  addCarrierRoutes(router, notes);
  addPlatformRoutes(router, notes);
  addIncomingWebhookRoutes(router, notes);
  addMessageRoutes(router, notes);
  router.service(OperationsService, {
    getHealth: (request) => notes.noted('getHealth', request, health),
    listAlerts: (request) => notes.noted('listAlerts', request, { alerts: [alert] }),
    testAlerts: (request) => notes.noted('testAlerts', request, { targets: alertTargets }),
    diagnose: (request) => notes.noted('diagnose', request, diagnosed),
    getDailyHealth: () => ({}),
    countHeldTexts: (request) =>
      notes.noted('countHeldTexts', request, { accounts: [{ accountId, name: 'Acme', texts: 3 }] }),
    decideHeldTexts: (request) =>
      notes.noted('decideHeldTexts', request, { texts: 2, hasMore: asked.at(-1)?.[0] !== 'decideHeldTexts' }),
  });
  addRetentionRoutes(router, notes);
  addSubscriptionRoutes(router, notes);
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
