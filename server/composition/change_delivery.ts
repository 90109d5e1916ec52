// The subscriptions that an account's changes are brought to: consumers, webhooks, and their deliveries.
import type { Send } from '../app/outbound/send.ts';
import { publicEndpoints } from '../app/subscriptions/address_policy.ts';
import { createConsumers } from '../app/subscriptions/consumers.ts';
import { createWebhooks } from '../app/subscriptions/webhooks.ts';
import { invalidRequest, Refusal } from '../errors.ts';
import { Deliveries } from '../webhooks/deliveries.ts';
import { openEndpointClient } from '../webhooks/endpoint_client.ts';
import { createFormats } from '../webhooks/formats/formats.ts';
import { startNoticeWatch } from '../webhooks/notice_watch.ts';
import { createTestDelivery } from '../webhooks/test_delivery.ts';
import type { CoreContext } from './application.ts';

export type ChangeDelivery = ReturnType<typeof startChangeDelivery>;

/** Starts delivering; what endpoints answer with texts is sent by `send`. */
export function startChangeDelivery(context: CoreContext, send: Send) {
  const { config, store, clock, hub, metrics } = context;
  const policy = config.endpoints ?? publicEndpoints;
  const client = openEndpointClient(clock, policy);
  const formats = createFormats({
    reply: async (accountId, { answeredId, ...text }) => {
      const asOfErasure = await store.findErasureAsOf(accountId, answeredId);
      if (asOfErasure === undefined) return invalidRequest('the text that it answers was erased');
      const { outcome } = await send(accountId, { ...text, asOfErasure });
      context.failpoint('reply_after_send');
      return outcome instanceof Refusal ? outcome : null;
    },
  });
  const deliveries = new Deliveries({
    ...context,
    client,
    formats,
    random: Math.random,
    onAnswer: ({ error }, events) => {
      metrics.webhookRequests.inc({ outcome: error === null ? 'taken' : 'failed' });
      if (error === null) metrics.webhookEvents.inc(events);
    },
  });
  const unsubscribe = hub.subscribe((advances) => deliveries.onAdvances(advances));
  const wake = (accountId: bigint) => deliveries.wake(accountId);
  const notices = startNoticeWatch({ ...context, tiers: config.tiers, wake });
  return {
    consumers: createConsumers({ store, clock }),
    webhooks: createWebhooks({ store, clock, policy, wake }),
    testDelivery: createTestDelivery(client, formats, clock),
    async stop() {
      unsubscribe();
      await Promise.all([notices.stop(), deliveries.stop()]);
      await client.close();
    },
  };
}
