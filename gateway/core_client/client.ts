// The calls to the core that are made for many clients at once, and what the gateway watches. ask.ts has the single calls.
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
} from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import {
  type Advance,
  type ChangesPage,
  type ChangesQuery,
  ListChangesRequestSchema,
  ListOutcomesRequestSchema,
  MessageService,
  type Outcome,
  type OutcomeQuery,
  WatchChangesRequestSchema,
} from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { unavailable } from '../errors/errors.ts';
import { repeating } from './ask.ts';
import { createAskAgain } from './ask_again.ts';
import { type CoreBatching, createCoreBatcher, oneEach } from './batcher.ts';
import { type CoreOptions, createSend } from './send.ts';

export type Core = ReturnType<typeof createCore>;

function createAdmit({ channel, limits }: CoreOptions, batching: CoreBatching) {
  const judge = async (requests: AdmissionRequest[], leaveLocked: boolean): Promise<AdmissionResult[]> => {
    const request = create(AdmitRequestSchema, { requests, leaveLocked });
    const admitted = () => channel.unary(AccessService.method.admit, request, limits.admitTimeoutMs);
    return oneEach(requests, (await repeating(admitted, false)).results);
  };
  const askAgain = createAskAgain<AdmissionRequest, AdmissionResult>({
    maxKeys: limits.keysAskedAgain,
    maxOfKey: limits.batch,
    keyOf: ({ apiKey }) => apiKey,
    ask: (requests) => judge(requests, false),
  });
  return createCoreBatcher<AdmissionRequest, AdmissionResult>({
    ...batching,
    run: async (requests) => askAgain(requests, await judge(requests, true)),
  });
}

function createListChanges({ channel, clock, limits }: CoreOptions, batching: CoreBatching) {
  const read = async (queries: ChangesQuery[]): Promise<ChangesPage[]> => {
    const request = create(ListChangesRequestSchema, { queries });
    const { pages } = await channel.unary(MessageService.method.listChanges, request, limits.readTimeoutMs);
    return oneEach(queries, pages);
  };
  const pageOf = createCoreBatcher<ChangesQuery, ChangesPage>({
    ...batching,
    run: (queries) => repeating(() => read(queries), true),
  });
  return async (query: ChangesQuery): Promise<ChangesPage> => {
    const { since } = query;
    const untilMs = clock.nowMs() + limits.readTimeoutMs;
    const asked = { ...query };
    for (;;) {
      const page = await pageOf(asked);
      // The batch's other pages filled the answer, or the key may read none of many texts. The page is asked for again,
      // behind those who already wait.
      if (!page.hasMore || page.messages.length > 0) return page;
      const isLate = clock.nowMs() >= untilMs;
      if (isLate && page.nextSince === since) throw unavailable();
      if (isLate) return page;
      asked.since = page.nextSince;
    }
  };
}

/** Most outcomes that one ListOutcomes takes. */
const outcomesPerCall = 100;

function createFindOutcome({ channel, limits }: CoreOptions, batching: CoreBatching) {
  const read = async (queries: OutcomeQuery[]): Promise<Outcome[]> => {
    const request = create(ListOutcomesRequestSchema, { queries });
    const { outcomes } = await channel.unary(
      MessageService.method.listOutcomes,
      request,
      limits.readTimeoutMs,
    );
    return oneEach(queries, outcomes);
  };
  return createCoreBatcher<OutcomeQuery, Outcome>({
    ...batching,
    maxBatch: outcomesPerCall,
    run: (queries) => repeating(() => read(queries), true),
  });
}

/** Opens the batchers. Every function throws a Refusal. */
export function createCore(options: CoreOptions) {
  const { channel, clock, limits, onBatch } = options;
  const batching = (name: string): CoreBatching => ({
    maxBatch: limits.batch,
    maxInFlight: limits.batchesInFlight,
    worthAnother: limits.worthAnotherBatch,
    lateMs: limits.lateBatchMs,
    maxItems: limits.batcherItems,
    maxWaitMs: limits.batcherWaitMs,
    clock,
    ...(onBatch && { onBatch: onBatch(name) }),
  });

  return {
    /** Judges a key; a refused request is a result, not a throw, because it carries the key's allowance. */
    admit: createAdmit(options, batching('admit')),
    /** Sends one text; a refused one is a result, as with admit. */
    send: createSend(options, batching('send')),
    /** Reads a page of the change feed. */
    listChanges: createListChanges(options, batching('changes')),
    /** Reads what has become of a text. */
    findOutcome: createFindOutcome(options, batching('outcomes')),

    /** Reports every account's advances; the first, empty one says that the watch has begun. */
    watchChanges(listener: { onAdvances(advances: Advance[]): void; onEnd(): void }): () => void {
      return channel.stream(MessageService.method.watchChanges, create(WatchChangesRequestSchema), {
        onMessage: ({ advances }) => listener.onAdvances(advances),
        onEnd: () => listener.onEnd(),
      });
    },
    /** Whether a core says that it can serve; false when none answers within `timeoutMs`. */
    async isServing(timeoutMs: number): Promise<boolean> {
      const health = channel.unary(Health.method.check, create(HealthCheckRequestSchema), timeoutMs);
      return health.then(
        ({ status }) => status === HealthCheckResponse_ServingStatus.SERVING,
        () => false,
      );
    },
  };
}
