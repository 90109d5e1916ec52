// SendingService: translates between protobuf and the application.

import type { MessageInitShape } from '@bufbuild/protobuf';
import type { Timestamp } from '@bufbuild/protobuf/wkt';
import type { ConnectRouter } from '@connectrpc/connect';
import { Route } from '../../../../proto/gen/textrelay/v1/message_pb.ts';
import * as proto from '../../../../proto/gen/textrelay/v1/sending_service_pb.ts';
import { wrongCursor } from '../../../app/pages.ts';
import type { Sendings } from '../../../app/sendings/sendings.ts';
import { nullsAbsent, readInstant, requestedMs, toTimestamp } from '../../../connect/proto_values.ts';
import { maxSendingRows, type SendingSource, type SendingState } from '../../../domain/sendings/sending.ts';
import { readWord } from '../../../errors.ts';
import { type RowFilter, rowFilters, type SendingRow } from '../../../store/sendings/sending_rows.ts';
import type { Sending } from '../../../store/sendings/sendings.ts';
import { readRoute, routes } from '../messages/message_proto.ts';

const states: Record<SendingState, proto.SendingState> = {
  draft: proto.SendingState.DRAFT,
  running: proto.SendingState.RUNNING,
  paused: proto.SendingState.PAUSED,
  done: proto.SendingState.DONE,
  cancelled: proto.SendingState.CANCELLED,
};
const sources: Record<SendingSource, proto.SendingSource> = {
  file: proto.SendingSource.FILE,
  failed: proto.SendingSource.FAILED,
};

const toSending = (sending: Sending): MessageInitShape<typeof proto.SendingSchema> => ({
  id: sending.id,
  name: sending.name,
  template: sending.template,
  source: sources[sending.source],
  state: states[sending.state],
  ...nullsAbsent({
    clientRef: sending.clientRef,
    failedOf: sending.failedOf,
    pauseReason: sending.pauseReason,
    from: sending.sender,
  }),
  sendAt: toTimestamp(sending.sendAtMs),
  route: sending.route === null ? Route.UNSPECIFIED : routes[sending.route],
  urgent: sending.isUrgent,
  rows: sending.rowCount,
  accepted: sending.acceptedCount,
  refused: sending.refusedCount,
  delivered: sending.deliveredCount,
  failed: sending.failedCount,
  cancelled: sending.cancelledCount,
  replied: sending.repliedCount,
  createdAt: toTimestamp(sending.createdAtMs),
  startedAt: toTimestamp(sending.startedAtMs),
  endedAt: toTimestamp(sending.endedAtMs),
});

const toRow = ({
  sendAtMs,
  hasReplied,
  ...row
}: SendingRow): MessageInitShape<typeof proto.SendingRowSchema> => ({
  ...nullsAbsent(row),
  sendAt: toTimestamp(sendAtMs),
  replied: hasReplied,
});

const orNull = (at: Timestamp | undefined) => (at ? requestedMs(at) : null);
const startOf = (at: Timestamp | undefined) => (at ? readInstant(at, 'send_at') : null);

const readFilter = (status: string | undefined): RowFilter | null =>
  status === undefined ? null : readWord('status', rowFilters, status);

function readCursor(cursor: bigint | undefined): number {
  if (cursor === undefined) return 0;
  if (cursor < 0n || cursor > maxSendingRows) throw wrongCursor();
  return Number(cursor);
}

/** Serves SendingService. */
export function routeSendings(router: ConnectRouter, sendings: Sendings): void {
  router.service(proto.SendingService, {
    async createSending({ accountId, name, clientRef = null, template, route, from = null, urgent }) {
      const asked = { name, clientRef, template, route: readRoute(route), sender: from, isUrgent: urgent };
      const { sending, isNew } = await sendings.create(accountId, asked);
      return { sending: toSending(sending), replayed: !isNew };
    },

    putSendingRows: ({ accountId, id, rows }) =>
      sendings.putRows(
        accountId,
        id,
        rows.map(({ number, address, fields, sendAt }) => ({
          number,
          address,
          fields,
          sendAtMs: orNull(sendAt),
        })),
      ),

    async startSending({ accountId, id, sendAt, rows = null }) {
      return { sending: toSending(await sendings.start(accountId, id, { sendAtMs: startOf(sendAt), rows })) };
    },

    async getSending({ accountId, id }) {
      return { sending: toSending(await sendings.read(accountId, id)) };
    },

    async listSendings({ accountId, limit, cursor }) {
      const page = await sendings.list(accountId, { limit, before: cursor });
      return { sendings: page.sendings.map(toSending), nextCursor: page.nextBefore };
    },

    async pauseSending({ accountId, id }) {
      return { sending: toSending(await sendings.pause(accountId, id)) };
    },

    async resumeSending({ accountId, id }) {
      return { sending: toSending(await sendings.resume(accountId, id)) };
    },

    async cancelSending({ accountId, id }) {
      return { sending: toSending(await sendings.cancel(accountId, id)) };
    },

    async listSendingRows({ accountId, id, limit, cursor, status }) {
      const asked = { limit, after: readCursor(cursor), filter: readFilter(status) };
      const { rows, next } = await sendings.listRows(accountId, id, asked);
      return { rows: rows.map(toRow), nextCursor: next === undefined ? undefined : BigInt(next) };
    },

    async createFailedSending({ accountId, id, name, clientRef = null }) {
      const { sending, isNew } = await sendings.createOfFailed(accountId, id, { name, clientRef });
      return { sending: toSending(sending), replayed: !isNew };
    },
  });
}
