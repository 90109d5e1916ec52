// A core of the tests: Connect's server over HTTP/2, as the real one, with a feed in memory. Tests replace single
// answers through `on`, and look at what was asked through `asked`.
import { once } from 'node:events';
import { constants, createServer, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { Health, HealthCheckResponse_ServingStatus } from '../../proto/gen/grpc/health/v1/health_pb.ts';
import {
  AccessService,
  type AdmissionRequest,
  type AdmissionResultSchema,
} from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import { ErrorCode, ErrorDetailSchema } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { KeyService } from '../../proto/gen/textrelay/v1/key_service_pb.ts';
import type { Message, OutboundText } from '../../proto/gen/textrelay/v1/message_pb.ts';
import {
  type ListChangesRequest,
  type ListChangesResponseSchema,
  MessageService,
  type SendResultSchema,
} from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { ThreadService } from '../../proto/gen/textrelay/v1/thread_service_pb.ts';
import { sampleMessage, sampleUsage } from './samples.ts';

export const serviceToken = 'service-token-of-the-tests';
export const liveKey = 'svc_live_of_the_tests';
export const platformKey = 'svc_platform_of_the_tests';
export const accountId = 7001n;

const rate = { limit: 120, windowSeconds: 60, remaining: 119, resetSeconds: 1 };

/** An RPC error as the core makes it. */
export function coreError(code: ErrorCode, message: string, status = Code.InvalidArgument): ConnectError {
  return new ConnectError(message, status, undefined, [
    { desc: ErrorDetailSchema, value: { code, message } },
  ]);
}

/** The answers that tests may replace. */
export interface Answers {
  admit(request: AdmissionRequest): MessageInitShape<typeof AdmissionResultSchema>;
  send(text: OutboundText): MessageInitShape<typeof SendResultSchema>;
  /** Runs before a batch is answered; may throw or wait. */
  beforeSend(texts: OutboundText[]): void | Promise<void>;
  listChanges(request: ListChangesRequest): Promise<MessageInitShape<typeof ListChangesResponseSchema>>;
  services(router: ConnectRouter): void;
}

export type FakeCore = Awaited<ReturnType<typeof startFakeCore>>;

/** The state of a fake core. */
function openState() {
  return {
    feed: [] as Message[],
    asked: { admissions: [] as AdmissionRequest[], texts: [] as OutboundText[], changes: 0, cursors: 0 },
    watchers: new Set<(seq: bigint | undefined) => void>(),
    /** Called when the next stream of changes is opened. */
    signals: {} as { watch?: () => void },
  };
}

type State = ReturnType<typeof openState>;

const defaultAnswers = ({ feed }: State): Answers => ({
  admit: ({ apiKey }) => {
    const refuse = (code: ErrorCode, message: string) => ({
      outcome: { case: 'error' as const, value: { code, message } },
    });
    if (apiKey === liveKey) {
      const value = { caller: { case: 'accountId' as const, value: accountId } };
      return { outcome: { case: 'admission', value }, rate };
    }
    if (apiKey === platformKey)
      return { ...refuse(ErrorCode.PLATFORM_KEY_SCOPE, 'not for platform keys'), rate };
    return refuse(ErrorCode.INVALID_API_KEY, 'unknown key');
  },
  send: ({ address, body }) => ({
    outcome: {
      case: 'accepted',
      value: { message: sampleMessage({ address, body }), usage: sampleUsage() },
    },
  }),
  beforeSend: () => {},
  listChanges: async ({ queries }) => ({
    pages: queries.map(({ since, limit }) => {
      const found = feed.filter(({ seq }) => seq > since);
      const messages = found.slice(0, limit);
      const newestSeq = feed.at(-1)?.seq ?? since;
      return { messages, nextSince: messages.at(-1)?.seq ?? since, hasMore: found.length > limit, newestSeq };
    }),
  }),
  services: () => {},
});

/** Says every advance until the stream ends. */
async function* watchChanges({ watchers, signals }: State, signal: AbortSignal) {
  const queue: (bigint | undefined)[] = [];
  let wake = () => {};
  const watcher = (seq: bigint | undefined) => {
    queue.push(seq);
    wake();
  };
  watchers.add(watcher);
  signal.addEventListener('abort', () => watcher(undefined));
  try {
    signals.watch?.();
    yield {};
    for (;;) {
      while (queue.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      const seq = queue.shift();
      if (seq === undefined) return;
      yield { advances: [{ accountId, seq }] };
    }
  } finally {
    watchers.delete(watcher);
  }
}

function addMessageService(router: ConnectRouter, state: State, answers: Answers): void {
  const { asked, feed } = state;

  /** Judges the request at the door first, as the core does. */
  const sendAdmitted = (text: OutboundText): MessageInitShape<typeof SendResultSchema> => {
    if (!text.admission) return answers.send(text);
    asked.admissions.push(text.admission);
    const { outcome, rate: allowance } = answers.admit(text.admission);
    const known = allowance && { rate: allowance };
    if (outcome?.case !== 'admission') return { ...(outcome && { outcome }), ...known } as never;
    return { ...(answers.send(text) as object), ...known };
  };

  router.service(AccessService, {
    admit: ({ requests }) => {
      asked.admissions.push(...requests);
      return { results: requests.map(answers.admit) };
    },
  });
  router.service(MessageService, {
    sendMessages: async ({ texts }) => {
      asked.texts.push(...texts);
      await answers.beforeSend(texts);
      return { results: texts.map(sendAdmitted) };
    },
    getMessage: ({ id }) => {
      if (id !== 1n) throw coreError(ErrorCode.NOT_FOUND, 'no such message', Code.NotFound);
      return { message: sampleMessage() };
    },
    listChanges: (request) => {
      asked.changes++;
      return answers.listChanges(request);
    },
    listCursors: ({ accountIds }) => {
      asked.cursors++;
      return { cursors: accountIds.map((id) => ({ accountId: id, seq: feed.at(-1)?.seq ?? 0n })) };
    },
    watchChanges: (_request, { signal }) => watchChanges(state, signal),
  });
}

function addAccountServices(router: ConnectRouter): void {
  router.service(AccountService, {
    getUsage: () => ({ usage: sampleUsage() }),
    getAccount: () => ({ account: { id: accountId, name: 'Example' } }),
    listAccountsOfKey: () => ({ accounts: [{ id: accountId, name: 'Example', plan: 'starter' }] }),
    listTiers: () => ({
      tiers: [
        {
          plan: 'starter',
          name: 'Starter',
          textsCap: 500n,
          priceCents: 900n,
          currency: 'usd',
          interval: 'month',
        },
      ],
    }),
  });
  router.service(KeyService, { describeKey: () => ({}) });
  router.service(PlanService, {
    changePlan: () => {
      throw coreError(ErrorCode.BILLING_DISABLED, 'no payment provider', Code.FailedPrecondition);
    },
  });
  router.service(ThreadService, {
    listThreads: ({ cursor }) => ({
      threads: [
        {
          address: '(555) 123-4567',
          addressNorm: '+15551234567',
          lastMessage: sampleMessage(),
          messageCount: 2n,
          updatedAt: sampleMessage().createdAt,
        },
      ],
      ...(cursor === undefined && { nextCursor: 41n }),
    }),
    listThreadMessages: ({ address }) => ({ addressNorm: address, messages: [sampleMessage()] }),
  });
}

const handlerOf = (state: State, answers: Answers) =>
  connectNodeAdapter({
    acceptCompression: [],
    requestGate: ({ service, requestHeader }) => {
      const presented = requestHeader.get('authorization');
      if (service.typeName !== Health.typeName && presented !== `Bearer ${serviceToken}`)
        throw new ConnectError('no credential', Code.Unauthenticated);
    },
    routes: (router) => {
      router.service(Health, { check: () => ({ status: HealthCheckResponse_ServingStatus.SERVING }) });
      addMessageService(router, state, answers);
      addAccountServices(router);
      answers.services(router);
    },
  });

export async function startFakeCore(on: Partial<Answers> = {}) {
  const state = openState();
  const { feed, asked, watchers, signals } = state;
  const answers: Answers = { ...defaultAnswers(state), ...on };
  const sessions = new Set<ServerHttp2Session>();
  /** Connections that take no more calls, although they stay. */
  const spent = new WeakSet<ServerHttp2Session>();
  const handle = handlerOf(state, answers);
  // As much as the core's connections have for all their answers, in megabytes.
  const server = createServer({ maxSessionMemory: 128 }, (request, response) => {
    const session = request.stream.session as ServerHttp2Session;
    if (spent.has(session)) request.stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    else handle(request, response);
  });
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    target: `ipv4:127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answers,
    feed,
    /** Streams of changes open now. */
    watches: () => watchers.size,
    /** Resolves when the next stream of changes is opened. */
    nextWatch: () =>
      new Promise<void>((resolve) => {
        signals.watch = resolve;
      }),
    /** Stores a text; notifies the watchers unless `silently`. */
    commit(message: Message, silently = false) {
      feed.push(message);
      if (!silently) for (const watcher of watchers) watcher(message.seq);
    },
    /** Ends every stream of changes, as a stopping replica does. */
    endWatches() {
      for (const watcher of watchers) watcher(undefined);
    },
    /** Lets every connection that there is refuse further calls, as Node's do when their memory is used up. */
    spend() {
      for (const session of sessions) spent.add(session);
    },
    /** Cuts every connection. */
    cut() {
      for (const session of sessions) session.destroy();
    },
    async stop() {
      for (const session of sessions) session.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
