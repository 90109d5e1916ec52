// POST /mcp: the Model Context Protocol over Streamable HTTP, without a state that outlives a request. What a tool does is asked of
// the REST interface, which judges the key and counts the request; any other message is judged here.
import { randomUUID } from 'node:crypto';
import type { BlockList } from 'node:net';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import { KeyService } from '../../proto/gen/textrelay/v1/key_service_pb.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { App } from '../edge/app.ts';
import { invalidKey, invalidRequest } from '../edge/errors/errors.ts';
import { admitNow } from '../keys/admit_now.ts';
import type { Route, Services } from '../routes/route.ts';
import { policyOf } from '../schemas/resources/keys/key_policy.ts';
import { Cancels } from './cancels.ts';
import { holdOrigin, mcpDoor } from './door.ts';
import { createSendOnce } from './send_once.ts';
import { openServer, tools } from './server.ts';
import type { Tool } from './tool.ts';
import { Visit } from './visit.ts';

interface McpOptions {
  clock: Clock;
  trustedProxies: BlockList | undefined;
}

interface Message {
  method?: unknown;
  id?: unknown;
  params?: { name?: unknown; requestId?: unknown };
}

/** JSON-RPC's answer to a method that there is not. */
const noSubscriptions = {
  jsonrpc: '2.0',
  error: { code: -32601, message: 'there are no subscriptions here: nothing changes that one could be for' },
};

const sessionHeader = 'mcp-session-id';
const sessionOf = ({ headers }: FastifyRequest) => String(headers[sessionHeader] ?? '').slice(0, 64);

/** The tools that the key may use. */
async function toolsFor({ presentedKey }: FastifyRequest, { ask }: Services): Promise<readonly Tool[]> {
  const { key } = await ask(KeyService.method.describeKey, { apiKey: presentedKey ?? '' });
  const policy = key ? policyOf(key) : null;
  return policy ? tools.filter(({ needs }) => needs.every((scope) => policy.scopes.includes(scope))) : tools;
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
  readonly #app: App;
  readonly #services: Services;
  readonly #clock: Clock;
  #server: Promise<McpHttpHandler> | undefined;

  constructor(app: App, services: Services, clock: Clock) {
    this.#app = app;
    this.#services = services;
    this.#clock = clock;
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { body } = request;
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw invalidRequest('the body must be one JSON-RPC message');
    const message = body as Message;
    const isCall = message.method === 'tools/call';
    // Of a call the route that it asks judges the key.
    if (!isCall) await admitNow(request, this.#services, reply);
    if (message.method === 'subscriptions/listen')
      return reply.code(404).send({ ...noSubscriptions, id: message.id ?? null });
    if (message.method === 'notifications/cancelled')
      this.#cancels.cancel({ ...this.#named(request), id: message.params?.requestId });

    const visit = new Visit(this.#app, request);
    const leave = this.#cancels.enter({ ...this.#named(request), id: message.id }, visit);
    reply.raw.once('close', () => visit.leave());
    try {
      const served = await this.#toolsOf(message, request);
      const response = await this.#ask(request, { visit, tools: served });
      const text = await response.text();
      // A call that asked no route was not judged yet.
      if (request.atTheDoor) await admitNow(request, this.#services, reply);
      if (visit.isKeyRefused) throw invalidKey();
      for (const name of ['content-type', 'allow']) {
        const value = response.headers.get(name);
        if (value !== null) reply.header(name, value);
      }
      if (message.method === 'initialize') reply.header(sessionHeader, randomUUID());
      return reply.code(response.status).send(text);
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

  async #ask(request: FastifyRequest, served: object): Promise<Response> {
    this.#server ??= openServer(this.#services.version, { sendOnce: createSendOnce(this.#clock) });
    const server = await this.#server;
    const extra = { ...served };
    return server.fetch(webRequest(request), {
      parsedBody: request.body,
      authInfo: { token: '', clientId: '', scopes: [], extra },
    });
  }
}

/** Adds the route. It is described by the protocol itself, and in the guide. */
export function addMcpRoutes({ clock, trustedProxies }: McpOptions): Route {
  return (app, services) => {
    const door = new McpDoor(app, services, clock);
    app.route({
      method: 'POST',
      url: '/mcp',
      config: { foreign: mcpDoor, admittedFor: AccountService.method.getAccount, admitsItself: true },
      preValidation: holdOrigin(trustedProxies),
      handler: (request, reply) => door.answer(request, reply),
    });
  };
}
