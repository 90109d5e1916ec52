// WebhookService: endpoints that changes are delivered to.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import {
  type WebhookAttemptSchema,
  WebhookDisabledReason,
  type WebhookSchema,
  WebhookService,
} from '../../../proto/gen/textrelay/v1/webhook_service_pb.ts';
import type { Webhooks } from '../../app/consumers/webhooks.ts';
import { toTimestamp } from '../../connect/proto_values.ts';
import { textEventTypes } from '../../domain/event.ts';
import { invalidRequest } from '../../errors.ts';
import type { AttemptRow, DisabledReason, Named, WebhookRow } from '../../store/consumers/webhooks.ts';
import type { TestDelivery } from '../../webhooks/test_delivery.ts';
import { requirePlace } from './consumer_service.ts';
import { readPage } from './page.ts';

const reasons: Record<DisabledReason, WebhookDisabledReason> = {
  asked: WebhookDisabledReason.ASKED,
  gone: WebhookDisabledReason.GONE,
  failing: WebhookDisabledReason.FAILING,
  operator: WebhookDisabledReason.OPERATOR,
};

/** The webhook that a cursor stands for; null for none. Throws `invalid_request`. */
function fromCursor(cursor: string | undefined): Named | null {
  if (cursor === undefined) return null;
  const [, accountId, name] = /^([0-9]{1,18})\/([A-Za-z0-9._-]{1,64})$/.exec(cursor) ?? [];
  if (accountId === undefined || name === undefined)
    throw invalidRequest('cursor must be the next_cursor of an earlier page');
  return { accountId: BigInt(accountId), name };
}

const getsTexts = ({ types }: WebhookRow) => textEventTypes.some((type) => types.includes(type));

const toWebhook = (row: WebhookRow): MessageInitShape<typeof WebhookSchema> => ({
  accountId: row.accountId,
  name: row.name,
  url: row.url,
  types: row.types,
  withBody: row.withBody,
  cursor: row.cursorSeq,
  behind: getsTexts(row) && row.newestSeq > row.cursorSeq ? row.newestSeq - row.cursorSeq : 0n,
  movedAt: toTimestamp(row.movedAtMs),
  createdAt: toTimestamp(row.createdAtMs),
  failures: row.failures,
  ...(row.disabledReason !== null && { disabledReason: reasons[row.disabledReason] }),
  ...(row.disabledAtMs !== null && { disabledAt: toTimestamp(row.disabledAtMs) }),
  ...(row.failingSinceMs !== null && { failingSince: toTimestamp(row.failingSinceMs) }),
  ...(row.nextAttemptAtMs !== null && { nextAttemptAt: toTimestamp(row.nextAttemptAtMs) }),
  ...(row.previousUntilMs !== null && { previousSecretUntil: toTimestamp(row.previousUntilMs) }),
});

const toAttempt = ({
  atMs,
  status,
  error,
  ...attempt
}: AttemptRow): MessageInitShape<typeof WebhookAttemptSchema> => ({
  ...attempt,
  at: toTimestamp(atMs),
  ...(status !== null && { status }),
  ...(error !== null && { error }),
});

interface WebhookServiceOptions {
  webhooks: Webhooks;
  testDelivery: TestDelivery;
}

/** Serves WebhookService. */
export function routeWebhooks(
  router: ConnectRouter,
  { webhooks, testDelivery }: WebhookServiceOptions,
): void {
  router.service(WebhookService, {
    async listWebhooks({ accountId }) {
      return { webhooks: (await webhooks.list(accountId)).map(toWebhook) };
    },
    async listTroubledWebhooks({ limit, cursor }) {
      const after = fromCursor(cursor);
      const { rows, last } = await readPage(limit, (most) => webhooks.listTroubled(after, most));
      return { webhooks: rows.map(toWebhook), ...(last && { nextCursor: `${last.accountId}/${last.name}` }) };
    },
    async putWebhook({ accountId, name, url, types, withoutBody, secret }) {
      const asked = types.length > 0 ? types : undefined;
      const put = await webhooks.put(accountId, name, { url, types: asked, withBody: !withoutBody, secret });
      return { webhook: toWebhook(put.webhook), ...(put.secret !== undefined && { secret: put.secret }) };
    },
    async getWebhook({ accountId, name }) {
      return { webhook: toWebhook(await webhooks.get(accountId, name)) };
    },
    async deleteWebhook({ accountId, name }) {
      await webhooks.remove(accountId, name);
      return {};
    },
    async rotateWebhook({ accountId, name }) {
      const { webhook, secret } = await webhooks.rotate(accountId, name);
      return { webhook: toWebhook(webhook), secret };
    },
    async testWebhook({ accountId, name }) {
      const { status, error, ...outcome } = await testDelivery(
        accountId,
        await webhooks.secretsOf(accountId, name),
      );
      if (error === null) await webhooks.resume(accountId, name);
      return {
        ...outcome,
        acknowledged: error === null,
        ...(status !== null && { status }),
        ...(error !== null && { error }),
      };
    },
    async replayWebhook({ accountId, name, from }) {
      return { webhook: toWebhook(await webhooks.replay(accountId, name, requirePlace(from))) };
    },
    async enableWebhook({ accountId, name, byOperator }) {
      return { webhook: toWebhook(await webhooks.enable(accountId, name, byOperator)) };
    },
    async disableWebhook({ accountId, name, byOperator }) {
      const reason = byOperator ? 'operator' : 'asked';
      return { webhook: toWebhook(await webhooks.disable(accountId, name, reason)) };
    },
    async listWebhookAttempts({ accountId, name }) {
      return { attempts: (await webhooks.attempts(accountId, name)).map(toAttempt) };
    },
  });
}
