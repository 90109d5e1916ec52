// Examples about incoming webhooks.

import { IncomingWebhookSchema } from '../../../proto/gen/textrelay/v1/incoming_webhook_service_pb.ts';
import { resource } from '../../interface/resources.ts';
import { exampleOf } from '../../schemas/example.ts';
import type { Examples } from '../types.ts';

const { template, recipients, event_id, texts_per_hour, urgent } = exampleOf(
  resource(IncomingWebhookSchema).Shape,
);
const asked = { template, recipients, event_id, texts_per_hour, urgent };
const call = {
  status: 'firing',
  groupKey: '{}:{alertname="DiskFull"}',
  commonAnnotations: { summary: 'The disk of db-1 is nearly full' },
  alerts: [{ startsAt: '2026-11-21T09:12:38.000Z' }],
};

export const incomingWebhooks: Readonly<Record<string, Examples>> = {
  putIncomingWebhook: {
    bodies: {
      alerts: { summary: 'Alerts of Alertmanager to one number.', value: asked },
      body: {
        summary: 'The body says who gets it.',
        value: { template: '{{text}}', recipients_field: 'to', event_id: '{{id}}' },
      },
    },
  },
  previewIncomingWebhook: {
    bodies: {
      tried: { summary: 'Settings that are not kept yet.', value: { body: call, settings: asked } },
    },
  },
};
