// POST /mcp: the Model Context Protocol over Streamable HTTP, without a state that outlives a request. What a tool does is asked of
// the REST interface, which judges the key and counts the request; any other message is judged here.
import { randomUUID } from 'node:crypto';
import type { BlockList } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import { KeyScopeSchema } from '../../proto/gen/textrelay/v1/key_pb.ts';
import { KeyService } from '../../proto/gen/textrelay/v1/key_service_pb.ts';
import type { Clock } from '../../runtime/clock.ts';
import { invalidKey, invalidRequest } from '../errors/errors.ts';
import { wordsOf } from '../interface/enum_words.ts';
import type { Route, Services } from '../interface/route.ts';
import { admitNow } from '../keys/admit_now.ts';
import { bothTypes, type Form, formFor, inForm, joinAnswers } from './answer_form.ts';
import { Cancels } from './cancels.ts';
import { holdOrigin, mcpDoor } from './door.ts';
import { type Message, readMessage } from './host_habits.ts';
import { type Answer, readPlainCall, renderAnswer } from './plain_call.ts';
import { RestRoutes } from './rest_routes.ts';
import { createSendOnce } from './send_once.ts';
import { openServer, runTool, tools } from './server.ts';
import type { Tool, ToolParts } from './tool.ts';
import { ToolLists } from './tool_lists.ts';
import { Visit, type VisitParts } from './visit.ts';

interface McpOptions {
  clock: Clock;
  trustedProxies: BlockList | undefined;
}

/** JSON-RPC's answer to a method that there is not. */
const noSubscriptions = {
  jsonrpc: '2.0',
  error: { code: -32601, message: 'there are no subscriptions here: nothing changes that one could be for' },
};

/** Messages of a batch, which are answered one after the other. */
const mostInBatch = 10;

const sessionHeader = 'mcp-session-id';
const sessionOf = ({ headers }: FastifyRequest) => String(headers[sessionHeader] ?? '').slice(0, 64);

/** The tools that the key may use. */
async function toolsFor({ presentedKey }: FastifyRequest, { ask }: Services): Promise<readonly Tool[]> {
  const { key } = await ask(KeyService.method.describeKey, { apiKey: presentedKey ?? '' });
  const scopes = key?.policy?.scopes?.scopes.map(wordsOf(KeyScopeSchema).of);
  return scopes ? tools.filter(({ needs }) => needs.every((scope) => scopes.includes(scope))) : tools;
}

/** The library's own form of a request. The body was read before. */
function webRequest({ headers, url }: FastifyRequest): Request {
  const named = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  return new Request(`http://gateway${url}`, { method: 'POST', headers: named });
}

class McpDoor {
  readonly #cancels = new Cancels();
  readonly #lists = new ToolLists();
  readonly #services: Services;
  readonly #visited: VisitParts;
  readonly #parts: ToolParts;
  #server: ReturnType<typeof openServer> | undefined;

  constructor(services: Services, clock: Clock) {
    this.#services = services;
    this.#visited = { rest: new RestRoutes(services), log: services.log };
    this.#parts = { sendOnce: createSendOnce(clock) };
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = formFor(request.headers.accept);
    request.headers.accept = bothTypes;
    const { body } = request;
    const answer = Array.isArray(body)
      ? await this.#answerBatch(body, request, reply, form)
      : inForm(await this.#answerOne(body, request, reply), form);
    return reply.code(answer.status).headers(answer.headers).send(answer.text);
  }

  /** Batches were part of the protocol until 2025-03-26. Each message counts as a request. */
  async #answerBatch(batch: readonly unknown[], request: FastifyRequest, reply: FastifyReply, form: Form) {
    if (batch.length < 1 || batch.length > mostInBatch)
      throw invalidRequest(`a batch must have 1 to ${mostInBatch} messages`);
    const { atTheDoor } = request;
    const answers: Answer[] = [];
    for (const message of batch) {
      if (reply.raw.destroyed) break;
      request.atTheDoor = atTheDoor;
      answers.push(await this.#answerOne(message, request, reply));
    }
    return joinAnswers(answers, form);
  }

  async #answerOne(body: unknown, request: FastifyRequest, reply: FastifyReply): Promise<Answer> {
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw invalidRequest('the body must be a JSON-RPC message, or a list of them');
    const message = readMessage(body, tools);
    const isCall = message.method === 'tools/call';
    // Of a call the route that it asks judges the key.
    if (!isCall) await admitNow(request, this.#services, reply);
    if (message.method === 'subscriptions/listen')
      return {
        status: 404,
        headers: { 'content-type': 'application/json' },
        text: JSON.stringify({ ...noSubscriptions, id: message.id ?? null }),
      };
    if (message.method === 'notifications/cancelled')
      this.#cancels.cancel({ ...this.#named(request), id: message.params?.requestId });

    const visit = new Visit(this.#visited, request, reply);
    const leave = this.#cancels.enter({ ...this.#named(request), id: message.id }, visit);
    reply.raw.once('close', () => visit.leave());
    try {
      const answer = await this.#ask(request, message, visit);
      // A call that asked no route was not judged yet.
      if (request.atTheDoor) await admitNow(request, this.#services, reply);
      if (visit.isKeyRefused) throw invalidKey();
      if (message.method === 'initialize') reply.header(sessionHeader, randomUUID());
      return answer;
    } finally {
      leave();
    }
  }

  #named(request: FastifyRequest) {
    return { apiKey: request.presentedKey ?? '', session: sessionOf(request) };
  }

  async #toolsOf({ method, params }: Message, request: FastifyRequest): Promise<readonly Tool[]> {
    if (method === 'tools/list') return toolsFor(request, this.#services);
    if (method !== 'tools/call') return [];
    const called = tools.find(({ name }) => name === params?.name);
    return called ? [called] : tools;
  }

  async #ask(request: FastifyRequest, message: Message, visit: Visit): Promise<Answer> {
    this.#server ??= openServer(this.#services.version, this.#parts);
    const { library, protocol } = await this.#server;
    const call = readPlainCall(request.headers, message, tools, protocol);
    if (call) return renderAnswer(call, await runTool(call.tool, visit, call.given, this.#parts), protocol);

    const extra = { visit, tools: await this.#toolsOf(message, request) };
    const askLibrary = async (parsedBody: object): Promise<Answer> => {
      const response = await library.fetch(webRequest(request), {
        parsedBody,
        authInfo: { token: '', clientId: '', scopes: [], extra },
      });
      const headers = ['content-type', 'allow'].flatMap((name) => {
        const value = response.headers.get(name);
        return value === null ? [] : [[name, value] as const];
      });
      return { status: response.status, headers: Object.fromEntries(headers), text: await response.text() };
    };
    if (message.method !== 'tools/list') return askLibrary(message);
    return this.#lists.answer({ headers: request.headers, message, tools: extra.tools }, askLibrary);
  }
}

/** Adds the route. It is described by the protocol itself, and in the guide. */
export function addMcpRoutes({ clock, trustedProxies }: McpOptions): Route {
  return (app, services) => {
    const door = new McpDoor(services, clock);
    // Many hosts are given the address with a slash at its end.
    for (const url of ['/mcp', '/mcp/'])
      app.route({
        method: 'POST',
        url,
        config: { foreign: mcpDoor, admittedFor: AccountService.method.getAccount, admitsItself: true },
        preValidation: holdOrigin(trustedProxies),
        onSend: services.unread.onSend,
        handler: (request, reply) => door.answer(request, reply),
      });
  };
}
