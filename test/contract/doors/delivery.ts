// Consumers and webhooks through either door: what a request of each is over REST, what over gRPC, and the fields of its
// answer.
import { expect } from 'vitest';
import { type Fields, instant, integer, orNull, type Read, readFields, same, word } from './grpc_answer.ts';

// biome-ignore lint/suspicious/noExplicitAny: what such a client reads has no types.
type Loose = any;

/** One act on a consumer or a webhook. */
interface Act {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Below /api/v1. */
  path: (name: string) => string;
  /** The RPC, and what its request holds beside account, name and `request`. */
  rpc: string;
  fixed: object;
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
  disabled_reason: (reason) => (reason.endsWith('_UNSPECIFIED') ? null : word('DISABLED_REASON')(reason)),
  disabled_at: orNull(instant),
  failures: integer,
  failing_since: orNull(instant),
  next_attempt_at: orNull(instant),
  previous_secret_until: orNull(instant),
};
const readConsumer: Read = ({ account_id: _, endpoint, ...subscription }) => {
  expect(endpoint).toBeNull();
  return readFields(consumerFields, subscription);
};
const readWebhook: Read = ({ account_id: _, lease_until, endpoint, ...subscription }) => {
  expect(lease_until).toBeNull();
  const { with_body: body, ...rest } = endpoint;
  return readFields(webhookFields, { body, ...rest, ...subscription });
};

const ofConsumer: Read = ({ subscription }) => ({ consumer: readConsumer(subscription) });
/** With its secret, where the answer has one. */
const ofWebhook: Read = ({ subscription, secret }) => ({
  webhook: readWebhook(subscription),
  ...(secret && { secret }),
});

const readPosition = ({ seq, at }: Loose): object => ({
  ...(seq !== undefined && { seq: String(seq) }),
  ...(at !== undefined && { at: { seconds: String(Date.parse(at) / 1000) } }),
});

/** The acts that both kinds have. */
const actsOfBoth = (what: 'consumer' | 'webhook', answer: Read) => {
  const path = (name: string) => `${what}s/${name}`;
  const fixed = { type: `SUBSCRIPTION_TYPE_${what.toUpperCase()}` };
  return {
    get: { method: 'GET', path, rpc: 'getSubscription', fixed, answer },
    remove: { method: 'DELETE', path, rpc: 'deleteSubscription', fixed, answer: () => ({ ok: true }) },
    move: (verb: string): Act => ({
      ...{ method: 'POST', path: (name: string) => `${what}s/${name}/${verb}`, rpc: 'moveCursor', fixed },
      ...{ answer, request: (body) => ({ to: readPosition(body) }) },
    }),
    list: (readOne: Read): Act => ({
      ...{ method: 'GET', path: () => `${what}s`, rpc: 'listSubscriptions', fixed },
      answer: ({ subscriptions }) => ({ [`${what}s`]: subscriptions.map(readOne) }),
    }),
  } as const;
};
const ofConsumers = actsOfBoth('consumer', ofConsumer);
const ofWebhooks = actsOfBoth('webhook', ofWebhook);

const webhookAct = (act: string, rpc: string, fixed = {}): Act => ({
  ...{ method: 'POST', path: (name: string) => `webhooks/${name}/${act}`, rpc, fixed },
  answer: ofWebhook,
});

/** By the names that they have over REST. */
export const acts = {
  listConsumers: ofConsumers.list(readConsumer),
  putConsumer: {
    ...{ method: 'PUT', path: (name) => `consumers/${name}`, rpc: 'putConsumer', fixed: {} },
    answer: ofConsumer,
    request: (body) => (Object.keys(body).length > 0 ? { start: readPosition(body) } : {}),
  },
  getConsumer: ofConsumers.get,
  deleteConsumer: ofConsumers.remove,
  ackConsumer: {
    ...{ method: 'POST', path: (name) => `consumers/${name}/ack`, rpc: 'ackConsumer', fixed: {} },
    ...{ answer: ofConsumer },
    request: ({ seq, lease }) => ({ seq: String(seq), ...(lease !== undefined && { lease }) }),
  },
  resetConsumer: ofConsumers.move('reset'),
  listWebhooks: ofWebhooks.list(readWebhook),
  putWebhook: {
    ...{ method: 'PUT', path: (name) => `webhooks/${name}`, rpc: 'putWebhook', fixed: {} },
    answer: ofWebhook,
    request: ({ body, format, ...asked }) => ({
      ...{ ...asked, without_body: body === false },
      ...(format !== undefined && { format: `WEBHOOK_FORMAT_${format.toUpperCase()}` }),
    }),
  },
  getWebhook: ofWebhooks.get,
  deleteWebhook: ofWebhooks.remove,
  listWebhookAttempts: {
    ...{ method: 'GET', path: (name) => `webhooks/${name}/attempts`, rpc: 'listWebhookAttempts', fixed: {} },
    ...{ answer: ({ attempts }) => ({ attempts }) },
  },
  rotateWebhook: webhookAct('rotate', 'rotateWebhook'),
  replayWebhook: ofWebhooks.move('replay'),
  enableWebhook: webhookAct('enable', 'switchWebhook', { active: true }),
  disableWebhook: webhookAct('disable', 'switchWebhook', { active: false }),
} satisfies Record<string, Act>;

export type ActName = keyof typeof acts;
export const actOf = (name: ActName): Act => acts[name];
