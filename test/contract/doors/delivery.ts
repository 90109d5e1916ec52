// Consumers and webhooks through either door: what a request of each is over REST, what over gRPC, and the fields of its
// answer.
import { type Fields, instant, integer, orNull, type Read, readFields, same, word } from './grpc_answer.ts';

// biome-ignore lint/suspicious/noExplicitAny: what such a client reads has no types.
type Loose = any;

/** One act on a consumer or a webhook. */
interface Act {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Below /api/v1. */
  path: (name: string) => string;
  /** What the RPC takes for a REST body. */
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
  format: word('WEBHOOK_FORMAT'),
  types: same,
  body: same,
  cursor: integer,
  behind: integer,
  moved_at: instant,
  created_at: instant,
  disabled_reason: orNull(word('DISABLED_REASON')),
  disabled_at: orNull(instant),
  failures: integer,
  failing_since: orNull(instant),
  next_attempt_at: orNull(instant),
  previous_secret_until: orNull(instant),
};
const readConsumer: Read = (consumer) => readFields(consumerFields, consumer);
const readWebhook: Read = ({ account_id: _, ...webhook }) => readFields(webhookFields, webhook);

const ofConsumer: Read = ({ consumer }) => ({ consumer: readConsumer(consumer) });
/** With its secret, where the answer has one. */
const ofWebhook: Read = ({ webhook, secret }) => ({
  webhook: readWebhook(webhook),
  ...(secret && { secret }),
});

const readPosition = ({ seq, at }: Loose): object => ({
  ...(seq !== undefined && { seq: String(seq) }),
  ...(at !== undefined && { at: { seconds: String(Date.parse(at) / 1000) } }),
});

/** The acts that both kinds have. */
const actsOfBoth = (what: 'consumer' | 'webhook', answer: Read) => {
  const path = (name: string) => `${what}s/${name}`;
  return {
    get: { method: 'GET', path, answer },
    remove: { method: 'DELETE', path, answer: () => ({ ok: true }) },
    move: (verb: string): Act => ({
      ...{ method: 'POST', path: (name: string) => `${what}s/${name}/${verb}` },
      ...{ answer, request: (body) => ({ to: readPosition(body) }) },
    }),
    list: (readOne: Read): Act => ({
      ...{ method: 'GET', path: () => `${what}s` },
      answer: (listed) => ({ [`${what}s`]: listed[`${what}s`].map(readOne) }),
    }),
  } as const;
};
const ofConsumers = actsOfBoth('consumer', ofConsumer);
const ofWebhooks = actsOfBoth('webhook', ofWebhook);

const webhookAct = (act: string): Act => ({
  ...{ method: 'POST', path: (name: string) => `webhooks/${name}/${act}` },
  answer: ofWebhook,
});

/** By the names that they have over REST, and over gRPC. */
export const acts = {
  listConsumers: ofConsumers.list(readConsumer),
  putConsumer: {
    ...{ method: 'PUT', path: (name) => `consumers/${name}` },
    answer: ofConsumer,
    request: (body) => (Object.keys(body).length > 0 ? { start: readPosition(body) } : {}),
  },
  getConsumer: ofConsumers.get,
  deleteConsumer: ofConsumers.remove,
  ackConsumer: {
    ...{ method: 'POST', path: (name) => `consumers/${name}/ack` },
    ...{ answer: ofConsumer },
    request: ({ seq, lease }) => ({ seq: String(seq), ...(lease !== undefined && { lease }) }),
  },
  resetConsumer: ofConsumers.move('reset'),
  listWebhooks: ofWebhooks.list(readWebhook),
  putWebhook: {
    ...{ method: 'PUT', path: (name) => `webhooks/${name}` },
    answer: ofWebhook,
    request: ({ format, ...asked }) => ({
      ...asked,
      ...(format !== undefined && { format: `WEBHOOK_FORMAT_${format.toUpperCase()}` }),
    }),
  },
  getWebhook: ofWebhooks.get,
  deleteWebhook: ofWebhooks.remove,
  listWebhookAttempts: {
    ...{ method: 'GET', path: (name) => `webhooks/${name}/attempts` },
    ...{ answer: ({ attempts }) => ({ attempts }) },
  },
  rotateWebhook: webhookAct('rotate'),
  replayWebhook: ofWebhooks.move('replay'),
  enableWebhook: webhookAct('enable'),
  disableWebhook: webhookAct('disable'),
} satisfies Record<string, Act>;

export type ActName = keyof typeof acts;
export const actOf = (name: ActName): Act => acts[name];
