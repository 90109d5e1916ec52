// SubscriptionService: consumers, and webhooks that changes are delivered to.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import {
  type ConsumerSchema,
  DisabledReason,
  type FeedPosition as FeedPositionProto,
  SubscriptionService,
  type WebhookAttemptSchema,
  WebhookFormat,
  type WebhookSchema,
} from '../../../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import type { Clock } from '../../../../runtime/clock.ts';
import { readPage, wrongCursor } from '../../../app/pages.ts';
import type { Consumers } from '../../../app/subscriptions/consumers.ts';
import type { FeedPosition } from '../../../app/subscriptions/subscriptions.ts';
import type { Webhooks } from '../../../app/subscriptions/webhooks.ts';
import { nullsAbsent, readInstant, toTimestamp } from '../../../connect/proto_values.ts';
import { deliveryErrorCode } from '../../../domain/subscriptions/delivery_failure.ts';
import { textEventTypes } from '../../../domain/subscriptions/event.ts';
import type * as domain from '../../../domain/subscriptions/webhook_format.ts';
import { invalidRequest } from '../../../errors.ts';
import type { ConsumerRow } from '../../../store/subscriptions/consumers.ts';
import type { Named } from '../../../store/subscriptions/subscriptions.ts';
import type { AttemptRow, WebhookRow } from '../../../store/subscriptions/webhooks.ts';
import type { TestDelivery } from '../../../webhooks/test_delivery.ts';
import { wordOf } from '../words.ts';

/** A position in the feed; undefined for none. */
function readPosition(from: FeedPositionProto | undefined): FeedPosition | undefined {
  switch (from?.position.case) {
    case 'seq':
      return { seq: from.position.value };
    case 'at':
      return { atMs: readInstant(from.position.value, 'at') };
    default:
      return undefined;
  }
}

const reasons = {
  asked: DisabledReason.ASKED,
  gone: DisabledReason.GONE,
  failing: DisabledReason.FAILING,
  operator: DisabledReason.OPERATOR,
};

const formats: Record<domain.WebhookFormat, WebhookFormat> = {
  standard: WebhookFormat.STANDARD,
  twilio: WebhookFormat.TWILIO,
  smsgate: WebhookFormat.SMSGATE,
};

/** Throws `invalid_request` for none. */
function requirePosition(from: FeedPositionProto | undefined): FeedPosition {
  const position = readPosition(from);
  if (!position) throw invalidRequest('seq or at is required');
  return position;
}

/** Undefined for none. Throws `invalid_request` for one that is not known. */
function readFormat(format: WebhookFormat | undefined): domain.WebhookFormat | undefined {
  return format ? wordOf('format', formats, format) : undefined;
}

/** The webhook that a cursor stands for; null for none. Throws `invalid_request`. */
function fromCursor(cursor: string | undefined): Named | null {
  if (cursor === undefined) return null;
  const [, accountId, name] = /^([0-9]{1,18})\/([A-Za-z0-9._-]{1,64})$/.exec(cursor) ?? [];
  if (accountId === undefined || name === undefined) throw wrongCursor();
  return { accountId: BigInt(accountId), name };
}

const behindOf = ({ newestSeq, cursorSeq }: Pick<ConsumerRow | WebhookRow, 'newestSeq' | 'cursorSeq'>) =>
  newestSeq > cursorSeq ? newestSeq - cursorSeq : 0n;

const toConsumer = (row: ConsumerRow, nowMs: number): MessageInitShape<typeof ConsumerSchema> => ({
  name: row.name,
  cursor: row.cursorSeq,
  behind: behindOf(row),
  movedAt: toTimestamp(row.movedAtMs),
  createdAt: toTimestamp(row.createdAtMs),
  ...(row.leaseUntilMs !== null && row.leaseUntilMs > nowMs && { leaseUntil: toTimestamp(row.leaseUntilMs) }),
});

const toWebhook = ({ endpoint, ...row }: WebhookRow): MessageInitShape<typeof WebhookSchema> => ({
  accountId: row.accountId,
  name: row.name,
  url: endpoint.url,
  format: formats[endpoint.format],
  types: endpoint.types,
  body: endpoint.withBody,
  cursor: row.cursorSeq,
  behind: textEventTypes.some((type) => endpoint.types.includes(type)) ? behindOf(row) : 0n,
  movedAt: toTimestamp(row.movedAtMs),
  createdAt: toTimestamp(row.createdAtMs),
  disabledReason: endpoint.disabledReason === null ? undefined : reasons[endpoint.disabledReason],
  disabledAt: toTimestamp(endpoint.disabledAtMs),
  failures: endpoint.failures,
  failingSince: toTimestamp(endpoint.failingSinceMs),
  nextAttemptAt: toTimestamp(endpoint.nextAttemptAtMs),
  previousSecretUntil: toTimestamp(endpoint.previousUntilMs),
});

