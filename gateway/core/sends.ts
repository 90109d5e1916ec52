// Texts on their way to the core: those of one account to the same replica, in batches of that replica's own, and
// repeated only where that cannot send twice.
import { create } from '@bufbuild/protobuf';
import type { OutboundText } from '../../proto/gen/textrelay/v1/message_pb.ts';
import {
  MessageService,
  SendMessagesRequestSchema,
  type SendResult,
} from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import type { Batcher } from '../../runtime/batcher.ts';
import type { Clock } from '../../runtime/clock.ts';
import { contentOf } from '../../runtime/message_content.ts';
import { trace } from '../../runtime/trace.ts';
import { unavailable } from '../edge/errors.ts';
import type { Limits } from '../limits.ts';
import { createAskAgain } from './ask_again.ts';
import type { RunBatch } from './batcher.ts';
import { CallFailed, type RpcChannel } from './channel.ts';
import { Homes } from './homes.ts';
import { oneEach } from './one_each.ts';

interface SendsOptions {
  channel: RpcChannel;
  clock: Clock;
  limits: Pick<Limits, 'keysAskedAgain' | 'batch' | 'sendTimeoutMs' | 'lateBatchMs' | 'worthSpreading'>;
  /** Makes the batcher of a replica. */
  batched: (run: RunBatch<OutboundText, SendResult>) => Batcher<OutboundText, SendResult>;
}

/** The batches of one replica. */
interface Replica {
  send: Batcher<OutboundText, SendResult>;
  /** True while its oldest batch has been under way for long: what comes now had better go elsewhere. */
  isLate: () => boolean;
}

/** Opens the batches of every replica. What they answer is a result even for a text that is refused. */
export function createSends({
  channel,
  clock,
  limits,
  batched,
}: SendsOptions): Batcher<OutboundText, SendResult> {
  const homes = new Homes(channel.targets);

  const ask = async (texts: OutboundText[], leaveLocked: boolean, at?: number): Promise<SendResult[]> => {
    const request = create(SendMessagesRequestSchema, { texts, leaveLocked, brief: true });
    const method = MessageService.method.sendMessages;
    trace('gateway: asks', texts.length);
    const { results } = await channel.unary(method, request, limits.sendTimeoutMs, { at });
    trace('gateway: has the answer', texts.length);
    for (const [index, result] of oneEach(texts, results).entries())
      complete(texts[index] as OutboundText, result);
    return results;
  };

  const askAgain = createAskAgain<OutboundText, SendResult>({
    maxKeys: limits.keysAskedAgain,
    maxOfKey: limits.batch,
    keyOf: ({ admission, accountId }) => admission?.apiKey ?? String(accountId),
    ask: (texts) => repeatRepeatable(texts, (some) => ask(some, false)),
  });

  const openReplica = (at: number): Replica => {
    const leftMs = new Set<{ atMs: number }>();
    const isLate = () => {
      const [oldest] = leftMs;
      return oldest !== undefined && clock.nowMs() - oldest.atMs >= limits.lateBatchMs;
    };
    const send = batched(async (texts) => {
      const home = isLate() ? undefined : at;
      const left = { atMs: clock.nowMs() };
      leftMs.add(left);
      try {
        const results = await repeatRepeatable(texts, (some) => ask(some, true, home));
        for (const [index, result] of results.entries())
          if (!(result instanceof Error)) homes.learn(texts[index] as OutboundText, result);
        return askAgain(texts, results);
      } finally {
        leftMs.delete(left);
      }
    });
    return { send, isLate };
  };
  const replicas = channel.targets.map((_, index) => openReplica(index));
  const mayTake = (index: number) => channel.standsBest(index) && !replicas[index]?.isLate();

  if (replicas.length === 1) return (replicas[0] as Replica).send;
  let underWay = 0;
  return async (text) => {
    const home = underWay < limits.worthSpreading ? homes.ofAll(mayTake) : homes.of(text, mayTake);
    underWay++;
    try {
      return await (replicas[home] as Replica).send(text);
    } finally {
      underWay--;
    }
  };
}

/** Gives a new message what the core left out of a brief answer: what the text itself says. */
function complete(text: OutboundText, { outcome }: SendResult): void {
  if (outcome.case !== 'accepted' || outcome.value.replayed) return;
  const { message } = outcome.value;
  // A core that knows of no brief answers has left nothing out; no text is empty.
  if (message?.body === '') Object.assign(message, contentOf(text));
}

/**
 * Sends; when the connection broke, the texts with a client_ref are sent once more, because a repeat of those cannot
 * send twice. The others' outcome is unknown, and their clients get that answer, unless nothing had left yet. So is that of a
 * text whose repeat is refused: a replica that froze may accept the first try later, when what refused it is gone.
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
