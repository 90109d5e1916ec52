// What the gateway asks of the core: one function a question, each with its deadline, grouped where many clients ask
// the same thing, and repeated only where a repeat can do no harm.
import { create } from '@bufbuild/protobuf';
import {
  Health,
  HealthCheckRequestSchema,
  HealthCheckResponse_ServingStatus,
} from '../../proto/gen/grpc/health/v1/health_pb.ts';
import {
  AccessService,
  type AdmissionRequest,
  type AdmissionResult,
  AdmitRequestSchema,
  CheckKeysRequestSchema,
} from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import {
  type Account,
  AccountService,
  GetAccountRequestSchema,
  type ListAccountsRequest,
  ListAccountsRequestSchema,
  type ListAccountsResponse,
  ListTiersRequestSchema,
  type Tier,
} from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import type { Message } from '../../proto/gen/textrelay/v1/message_pb.ts';
import {
  type Advance,
  type CancelMessageRequest,
  CancelMessageRequestSchema,
  type ChangesPage,
  type ChangesQuery,
  GetMessageRequestSchema,
  ListChangesRequestSchema,
  ListCursorsRequestSchema,
  type MessagePreview,
  MessageService,
  type OutboundText,
  PreviewMessagesRequestSchema,
  type SendResult,
  WatchChangesRequestSchema,
} from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import {
  ChangePlanRequestSchema,
  type ChangePlanResponse,
  PlanService,
} from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import {
  ListThreadMessagesRequestSchema,
  type ListThreadMessagesResponse,
  ListThreadsRequestSchema,
  type ListThreadsResponse,
  ThreadService,
} from '../../proto/gen/textrelay/v1/thread_service_pb.ts';
import {
  ListMessageEventsRequestSchema,
  type ListMessageEventsResponse,
} from '../../proto/gen/textrelay/v1/timeline_pb.ts';
import {
  GetUsageRequestSchema,
  type Usage,
  UsageService,
} from '../../proto/gen/textrelay/v1/usage_service_pb.ts';
import type { Clock } from '../../runtime/clock.ts';
import { unavailable } from '../edge/errors.ts';
import type { Limits } from '../limits.ts';
import { createAskAgain } from './ask_again.ts';
import { createCoreBatcher, Neighbours } from './batcher.ts';
import { CallFailed, type RpcChannel } from './channel.ts';
import { oneEach } from './one_each.ts';
import { createSends } from './sends.ts';

/** Where to go on reading conversations, and how many. */
interface Page {
  limit: number;
  from: bigint | undefined;
}

export type Core = ReturnType<typeof createCore>;

interface CoreOptions {
  channel: RpcChannel;
  clock: Clock;
  limits: Limits;
  onBatch?: (name: string) => (size: number) => void;
}