const errorCodeOf = ({ error, status }: Pick<AttemptRow, 'error' | 'status'>) =>
  nullsAbsent({ errorCode: deliveryErrorCode(error, status) });

const toAttempt = ({ atMs, ...attempt }: AttemptRow): MessageInitShape<typeof WebhookAttemptSchema> => ({
  ...nullsAbsent(attempt),
  ...errorCodeOf(attempt),
  at: toTimestamp(atMs),
});

interface SubscriptionServiceOptions {
  consumers: Consumers;
  webhooks: Webhooks;
  testDelivery: TestDelivery;
  clock: Clock;
}

/** Serves SubscriptionService. */
export function routeSubscriptions(
  router: ConnectRouter,
  { consumers, webhooks, testDelivery, clock }: SubscriptionServiceOptions,
): void {
  const consumer = (row: ConsumerRow) => ({ consumer: toConsumer(row, clock.nowMs()) });
  const webhook = (row: WebhookRow) => ({ webhook: toWebhook(row) });

  router.service(SubscriptionService, {
    async listConsumers({ accountId }) {
      const rows = await consumers.list(accountId);
      return { consumers: rows.map((row) => toConsumer(row, clock.nowMs())) };
    },
    async putConsumer({ accountId, name, start }) {
      return consumer(await consumers.put(accountId, name, readPosition(start)));
    },
    async getConsumer({ accountId, name }) {
      return consumer(await consumers.get(accountId, name));
    },
    async deleteConsumer({ accountId, name }) {
      await consumers.remove(accountId, name);
      return {};
    },
    async resetConsumer({ accountId, name, to }) {
      return consumer(await consumers.move(accountId, name, requirePosition(to)));
    },
    async leaseConsumer({ accountId, name, lease }) {
      const leased = await consumers.lease(accountId, name, lease);
      return { ...consumer(leased), lease: leased.lease ?? '' };
    },
    async ackConsumer({ accountId, name, seq, lease }) {
      return consumer(await consumers.acknowledge(accountId, name, seq, lease));
    },
    async listWebhooks({ accountId }) {
      return { webhooks: (await webhooks.list(accountId)).map(toWebhook) };
    },
    async listTroubledWebhooks({ limit, cursor }) {
      const after = fromCursor(cursor);
      const { rows, last } = await readPage(limit, (most) => webhooks.listTroubled(after, most));
      return { webhooks: rows.map(toWebhook), nextCursor: last && `${last.accountId}/${last.name}` };
    },
    async putWebhook({ accountId, name, url, format, types, body: withBody = true, secret }) {
      const asked = types.length > 0 ? types : undefined;
      const put = await webhooks.put(accountId, name, {
        ...{ url, format: readFormat(format), types: asked, withBody, secret },
      });
      return { ...webhook(put.webhook), secret: put.secret };
    },
    async getWebhook({ accountId, name }) {
      return webhook(await webhooks.get(accountId, name));
    },
    async deleteWebhook({ accountId, name }) {
      await webhooks.remove(accountId, name);
      return {};
    },
    async replayWebhook({ accountId, name, to }) {
      return webhook(await webhooks.move(accountId, name, requirePosition(to)));
    },
    async rotateWebhook({ accountId, name }) {
      const rotated = await webhooks.rotate(accountId, name);
      return { ...webhook(rotated.webhook), secret: rotated.secret };
    },
    async testWebhook({ accountId, name, type }) {
      const test = await webhooks.readTest(accountId, name, type);
      const outcome = await testDelivery(accountId, test.secrets, test.type);
      const acknowledged = outcome.error === null;
      if (acknowledged) await webhooks.resume(accountId, name);
      return { ...nullsAbsent(outcome), ...errorCodeOf(outcome), acknowledged };
    },
    async enableWebhook({ accountId, name, byOperator }) {
      return webhook(await webhooks.enable(accountId, name, byOperator));
    },
    async disableWebhook({ accountId, name, byOperator }) {
      return webhook(await webhooks.disable(accountId, name, byOperator ? 'operator' : 'asked'));
    },
    async listWebhookAttempts({ accountId, name }) {
      return { attempts: (await webhooks.attempts(accountId, name)).map(toAttempt) };
    },
  });
}
