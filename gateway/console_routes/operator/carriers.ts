// The operator's carriers and their numbers.

import { type Static, Type } from 'typebox';
import type { CarrierNumber } from '../../../proto/gen/textrelay/v1/admin_service_pb.ts';
import { ConsoleOperatorService } from '../../../proto/gen/textrelay/v1/console_operator_service_pb.ts';
import type { AskConsole } from '../../core/console_client.ts';
import type { App } from '../../edge/app.ts';
import { invalidRequest, unavailable } from '../../edge/errors.ts';
import { parseId, parseInteger, toNumber } from '../../schemas/integers.ts';
import { flag, instant, integer, nullable, text } from '../../schemas/kinds.ts';
import { clampedInteger, limitRule, nextCursorField, textIn } from '../../schemas/parameters.ts';
import { renderInstant } from '../../schemas/resource.ts';
import { requireText } from '../../schemas/text_rules.ts';
import { sessionOf } from '../../session/door.ts';

const method = ConsoleOperatorService.method;

const CarriersAnswer = Type.Object(
  {
    carriers: Type.Array(
      Type.Object(
        {
          name: text('As configured.'),
          kind: text('What it speaks: smpp, http or simulated.'),
          priority: integer(1, 'Carriers with a smaller number are asked first.'),
          shared_sender: nullable(
            text('The sender of accounts without a number; null when they cannot use it.'),
          ),
          up: flag('Whether the answering core can submit through it now.'),
          detail: text('One sentence about that.'),
          capacity: integer(0, 'How many submits this core could begin now.'),
        },
        { title: 'ConsoleCarrier' },
      ),
      { description: 'In order of priority.' },
    ),
  },
  { title: 'ConsoleCarriers' },
);
const NumberShape = Type.Object(
  {
    carrier: text('The carrier’s name.'),
    number: text('E.164, a short code, or a name.'),
    account_id: integer(1, 'The account that owns it.'),
    assigned_at: instant('When it was assigned.'),
  },
  { title: 'ConsoleNumber' },
);
const NumbersAnswer = Type.Object(
  {
    numbers: Type.Array(NumberShape, { description: 'In order of carrier and number.' }),
    next_cursor: nextCursorField,
  },
  { title: 'ConsoleNumbers' },
);
const NumberAnswer = Type.Object({ number: NumberShape }, { title: 'ConsoleOneNumber' });
const NumberBody = Type.Object(
  {
    account_id: integer(1, 'The account.'),
    carrier: text('A configured carrier’s name.'),
    number: text('E.164 or a format of the account’s country, a short code, or a name.'),
  },
  { title: 'ConsoleGiveNumber' },
);

function renderNumber(number: CarrierNumber | undefined): Static<typeof NumberShape> {
  if (!number?.assignedAt) throw unavailable();
  const { carrier, number: own, accountId, assignedAt } = number;
  return { carrier, number: own, account_id: toNumber(accountId), assigned_at: renderInstant(assignedAt) };
}

/** The account that a query names; undefined for all. */
function ownerIn(query: Record<string, unknown>): bigint | undefined {
  if (query.account === undefined) return undefined;
  const id = parseId(textIn(query, 'account'));
  if (id === undefined) throw invalidRequest('account must be the id of an account');
  return id;
}

export function addOperatorCarrierRoutes(app: App, { ask }: { ask: AskConsole }): void {
  app.route({
    method: 'GET',
    url: '/api/v1/console/operator/carriers',
    config: {
      id: 'consoleListCarriers',
      tag: 'Console',
      summary: 'List the carriers, and how they are. For the operator.',
      session: 'session',
    },
    schema: { response: { 200: CarriersAnswer } },
    handler: async (request) => {
      const { carriers } = await ask(method.listAllCarriers, { session: sessionOf(request) });
      return {
        carriers: carriers.map(({ name, kind, priority, sharedSender, up, detail, room }) => ({
          name,
          kind,
          priority,
          shared_sender: sharedSender || null,
          up,
          detail,
          capacity: room,
        })),
      };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/v1/console/operator/numbers',
    config: {
      id: 'consoleListNumbers',
      tag: 'Console',
      summary: 'List numbers. For the operator.',
      session: 'session',
      parameters: {
        query: {
          account: integer(1, 'Only this account’s.'),
          limit: clampedInteger(limitRule, 'Most numbers in the answer.'),
          cursor: text('The next_cursor of the page before.'),
        },
      },
      refusals: ['not_found'],
    },
    schema: { response: { 200: NumbersAnswer } },
    handler: async (request) => {
      const query = request.query as Record<string, unknown>;
      const cursor = textIn(query, 'cursor');
      const { numbers, nextCursor } = await ask(method.listAllNumbers, {
        session: sessionOf(request),
        ownerId: ownerIn(query),
        limit: parseInteger(query.limit, limitRule),
        ...(cursor !== '' && { cursor }),
      });
      return { numbers: numbers.map(renderNumber), next_cursor: nextCursor ?? null };
    },
  });

  app.route({
    method: 'PUT',
    url: '/api/v1/console/operator/numbers',
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
      const given = await ask(method.giveNumber, {
        session: sessionOf(request),
        ownerId: BigInt(owner),
        carrier: requireText(carrier, 'carrier'),
        number: requireText(number, 'number'),
      });
      return { number: renderNumber(given.number) };
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/v1/console/operator/numbers/:carrier/:number',
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
      const taken = await ask(method.takeNumber, {
        session: sessionOf(request),
        carrier: requireText(carrier, 'carrier'),
        number: requireText(number, 'number'),
      });
      return { number: renderNumber(taken.number) };
    },
  });
}
