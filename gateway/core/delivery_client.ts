// What the gateway asks of the core about consumers and webhooks.
import { ConsumerService } from '../../proto/gen/textrelay/v1/consumer_service_pb.ts';
import { WebhookService } from '../../proto/gen/textrelay/v1/webhook_service_pb.ts';
import type { Limits } from '../limits.ts';
import { binder } from './bind.ts';
import type { RpcChannel } from './channel.ts';

export type DeliveryCore = ReturnType<typeof createDeliveryCore>;

/** Binds the calls, each by its name in its service. None is repeated here; every function throws a Refusal. */
export function createDeliveryCore(
  channel: Pick<RpcChannel, 'unary'>,
  { sendTimeoutMs, planTimeoutMs }: Pick<Limits, 'sendTimeoutMs' | 'planTimeoutMs'>,
) {
  const bind = binder(channel, sendTimeoutMs);
  const { method: consumer } = ConsumerService;
  const { method: webhook } = WebhookService;
  return {
    listConsumers: bind(consumer.listConsumers),
    putConsumer: bind(consumer.putConsumer),
    getConsumer: bind(consumer.getConsumer),
    deleteConsumer: bind(consumer.deleteConsumer),
    leaseConsumer: bind(consumer.leaseConsumer),
    ackConsumer: bind(consumer.ackConsumer),
    resetConsumer: bind(consumer.resetConsumer),
    listWebhooks: bind(webhook.listWebhooks),
    putWebhook: bind(webhook.putWebhook),
    getWebhook: bind(webhook.getWebhook),
    deleteWebhook: bind(webhook.deleteWebhook),
    rotateWebhook: bind(webhook.rotateWebhook),
    /** Waits for the endpoint. */
    testWebhook: bind(webhook.testWebhook, planTimeoutMs),
    replayWebhook: bind(webhook.replayWebhook),
    enableWebhook: bind(webhook.enableWebhook),
    disableWebhook: bind(webhook.disableWebhook),
    listWebhookAttempts: bind(webhook.listWebhookAttempts),
  };
}
