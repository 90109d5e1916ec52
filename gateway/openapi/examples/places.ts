// Examples about consumers and webhooks.
import { exampleConsumer } from '../../schemas/resources/places/consumer.ts';
import {
  exampleAttempt,
  exampleWebhook,
  exampleWebhookTest,
} from '../../schemas/resources/places/webhook.ts';
import type { Examples } from '../types.ts';
import { delivered, reply } from './texts.ts';

export const places: Readonly<Record<string, Examples>> = {
  listConsumers: {
    answers: { one: { summary: 'One consumer.', value: { consumers: [exampleConsumer] } } },
  },
  putConsumer: {
    bodies: {
      end: { summary: 'At the feed’s end.', value: {} },
      seq: { summary: 'From a place in the feed.', value: { seq: 43 } },
    },
    answers: { made: { summary: 'The consumer.', value: { consumer: exampleConsumer } } },
  },
  getConsumer: {
    answers: { found: { summary: 'The consumer.', value: { consumer: exampleConsumer } } },
  },
  deleteConsumer: {
    answers: { gone: { summary: 'It is gone.', value: { ok: true } } },
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
  ackConsumer: {
    bodies: {
      page: {
        summary: 'A page was dealt with.',
        value: { seq: 45, lease: '0b6f6a1e-5d27-4a2c-9a53-4f1f0a3a3b1e' },
      },
    },
    answers: {
      moved: { summary: 'It moved.', value: { consumer: { ...exampleConsumer, cursor: 45, behind: 0 } } },
    },
  },
  resetConsumer: {
    bodies: { instant: { summary: 'Back to an instant.', value: { at: '2026-11-21T08:00:00Z' } } },
    answers: {
      back: { summary: 'It went back.', value: { consumer: { ...exampleConsumer, cursor: 0, behind: 45 } } },
    },
  },
  listWebhooks: {
    answers: { one: { summary: 'One webhook.', value: { webhooks: [exampleWebhook] } } },
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
        summary: 'A new one.',
        value: { webhook: exampleWebhook, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' },
      },
      changed: { summary: 'An old one.', value: { webhook: exampleWebhook } },
    },
  },
  getWebhook: {
    answers: { found: { summary: 'The webhook.', value: { webhook: exampleWebhook } } },
  },
  deleteWebhook: {
    answers: { gone: { summary: 'It is gone.', value: { ok: true } } },
  },
  listWebhookAttempts: {
    answers: { one: { summary: 'One attempt.', value: { attempts: [exampleAttempt] } } },
  },
  rotateWebhook: {
    answers: {
      rotated: {
        summary: 'The new secret.',
        value: {
          webhook: { ...exampleWebhook, previous_secret_until: '2026-11-22T08:31:02.900Z' },
          secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
        },
      },
    },
  },
  testWebhook: {
    answers: { taken: { summary: 'It was acknowledged.', value: exampleWebhookTest } },
  },
  replayWebhook: {
    bodies: { seq: { summary: 'From the beginning.', value: { seq: 0 } } },
    answers: {
      back: { summary: 'It begins anew.', value: { webhook: { ...exampleWebhook, cursor: 0, behind: 45 } } },
    },
  },
  enableWebhook: {
    answers: { active: { summary: 'It is active.', value: { webhook: exampleWebhook } } },
  },
  disableWebhook: {
    answers: {
      disabled: {
        summary: 'It is disabled.',
        value: {
          webhook: { ...exampleWebhook, disabled_reason: 'asked', disabled_at: '2026-11-21T09:00:00.000Z' },
        },
      },
    },
  },
};
