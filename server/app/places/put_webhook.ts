// Making a webhook, and changing what its owner says of it.
import type { Clock } from '../../../runtime/clock.ts';
import { type EventType, eventTypes, textEventTypes } from '../../domain/event.ts';
import { isWebhookSecret, newWebhookSecret } from '../../domain/webhook_signature.ts';
import { invalidRequest } from '../../errors.ts';
import type { WebhookRow } from '../../store/places/webhooks.ts';
import type { Store } from '../../store/store.ts';
import type { EndpointPolicy } from './address_policy.ts';
import { checkEndpointUrl } from './endpoint_url.ts';
import { checkNewName, type Places } from './places.ts';

/** What an owner says of an endpoint; what is left out is as usual. */
interface WebhookFields {
  url: string;
  types?: readonly string[] | undefined;
  withBody: boolean;
  secret?: string | undefined;
}

/** A webhook with its secret, where it has a new one: the only time that it is shown. */
export interface WithSecret {
  webhook: WebhookRow;
  secret?: string;
}

interface PutWebhookOptions {
  store: Pick<Store, 'webhooks'>;
  places: Pick<Places<WebhookRow>, 'put'>;
  clock: Clock;
  policy: EndpointPolicy;
  wake: (accountId: bigint) => void;
  rotateTo: (accountId: bigint, name: string, secret: string) => Promise<WebhookRow>;
  /** Most webhooks of an account. */
  most: number;
}

function readTypes(types: readonly string[] | undefined): EventType[] {
  if (types === undefined) return [...eventTypes];
  const known = eventTypes.filter((type) => types.includes(type));
  if (known.length === 0 || types.some((type) => !(eventTypes as readonly string[]).includes(type)))
    throw invalidRequest(`types must be some of ${eventTypes.join(', ')}`);
  return known;
}

/** Makes what changes the webhook of a name, or adds it at the feed's end. A new secret is returned, this once. */
export const createPutWebhook =
  ({ store: { webhooks }, places, clock, policy, wake, rotateTo, most }: PutWebhookOptions) =>
  async (accountId: bigint, name: string, fields: WebhookFields): Promise<WithSecret> => {
    checkNewName(name);
    checkEndpointUrl(fields.url, policy);
    if (fields.secret !== undefined && !isWebhookSecret(fields.secret))
      throw invalidRequest('secret must be whsec_ and the base64 of 24 to 64 bytes');
    const { url, withBody } = fields;
    const named = { accountId, name };
    const described = { ...named, url, types: readTypes(fields.types), withBody };

    const change = async (): Promise<WithSecret | undefined> => {
      const before = await webhooks.findSecrets(named);
      const webhook = before && (await webhooks.describe({ ...described, textTypes: textEventTypes }));
      if (!webhook) return undefined;
      wake(accountId);
      const { secret } = fields;
      if (secret === undefined || secret === before.secret) return { webhook };
      return { webhook: await rotateTo(accountId, name, secret), secret };
    };
    const add = async (): Promise<WithSecret | undefined> => {
      const secret = fields.secret ?? newWebhookSecret();
      const isAdded = await webhooks.add({ ...described, secret, most, nowMs: clock.nowMs() });
      const webhook = isAdded ? await webhooks.find(named) : undefined;
      if (!webhook) return undefined;
      wake(accountId);
      return { webhook, secret };
    };
    return places.put(named, change, add);
  };
