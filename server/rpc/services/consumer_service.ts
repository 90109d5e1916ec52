// ConsumerService: named cursors.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import {
  type ConsumerSchema,
  ConsumerService,
  type FeedPlace as FeedPlaceProto,
} from '../../../proto/gen/textrelay/v1/consumer_service_pb.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Consumers } from '../../app/consumers/consumers.ts';
import type { FeedPlace } from '../../app/consumers/named.ts';
import { fromTimestamp, toTimestamp } from '../../connect/proto_values.ts';
import { invalidRequest } from '../../errors.ts';
import type { ConsumerRow } from '../../store/consumers/consumers.ts';

/** A place in the feed; undefined for none. */
function readPlace(from: FeedPlaceProto | undefined): FeedPlace | undefined {
  switch (from?.place.case) {
    case 'seq':
      return { seq: from.place.value };
    case 'at':
      return { atMs: fromTimestamp(from.place.value) };
    default:
      return undefined;
  }
}

/** A place that has to be there. Throws `invalid_request` for none. */
export function requirePlace(from: FeedPlaceProto | undefined): FeedPlace {
  const place = readPlace(from);
  if (!place) throw invalidRequest('seq or at is missing');
  return place;
}

const above = (newest: bigint, cursor: bigint) => (newest > cursor ? newest - cursor : 0n);

interface ConsumerServiceOptions {
  consumers: Consumers;
  clock: Clock;
}

/** Serves ConsumerService. */
export function routeConsumers(router: ConnectRouter, { consumers, clock }: ConsumerServiceOptions): void {
  const toConsumer = (row: ConsumerRow): MessageInitShape<typeof ConsumerSchema> => ({
    name: row.name,
    cursor: row.cursorSeq,
    behind: above(row.newestSeq, row.cursorSeq),
    movedAt: toTimestamp(row.movedAtMs),
    createdAt: toTimestamp(row.createdAtMs),
    ...(row.leaseUntilMs !== null &&
      row.leaseUntilMs > clock.nowMs() && { leaseUntil: toTimestamp(row.leaseUntilMs) }),
  });

  router.service(ConsumerService, {
    async listConsumers({ accountId }) {
      return { consumers: (await consumers.list(accountId)).map(toConsumer) };
    },
    async putConsumer({ accountId, name, start }) {
      return { consumer: toConsumer(await consumers.put(accountId, name, readPlace(start))) };
    },
    async getConsumer({ accountId, name }) {
      return { consumer: toConsumer(await consumers.get(accountId, name)) };
    },
    async deleteConsumer({ accountId, name }) {
      await consumers.remove(accountId, name);
      return {};
    },
    async leaseConsumer({ accountId, name, lease }) {
      const leased = await consumers.lease(accountId, name, lease);
      return { consumer: toConsumer(leased), lease: leased.lease ?? '' };
    },
    async ackConsumer({ accountId, name, seq, lease }) {
      return { consumer: toConsumer(await consumers.acknowledge(accountId, name, seq, lease)) };
    },
    async resetConsumer({ accountId, name, to }) {
      return { consumer: toConsumer(await consumers.reset(accountId, name, requirePlace(to))) };
    },
  });
}
