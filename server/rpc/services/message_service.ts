// MessageService: protobuf in, the application asked, protobuf out.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import { Route as ProtoRoute } from '../../../proto/gen/textrelay/v1/message_pb.ts';
import {
  MessageService,
  type OutboundText,
  type SendMessagesRequest,
  type SendMessagesResponseSchema,
} from '../../../proto/gen/textrelay/v1/message_service_pb.ts';
import type { Log } from '../../../runtime/log.ts';
import type { CheckKeys } from '../../app/access/check_keys.ts';
import type { Advance, AdvanceHub } from '../../app/messages/advances.ts';
import { getMessage } from '../../app/messages/feed.ts';
import { checkForm } from '../../app/messages/outbound_form.ts';
import type { Accepted, Send } from '../../app/messages/send.ts';
import type { AdmittedText, SendAdmitted } from '../../app/messages/send_admitted.ts';
import { toErrorDetail } from '../../connect/failures.ts';
import type { Route } from '../../domain/message.ts';
import { invalidRequest, Refusal } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import { checkBatch } from './check_batch.ts';
import { createListChanges } from './list_changes.ts';
import { toMessage, toUsage } from './to_proto.ts';

const maxBatch = 500;
const maxCursors = 10_000;

export interface SendMessagesOptions {
  send: Send;
  sendAdmitted: SendAdmitted;
  log: Log;
}

export interface MessageServiceOptions {
  store: Store;
  sendMessages: SendMessages;
  checkKeys: CheckKeys;
  hub: AdvanceHub;
  onWatch?: (change: 1 | -1) => void;
}

const accepted = ({ message, usage, replayed, differs }: Accepted) => ({
  case: 'accepted' as const,
  value: { message: toMessage(message), usage: toUsage(usage), replayed, differs },
});

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
  { store, sendMessages, checkKeys, hub, onWatch }: MessageServiceOptions,
): void {
  router.service(MessageService, {
    sendMessages,

    async getMessage({ accountId, id }) {
      return { message: toMessage(await getMessage(store, accountId, id)) };
    },

    listChanges: createListChanges(store, checkKeys),

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
