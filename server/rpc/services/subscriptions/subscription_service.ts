// SubscriptionService: consumers, and webhooks that changes are delivered to.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import {
  DisabledReason,
  type EndpointSchema,
  type FeedPosition as FeedPositionProto,
  type SubscriptionSchema,
  SubscriptionService,
  SubscriptionType,
  type WebhookAttemptSchema,
  WebhookFormat,
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

/** Undefined for none. Throws `invalid_request` for one that is not known. */
function readFormat(format: WebhookFormat): domain.WebhookFormat | undefined {
  return format === WebhookFormat.UNSPECIFIED ? undefined : wordOf('format', formats, format);
}

/** The webhook that a cursor stands for; null for none. Throws `invalid_request`. */
function fromCursor(cursor: string | undefined): Named | null {
  if (cursor === undefined) return null;
  const [, accountId, name] = /^([0-9]{1,18})\/([A-Za-z0-9._-]{1,64})$/.exec(cursor) ?? [];
  if (accountId === undefined || name === undefined) throw wrongCursor();
  return { accountId: BigInt(accountId), name };
}

type Row = ConsumerRow | WebhookRow;

const getsTexts = (row: Row) =>
  !('endpoint' in row) || textEventTypes.some((type) => row.endpoint.types.includes(type));

const toEndpoint = (endpoint: WebhookRow['endpoint']): MessageInitShape<typeof EndpointSchema> => ({
  url: endpoint.url,
  format: formats[endpoint.format],
  types: endpoint.types,
  withBody: endpoint.withBody,
  failures: endpoint.failures,
  disabledReason: endpoint.disabledReason === null ? undefined : reasons[endpoint.disabledReason],
  disabledAt: toTimestamp(endpoint.disabledAtMs),
  failingSince: toTimestamp(endpoint.failingSinceMs),
  nextAttemptAt: toTimestamp(endpoint.nextAttemptAtMs),
  previousSecretUntil: toTimestamp(endpoint.previousUntilMs),
});

const toSubscription = (row: Row, nowMs: number): MessageInitShape<typeof SubscriptionSchema> => ({
  accountId: row.accountId,
  name: row.name,
  cursor: row.cursorSeq,
  behind: getsTexts(row) && row.newestSeq > row.cursorSeq ? row.newestSeq - row.cursorSeq : 0n,
  movedAt: toTimestamp(row.movedAtMs),
  createdAt: toTimestamp(row.createdAtMs),
  ...('lease' in row &&
    row.leaseUntilMs !== null &&
    row.leaseUntilMs > nowMs && { leaseUntil: toTimestamp(row.leaseUntilMs) }),
  ...('endpoint' in row && { endpoint: toEndpoint(row.endpoint) }),
});

const errorCodeOf = ({ error, status }: Pick<AttemptRow, 'error' | 'status'>) => ({
  errorCode: deliveryErrorCode(error, status) ?? '',
});

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
  const answer = (row: Row) => ({ subscription: toSubscription(row, clock.nowMs()) });
  /** Throws `invalid_request` for none. */
  const subscriptionsOf = (type: SubscriptionType) => {
    if (type === SubscriptionType.CONSUMER) return consumers;
    if (type === SubscriptionType.WEBHOOK) return webhooks;
    throw invalidRequest('type is required');
  };

  router.service(SubscriptionService, {
    async listSubscriptions({ accountId, type }) {
      const rows: Row[] = await subscriptionsOf(type).list(accountId);
      return { subscriptions: rows.map((row) => toSubscription(row, clock.nowMs())) };
    },
    async listTroubledWebhooks({ limit, cursor }) {
      const after = fromCursor(cursor);
      const { rows, last } = await readPage(limit, (most) => webhooks.listTroubled(after, most));
      const subscriptions = rows.map((row) => toSubscription(row, clock.nowMs()));
      return { subscriptions, nextCursor: last && `${last.accountId}/${last.name}` };
    },
    async putConsumer({ accountId, name, start }) {
      return answer(await consumers.put(accountId, name, readPosition(start)));
    },
    async putWebhook({ accountId, name, url, format, types, withoutBody, secret }) {
      const asked = types.length > 0 ? types : undefined;
      const put = await webhooks.put(accountId, name, {
        ...{ url, format: readFormat(format), types: asked, withBody: !withoutBody, secret },
      });
      return { ...answer(put.webhook), secret: put.secret };
    },
    async getSubscription({ accountId, type, name }) {
      return answer(await subscriptionsOf(type).get(accountId, name));
    },
    async deleteSubscription({ accountId, type, name }) {
      await subscriptionsOf(type).remove(accountId, name);
      return {};
    },
    async moveCursor({ accountId, type, name, to }) {
      const position = readPosition(to);
      if (!position) throw invalidRequest('seq or at is required');
      return answer(await subscriptionsOf(type).move(accountId, name, position));
    },
    async leaseConsumer({ accountId, name, lease }) {
      const leased = await consumers.lease(accountId, name, lease);
      return { ...answer(leased), lease: leased.lease ?? '' };
    },
    async ackConsumer({ accountId, name, seq, lease }) {
      return answer(await consumers.acknowledge(accountId, name, seq, lease));
    },
    async rotateWebhook({ accountId, name }) {
      const { webhook, secret } = await webhooks.rotate(accountId, name);
      return { ...answer(webhook), secret };
    },
    async testWebhook({ accountId, name, type }) {
      const test = await webhooks.readTest(accountId, name, type);
      const outcome = await testDelivery(accountId, test.secrets, test.type);
      const acknowledged = outcome.error === null;
      if (acknowledged) await webhooks.resume(accountId, name);
      return { ...nullsAbsent(outcome), ...errorCodeOf(outcome), acknowledged };
    },
    async switchWebhook({ accountId, name, active, byOperator }) {
      return answer(
        active
          ? await webhooks.enable(accountId, name, byOperator)
          : await webhooks.disable(accountId, name, byOperator ? 'operator' : 'asked'),
      );
    },
    async listWebhookAttempts({ accountId, name }) {
      return { attempts: (await webhooks.attempts(accountId, name)).map(toAttempt) };
    },
  });
}
