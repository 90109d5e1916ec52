// A test of an endpoint: one event of its own, now, beside whatever else is delivered to it.
import type { Clock } from '../../runtime/clock.ts';
import type { EventType } from '../domain/subscriptions/event.ts';
import { untouched } from '../errors.ts';
import type { WebhookSecrets } from '../store/subscriptions/webhooks.ts';
import type { EndpointAnswer, EndpointClient } from './endpoint_client.ts';
import type { Formats } from './formats/formats.ts';
import { sampleEvent } from './sample_event.ts';
import { Share } from './slots.ts';

/** Tests under way at a time, which accounts share, and of one account at most. */
const maxTests = 32;
const maxTestsOfAccount = 4;

/** Sends a test, of a type where one is named, and returns what the endpoint said. Throws `unavailable` while too many are under way. */
export type TestDelivery = (
  accountId: bigint,
  secrets: WebhookSecrets,
  type: EventType | null,
) => Promise<Omit<EndpointAnswer, 'retryAfter' | 'words'>>;

/** Makes what sends tests. */
export function createTestDelivery(
  client: Pick<EndpointClient, 'post'>,
  formats: Formats,
  clock: Clock,
): TestDelivery {
  const share = new Share(maxTests);
  return async (accountId, secrets, type) => {
    if (!share.isOpenTo(accountId) || share.heldBy(accountId) >= maxTestsOfAccount)
      throw untouched('too many tests are under way; try again shortly');
    share.take(accountId);
    try {
      const nowMs = clock.nowMs();
      const event = sampleEvent(accountId, type, nowMs);
      const endpoint = {
        ...secrets,
        ...{ accountId, name: '', types: type === null ? [] : [type], isFirstOfFormat: true },
      };
      const request = formats[secrets.format].requestOf(endpoint, [event], nowMs);
      const { retryAfter: _, words: __, ...answer } = await client.post(request);
      return answer;
    } finally {
      share.leave(accountId);
    }
  };
}
