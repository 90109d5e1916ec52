// MessageService: protobuf in, the application asked, protobuf out.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import { Route as ProtoRoute } from '../../proto/gen/textrelay/v1/message_pb.ts';
import {
  MessageService,
  type OutboundText,
  type SendMessagesRequest,
  type SendMessagesResponseSchema,
} from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import type { Advance, AdvanceHub } from '../app/advances.ts';
import { getMessage, listChanges } from '../app/feed.ts';
import { checkForm } from '../app/outbound_form.ts';
import type { Accepted, Send } from '../app/send.ts';
import type { AdmittedText, SendAdmitted } from '../app/send_admitted.ts';
import type { Message, Route } from '../domain/message.ts';
import { invalidRequest, Refusal } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/store.ts';
import { toErrorDetail } from './failures.ts';
import { toMessage, toUsage } from './to_proto.ts';

const maxBatch = 500;
const maxCursors = 10_000;
/** A page's size in bytes, summed over bodies: what is over it stays for the next page. */
const answerBytes = 3 * 1024 * 1024;

export interface SendMessagesOptions {
  send: Send;
  sendAdmitted: SendAdmitted;
  log: Log;
}

export interface MessageServiceOptions {
  store: Store;
  sendMessages: SendMessages;
  hub: AdvanceHub;
  onWatch?: (change: 1 | -1) => void;
}

const accepted = ({ message, usage, replayed, differs }: Accepted) => ({
  case: 'accepted' as const,
  value: { message: toMessage(message), usage: toUsage(usage), replayed, differs },
});

/** Refuses a batch that is empty or too large. */
export const checkBatch = (field: string, length: number, most: number) => {
  if (length < 1 || length > most) throw invalidRequest(`${field} must have 1 to ${most} entries`);
};

const routes: Record<ProtoRoute, Route | null> = {
  [ProtoRoute.UNSPECIFIED]: null,
  [ProtoRoute.DEVICE]: 'device',
  [ProtoRoute.GATEWAY]: 'gateway',
};

function readText(text: OutboundText, leavesLocked: boolean): AdmittedText {
  const route = routes[text.route];
  if (route === undefined) throw invalidRequest('route must be device or gateway');
  const { address, body, clientRef = null, isRepeat } = text;
  return { address, body, clientRef, route, leavesLocked, isRepeat };
}

export type SendMessages = ReturnType<typeof createSendMessages>;

/** The method that accepts texts. */
export function createSendMessages({ send, sendAdmitted, log }: SendMessagesOptions) {
  const refused = (error: unknown) => ({ case: 'error' as const, value: toErrorDetail(error, log) });

  const sendOne = async (text: OutboundText, leavesLocked: boolean) => {
    try {
      const { admission, accountId } = text;
      const { outcome, rate } = admission
        ? await sendAdmitted(admission, readText(text, leavesLocked))
        : await send(checkForm({ ...readText(text, leavesLocked), accountId, keyHash: null }));
      return {
        outcome: outcome instanceof Refusal ? refused(outcome) : accepted(outcome),
        ...(rate && { rate }),
      };
    } catch (error) {
      return { outcome: refused(error) };
    }
  };

  return async ({
    texts,
    leaveLocked,
  }: SendMessagesRequest): Promise<MessageInitShape<typeof SendMessagesResponseSchema>> => {
    checkBatch('texts', texts.length, maxBatch);
    return { results: await Promise.all(texts.map((text) => sendOne(text, leaveLocked))) };
  };
}

/** Serves MessageService. */
export function routeMessages(
  router: ConnectRouter,
  { store, sendMessages, hub, onWatch }: MessageServiceOptions,
): void {
  router.service(MessageService, {
    sendMessages,

    async getMessage({ accountId, id }) {
      return { message: toMessage(await getMessage(store, accountId, id)) };
    },

    async listChanges({ queries }) {
      checkBatch('queries', queries.length, maxBatch);
      let bytes = 0;
      const pages = await Promise.all(
        queries.map(async ({ accountId, since, limit }) => {
          const page = await listChanges(store, accountId, since, limit);
          const kept = keepWithin(
            page.messages,
            () => bytes,
            (more) => (bytes += more),
          );
          const cut = kept.length < page.messages.length;
          return {
            messages: kept.map(toMessage),
            nextSince: kept.at(-1)?.seq ?? since,
            hasMore: cut || page.hasMore,
          };
        }),
      );
      return { pages };
    },

    async *watchChanges(_request, context) {
      onWatch?.(1);
      const waiting = new Map<bigint, Advance>();
      let wake = () => {};
      const unsubscribe = hub.subscribe((advances) => {
        for (const advance of advances) waiting.set(advance.accountId, advance);
        wake();
      });
      const aborted = () => wake();
      context.signal.addEventListener('abort', aborted);
      try {
        yield { advances: [] };
        while (!context.signal.aborted) {
          if (waiting.size === 0) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
            continue;
          }
          const advances = [...waiting.values()].map(({ accountId, seq }) => ({ accountId, seq }));
          waiting.clear();
          yield { advances };
        }
      } finally {
        onWatch?.(-1);
        unsubscribe();
        context.signal.removeEventListener('abort', aborted);
      }
    },

    async listCursors({ accountIds }) {
      checkBatch('account_ids', accountIds.length, maxCursors);
      return { cursors: await store.listCursors(accountIds) };
    },
  });
}

/** The first messages of a page that fit the answer's size; always at least one, so that every reader moves on. */
function keepWithin(messages: Message[], spent: () => number, spend: (bytes: number) => void): Message[] {
  const kept: Message[] = [];
  for (const message of messages) {
    if (kept.length > 0 && spent() > answerBytes) break;
    kept.push(message);
    spend(200 + message.body.length * 3);
  }
  return kept;
}
