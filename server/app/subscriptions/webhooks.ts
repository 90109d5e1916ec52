// Webhooks: subscriptions with a URL that an account's changes are delivered to. Here they are set up; server/webhooks
// delivers.
import { type EventType, textEventTypes } from '../../domain/subscriptions/event.ts';
import {
  type FormatRules,
  type WebhookFormat,
  webhookFormats,
} from '../../domain/subscriptions/webhook_format.ts';
import { newWebhookSecret } from '../../domain/subscriptions/webhook_signature.ts';
import { invalidRequest, notFound, refuseFields } from '../../errors.ts';
import type { Named } from '../../store/subscriptions/subscriptions.ts';
import type { AttemptRow, DisabledReason, WebhookRow } from '../../store/subscriptions/webhooks.ts';
import type { AppContext } from '../context.ts';
import type { EndpointPolicy } from './address_policy.ts';
import { endpointUrlFault } from './endpoint_url.ts';
import {
  checkKnownName,
  createSubscriptions,
  type FeedPosition,
  newNameFault,
  type Subscriptions,
} from './subscriptions.ts';

/** Most webhooks of an account. */
const maxWebhooks = 20;
/** How long a secret signs beside the one that replaced it, in milliseconds. */
const rotationMs = 24 * 3_600_000;

export type Webhooks = ReturnType<typeof createWebhooks>;

/** An endpoint as its owner sets it up; a field that is left out has its default. */
interface WebhookFields {
  url: string;
  /** Left out: an existing webhook keeps its own, a new one gets standard. */
  format?: WebhookFormat | undefined;
  types?: readonly string[] | undefined;
  withBody: boolean;
  secret?: string | undefined;
}

/** A webhook with its secret, where it has a new one: the only time that it is shown. */
interface WithSecret {
  webhook: WebhookRow;
  secret?: string;
}

interface WebhooksOptions
  extends Pick<AppContext<'findIdAt' | 'findMark' | 'listCursors' | 'webhooks'>, 'store' | 'clock'> {
  policy: EndpointPolicy;
  /** Called when an account's endpoints may have something to be delivered. */
  wake: (accountId: bigint) => void;
}

const disabledByOperator = () =>
  invalidRequest('the operator of this service disabled this webhook, and only the operator can enable it');

function readTypes(types: readonly string[] | undefined, format: WebhookFormat): EventType[] {
  const { types: all, isOfOneType = false }: FormatRules = webhookFormats[format];
  if (isOfOneType && (types?.length !== 1 || !all.some((type) => type === types[0])))
    throw invalidRequest(`types must be one of ${all.join(', ')}: a webhook of this format has one type`);
  if (types === undefined) return [...all];
  const known = all.filter((type) => types.includes(type));
  if (known.length === 0 || types.some((type) => !(all as readonly string[]).includes(type)))
    throw invalidRequest(`types must be some of ${all.join(', ')}`);
  return known;
}

function checkSecret(secret: string, format: WebhookFormat): void {
  const { isSecret, secretRule } = webhookFormats[format];
  if (!isSecret(secret)) throw invalidRequest(`secret must be ${secretRule}`);
}

/** Changes the webhook of a name, or adds it at the feed's end. A new secret is returned, this once. */
const createPut =
  (
    { store: { webhooks }, clock, policy, wake }: WebhooksOptions,
    subscriptions: Subscriptions<WebhookRow>,
    rotateTo: (named: Named, secret: string) => Promise<WebhookRow>,
  ) =>
  async (accountId: bigint, name: string, fields: WebhookFields): Promise<WithSecret> => {
    refuseFields(newNameFault(name), endpointUrlFault(fields.url, policy));
    const { url, withBody, secret: own } = fields;
    const named = { accountId, name };
    const describe = (format: WebhookFormat) => ({
      ...{ ...named, url, format, withBody },
      types: readTypes(fields.types, format),
    });

    const change = async (): Promise<WithSecret | undefined> => {
      const before = await webhooks.findSecrets(named);
      if (!before) return undefined;
      const described = describe(fields.format ?? before.format);
      checkSecret(own ?? before.secret, described.format);
      const webhook = await webhooks.describe({ ...described, textTypes: textEventTypes });
      if (!webhook) return undefined;
      wake(accountId);
      if (own === undefined || own === before.secret) return { webhook };
      return { webhook: await rotateTo(named, own), secret: own };
    };
    const add = async (): Promise<WithSecret | undefined> => {
      const described = describe(fields.format ?? 'standard');
      const secret = own ?? newWebhookSecret();
      checkSecret(secret, described.format);
      const nowMs = clock.nowMs();
      const isAdded = await webhooks.add({ ...described, secret, most: maxWebhooks, nowMs });
      const webhook = isAdded ? await webhooks.find(named) : undefined;
      if (!webhook) return undefined;
      wake(accountId);
      return { webhook, secret };
    };
    return subscriptions.put(named, change, add);
  };

