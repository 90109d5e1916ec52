// BroadcastService: translates between protobuf and the application.

import type { MessageInitShape } from '@bufbuild/protobuf';
import type { Timestamp } from '@bufbuild/protobuf/wkt';
import type { ConnectRouter } from '@connectrpc/connect';
import * as proto from '../../../../proto/gen/textrelay/v1/broadcast_service_pb.ts';
import type { Broadcasts } from '../../../app/broadcasts/broadcasts.ts';
import { wrongCursor } from '../../../app/pages.ts';
import { nullsAbsent, readInstant, requestedMs, toTimestamp } from '../../../connect/proto_values.ts';
import {
  type BroadcastSource,
  type BroadcastState,
  maxBroadcastRecipients,
} from '../../../domain/broadcasts/broadcast.ts';
import { readWord } from '../../../errors.ts';
import {
  type BroadcastRecipient,
  type RecipientFilter,
  recipientFilters,
} from '../../../store/broadcasts/broadcast_recipients.ts';
import type { Broadcast } from '../../../store/broadcasts/broadcasts.ts';
import { readRoute, routes } from '../messages/message_proto.ts';

const states: Record<BroadcastState, proto.BroadcastState> = {
  draft: proto.BroadcastState.DRAFT,
  running: proto.BroadcastState.RUNNING,
  paused: proto.BroadcastState.PAUSED,
  done: proto.BroadcastState.DONE,
  cancelled: proto.BroadcastState.CANCELLED,
};
const sources: Record<BroadcastSource, proto.BroadcastSource> = {
  file: proto.BroadcastSource.FILE,
  failed: proto.BroadcastSource.FAILED,
};

const toBroadcast = (broadcast: Broadcast): MessageInitShape<typeof proto.BroadcastSchema> => ({
  id: broadcast.id,
  name: broadcast.name,
  template: broadcast.template,
  source: sources[broadcast.source],
  state: states[broadcast.state],
  ...nullsAbsent({
    clientRef: broadcast.clientRef,
    failedOf: broadcast.failedOf,
    pauseReason: broadcast.pauseReason,
    from: broadcast.sender,
    route: broadcast.route && routes[broadcast.route],
  }),
  sendAt: toTimestamp(broadcast.sendAtMs),
  urgent: broadcast.isUrgent,
  recipients: broadcast.recipientCount,
  accepted: broadcast.acceptedCount,
  refused: broadcast.refusedCount,
  delivered: broadcast.deliveredCount,
  failed: broadcast.failedCount,
  cancelled: broadcast.cancelledCount,
  replied: broadcast.repliedCount,
  createdAt: toTimestamp(broadcast.createdAtMs),
  startedAt: toTimestamp(broadcast.startedAtMs),
  endedAt: toTimestamp(broadcast.endedAtMs),
});

const toRow = ({
  sendAtMs,
  hasReplied,
  ...row
}: BroadcastRecipient): MessageInitShape<typeof proto.BroadcastRecipientSchema> => ({
  ...nullsAbsent(row),
  sendAt: toTimestamp(sendAtMs),
  replied: hasReplied,
});

const orNull = (at: Timestamp | undefined) => (at ? requestedMs(at) : null);
const startOf = (at: Timestamp | undefined) => (at ? readInstant(at, 'send_at') : null);

const readFilter = (status: string | undefined): RecipientFilter | null =>
  status === undefined ? null : readWord('status', recipientFilters, status);

function readCursor(cursor: bigint | undefined): number {
  if (cursor === undefined) return 0;
  if (cursor < 0n || cursor > maxBroadcastRecipients) throw wrongCursor();
  return Number(cursor);
}

/** Serves BroadcastService. */
export function routeBroadcasts(router: ConnectRouter, broadcasts: Broadcasts): void {
  router.service(proto.BroadcastService, {
    async createBroadcast({
      accountId,
      name,
      clientRef = null,
      template,
      route,
      from = null,
      urgent = false,
    }) {
      const asked = {
        name,
        clientRef,
        template,
        route: route ? readRoute(route) : null,
        sender: from,
        isUrgent: urgent,
      };
      const { broadcast, isNew } = await broadcasts.create(accountId, asked);
      return { broadcast: toBroadcast(broadcast), replayed: !isNew };
    },

    putBroadcastRecipients: ({ accountId, id, recipients }) =>
      broadcasts.putRecipients(
        accountId,
        id,
        recipients.map(({ number, address, fields, sendAt }) => ({
          number,
          address,
          fields,
          sendAtMs: orNull(sendAt),
        })),
      ),

    async startBroadcast({ accountId, id, sendAt, recipients = null }) {
      return {
        broadcast: toBroadcast(
          await broadcasts.start(accountId, id, { sendAtMs: startOf(sendAt), rows: recipients }),
        ),
      };
    },

    async getBroadcast({ accountId, id }) {
      return { broadcast: toBroadcast(await broadcasts.read(accountId, id)) };
    },

    async listBroadcasts({ accountId, limit, cursor }) {
      const page = await broadcasts.list(accountId, { limit, before: cursor });
      return { broadcasts: page.broadcasts.map(toBroadcast), nextCursor: page.nextBefore };
    },

    async pauseBroadcast({ accountId, id }) {
      return { broadcast: toBroadcast(await broadcasts.pause(accountId, id)) };
    },

    async resumeBroadcast({ accountId, id }) {
      return { broadcast: toBroadcast(await broadcasts.resume(accountId, id)) };
    },

    async cancelBroadcast({ accountId, id }) {
      return { broadcast: toBroadcast(await broadcasts.cancel(accountId, id)) };
    },

    async listBroadcastRecipients({ accountId, id, limit, cursor, status }) {
      const asked = { limit, after: readCursor(cursor), filter: readFilter(status) };
      const { rows, next } = await broadcasts.listRecipients(accountId, id, asked);
      return { recipients: rows.map(toRow), nextCursor: next === undefined ? undefined : BigInt(next) };
    },

    async createFailedBroadcast({ accountId, id, name, clientRef = null }) {
      const { broadcast, isNew } = await broadcasts.createOfFailed(accountId, id, { name, clientRef });
      return { broadcast: toBroadcast(broadcast), replayed: !isNew };
    },
  });
}
