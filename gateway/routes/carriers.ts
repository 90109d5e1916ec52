// The carriers, for the operator, and their numbers, which accounts own.
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { CarrierService } from '../../proto/gen/textrelay/v1/carrier_service_pb.ts';
import type { Ask } from '../core/ask.ts';
import { type App, accountOf } from '../edge/app.ts';
import { invalidRequest } from '../edge/errors.ts';
import { parseId, parseInteger } from '../schemas/integers.ts';
import { integer, text } from '../schemas/kinds.ts';
import { limitRule, nextCursorField, pageParameters, textIn } from '../schemas/parameters.ts';
import { missing } from '../schemas/resource.ts';
import { CarrierShape, NumberShape, renderCarrier, renderNumber } from '../schemas/resources/carrier.ts';
import { requireText } from '../schemas/text_rules.ts';

const { method } = CarrierService;

const CarriersAnswer = Type.Object(
  { carriers: Type.Array(CarrierShape, { description: 'In order of priority.' }) },
  { title: 'Carriers' },
);
const NumbersAnswer = Type.Object(
  {
    numbers: Type.Array(NumberShape, { description: 'In order of carrier and number.' }),
    next_cursor: nextCursorField,
  },
  { title: 'Numbers' },
);
const NumberAnswer = Type.Object({ number: NumberShape }, { title: 'OneNumber' });
const NumberBody = Type.Object(
  {
    account_id: integer(1, 'The account.'),
    carrier: text('A configured carrier’s name.'),
    number: text('E.164 or a format of the account’s country, a short code, or a name.'),
  },
  { title: 'AssignNumber' },
);

type Query = Record<string, unknown>;

/** The account that a query names; undefined for all. */
function ownerIn(query: Query): bigint | undefined {
  if (query.account === undefined) return undefined;
  const id = parseId(textIn(query, 'account'));
  if (id === undefined) throw invalidRequest('account must be the id of an account');
  return id;
}

function addLists(app: App, ask: Ask): void {
  async function listNumbers(
    request: Pick<FastifyRequest, 'session' | 'query'>,
    whose: { accountId: bigint } | { ownerId: bigint | undefined },
  ) {
    const query = request.query as Query;
    const asked = {
      ...whose,
      limit: parseInteger(query.limit, limitRule),
      cursor: textIn(query, 'cursor') || undefined,
    };
    const { numbers, nextCursor } = await ask(method.listNumbers, asked, request);
    return { numbers: numbers.map(renderNumber), next_cursor: nextCursor ?? null };
  }
  const page = pageParameters('numbers').query;

  app.route({
    method: 'GET',
    url: '/api/v1/operator/carriers',
    config: {
      id: 'consoleListCarriers',
      tag: 'Console',
      summary: 'List the carriers, and how they are. For the operator.',
      session: 'session',
    },
    schema: { response: { 200: CarriersAnswer } },
    handler: async (request) => {
      const { carriers } = await ask(method.listCarriers, {}, request);
      return { carriers: carriers.map(renderCarrier) };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/v1/numbers',
    config: {
      id: 'consoleListOwnNumbers',
      tag: 'Console',
      summary: 'List the account’s numbers on carriers.',
      session: 'account',
      parameters: { query: page },
    },
    schema: { response: { 200: NumbersAnswer } },
    handler: (request) => listNumbers(request, { accountId: accountOf(request) }),
  });

  app.route({
    method: 'GET',
    url: '/api/v1/operator/numbers',
    config: {
      id: 'consoleListNumbers',
      tag: 'Console',
      summary: 'List numbers. For the operator.',
      session: 'session',
      parameters: { query: { account: integer(1, 'Only this account’s.'), ...page } },
      refusals: ['not_found'],
    },
    schema: { response: { 200: NumbersAnswer } },
    handler: async (request) => listNumbers(request, { ownerId: ownerIn(request.query as Query) }),
  });
}

function addChanges(app: App, ask: Ask): void {
  app.route({
    method: 'PUT',
    url: '/api/v1/operator/numbers',
    config: {
      id: 'consoleGiveNumber',
      tag: 'Console',
      summary: 'Give a carrier’s number to an account. For the operator.',
      session: 'session',
      refusals: ['not_found'],
    },
    schema: { body: NumberBody, response: { 200: NumberAnswer } },
    handler: async (request) => {
      const { account_id: owner, carrier, number } = request.body;
      const asked = {
        accountId: BigInt(owner),
        carrier: requireText(carrier, 'carrier'),
        number: requireText(number, 'number'),
      };
      return { number: renderNumber((await ask(method.assignNumber, asked, request)).number ?? missing()) };
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/v1/operator/numbers/:carrier/:number',
    config: {
      id: 'consoleTakeNumber',
      tag: 'Console',
      summary: 'Take a number back from its account. For the operator.',
      session: 'session',
      parameters: {
        path: { carrier: text('The carrier’s name.'), number: text('The number, as it is listed.') },
      },
      refusals: ['not_found'],
    },
    schema: { response: { 200: NumberAnswer } },
    handler: async (request) => {
      const { carrier, number } = request.params as { carrier: string; number: string };
      const asked = { carrier: requireText(carrier, 'carrier'), number: requireText(number, 'number') };
      return { number: renderNumber((await ask(method.releaseNumber, asked, request)).number ?? missing()) };
    },
  });
}

export function addCarrierRoutes(app: App, ask: Ask): void {
  addLists(app, ask);
  addChanges(app, ask);
}
