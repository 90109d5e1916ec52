// What the bound of an incoming webhook refuses.
import { notFound, Refusal } from '../../errors.ts';
import type { IncomingWebhookVerdict } from '../../store/outbound/rules/incoming_webhook_rules.ts';

/** The answers to texts that are refused because of their incoming webhook. */
export const incomingWebhookRefusals = {
  no_incoming_webhook: () => notFound('incoming webhook'),
  incoming_webhook_used: () =>
    new Refusal(
      'incoming_webhook_budget_reached',
      'the incoming webhook has sent as many texts in this hour of UTC as it may; texts_per_hour is its bound',
    ),
} satisfies Record<IncomingWebhookVerdict, () => Refusal>;