/**
 * Each action throws a Refusal: `not_found` for an unknown name, and `invalid_request` where a webhook that the operator
 * disabled would be tried, delivered to again, or removed so that it could be made anew.
 */
export function createWebhooks(options: WebhooksOptions) {
  const { store, clock, wake } = options;
  const { webhooks } = store;
  const subscriptions = createSubscriptions({
    ...{ what: 'webhook', most: maxWebhooks, subscriptions: webhooks },
    ...{ feed: store, clock },
  });
  const { found } = subscriptions;
  /** The refusal if a statement did not change the webhook. */
  const refusalFor = async (of: Named) =>
    (await webhooks.find(of))?.endpoint.disabledReason === 'operator'
      ? disabledByOperator()
      : notFound('webhook');
  const rotateTo = async (named: Named, secret: string): Promise<WebhookRow> =>
    found(await webhooks.rotate({ ...named, secret, untilMs: clock.nowMs() + rotationMs }));

  return {
    ...subscriptions,

    /** Webhooks of all accounts that are disabled or whose last attempt failed, for operators. */
    listTroubled: (after: Named | null, limit: number) => webhooks.listTroubled(after, limit),

    put: createPut(options, subscriptions, rotateTo),

    async remove(accountId: bigint, name: string): Promise<void> {
      checkKnownName(name, 'webhook');
      if (!(await webhooks.remove({ accountId, name }))) throw await refusalFor({ accountId, name });
    },

    /** Gives it a new secret; the one before signs as well for 24 hours. */
    async rotate(accountId: bigint, name: string): Promise<Required<WithSecret>> {
      checkKnownName(name, 'webhook');
      const secret = newWebhookSecret();
      return { webhook: await rotateTo({ accountId, name }, secret), secret };
    },

    /** How a test is sent, and of which type; null for the general one. */
    async readTest(accountId: bigint, name: string, type: string | undefined) {
      const { endpoint } = await subscriptions.get(accountId, name);
      if (endpoint.disabledReason === 'operator') throw disabledByOperator();
      const [known = null] = type === undefined ? [] : readTypes([type], endpoint.format);
      return { secrets: found(await webhooks.findSecrets({ accountId, name })), type: known };
    },

    /** Delivers again from a position in the feed. */
    async move(accountId: bigint, name: string, position: FeedPosition): Promise<WebhookRow> {
      const webhook = await subscriptions.move(accountId, name, position);
      wake(accountId);
      return webhook;
    },

    /** Delivers again from its cursor, at once; also while it waits for its next attempt. */
    async enable(accountId: bigint, name: string, isOperator: boolean): Promise<WebhookRow> {
      checkKnownName(name, 'webhook');
      const webhook = await webhooks.enable({ accountId, name, isOperator });
      if (webhook === undefined) throw await refusalFor({ accountId, name });
      wake(accountId);
      return webhook;
    },

    /** Ends the wait for the next attempt of an endpoint that is known to work again; one that is disabled stays so. */
    async resume(accountId: bigint, name: string): Promise<void> {
      await webhooks.resume({ accountId, name });
      wake(accountId);
    },

    async disable(accountId: bigint, name: string, reason: DisabledReason): Promise<WebhookRow> {
      checkKnownName(name, 'webhook');
      return found(await webhooks.disable({ accountId, name, reason, nowMs: clock.nowMs() }));
    },

    /** Its last attempts, the newest first. */
    async attempts(accountId: bigint, name: string): Promise<AttemptRow[]> {
      await subscriptions.get(accountId, name);
      return webhooks.listAttempts({ accountId, name });
    },
  };
}
