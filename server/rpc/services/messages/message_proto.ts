// Texts between protobuf and the domain, both ways. Nothing is decided here.
import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  Awaiting,
  Direction,
  Keyword,
  type MessageSchema,
  MessageStatus,
  type OutboundText as OutboundTextMessage,
  Route,
} from '../../../../proto/gen/textrelay/v1/message_pb.ts';
import type * as proto from '../../../../proto/gen/textrelay/v1/message_service_pb.ts';
import type {
  ThreadSchema,
  UnreadThreadSchema,
} from '../../../../proto/gen/textrelay/v1/thread_service_pb.ts';
import type { TextsWanted } from '../../../app/messages/text_log.ts';
import type { OutboundText } from '../../../app/outbound/outbound_text.ts';
import {
  encodings,
  nullsAbsent,
  readInstant,
  requestedMs,
  toTimestamp,
} from '../../../connect/proto_values.ts';
import type * as domain from '../../../domain/messages/message.ts';
import { readTimes } from '../../../domain/messages/timeline.ts';
import type * as keyword from '../../../domain/opt_outs/keyword.ts';
import type { Thread, UnreadThread } from '../../../store/conversations/threads.ts';
import type { Message } from '../../../store/messages/message_fields.ts';
import type { LoggedText } from '../../../store/messages/text_log.ts';
import { wordOf } from '../words.ts';

const directions: Record<domain.Direction, Direction> = { out: Direction.OUT, in: Direction.IN };
const statuses: Record<domain.MessageStatus, MessageStatus> = {
  queued: MessageStatus.QUEUED,
  sending: MessageStatus.SENDING,
  sent: MessageStatus.SENT,
  delivered: MessageStatus.DELIVERED,
  received: MessageStatus.RECEIVED,
  failed: MessageStatus.FAILED,
};
export const routes: Record<domain.Route, Route> = { device: Route.DEVICE, gateway: Route.GATEWAY };
const awaited: Record<NonNullable<Message['awaiting']>, Awaiting> = {
  approval: Awaiting.APPROVAL,
  release: Awaiting.RELEASE,
};
const keywords: Record<keyword.Keyword, Keyword> = {
  stop: Keyword.STOP,
  start: Keyword.START,
  help: Keyword.HELP,
  maybe_stop: Keyword.MAYBE_STOP,
};
/** A filter of texts; without one, all texts are meant. */
export function readFilter(filter: proto.MessageFilter | undefined): TextsWanted {
  const { direction = '', status = '', route = '', address = '', from, to, keyId } = filter ?? {};
  const [fromMs, toMs] = [from && readInstant(from, 'from'), to && readInstant(to, 'to')];
  return { direction, status, route, address, fromMs, toMs, keyId };
}

/** Reads a route that is asked for; null for any. Throws `invalid_request` for an unknown one. */
export const readRoute = (asked: Route): domain.Route | null =>
  asked === Route.UNSPECIFIED ? null : wordOf('route', routes, asked);

/** Reads a text that is to be sent. Throws `invalid_request` for an unknown route. */
export function readText(text: OutboundTextMessage): OutboundText {
  const route = readRoute(text.route);
  const { address, body, clientRef = null, from: sender = null, urgent: isUrgent } = text;
  const { statusCallback = null } = text;
  const sendAtMs = text.sendAt ? requestedMs(text.sendAt) : null;
  return { address, body, clientRef, route, sender, sendAtMs, isUrgent, statusCallback };
}

export function toMessage(message: Message): MessageInitShape<typeof MessageSchema> {
  return {
    id: message.id,
    seq: message.seq,
    direction: directions[message.direction],
    address: message.address,
    addressNorm: message.addressNorm,
    body: message.body,
    status: statuses[message.status],
    route: routes[message.route],
    error: message.error ?? undefined,
    createdAt: toTimestamp(message.createdAtMs),
    sendAt: toTimestamp(message.sendAtMs),
    sentAt: toTimestamp(message.sentAtMs),
    deliveredAt: toTimestamp(message.deliveredAtMs),
    bodyRemovedAt: toTimestamp(message.bodyRemovedAtMs),
    segments: message.segments,
    encoding: encodings[message.encoding],
    clientRef: message.clientRef ?? undefined,
    keyword: message.keyword === null ? undefined : keywords[message.keyword],
    from: message.sender ?? undefined,
    // An older core that ends such a text leaves the word in the text's row.
    ...(message.awaiting !== null && message.status === 'queued' && { awaiting: awaited[message.awaiting] }),
  };
}

/** A text with the route that it took. */
export const toLogged = ({
  deviceId,
  sim,
  carrier,
  charged,
  ownNumber,
  steps,
  ...message
}: LoggedText): MessageInitShape<typeof MessageSchema> => {
  const { handedOverAtMs, failedAtMs } = readTimes(steps);
  return Object.assign(toMessage(message), nullsAbsent({ deviceId, sim, carrier, ownNumber }), {
    charged,
    handedOverAt: toTimestamp(handedOverAtMs),
    failedAt: message.status === 'failed' ? toTimestamp(failedAtMs) : undefined,
  });
};

const ofNewest = (lastMessage: Message) => ({
  lastMessage: toMessage(lastMessage),
  updatedAt: toTimestamp(lastMessage.createdAtMs),
});

export const toThread = ({ lastMessage, ...thread }: Thread): MessageInitShape<typeof ThreadSchema> => ({
  ...thread,
  ...ofNewest(lastMessage),
});

export const toUnread = ({
  lastMessage,
  assigneeId,
  ...thread
}: UnreadThread): MessageInitShape<typeof UnreadThreadSchema> => ({
  ...thread,
  ...ofNewest(lastMessage),
  assigneeId: assigneeId ?? undefined,
});
