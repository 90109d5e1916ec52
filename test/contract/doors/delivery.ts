// Consumers and webhooks through either door: what a request of each is over REST, what over gRPC, and the fields of its
// answer.
import {
  type Fields,
  instant,
  integer,
  listOf,
  orNull,
  type Read,
  readFields,
  same,
  word,
} from './grpc_answer.ts';

// biome-ignore lint/suspicious/noExplicitAny: what such a client reads has no types.
type Loose = any;

/** One act on a consumer or a webhook. */
interface Act {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Below /api/v1. */
  path: (name: string) => string;
  service: 'Consumer' | 'Webhook';
  operation: 'READ_MESSAGES' | 'ARRANGE_DELIVERY';
  /** What the RPC takes besides account and name for a REST body. */
  request?: (body: Loose) => object;
  answer: Read;
}

const consumerFields: Fields = {
  name: same,
  cursor: integer,
  behind: integer,
  moved_at: instant,
  created_at: instant,
  lease_until: orNull(instant),
};

const webhookFields: Fields = {
  name: same,
  url: same,
  types: same,
  body: same,
  cursor: integer,
  behind: integer,
  moved_at: instant,
  created_at: instant,
  disabled_reason: (reason) =>
    reason.endsWith('_UNSPECIFIED') ? null : word('WEBHOOK_DISABLED_REASON')(reason),
  disabled_at: orNull(instant),
  failures: integer,
  failing_since: orNull(instant),
  next_attempt_at: orNull(instant),
  previous_secret_until: orNull(instant),
};
const readWebhook: Read = ({ account_id: _, with_body: body, ...webhook }) =>
  readFields(webhookFields, { body, ...webhook });

const ofConsumer: Read = ({ consumer }) => ({ consumer: readFields(consumerFields, consumer) });
/** With its secret, where the answer has one. */
const ofWebhook: Read = ({ webhook, secret }) => ({
  webhook: readWebhook(webhook),
  ...(secret && { secret }),
});
const done: Read = () => ({ ok: true });

const readPlace = ({ seq, at }: Loose): object => ({
  ...(seq !== undefined && { seq: String(seq) }),
  ...(at !== undefined && { at: { seconds: String(Date.parse(at) / 1000) } }),
});

const consumer = (name: string) => `consumers/${name}`;
const webhook = (name: string) => `webhooks/${name}`;
const [read, arrange] = [{ operation: 'READ_MESSAGES' }, { operation: 'ARRANGE_DELIVERY' }] as const;
const [consumers, webhooks] = [{ service: 'Consumer' }, { service: 'Webhook' }] as const;

const webhookAct = (act: string): Act => ({
  ...{ method: 'POST', path: (name: string) => `webhooks/${name}/${act}`, ...webhooks, ...arrange },
  answer: ofWebhook,
});

/** By the names of the RPCs. */
export const acts = {
  listConsumers: {
    ...{ method: 'GET', path: () => 'consumers', ...consumers, ...read },
    answer: ({ consumers: all }) => ({ consumers: listOf(consumerFields)(all) }),
  },
  putConsumer: {
    ...{ method: 'PUT', path: consumer, ...consumers, ...arrange, answer: ofConsumer },
    request: (body) => (Object.keys(body).length > 0 ? { start: readPlace(body) } : {}),
  },
  getConsumer: { method: 'GET', path: consumer, ...consumers, ...read, answer: ofConsumer },
  deleteConsumer: { method: 'DELETE', path: consumer, ...consumers, ...arrange, answer: done },
  ackConsumer: {
    ...{
      method: 'POST',
      path: (name) => `consumers/${name}/ack`,
      ...consumers,
      ...arrange,
      answer: ofConsumer,
    },
    request: ({ seq, lease }) => ({ seq: String(seq), ...(lease !== undefined && { lease }) }),
  },
  resetConsumer: {
    ...{ method: 'POST', path: (name) => `consumers/${name}/reset`, ...consumers, ...arrange },
    answer: ofConsumer,
    request: (body) => ({ to: readPlace(body) }),
  },
  listWebhooks: {
    ...{ method: 'GET', path: () => 'webhooks', ...webhooks, ...read },
    answer: ({ webhooks: all }) => ({ webhooks: all.map(readWebhook) }),
  },
  putWebhook: {
    ...{ method: 'PUT', path: webhook, ...webhooks, ...arrange, answer: ofWebhook },
    request: ({ body, ...asked }) => ({ ...asked, without_body: body === false }),
  },
  getWebhook: { method: 'GET', path: webhook, ...webhooks, ...read, answer: ofWebhook },
  deleteWebhook: { method: 'DELETE', path: webhook, ...webhooks, ...arrange, answer: done },
  listWebhookAttempts: {
    ...{ method: 'GET', path: (name) => `webhooks/${name}/attempts`, ...webhooks, ...read },
    answer: ({ attempts }) => ({ attempts }),
  },
  rotateWebhook: webhookAct('rotate'),
  replayWebhook: { ...webhookAct('replay'), request: (body) => ({ from: readPlace(body) }) },
  enableWebhook: webhookAct('enable'),
  disableWebhook: webhookAct('disable'),
} satisfies Record<string, Act>;

export type ActName = keyof typeof acts;
export const actOf = (name: ActName): Act => acts[name];
