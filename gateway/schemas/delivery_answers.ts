// What successes hold around consumers and webhooks.
import { Type } from 'typebox';
import { MessagesAnswer } from './answers.ts';
import { flag, text } from './kinds.ts';
import { ConsumerShape } from './resources/consumer.ts';
import { AttemptShape, WebhookShape } from './resources/webhook.ts';

export const ConsumerAnswer = Type.Object({ consumer: ConsumerShape }, { title: 'OneConsumer' });
export const ConsumersAnswer = Type.Object(
  { consumers: Type.Array(ConsumerShape, { description: 'In order of name.' }) },
  { title: 'Consumers' },
);
export const ConsumerMessagesAnswer = Type.Object(
  {
    ...MessagesAnswer.properties,
    lease: text('What to pass with the next read and acknowledgement.'),
  },
  { title: 'ConsumerPage', description: 'A page of the change feed from a consumer’s cursor.' },
);
export const DoneAnswer = Type.Object({ ok: flag('Always true.') }, { title: 'Done' });

const secret = text('The secret that requests are signed with. It is shown this once.');

export const WebhookAnswer = Type.Object({ webhook: WebhookShape }, { title: 'OneWebhook' });
export const PutWebhookAnswer = Type.Object(
  { webhook: WebhookShape, secret: Type.Optional(secret) },
  { title: 'ChangedWebhook', description: 'The webhook, and its secret where it got a new one.' },
);
export const RotateWebhookAnswer = Type.Object(
  { webhook: WebhookShape, secret },
  { title: 'RotatedWebhook', description: 'The webhook and its new secret.' },
);
export const WebhooksAnswer = Type.Object(
  { webhooks: Type.Array(WebhookShape, { description: 'In order of name.' }) },
  { title: 'Webhooks' },
);
export const AttemptsAnswer = Type.Object(
  { attempts: Type.Array(AttemptShape, { description: 'The newest first; 50 at most.' }) },
  { title: 'WebhookAttempts' },
);
