// What the gateway asks of the core for many clients at once, and what it watches. ask.ts has the single calls.
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
import type { OutboundText } from '../../proto/gen/textrelay/v1/message_pb.ts';
import {
  type Advance,
  type ChangesPage,
  type ChangesQuery,
  ListChangesRequestSchema,
  ListCursorsRequestSchema,
  type MessagePreview,
  MessageService,
  PreviewMessagesRequestSchema,
  type SendResult,
  WatchChangesRequestSchema,
} from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import type { Clock } from '../../runtime/clock.ts';
import { unavailable } from '../edge/errors.ts';
import type { Limits } from '../limits.ts';
import { repeating } from './ask.ts';
import { createAskAgain } from './ask_again.ts';
import { createCoreBatcher, Neighbours } from './batcher.ts';
import type { RpcChannel } from './channel.ts';
import { oneEach } from './one_each.ts';
import { createSends } from './sends.ts';

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
    const { results } = await repeating(admitted, false);
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
    run: (queries) => repeating(() => readChanges(queries), true),
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
    repeating(() => channel.unary(method, request, timeoutMs), true);
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