/** Opens the batchers. Every function throws a Refusal. */
export function createCore({ channel, clock, limits, onBatch }: CoreOptions) {
  const batchBounds = (batch: string) => ({
    maxBatch: limits.batch,
    maxInFlight: limits.batchesInFlight,
    worthAnother: limits.worthAnotherBatch,
    lateMs: limits.lateBatchMs,
    maxItems: limits.batcherItems,
    maxWaitMs: limits.batcherWaitMs,
    clock,
    ...(onBatch && { onBatch: onBatch(batch) }),
  });

  const judge = async (requests: AdmissionRequest[], leaveLocked: boolean): Promise<AdmissionResult[]> => {
    const request = create(AdmitRequestSchema, { requests, leaveLocked });
    const admitted = () => channel.unary(AccessService.method.admit, request, limits.admitTimeoutMs);
    const { results } = await repeatUnsent(admitted);
    return oneEach(requests, results);
  };
  const askAgain = createAskAgain<AdmissionRequest, AdmissionResult>({
    maxKeys: limits.keysAskedAgain,
    maxOfKey: limits.batch,
    keyOf: ({ apiKey }) => apiKey,
    ask: (requests) => judge(requests, false),
  });
  const admit = createCoreBatcher<AdmissionRequest, AdmissionResult>({
    ...batchBounds('admit'),
    run: async (requests) => askAgain(requests, await judge(requests, true)),
  });

  const neighbours = new Neighbours();
  const send = createSends({
    channel,
    clock,
    limits,
    batched: (run) =>
      createCoreBatcher<OutboundText, SendResult>({ ...batchBounds('send'), neighbours, run }),
  });

  const readChanges = async (queries: ChangesQuery[]): Promise<ChangesPage[]> => {
    const request = create(ListChangesRequestSchema, { queries });
    const method = MessageService.method.listChanges;
    const { pages } = await channel.unary(method, request, limits.readTimeoutMs);
    return oneEach(queries, pages);
  };
  const changes = createCoreBatcher<ChangesQuery, ChangesPage>({
    ...batchBounds('changes'),
    run: (queries) => readTwice(() => readChanges(queries)),
  });
  const listChanges = async (query: ChangesQuery): Promise<ChangesPage> => {
    const untilMs = clock.nowMs() + limits.readTimeoutMs;
    for (;;) {
      const page = await changes(query);
      // The batch's other pages filled the answer. Asking again is another turn, behind those who wait.
      if (!page.hasMore || page.messages.length > 0) return page;
      if (clock.nowMs() >= untilMs) throw unavailable();
    }
  };

  const read: RpcChannel['unary'] = (method, request, timeoutMs) =>
    readTwice(() => channel.unary(method, request, timeoutMs));
  const readMs = limits.readTimeoutMs;

  return {
    /** Judges a key; a refused request is a result, not a throw, because it carries the key's allowance. */
    admit,
    /** Sends one text; a refused one is a result, as with admit. */
    send,
    /** Reads a page of the change feed. */
    listChanges,

    /** What would become of up to 500 texts that are admitted already. */
    async previewMessages(texts: OutboundText[]): Promise<MessagePreview[]> {
      const request = create(PreviewMessagesRequestSchema, { texts });
      return oneEach(texts, (await read(MessageService.method.previewMessages, request, readMs)).previews);
    },
    async getMessage(accountId: bigint, id: bigint): Promise<Message> {
      const request = create(GetMessageRequestSchema, { accountId, id });
      return present((await read(MessageService.method.getMessage, request, readMs)).message);
    },
    /** Asked again it answers the same, so that it may be repeated. */
    async cancelMessage(accountId: bigint, target: CancelMessageRequest['target']): Promise<Message> {
      const request = create(CancelMessageRequestSchema, { accountId, target });
      return present(
        (await read(MessageService.method.cancelMessage, request, limits.sendTimeoutMs)).message,
      );
    },
    listMessageEvents(accountId: bigint, id: bigint): Promise<ListMessageEventsResponse> {
      const request = create(ListMessageEventsRequestSchema, { accountId, id });
      return read(MessageService.method.listMessageEvents, request, readMs);
    },
    listThreads(accountId: bigint, page: Page): Promise<ListThreadsResponse> {
      const request = create(ListThreadsRequestSchema, { accountId, limit: page.limit, cursor: page.from });
      return read(ThreadService.method.listThreads, request, readMs);
    },
    listThreadMessages(accountId: bigint, address: string, page: Page): Promise<ListThreadMessagesResponse> {
      const { limit, from: before } = page;
      const request = create(ListThreadMessagesRequestSchema, { accountId, address, limit, before });
      return read(ThreadService.method.listThreadMessages, request, readMs);
    },
    async getAccount(accountId: bigint): Promise<Account> {
      const request = create(GetAccountRequestSchema, { accountId });
      return present((await read(AccountService.method.getAccount, request, readMs)).account);
    },
    async listAccounts(
      caller: ListAccountsRequest['caller'],
      page: { limit: number; cursor?: string },
    ): Promise<ListAccountsResponse> {
      const request = create(ListAccountsRequestSchema, { caller, ...page });
      return read(AccountService.method.listAccounts, request, readMs);
    },
    async listTiers(): Promise<Tier[]> {
      return (await read(AccountService.method.listTiers, create(ListTiersRequestSchema), readMs)).tiers;
    },
    async getUsage(accountId: bigint): Promise<Usage> {
      const request = create(GetUsageRequestSchema, { accountId });
      return present((await read(UsageService.method.getUsage, request, readMs)).usage);
    },
    /** Never repeated once it left: a plan change may cost money. */
    changePlan(accountId: bigint, plan: string): Promise<ChangePlanResponse> {
      const request = create(ChangePlanRequestSchema, { accountId, plan });
      const { method } = PlanService;
      return repeatUnsent(() => channel.unary(method.changePlan, request, limits.planTimeoutMs));
    },
    /** Whether each of up to 2,000 account keys works; counts no request. */
    async checkKeys(apiKeys: string[]): Promise<boolean[]> {
      const request = create(CheckKeysRequestSchema, { apiKeys });
      return oneEach(apiKeys, (await read(AccessService.method.checkKeys, request, readMs)).valid);
    },
    /** The newest seq of up to 10,000 accounts. */
    async listCursors(accountIds: bigint[]): Promise<Advance[]> {
      const request = create(ListCursorsRequestSchema, { accountIds });
      return (await read(MessageService.method.listCursors, request, readMs)).cursors;
    },
    /** Hears of every account's advances; the first, empty one says that the watch holds. */
    watchChanges(listener: { onAdvances(advances: Advance[]): void; onEnd(): void }): () => void {
      return channel.stream(MessageService.method.watchChanges, create(WatchChangesRequestSchema), {
        onMessage: ({ advances }) => listener.onAdvances(advances),
        onEnd: () => listener.onEnd(),
      });
    },
    /** Whether a replica of the core says that it can serve; false when none answers within `timeoutMs`. */
    async isServing(timeoutMs: number): Promise<boolean> {
      const health = channel.unary(Health.method.check, create(HealthCheckRequestSchema), timeoutMs);
      return health.then(
        ({ status }) => status === HealthCheckResponse_ServingStatus.SERVING,
        () => false,
      );
    },
  };
}

function present<T>(part: T | undefined): T {
  if (part === undefined) throw unavailable();
  return part;
}

/** Reads, and once more when the connection broke. */
async function readTwice<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CallFailed && error.isDisconnect) return read();
    throw error;
  }
}

/** Calls, and once more when the first call never left. */
async function repeatUnsent<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof CallFailed && error.neverSent) return call();
    throw error;
  }
}
