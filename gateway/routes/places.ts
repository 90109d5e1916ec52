// What consumers and webhooks have in common: they are listed, read, removed and set to another place in the feed.

import { type TSchema, Type } from 'typebox';
import type { NamedPlace, PlaceKind } from '../../proto/gen/textrelay/v1/place_service_pb.ts';
import { PlaceService } from '../../proto/gen/textrelay/v1/place_service_pb.ts';
import type { Ask } from '../core/ask.ts';
import { type App, accountOf } from '../edge/app.ts';
import { unavailable } from '../edge/errors.ts';
import { DoneAnswer } from '../schemas/delivery_answers.ts';
import { FeedPlaceBody, requirePlace } from '../schemas/delivery_bodies.ts';
import { requireText } from '../schemas/text_rules.ts';

const { method } = PlaceService;

/** The core's answer about one place. */
export interface Answered {
  place?: NamedPlace | undefined;
}

/** The place of an answer. Throws for none. */
export function placeIn({ place }: Answered): NamedPlace {
  if (!place) throw unavailable();
  return place;
}

/** One of the two kinds, as its routes show it. */
interface ShownKind {
  kind: PlaceKind;
  tag: 'Consumers' | 'Webhooks';
  what: 'consumer' | 'webhook';
  One: TSchema;
  Many: TSchema;
  answer: (from: Answered) => unknown;
  answerAll: (places: readonly NamedPlace[]) => unknown;
  /** The summary of reading one. */
  read: string;
  /** How setting the cursor is called, and what it is. */
  move: { verb: string; summary: string; description?: string };
}

/** The account and the name of a request. */
export const namedIn = (request: Parameters<typeof accountOf>[0] & { params: unknown }) => ({
  accountId: accountOf(request),
  name: requireText((request.params as { name: string }).name, 'name'),
});

/** Adds the routes that both kinds have. Returns the parameters of the paths below one place. */
export function addPlaceRoutes(app: App, ask: Ask, shown: ShownKind) {
  const { kind, tag, what, One, Many, answer, move } = shown;
  const title = `${what.slice(0, 1).toUpperCase()}${what.slice(1)}`;
  const path = { name: Type.String({ maxLength: 64, description: `The ${what}’s name.` }) };
  const url = `/api/v1/${what}s`;

  app.route({
    method: 'GET',
    url,
    config: { id: `list${title}s`, tag, summary: `List the ${what}s.`, admittedFor: method.listPlaces },
    schema: { response: { 200: Many } },
    handler: async (request) => {
      const { places } = await ask(method.listPlaces, { accountId: accountOf(request), kind });
      return shown.answerAll(places);
    },
  });

  app.route({
    method: 'GET',
    url: `${url}/:name`,
    config: {
      id: `get${title}`,
      tag,
      summary: shown.read,
      admittedFor: method.getPlace,
      parameters: { path },
    },
    schema: { response: { 200: One } },
    handler: async (request) => answer(await ask(method.getPlace, { ...namedIn(request), kind })),
  });

  app.route({
    method: 'DELETE',
    url: `${url}/:name`,
    config: {
      ...{ id: `delete${title}`, tag, summary: `Remove a ${what}.` },
      ...{ admittedFor: method.deletePlace, parameters: { path } },
    },
    schema: { response: { 200: DoneAnswer } },
    handler: async (request) => {
      await ask(method.deletePlace, { ...namedIn(request), kind });
      return { ok: true };
    },
  });

  const { verb, ...said } = move;
  app.route({
    method: 'POST',
    url: `${url}/:name/${verb}`,
    config: { id: `${verb}${title}`, tag, ...said, admittedFor: method.movePlace, parameters: { path } },
    schema: { body: FeedPlaceBody, response: { 200: One } },
    handler: async (request) =>
      answer(await ask(method.movePlace, { ...namedIn(request), kind, to: requirePlace(request.body) })),
  });

  return { path };
}
