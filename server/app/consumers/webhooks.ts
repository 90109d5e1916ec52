// Webhooks: endpoints of an account that its changes are delivered to. What delivers is elsewhere; here they are arranged.
import type { Clock } from '../../../runtime/clock.ts';
import { type EventType, eventTypes, textEventTypes } from '../../domain/event.ts';
import { isWebhookSecret, newWebhookSecret } from '../../domain/webhook_signature.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import type {
  AttemptRow,
  DisabledReason,
  Named,
  WebhookRow,
  WebhookSecrets,
} from '../../store/consumers/webhooks.ts';
import type { Store } from '../../store/store.ts';
import type { EndpointPolicy } from './address_policy.ts';
import { checkEndpointUrl } from './endpoint_url.ts';
import { checkKnownName, checkNewName, cursorAt, type FeedPlace } from './named.ts';

/** Most webhooks of an account. */
const maxWebhooks = 20;
/** How long a secret signs beside the one that replaced it, in milliseconds. */
const rotationMs = 24 * 3_600_000;

/** What an owner says of an endpoint; what is left out is as usual. */
interface WebhookFields {
  url: string;
  types?: readonly string[] | undefined;
  withBody: boolean;
  secret?: string | undefined;
}

/** A webhook with its secret, where it has a new one: the only time that it is shown. */
interface WithSecret {
  webhook: WebhookRow;
  secret?: string;
}

export type Webhooks = ReturnType<typeof createWebhooks>;

interface WebhooksOptions {
  store: Pick<
    Store,
    | 'listWebhooks'
    | 'listTroubledWebhooks'
    | 'findWebhook'
    | 'findWebhookSecrets'
    | 'addWebhook'
    | 'describeWebhook'
    | 'removeWebhook'
    | 'rotateWebhook'
    | 'replayWebhook'
    | 'enableWebhook'
    | 'resumeWebhook'
    | 'disableWebhook'
    | 'listAttempts'
    | 'listCursors'
    | 'findMark'
    | 'findIdAt'
  >;
  clock: Clock;
  policy: EndpointPolicy;
  /** Called when an account's endpoints may have something to be delivered. */
  wake: (accountId: bigint) => void;
}

function readTypes(types: readonly string[] | undefined): EventType[] {
  if (types === undefined) return [...eventTypes];
  const known = eventTypes.filter((type) => types.includes(type));
  if (known.length === 0 || types.some((type) => !(eventTypes as readonly string[]).includes(type)))
    throw invalidRequest(`types must be some of ${eventTypes.join(', ')}`);
  return known;
}

const found = <T>(row: T | undefined): T => {
  if (row === undefined) throw notFound('webhook');
  return row;
};

const disabledByOperator = () =>
  invalidRequest('the operator of this service disabled this webhook, and only the operator can enable it');

/**
 * Binds the actions to the store. Each throws a Refusal: `not_found` for a name that there is not, and `invalid_request`
 * where one that the operator disabled would be tried, delivered to again, or removed so that it could be made anew.
 */
