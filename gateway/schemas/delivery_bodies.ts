// What requests about consumers and webhooks may hold.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Static, Type } from 'typebox';
import type { FeedPlaceSchema } from '../../proto/gen/textrelay/v1/place_service_pb.ts';
import { invalidRequest } from '../edge/errors.ts';
import { maxInstantLength, readInstant } from './instants.ts';
import { flag, integer, nullable, oneOf } from './kinds.ts';
import { eventTypes } from './resources/webhook.ts';

const place = {
  seq: Type.Optional(nullable(integer(0, 'A seq: what is above it follows. At most the newest.'))),
  at: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: maxInstantLength,
        description:
          'An instant (RFC 3339 with offset): everything that changed at it or later follows, and some of what changed ' +
          'before may.',
      }),
    ),
  ),
};

export const PutConsumerBody = Type.Object(place, {
  title: 'PutConsumer',
  description: 'Where a new consumer begins, seq or at; the feed’s end when both are left out.',
});
export const FeedPlaceBody = Type.Object(place, {
  title: 'FeedPlace',
  description: 'A place in the feed: exactly one of the two.',
});
export const AckConsumerBody = Type.Object(
  {
    seq: integer(0, 'The last seq that was dealt with: next_since of the page.'),
    lease: Type.Optional(
      nullable(
        Type.String({ minLength: 1, maxLength: 64, description: 'The lease that the page came with.' }),
      ),
    ),
  },
  { title: 'AckConsumer', description: 'What was dealt with.' },
);
export const PutWebhookBody = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: 'Where events are delivered to: https, without credentials, on a public address.',
    }),
    types: Type.Optional(
      nullable(
        Type.Array(oneOf(eventTypes, 'A type of event.'), {
          minItems: 1,
          maxItems: 20,
          description: 'What it gets; everything when left out.',
        }),
      ),
    ),
    body: Type.Optional(nullable(flag('False leaves out the words of texts. True when left out.'))),
    secret: Type.Optional(
      nullable(
        Type.String({
          maxLength: 100,
          description:
            'whsec_ and the base64 of 24 to 64 bytes. A new webhook gets a random one when it is left out; an old one ' +
            'keeps its own.',
        }),
      ),
    ),
  },
  { title: 'PutWebhook', description: 'An endpoint.' },
);

type Place = MessageInitShape<typeof FeedPlaceSchema>;

/** The place that a body names; undefined for none. Throws INVALID_REQUEST for two, and for what is no instant. */
export function readPlace({ seq, at }: Static<typeof FeedPlaceBody>): Place | undefined {
  if (seq != null && at != null) throw invalidRequest('give seq or at, not both');
  if (seq != null) return { place: { case: 'seq', value: BigInt(seq) } };
  if (at == null) return undefined;
  return { place: { case: 'at', value: readInstant(at, 'at') } };
}

/** The same where there has to be one. */
export function requirePlace(body: Static<typeof FeedPlaceBody>): Place {
  const place = readPlace(body);
  if (!place) throw invalidRequest('give seq or at');
  return place;
}
