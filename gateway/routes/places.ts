// The routes that consumers and webhooks share: they are listed, read, removed and set to another place in the feed.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Static, type TSchema, Type } from 'typebox';
import {
  type FeedPlaceSchema,
  type NamedPlace,
  type PlaceKind,
  PlaceService,
} from '../../proto/gen/textrelay/v1/place_service_pb.ts';
import { accountOf } from '../edge/app.ts';
import { invalidRequest } from '../edge/errors/errors.ts';
import { DoneAnswer, done } from '../schemas/answers.ts';
import { like } from '../schemas/example.ts';
import { maxInstantLength, readInstant } from '../schemas/instants.ts';
import { integer, nullable } from '../schemas/kinds.ts';
import { pathText } from '../schemas/parameters.ts';
import { type Route, route } from './route.ts';

const { method } = PlaceService;

/** The fields that name a place in the feed. */
export const placeFields = {
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

const FeedPlaceBody = like(
  Type.Object(placeFields, {
    title: 'FeedPlace',
    description: 'A place in the feed: exactly one of the two.',
  }),
  { at: '2026-11-21T08:00:00Z' },
);

/** The place that a body names; undefined for none. Throws INVALID_REQUEST for both, and for an instant that cannot be read. */
export function readPlace({
  seq,
  at,
}: Static<typeof FeedPlaceBody>): MessageInitShape<typeof FeedPlaceSchema> | undefined {
  if (seq != null && at != null) throw invalidRequest('only one of seq and at may be given');
  if (seq != null) return { place: { case: 'seq', value: BigInt(seq) } };
  if (at == null) return undefined;
  return { place: { case: 'at', value: readInstant(at, 'at') } };
}

/** One of the two kinds, as its routes show it. */
interface ShownKind {
  kind: PlaceKind;
  tag: 'Consumers' | 'Webhooks';
  what: 'consumer' | 'webhook';
  One: TSchema;
  Many: TSchema;
  answer: (from: { place?: NamedPlace | undefined }) => unknown;
  answerAll: (places: readonly NamedPlace[]) => unknown;
  /** The summary of reading one. */
  read: string;
  /** The verb for setting the cursor, and its summary. */
  move: { verb: string; summary: string; description?: string };
}

/** The path of a place. */
export const placePath = (what: ShownKind['what']) => ({
  name: pathText(Type.String({ maxLength: 64, description: `The ${what}’s name.` })),
});

/** The account and the name of a request. */
export const namedIn = (request: Parameters<typeof accountOf>[0] & { params: { name: string } }) => ({
  accountId: accountOf(request),
  name: request.params.name,
});

/** The routes that both kinds have. */
export function placeRoutes({ kind, tag, what, One, Many, answer, ...shown }: ShownKind): Route[] {
  const title = `${what.slice(0, 1).toUpperCase()}${what.slice(1)}`;
  const path = placePath(what);
  const { verb, ...said } = shown.move;
  return [
    route(`GET /api/v1/${what}s`, {
      id: `list${title}s`,
      tag,
      summary: `List the ${what}s.`,
      admittedFor: method.listPlaces,
      answer: Many,
      handler: async (request, { ask }) =>
        shown.answerAll((await ask(method.listPlaces, { accountId: accountOf(request), kind })).places),
    }),
    route(`GET /api/v1/${what}s/:name`, {
      id: `get${title}`,
      tag,
      summary: shown.read,
      admittedFor: method.getPlace,
      path,
      answer: One,
      handler: async (request, { ask }) => answer(await ask(method.getPlace, { ...namedIn(request), kind })),
    }),
    route(`DELETE /api/v1/${what}s/:name`, {
      id: `delete${title}`,
      tag,
      summary: `Remove a ${what}.`,
      admittedFor: method.deletePlace,
      path,
      answer: DoneAnswer,
      handler: async (request, { ask }) => {
        await ask(method.deletePlace, { ...namedIn(request), kind });
        return done;
      },
    }),
    route(`POST /api/v1/${what}s/:name/${verb}`, {
      id: `${verb}${title}`,
      tag,
      ...said,
      admittedFor: method.movePlace,
      path,
      body: FeedPlaceBody,
      answer: One,
      handler: async (request, { ask }) => {
        const to = readPlace(request.body);
        if (!to) throw invalidRequest('seq or at is required');
        return answer(await ask(method.movePlace, { ...namedIn(request), kind, to }));
      },
    }),
  ];
}