export function createWebhooks({ store, clock, policy, wake }: WebhooksOptions) {
  const present = async (accountId: bigint, name: string): Promise<WebhookRow> => {
    checkKnownName(name, 'webhook');
    return found(await store.findWebhook({ accountId, name }));
  };
  /** What to say of one that a statement left alone. */
  const refusalFor = async (accountId: bigint, name: string) =>
    (await store.findWebhook({ accountId, name }))?.disabledReason === 'operator'
      ? disabledByOperator()
      : notFound('webhook');
  const rotateTo = async (accountId: bigint, name: string, secret: string): Promise<WebhookRow> =>
    found(await store.rotateWebhook({ accountId, name, secret, untilMs: clock.nowMs() + rotationMs }));

  return {
    list: (accountId: bigint) => store.listWebhooks(accountId),

    /** Webhooks of all accounts that are disabled or whose last attempt failed, for operators. */
    listTroubled: (after: Named | null, limit: number) => store.listTroubledWebhooks(after, limit),

    get: present,

    /** Changes the webhook of that name, or adds it at the feed's end. A new secret is returned, this once. */
    async put(accountId: bigint, name: string, fields: WebhookFields): Promise<WithSecret> {
      checkNewName(name);
      checkEndpointUrl(fields.url, policy);
      if (fields.secret !== undefined && !isWebhookSecret(fields.secret))
        throw invalidRequest('secret must be whsec_ and the base64 of 24 to 64 bytes');
      const described = {
        accountId,
        name,
        url: fields.url,
        types: readTypes(fields.types),
        withBody: fields.withBody,
      };
      for (;;) {
        const before = await store.findWebhookSecrets({ accountId, name });
        if (before) {
          const changed = await store.describeWebhook({ ...described, textTypes: textEventTypes });
          if (!changed) continue;
          wake(accountId);
          const { secret } = fields;
          if (secret === undefined || secret === before.secret) return { webhook: changed };
          return { webhook: await rotateTo(accountId, name, secret), secret };
        }
        const secret = fields.secret ?? newWebhookSecret();
        const isAdded = await store.addWebhook({
          ...described,
          secret,
          most: maxWebhooks,
          nowMs: clock.nowMs(),
        });
        const all = await store.listWebhooks(accountId);
        const webhook = all.find((each) => each.name === name);
        if (isAdded && webhook) {
          wake(accountId);
          return { webhook, secret };
        }
        if (!webhook && all.length >= maxWebhooks)
          throw invalidRequest(`an account has at most ${maxWebhooks} webhooks`);
        if ((await store.listCursors([accountId])).length === 0) throw notFound('account');
      }
    },

    async remove(accountId: bigint, name: string): Promise<void> {
      checkKnownName(name, 'webhook');
      if (!(await store.removeWebhook({ accountId, name }))) throw await refusalFor(accountId, name);
    },

    /** Gives it a new secret; the one before signs as well for 24 hours. */
    async rotate(accountId: bigint, name: string): Promise<Required<WithSecret>> {
      checkKnownName(name, 'webhook');
      const secret = newWebhookSecret();
      return { webhook: await rotateTo(accountId, name, secret), secret };
    },

    /** What a test is sent with. */
    async secretsOf(accountId: bigint, name: string): Promise<WebhookSecrets> {
      const { disabledReason } = await present(accountId, name);
      if (disabledReason === 'operator') throw disabledByOperator();
      return found(await store.findWebhookSecrets({ accountId, name }));
    },

    /** Delivers again from a place in the feed. */
    async replay(accountId: bigint, name: string, place: FeedPlace): Promise<WebhookRow> {
      await present(accountId, name);
      const seq = await cursorAt(store, accountId, place);
      const webhook = found(await store.replayWebhook({ accountId, name, seq, nowMs: clock.nowMs() }));
      wake(accountId);
      return webhook;
    },

    /** Delivers again from where it stood, at once; also while it waits for its next attempt. */
    async enable(accountId: bigint, name: string, isOperator: boolean): Promise<WebhookRow> {
      checkKnownName(name, 'webhook');
      const webhook = await store.enableWebhook({ accountId, name, isOperator });
      if (webhook === undefined) throw await refusalFor(accountId, name);
      wake(accountId);
      return webhook;
    },

    /** Ends the wait for the next attempt of an endpoint that is known to work again; one that is disabled stays so. */
    async resume(accountId: bigint, name: string): Promise<void> {
      await store.resumeWebhook({ accountId, name });
      wake(accountId);
    },

    async disable(accountId: bigint, name: string, reason: DisabledReason): Promise<WebhookRow> {
      checkKnownName(name, 'webhook');
      return found(await store.disableWebhook({ accountId, name, reason, nowMs: clock.nowMs() }));
    },

    /** Its last attempts, the newest first. */
    async attempts(accountId: bigint, name: string): Promise<AttemptRow[]> {
      await present(accountId, name);
      return store.listAttempts({ accountId, name });
    },
  };
}
