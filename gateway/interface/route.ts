// A route as one value: what it takes and answers, how it is described, and its handler. What a handler gets has been
// read and checked: its parameters are values, and the texts of its body can be passed on.

import type {
  FastifyContextConfig,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  preValidationHookHandler,
} from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Tier } from '../../proto/gen/textrelay/v1/account_pb.ts';
import type { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import type { Log } from '../../runtime/log.ts';
import type { ConsoleFiles } from '../console_files.ts';
import type { Ask } from '../core_client/ask.ts';
import type { Core } from '../core_client/client.ts';
import type { CsvFiles } from '../edge/answers/csv_files.ts';
import type { UnreadAnswers } from '../edge/answers/unread_answers.ts';
import type { App } from '../edge/app.ts';
import type { BodyMemory } from '../edge/requests/body_memory.ts';
import { createBodyParser, jsonBody } from '../edge/requests/body_parser.ts';
import { ownerOf, type Turns } from '../edge/requests/owners_turns.ts';
import type { SignedCalls } from '../edge/requests/signed_calls.ts';
import { unavailable } from '../errors/errors.ts';
import type { RouteTable } from '../http/route_table.ts';
import type { Limits } from '../limits.ts';
import { FileAnswer } from '../schemas/answers.ts';
import type { Parameter, Parameters, ValuesOf } from '../schemas/parameters.ts';
import { holdTexts, textFieldsOf } from '../schemas/text_rules.ts';
import type { Browsers } from '../session/browser.ts';
import type { AwaitOutcome } from '../waiting/await_outcome.ts';
import type { LongPoll } from '../waiting/long_poll.ts';

/** The parts of a gateway that its handlers work with. */
export interface Services {
  ask: Ask;
  core: Core;
  longPoll: LongPoll;
  awaitOutcome: AwaitOutcome;
  /** The tiers on offer. */
  tiers: () => Promise<Tier[]>;
  browsers: Browsers;
  unread: UnreadAnswers;
  bodies: BodyMemory;
  turns: Turns;
  /** For one kind of calls that prove themselves by what only the core can check. */
  openSignedCalls: (wrong: readonly ErrorCode[]) => SignedCalls;
  csvFiles: CsvFiles;
  consoleFiles: ConsoleFiles;
  table: RouteTable;
  limits: Limits;
  log: Log;
  /** Whether phones are passed on to a hub: without one none can pair. */
  hasPhones: boolean;
  /** Of the service. */
  version: string;
  /** Called with the outcome of each text that was to be sent: accepted, replayed or an error code. */
  onSend: (outcome: string) => void;
}

/** Adds a route to a server. */
export type Route = (app: App, services: Services) => void;

type Request<Body extends TSchema, Query extends Parameters, Path extends Parameters> = FastifyRequest<{
  Body: Static<Body>;
  Querystring: ValuesOf<Query>;
  Params: ValuesOf<Path>;
}>;

interface Described<
  Body extends TSchema,
  Answer extends TSchema,
  Query extends Parameters,
  Path extends Parameters,
> extends Omit<FastifyContextConfig, 'parameters'> {
  id: string;
  summary: string;
  path?: Path;
  query?: Query;
  body?: Body;
  /** The schema of a 200. */
  answer: Answer;
  preValidation?: preValidationHookHandler;
  /** False if a GET has an effect, which HEAD must not have. */
  exposeHeadRoute?: false;
  /** True where the answer holds texts: it counts as memory until its client has taken it. */
  holdsTexts?: boolean;
  handler: (
    request: Request<Body, Query, Path>,
    services: Services,
    reply: FastifyReply,
  ) => Static<Answer> | Promise<Static<Answer>>;
}

const schemasOf = (parameters: Parameters) =>
  Object.fromEntries(Object.entries(parameters).map(([name, { schema }]) => [name, schema]));

/** Reads all parameters of a path or a query. Throws a Refusal for the first that is wrong. */
const readAll = (parameters: readonly [string, Parameter<unknown>][], given: unknown) => {
  const values: Record<string, unknown> = {};
  for (const [name, { read }] of parameters)
    values[name] = read((given as Record<string, unknown>)[name], name);
  return values;
};

/**
 * The same services for a request with a key: what it changes is the key's doing, and the key is judged again with each call. It may
 * end while a body comes in, or while a file is written.
 */
function askingFor(services: Services, key: string): Services {
  const own: Services = Object.create(services);
  own.ask = (asked, fields, asker) => services.ask(asked, fields, asker, key);
  return own;
}

/** Describes a route, as `GET /api/v1/usage`. One that has a `session` is of the console. */
export function route<
  Answer extends TSchema,
  Body extends TSchema = TSchema,
  Query extends Parameters = Parameters,
  Path extends Parameters = Parameters,
>(line: `${HTTPMethods} /${string}`, described: Described<Body, Answer, Query, Path>): Route {
  const {
    body,
    answer,
    preValidation,
    exposeHeadRoute,
    holdsTexts,
    handler,
    path = {},
    query = {},
    ...config
  } = described;
  const [method, url] = line.split(' ') as [HTTPMethods, string];
  const [ofPath, ofQuery] = [
    Object.entries<Parameter<unknown>>(path),
    Object.entries<Parameter<unknown>>(query),
  ];
  const texts = textFieldsOf(body);
  const { readsMuch = false } = config;
  const isJudgedAgain = method !== 'GET' || (answer as TSchema) === FileAnswer;

  const add = (app: App, services: Services) =>
    app.route({
      method,
      url,
      config: {
        ...config,
        ...(config.session !== undefined && { tag: 'Console' }),
        parameters: { path: schemasOf(path), query: schemasOf(query) },
      },
      schema: { ...(body && { body }), response: { 200: answer } },
      ...(preValidation && { preValidation }),
      ...(exposeHeadRoute !== undefined && { exposeHeadRoute }),
      ...(holdsTexts && { onSend: services.unread.onSend }),
      // It throws, or passes on the handler's promise: making a promise of its own would cost each request one more.
      handler: (request, reply) => {
        if (ofPath.length > 0) request.params = readAll(ofPath, request.params);
        if (ofQuery.length > 0) request.query = readAll(ofQuery, request.query);
        if (texts.length > 0) holdTexts(request.body, texts);
        const { presentedKey: key } = request;
        const own = isJudgedAgain && key !== null ? askingFor(services, key) : services;
        const asked = request as Request<Body, Query, Path>;
        if (!readsMuch) return handler(asked, own, reply) as never;
        const work = async () => handler(asked, own, reply);
        return services.turns.reads.run(ownerOf(request), work, unavailable) as never;
      },
    });

  const { bodyBytes, takesTurns = false } = config;
  if (bodyBytes === undefined) return add;
  const bounds = { bodyBytes, drainBytes: bodyBytes * 2 };
  const kind = { ...jsonBody, takesNoTurn: takesTurns };
  return (app, services) =>
    addWithParser(app, createBodyParser(services.bodies, bounds, kind), (scope) => add(scope, services));
}

/** Adds routes whose bodies are read by a parser of their own. */
export function addWithParser(
  app: App,
  parser: ReturnType<typeof createBodyParser>,
  add: (scope: App) => void,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', parser);
    add(scope as unknown as App);
  });
}
