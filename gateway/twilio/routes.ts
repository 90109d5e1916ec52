// Twilio's interface for messages, as a translation onto the same RPCs as every other: programs written for Twilio send by it
// once their address is changed. The guide at /docs/twilio says what of it is served.
import type { FastifyRequest, preValidationHookHandler } from 'fastify';
import { Type } from 'typebox';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import type { Clock } from '../../runtime/clock.ts';
import { readMessageSid, twilioVersion } from '../../runtime/interfaces/twilio_words.ts';
import { accountOf, readerOf } from '../edge/app.ts';
import { createBodyParser } from '../edge/requests/body_parser.ts';
import { unavailable } from '../errors/errors.ts';
import { addWithParser, type Route, route } from '../interface/route.ts';
import { sendAtDoor } from '../routes/messages/door_sends.ts';
import { missing } from '../schemas/resource.ts';
import { accountOfPath, twilioDoor } from './door.ts';
import { notServed, TwilioFault } from './faults.ts';
import { form } from './form.ts';
import { listQuery, pagePath, readTexts } from './list_texts.ts';
import { renderText, renderTwilioAccount } from './resources.ts';
import { CreateMessageBody, readTwilioText } from './send_text.ts';

const { method } = MessageService;
const root = `/${twilioVersion}/Accounts/:accountSid` as const;
const one = `${root}/Messages/:sid.json` as const;

/** Twilio's own documentation says what is in an answer. */
const answer = Type.Unknown();
const UpdateMessageBody = Type.Object({
  Status: Type.Optional(Type.String()),
  Body: Type.Optional(Type.String()),
});

/** A request without a body asks as one with an empty form does. */
const formOrNothing: preValidationHookHandler = (request, _reply, done) => {
  request.body ??= {};
  done();
};

const unknownPath = () => new TwilioFault(20404, 'the requested resource was not found', 404);

/** The id of the text that a path names. Throws where it is not the account's. */
function textOf(request: Pick<FastifyRequest, 'params' | 'caller' | 'session'>): bigint {
  const read = readMessageSid(String((request.params as Record<string, unknown>).sid));
  if (read?.accountId !== accountOf(request)) throw unknownPath();
  return read.id;
}

const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const createMessage = (clock: Clock) =>
  route(`POST ${root}/Messages.json`, {
    id: 'twilioCreateMessage',
    summary: 'Send a text.',
    foreign: twilioDoor,
    admittedFor: method.sendMessages,
    admitsItself: true,
    body: CreateMessageBody,
    answer,
    preValidation: formOrNothing,
    handler: async (request, services, reply) => {
      const token = headerOf(request, 'i-twilio-idempotency-token');
      const { message } = await sendAtDoor(readTwilioText(request.body, token), request, services, reply);
      reply.code(201);
      return renderText(message ?? missing(), accountOfPath(request) ?? missing(), clock.nowMs());
    },
  });

const listMessages = (clock: Clock) =>
  route(`GET ${root}/Messages.json`, {
    id: 'twilioListMessages',
    summary: 'List texts, newest first.',
    foreign: twilioDoor,
    admittedFor: method.listMessages,
    query: listQuery,
    answer,
    holdsTexts: true,
    handler: async (request, { ask, unread, limits }, reply) => {
      const accountId = accountOf(request);
      const { query } = request;
      await unread.enter(accountId, reply, limits.pageBytes);
      const { messages, nextBefore } = await readTexts(query, readerOf(request), ask);
      const { Page: page, PageSize: size } = query;
      const asked = request.raw.url ?? '';
      return {
        messages: messages.map((message) => renderText(message, accountId, clock.nowMs())),
        ...{ page, page_size: size, start: page * size, end: page * size + Math.max(messages.length - 1, 0) },
        uri: asked,
        first_page_uri: pagePath(accountId, asked, 0),
        next_page_uri: nextBefore === undefined ? null : pagePath(accountId, asked, page + 1, nextBefore),
        previous_page_uri: null,
      };
    },
  });

const getMessage = (clock: Clock) =>
  route(`GET ${one}`, {
    id: 'twilioGetMessage',
    summary: 'Read one text.',
    foreign: twilioDoor,
    admittedFor: method.getMessage,
    answer,
    handler: async (request, { ask }) => {
      const accountId = accountOf(request);
      const { message } = await ask(method.getMessage, { ...readerOf(request), id: textOf(request) });
      return renderText(message ?? missing(), accountId, clock.nowMs());
    },
  });

const updateMessage = (clock: Clock) =>
  route(`POST ${one}`, {
    id: 'twilioUpdateMessage',
    summary: 'Cancel a text that has not left.',
    foreign: twilioDoor,
    admittedFor: method.cancelMessage,
    body: UpdateMessageBody,
    answer,
    preValidation: formOrNothing,
    handler: async (request, { ask }) => {
      const { Status: status, Body: body } = request.body;
      const accountId = accountOf(request);
      const id = textOf(request);
      if (body !== undefined) throw notServed('redaction, by a Body,');
      if (status !== 'canceled') throw new TwilioFault(20001, 'Status must be canceled');
      const { message } = await ask(method.cancelMessage, {
        ...readerOf(request),
        target: { case: 'id', value: id },
      });
      return renderText(message ?? missing(), accountId, clock.nowMs());
    },
  });

/** Programs look with it whether their key works. */
const getAccount = route(`GET ${root}.json`, {
  id: 'twilioGetAccount',
  summary: 'Read the account.',
  foreign: twilioDoor,
  admittedFor: AccountService.method.getAccount,
  answer,
  handler: async (request, { ask }) => {
    const { account } = await ask(AccountService.method.getAccount, { accountId: accountOf(request) });
    if (!account) throw unavailable();
    return renderTwilioAccount(account);
  },
});

const served = /^\/2010-04-01\/Accounts\/[^/?]*(\.json|\/Messages(\/[^/?]*)?\.json)(\?|$)/;

/** All the rest, in Twilio's words. */
const anythingElse = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((verb) =>
  route(`${verb} /${twilioVersion}/*`, {
    id: `twilioOther${verb}`,
    summary: 'Whatever is not served.',
    foreign: twilioDoor,
    answer,
    preValidation: formOrNothing,
    handler: ({ raw }) => {
      if (served.test(raw.url ?? '')) throw new TwilioFault(20004, `${verb} is not served here`, 405);
      throw unknownPath();
    },
  }),
);

/** Adds the routes. */
export function addTwilioRoutes(clock: Clock): Route {
  const routes = [
    ...[createMessage, listMessages, getMessage, updateMessage].map((make) => make(clock)),
    getAccount,
    ...anythingElse,
  ];
  return (app, services) =>
    addWithParser(app, createBodyParser(services.bodies, services.limits, form), (scope) => {
      for (const add of routes) add(scope, services);
    });
}
