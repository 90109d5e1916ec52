// The routes that consumers and webhooks share: they are listed, read, removed and set to another position in the feed.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Static, type TSchema, Type } from 'typebox';
import {
  type FeedPositionSchema,
  type Subscription,
  SubscriptionService,
  type SubscriptionType,
} from '../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { accountOf } from '../edge/app.ts';
import { invalidRequest } from '../errors/errors.ts';
import { type Route, route } from '../interface/route.ts';
import { DoneAnswer, done } from '../schemas/answers.ts';
import { like } from '../schemas/example.ts';
import { maxInstantLength, readInstant } from '../schemas/instants.ts';
import { integer, nullable } from '../schemas/kinds.ts';
import { pathText } from '../schemas/parameters.ts';

const { method } = SubscriptionService;

/** The fields that name a position in the feed. */
export const positionFields = {
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

const FeedPositionBody = like(
  Type.Object(positionFields, {
    title: 'FeedPosition',
    description: 'A position in the feed: exactly one of the two.',
  }),
  { at: '2026-11-21T08:00:00Z' },
);

/** The position that a body names; undefined for none. Throws INVALID_REQUEST for both, and for an instant that cannot be read. */
export function readPosition({
  seq,
  at,
}: Static<typeof FeedPositionBody>): MessageInitShape<typeof FeedPositionSchema> | undefined {
  if (seq != null && at != null) throw invalidRequest('only one of seq and at may be given');
  if (seq != null) return { position: { case: 'seq', value: BigInt(seq) } };
  if (at == null) return undefined;
  return { position: { case: 'at', value: readInstant(at, 'at') } };
}

/** One of the two kinds, as its routes show it. */
interface ShownType {
  type: SubscriptionType;
  tag: 'Consumers' | 'Webhooks';
  what: 'consumer' | 'webhook';
  One: TSchema;
  Many: TSchema;
  answer: (from: { subscription?: Subscription | undefined }) => unknown;
  answerAll: (subscriptions: readonly Subscription[]) => unknown;
  /** The summary of reading one. */
  read: string;
  /** The verb for setting the cursor, and its summary. */
  move: { verb: string; summary: string; description?: string };
}

/** The path of a subscription. */
export const subscriptionPath = (what: ShownType['what']) => ({
  name: pathText(Type.String({ maxLength: 64, description: `The ${what}’s name.` })),
});

/** The account and the name of a request. */
export const namedIn = (request: Parameters<typeof accountOf>[0] & { params: { name: string } }) => ({
  accountId: accountOf(request),
  name: request.params.name,
});

/** The routes that both kinds have. */
export function subscriptionRoutes({ type, tag, what, One, Many, answer, ...shown }: ShownType): Route[] {
  const title = `${what.slice(0, 1).toUpperCase()}${what.slice(1)}`;
  const path = subscriptionPath(what);
  const { verb, ...said } = shown.move;
  return [
    route(`GET /api/v1/${what}s`, {
      id: `list${title}s`,
      tag,
      summary: `List the ${what}s.`,
      admittedFor: method.listSubscriptions,
      answer: Many,
      handler: async (request, { ask }) =>
        shown.answerAll(
          (await ask(method.listSubscriptions, { accountId: accountOf(request), type })).subscriptions,
        ),
    }),
    route(`GET /api/v1/${what}s/:name`, {
      id: `get${title}`,
      tag,
      summary: shown.read,
      admittedFor: method.getSubscription,
      path,
      answer: One,
      handler: async (request, { ask }) =>
        answer(await ask(method.getSubscription, { ...namedIn(request), type })),
    }),
    route(`DELETE /api/v1/${what}s/:name`, {
      id: `delete${title}`,
      tag,
      summary: `Remove a ${what}.`,
      admittedFor: method.deleteSubscription,
      path,
      answer: DoneAnswer,
      handler: async (request, { ask }) => {
        await ask(method.deleteSubscription, { ...namedIn(request), type });
        return done;
      },
    }),
    route(`POST /api/v1/${what}s/:name/${verb}`, {
      id: `${verb}${title}`,
      tag,
      ...said,
      admittedFor: method.moveCursor,
      path,
      body: FeedPositionBody,
      answer: One,
      handler: async (request, { ask }) => {
        const to = readPosition(request.body);
        if (!to) throw invalidRequest('seq or at is required');
        return answer(await ask(method.moveCursor, { ...namedIn(request), type, to }));
      },
    }),
  ];
}
