// Examples about consumers and webhooks.

import { WebhookSchema } from '../../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { resource } from '../../interface/resources.ts';
import { exampleOf } from '../../schemas/example.ts';
import type { Examples } from '../types.ts';
import { delivered, reply } from './texts.ts';

const webhook = exampleOf(resource(WebhookSchema).Shape);

export const subscriptions: Readonly<Record<string, Examples>> = {
  putConsumer: {
    bodies: {
      end: { summary: 'At the feed’s end.', value: {} },
      seq: { summary: 'From a position in the feed.', value: { seq: 43 } },
    },
  },
  readConsumer: {
    answers: {
      news: {
        summary: 'A delivery and a reply.',
        value: {
          messages: [delivered, reply],
          next_since: 45,
          has_more: false,
          lease: '0b6f6a1e-5d27-4a2c-9a53-4f1f0a3a3b1e',
        },
      },
    },
  },
  putWebhook: {
    bodies: {
      replies: {
        summary: 'Received texts only.',
        value: { url: 'https://shop.example/texts', types: ['text.received'] },
      },
    },
    answers: {
      made: {
        summary: 'A new one, with its secret.',
        value: {
          webhook: webhook,
          secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
        },
      },
      changed: { summary: 'One that was there.', value: { webhook: webhook } },
    },
  },
  rotateWebhook: {
    answers: {
      rotated: {
        summary: 'The new secret.',
        value: {
          webhook: { ...webhook, previous_secret_until: '2026-11-22T08:31:02.900Z' },
          secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
        },
      },
    },
  },
  disableWebhook: {
    answers: {
      disabled: {
        summary: 'It is disabled.',
        value: {
          webhook: {
            ...webhook,
            disabled_reason: 'asked',
            disabled_at: '2026-11-21T09:00:00.000Z',
          },
        },
      },
    },
  },
};
