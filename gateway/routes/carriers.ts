// The carriers, for the operator, and their numbers, which accounts own.
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { CarrierService } from '../../proto/gen/textrelay/v1/carrier_service_pb.ts';
import type { Ask } from '../core_client/ask.ts';
import { accountOf } from '../edge/app.ts';
import { invalidRequest } from '../errors/errors.ts';
import { type Route, route } from '../interface/route.ts';
import { CarrierShape, NumberShape, renderCarrier, renderNumber } from '../resources/carriers/carrier.ts';
import { pageAnswer } from '../schemas/answers.ts';
import { parseId } from '../schemas/integers.ts';
import { integer, text } from '../schemas/kinds.ts';
import { type Parameter, pageOf, pathText, readText, textCursor } from '../schemas/parameters.ts';

const { method } = CarrierService;

const NumbersAnswer = pageAnswer('numbers', NumberShape, 'In order of carrier and number.', {
  title: 'Numbers',
});
const NumberAnswer = Type.Object({ number: NumberShape }, { title: 'OneNumber' });

/** The account whose numbers are asked for; undefined for all. */
const owner: Parameter<bigint | undefined> = {
  schema: integer(1, 'Only this account’s.'),
  read(value, name) {
    const said = readText(value, name);
    const id = said === undefined ? undefined : parseId(said);
    if (said !== undefined && id === undefined) throw invalidRequest(`${name} must be the id of an account`);
    return id;
  },
};

async function listNumbers(
  request: Pick<FastifyRequest, 'session'>,
  ask: Ask,
  asked: { accountId?: bigint; ownerId?: bigint | undefined; limit: number; cursor: string | undefined },
) {
  const { numbers, nextCursor } = await ask(method.listNumbers, asked, request);
  return { numbers: numbers.map(renderNumber), next_cursor: nextCursor ?? null };
}

const listCarriers = route('GET /api/v1/operator/carriers', {
  id: 'consoleListCarriers',
  summary: 'List the carriers, and how they are. For the operator.',
  session: 'session',
  answer: Type.Object(
    { carriers: Type.Array(CarrierShape, { description: 'In order of priority.' }) },
    { title: 'Carriers' },
  ),
  handler: async (request, { ask }) => {
    const { carriers } = await ask(method.listCarriers, {}, request);
    return { carriers: carriers.map(renderCarrier) };
  },
});

const listOwnNumbers = route('GET /api/v1/numbers', {
  id: 'consoleListOwnNumbers',
  summary: 'List the account’s numbers on carriers.',
  session: 'account',
  query: pageOf('numbers', textCursor),
  answer: NumbersAnswer,
  handler: (request, { ask }) =>
    listNumbers(request, ask, { accountId: accountOf(request), ...request.query }),
});

const listAllNumbers = route('GET /api/v1/operator/numbers', {
  id: 'consoleListNumbers',
  summary: 'List numbers. For the operator.',
  session: 'session',
  refusals: ['not_found'],
  query: { account: owner, ...pageOf('numbers', textCursor) },
  answer: NumbersAnswer,
  handler: (request, { ask }) => {
    const { account: ownerId, ...page } = request.query;
    return listNumbers(request, ask, { ownerId, ...page });
  },
});

const assignNumber = route('PUT /api/v1/operator/numbers', {
  id: 'consoleGiveNumber',
  summary: 'Give a carrier’s number to an account. For the operator.',
  session: 'session',
  refusals: ['not_found'],
  body: Type.Object(
    {
      account_id: integer(1, 'The account.'),
      carrier: text('A configured carrier’s name.'),
      number: text('E.164 or a format of the account’s country, a short code, or a name.'),
    },
    { title: 'AssignNumber' },
  ),
  answer: NumberAnswer,
  handler: async (request, { ask }) => {
    const { account_id: accountId, carrier, number } = request.body;
    const asked = { accountId: BigInt(accountId), carrier, number };
    return { number: renderNumber((await ask(method.assignNumber, asked, request)).number) };
  },
});

const releaseNumber = route('DELETE /api/v1/operator/numbers/:carrier/:number', {
  id: 'consoleTakeNumber',
  summary: 'Take a number back from its account. For the operator.',
  session: 'session',
  refusals: ['not_found'],
  path: {
    carrier: pathText(text('The carrier’s name.')),
    number: pathText(text('The number, as it is listed.')),
  },
  answer: NumberAnswer,
  handler: async (request, { ask }) => ({
    number: renderNumber((await ask(method.releaseNumber, request.params, request)).number),
  }),
});

export const carrierRoutes: readonly Route[] = [
  listCarriers,
  listOwnNumbers,
  listAllNumbers,
  assignNumber,
  releaseNumber,
];
