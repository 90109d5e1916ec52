// MessageService: translates between protobuf and the application.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import type { OutboundText } from '../../../../proto/gen/textrelay/v1/message_pb.ts';
import {
  MessageService,
  type SendMessagesRequest,
  type SendMessagesResponseSchema,
} from '../../../../proto/gen/textrelay/v1/message_service_pb.ts';
import type { Log } from '../../../../runtime/log.ts';
import { keyHashHeader } from '../../../../runtime/session_header.ts';
import { noContent } from '../../../../runtime/texts/message_content.ts';
import { trace } from '../../../../runtime/trace.ts';
import { type CheckKeys, readerHash } from '../../../app/access/check_keys.ts';
import type { AdvanceHub } from '../../../app/messages/advances.ts';
import type { TextLog } from '../../../app/messages/text_log.ts';
import type { ReadTimeline } from '../../../app/messages/timeline.ts';
import type { Cancel } from '../../../app/outbound/cancel.ts';
import type { PreviewTexts } from '../../../app/outbound/preview.ts';
import type { Send } from '../../../app/outbound/send.ts';
import type { Accepted } from '../../../app/outbound/send_answers.ts';
import { checkBatch } from '../../../app/pages.ts';
import type { TextTraces } from '../../../app/tracing/text_traces.ts';
import { toErrorDetail } from '../../../connect/failures.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import { invalidRequest, Refusal } from '../../../errors.ts';
import type { LoggedText } from '../../../store/messages/text_log.ts';
import type { Confirmation } from '../../../store/postgres/connection/confirmation.ts';
import type { Store } from '../../../store/store.ts';
import { toUsage } from '../accounts/account_proto.ts';
import { createListChanges } from './list_changes.ts';
import { createListOutcomes } from './list_outcomes.ts';
import { readFilter, readText, toLogged, toMessage } from './message_proto.ts';
import { createPreviewMessages } from './preview_messages.ts';
import { toTimeline } from './timeline_proto.ts';
import { watchChanges } from './watch_changes.ts';

const maxBatch = 500;
const maxCursors = 10_000;

interface SendMessagesOptions {
  send: Send;
  traces: Pick<TextTraces, 'keep'>;
  log: Log;
}

interface MessageServiceOptions {
  store: Pick<Store, 'listChanges' | 'listReadableChanges' | 'listCursors' | 'listOutcomes'>;
  texts: TextLog;
  log: Log;
  sendMessages: SendMessages;
  preview: PreviewTexts;
  cancel: Cancel;
  timeline: ReadTimeline;
  checkKeys: CheckKeys;
  hub: AdvanceHub;
  confirmation: Pick<Confirmation, 'isMissing'>;
  onWatch?: (change: 1 | -1) => void;
}

const accepted = ({ message, usage, replayed, differs }: Accepted, brief: boolean) => ({
  case: 'accepted' as const,
  value: {
    // A new message repeats the content of its text, which the caller of a brief send has already.
    message: brief && !replayed ? Object.assign(toMessage(message), noContent) : toMessage(message),
    usage: toUsage(usage),
    replayed,
    differs,
  },
});

type SendMessages = ReturnType<typeof createSendMessages>;

/** The method that accepts texts. */
export function createSendMessages({ send, traces, log }: SendMessagesOptions) {
  const refused = (error: unknown) => ({ case: 'error' as const, value: toErrorDetail(error, log) });

  const sendOne = async (text: OutboundText, { leaveLocked: leavesLocked, brief }: SendMessagesRequest) => {
    try {
      const { admission, accountId, admittedKey, isRepeat, earlierRefs } = text;
      const sender = admission ?? (admittedKey === undefined ? accountId : { accountId, admittedKey });
      const {
        outcome,
        rate,
        accountId: judged,
      } = await send(sender, readText(text), { leavesLocked, isRepeat, earlierRefs });
      if (text.traceParent !== '' && !(outcome instanceof Refusal) && !outcome.replayed)
        traces.keep({ accountId: judged ?? accountId, messageId: outcome.message.id }, text.traceParent);
      return {
        outcome: outcome instanceof Refusal ? refused(outcome) : accepted(outcome, brief),
        rate,
        accountId: judged,
      };
    } catch (error) {
      return { outcome: refused(error) };
    }
  };

  return async (
    request: SendMessagesRequest,
  ): Promise<MessageInitShape<typeof SendMessagesResponseSchema>> => {
    checkBatch('texts', request.texts.length, maxBatch);
    trace('core: has read it', request.texts.length);
    return { results: await Promise.all(request.texts.map((text) => sendOne(text, request))) };
  };
}

function toMessageOfRef(text: LoggedText) {
  const message = toLogged(text);
  return { message, handedOverAt: message.handedOverAt, failedAt: message.failedAt };
}

/** Serves MessageService. */
export function routeMessages(router: ConnectRouter, options: MessageServiceOptions): void {
  const { store, texts, log, sendMessages, preview, cancel } = options;
  const { timeline, checkKeys, confirmation, hub, onWatch } = options;
  router.service(MessageService, {
    sendMessages,

    previewMessages: createPreviewMessages(preview, log),

    async getMessage({ accountId, id, apiKey }) {
      const found = await texts.get(accountId, id, readerHash(apiKey));
      return {
        message: toLogged(found.text),
        deadlineAt: toTimestamp(found.deadlineAtMs),
        attempt: found.attempt,
        partsDelivered: found.partsDelivered ?? undefined,
      };
    },

    async listMessages({ accountId, filter, limit, before, apiKey }) {
      const page = await texts.list(accountId, readFilter(filter), {
        limit,
        before,
        keyHash: readerHash(apiKey),
      });
      return {
        messages: page.texts.map(toLogged),
        nextBefore: page.nextBefore ?? undefined,
        truncated: page.isTruncated,
      };
    },

    async listMessagesByRef({ accountId, clientRefs, series, knownIds, apiKey }) {
      if (clientRefs.length > 0 && series.length > 0)
        throw invalidRequest('only one of client_refs and series may be given');
      const keyHash = readerHash(apiKey);
      if (series.length === 0) {
        const found = await texts.listByRef(accountId, clientRefs, keyHash);
        return { messages: found.map(toMessageOfRef) };
      }
      const { texts: found, answered } = await texts.listSeries(accountId, { series, knownIds }, keyHash);
      return { messages: found.map(toMessageOfRef), answered };
    },

    async cancelMessage({ accountId, target, apiKey }, { requestHeader }) {
      if (target.case === undefined) throw invalidRequest('id or client_ref is required');
      const named = target.case === 'id' ? { id: target.value } : { clientRef: target.value };
      const reader = readerHash(apiKey);
      const key = requestHeader.get(keyHashHeader) ?? reader;
      return { message: toMessage(await cancel(accountId, named, { reader, key })) };
    },

    async listMessageEvents({ accountId, id, apiKey }) {
      const found = await timeline(accountId, id, readerHash(apiKey));
      return { ...toTimeline(found), message: toLogged(found.detail.text) };
    },

    listChanges: createListChanges(store, checkKeys, confirmation),

    listOutcomes: createListOutcomes(store, checkKeys),

    watchChanges: (_request, { signal }) => watchChanges(hub, signal, onWatch),

    async listCursors({ accountIds }) {
      checkBatch('account_ids', accountIds.length, maxCursors);
      return { cursors: await store.listCursors(accountIds) };
    },
  });
}
