// Texts on their way to the core: in batches, and repeated only where that cannot send twice. All go to the first core that
// serves: an account's texts share its batches, and no two cores wait for each other's lock on its row.
import { create } from '@bufbuild/protobuf';
import type { OutboundText } from '../../proto/gen/textrelay/v1/message_pb.ts';
import {
  MessageService,
  SendMessagesRequestSchema,
  type SendResult,
} from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import type { Batcher } from '../../runtime/batcher.ts';
import type { Clock } from '../../runtime/clock.ts';
import { contentOf } from '../../runtime/texts/message_content.ts';
import { trace } from '../../runtime/trace.ts';
import { activeTrace, isTracing, type TraceParent } from '../../runtime/tracing.ts';
import { unavailable } from '../errors/errors.ts';
import type { Limits } from '../limits.ts';
import { createAskAgain } from './ask_again.ts';
import { type CoreBatching, createCoreBatcher, oneEach } from './batcher.ts';
import { CallFailed, type RpcChannel } from './channel.ts';

export interface CoreOptions {
  channel: RpcChannel;
  clock: Clock;
  limits: Limits;
  /** Called with the size of each batch, by the batcher's name. */
  onBatch?: (name: string) => (size: number) => void;
}

/** Opens the batches. A refused text has a result as well. */
export function createSend(
  { channel, clock, limits }: CoreOptions,
  batching: CoreBatching,
): Batcher<OutboundText, SendResult> {
  const ask = async (
    texts: OutboundText[],
    leaveLocked: boolean,
    prefersFirst: boolean,
  ): Promise<SendResult[]> => {
    const request = create(SendMessagesRequestSchema, { texts, leaveLocked, brief: true });
    const method = MessageService.method.sendMessages;
    trace('gateway: asks', texts.length);
    const { results } = await channel.unary(method, request, limits.sendTimeoutMs, {
      prefersFirst,
      ...tracesOf(texts),
    });
    trace('gateway: has the answer', texts.length);
    for (const [index, result] of oneEach(texts, results).entries())
      complete(texts[index] as OutboundText, result);
    return results;
  };

  const askAgain = createAskAgain<OutboundText, SendResult>({
    maxKeys: limits.keysAskedAgain,
    maxOfKey: limits.batch,
    keyOf: ({ admission, accountId }) => admission?.apiKey ?? String(accountId),
    ask: (texts) => repeatRepeatable(texts, (some) => ask(some, false, false)),
  });

  const underWay = new Set<{ leftMs: number }>();
  /** A core that has had a batch under way for long may be frozen: new texts had better go elsewhere. */
  const isLate = () => {
    const [oldest] = underWay;
    return oldest !== undefined && clock.nowMs() - oldest.leftMs >= limits.lateBatchMs;
  };

  const batcher = createCoreBatcher<OutboundText, SendResult>({
    ...batching,
    async run(texts) {
      const prefersFirst = !isLate();
      const batch = { leftMs: clock.nowMs() };
      underWay.add(batch);
      try {
        return askAgain(texts, await repeatRepeatable(texts, (some) => ask(some, true, prefersFirst)));
      } finally {
        underWay.delete(batch);
      }
    },
  });
  return (text) => {
    if (isTracing()) text.traceParent = activeTrace();
    return batcher(text);
  };
}

/** A batch is made in the span of its first text, and for the spans of the others. */
function tracesOf(texts: readonly OutboundText[]): { parent?: TraceParent; links?: TraceParent[] } {
  if (!isTracing()) return {};
  const [parent = '', ...links] = texts.map(({ traceParent }) => traceParent);
  return { parent, links };
}

/** Puts back into a new message what the core left out of a brief answer, from the text itself. */
function complete(text: OutboundText, { outcome }: SendResult): void {
  if (outcome.case !== 'accepted' || outcome.value.replayed) return;
  const { message } = outcome.value;
  // A core that does not know brief answers has left nothing out; no text is empty.
  if (message?.body === '') Object.assign(message, contentOf(text));
}

/**
 * Sends; when the connection broke, the texts with a client_ref are sent once more, because a repeat of those cannot
 * send twice. The others' outcome is unknown, and their clients get that answer, unless nothing had left yet. The
 * outcome of a text whose repeat is refused is unknown, too: a frozen replica may accept the first try later, when the
 * reason for the refusal is gone.
 */
async function repeatRepeatable(
  texts: OutboundText[],
  send: (texts: OutboundText[]) => Promise<SendResult[]>,
): Promise<(SendResult | Error)[]> {
  try {
    return await send(texts);
  } catch (error) {
    if (!(error instanceof CallFailed && error.isDisconnect)) throw error;
    const isRepeatable = ({ clientRef }: OutboundText) => error.neverSent || clientRef !== undefined;
    const repeatable = texts.filter(isRepeatable);
    if (repeatable.length === 0) throw error;
    for (const text of repeatable) text.isRepeat = true;
    const results = (await send(repeatable)).values();
    return texts.map((text) => {
      if (!isRepeatable(text)) return error;
      const result = results.next().value ?? unavailable();
      const isRefused = result instanceof Error || result.outcome.case !== 'accepted';
      return isRefused && !error.neverSent ? unavailable() : result;
    });
  }
}
