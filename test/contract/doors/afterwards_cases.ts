// The part of the table that is about what comes after a send: cancelling, the steps of a text, consumers and webhooks.
import {
  acknowledge,
  arrange,
  type Case,
  cancel,
  events,
  message,
  readConsumer,
  send,
  usage,
} from './steps.ts';

export const afterwardsCases: readonly Case[] = [
  {
    name: 'a text that waits is cancelled, and again alike; one that there is not is not found',
    world: { plan: 'starter' },
    steps: [send(), cancel('1'), cancel('1'), usage, cancel('2'), message('1')],
    codes: ['ok', 'ok', 'ok', 'ok', 'not_found', 'ok'],
  },
  {
    // Who sent a text is known where a key is judged.
    name: 'the steps of a text',
    as: ({ caller }) => caller,
    steps: [send(), events('1'), cancel('1'), events('1'), events('2')],
    codes: ['ok', 'ok', 'ok', 'ok', 'not_found'],
  },
  {
    name: 'a consumer is read, acknowledged and set back by one reader at a time',
    steps: [
      send(),
      arrange('putConsumer', { seq: 0 }),
      readConsumer(),
      readConsumer(),
      readConsumer(2),
      arrange('ackConsumer', { seq: 1 }),
      acknowledge(2, 2),
      acknowledge(1, 2),
      arrange('getConsumer'),
      arrange('resetConsumer', { seq: 0 }),
      arrange('resetConsumer', { at: '2026-01-01T00:00:00Z' }),
      arrange('listConsumers'),
      arrange('deleteConsumer'),
      arrange('deleteConsumer'),
    ],
    codes: [
      ...[
        'ok',
        'ok',
        'ok',
        'consumer_busy',
        'ok',
        'consumer_busy',
        'invalid_request',
        'ok',
        'ok',
        'ok',
        'ok',
      ],
      ...['ok', 'ok', 'not_found'],
    ],
  },
  {
    name: 'a place that the feed has not reached, and names that are none',
    steps: [
      send(),
      ...[2, -1].map((seq) => arrange('putConsumer', { seq })),
      arrange('putConsumer', { seq: 1 }, 'x'.repeat(64)),
      ...['x'.repeat(65), '%20'].map((name) => arrange('putWebhook', { url: 'https://shop.example/' }, name)),
      arrange('getWebhook', {}, '%20'),
    ],
    codes: [
      ...['ok', 'invalid_request', 'invalid_request', 'ok', 'invalid_request', 'invalid_request'],
      'not_found',
    ],
  },
  {
    name: 'a webhook is made, changed, replayed, disabled and enabled',
    steps: [
      arrange('putWebhook', { url: 'https://shop.example/', types: ['text.received'], body: false }),
      arrange('putWebhook', { url: 'https://shop.example/texts', types: ['text.received'] }),
      arrange('putWebhook', { url: 'http://10.0.0.1/' }),
      arrange('putWebhook', { url: 'https://shop.example/', secret: 'whsec_' }),
      arrange('rotateWebhook'),
      arrange('replayWebhook', { seq: 0 }),
      arrange('replayWebhook', { seq: 1 }),
      arrange('disableWebhook'),
      arrange('enableWebhook'),
      arrange('listWebhookAttempts'),
      arrange('listWebhooks'),
      arrange('deleteWebhook'),
      arrange('getWebhook'),
    ],
    codes: [
      ...['ok', 'ok', 'invalid_request', 'invalid_request', 'ok', 'ok', 'invalid_request', 'ok', 'ok', 'ok'],
      ...['ok', 'ok', 'not_found'],
    ],
  },
];
