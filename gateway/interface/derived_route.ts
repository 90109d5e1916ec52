// Routes of methods that HTTP only translates: google.api.http says where, and the messages say what.
import { type DescField, type DescMessage, type DescMethod, getOption, hasOption } from '@bufbuild/protobuf';
import type { FastifyRequest, HTTPMethods, preValidationHookHandler } from 'fastify';
import { http } from '../../proto/gen/google/api/annotations_pb.ts';
import type { HttpRule } from '../../proto/gen/google/api/http_pb.ts';
import { access } from '../../proto/gen/textrelay/v1/access_pb.ts';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { Format, operation, tag } from '../../proto/gen/textrelay/v1/interface_pb.ts';
import { Role } from '../../proto/gen/textrelay/v1/user_pb.ts';
import { BrowserSchema } from '../../proto/gen/textrelay/v1/user_service_pb.ts';
import { accountOf, ofKeyAtDoor, readerOf, type Tag } from '../edge/app.ts';
import { type Code, publicError } from '../errors/error_codes.ts';
import { DoneAnswer, done } from '../schemas/answers.ts';
import { type SessionNeed, sessionOf, shareOf } from '../session/door.ts';
import { type Body, bodyOf, titleOfRequest } from './bodies.ts';
import { describe, describeMethod } from './descriptions.ts';
import { pathParameter, queryParameter } from './parameters.ts';
import { isFilledIn, propertyOf, schemaOf } from './properties.ts';
import { createResources, type OwnResources, type Resource } from './resources.ts';
import { type Route, route } from './route.ts';

/** The routes of those of the methods that have a google.api.http rule. */
export function derivedRoutes(methods: Iterable<DescMethod>, own?: OwnResources): readonly Route[] {
  const resourceOf = createResources(own);
  return [...methods].filter((method) => hasOption(method, http)).map((method) => derive(method, resourceOf));
}

function derive(method: DescMethod, resourceOf: ReturnType<typeof createResources>): Route {
  const rule = getOption(method, http);
  const { line, inPath } = readPattern(method, rule);
  const need = needOf(method, inPath);
  // An operator names the account.
  const namesAccount = need.session !== undefined && need.session !== 'account';
  const isAsked = (field: DescField) =>
    !inPath.includes(field.name) && (!isFilledIn(field) || (namesAccount && field.name === 'account_id'));
  const rest = method.input.fields.filter(isAsked);
  const body = bodyIn(method, rule, rest, inPath);
  // What may be left out is read first: a wrong value is a fault of its own, and says more than that another is missing.
  const query = rule.body === '' ? rest.toSorted(requiredLast) : [];
  const said = getOption(method, operation);
  const readCaller = namesAccount ? () => ({}) : callerReader(method, inPath);
  const browser = method.input.fields.find(({ message }) => message?.typeName === BrowserSchema.typeName);
  const { Shape, render } = answerOf(method, rule, resourceOf);
  const path = inPath.map((name) => ({
    name: lastOf(name),
    field: fieldAt(method.input, name),
    put: putter(method.input, name),
  }));

  return route(line, {
    id: said.id || (need.session === undefined ? method.localName : `console${method.name}`),
    ...describedOf(method),
    ...need,
    ...(need.session === undefined && { tag: (said.tag || getOption(method.parent, tag)) as Tag }),
    refusals: refusalsOf(said.refusals, [...path.map(({ field }) => field), ...rest]),
    ...(said.bodyBytes > 0 && { bodyBytes: said.bodyBytes }),
    ...(said.readsMuch && { readsMuch: true }),
    ...(said.holdsTexts && { holdsTexts: true }),
    path: Object.fromEntries(path.map(({ name, field }) => [name, pathParameter(field)])),
    query: Object.fromEntries(query.map((field) => [field.name, queryParameter(field)])),
    ...(body && { body: body.schema }),
    ...(said.bodyOptional && { preValidation: emptyBody }),
    answer: Shape,
    handler: async (request, { ask, browsers, unread, limits }, reply) => {
      if (said.holdsTexts) await unread.enter(shareIn(request, need), reply, limits.pageBytes);
      const asked: Record<string, unknown> = {
        ...readCaller(request),
        ...(browser && { [browser.localName]: browsers.read(request) }),
        ...localOf(query, request.query),
        ...body?.read(request.body as Record<string, unknown>),
      };
      for (const { name, put } of path) put(asked, request.params[name]);
      return render(await ask(method, asked as never, need.session && request)) as never;
    },
  });
}

/** A missing body means the same as an empty one. */
const emptyBody: preValidationHookHandler = (request, _reply, next) => {
  request.body ??= {};
  next();
};

/** The codes of a method's refusals, and the one that addresses bring along. */
function refusalsOf(said: readonly ErrorCode[], fields: readonly DescField[]): Code[] {
  const hasAddress = fields.some((field) => propertyOf(field).format === Format.ADDRESS);
  const codes = [...said, ...(hasAddress ? [ErrorCode.INVALID_ADDRESS] : [])];
  return [...new Set(codes)].map((code) => publicError(code).code);
}

/** The share of memory that an answer with texts counts on: a session has one of its own, and keys have their account's. */
const shareIn = (request: FastifyRequest, { session }: Need): bigint =>
  session === undefined ? accountOf(request) : shareOf(sessionOf(request));

const isNeeded = (field: DescField): number => (propertyOf(field).required ? 1 : 0);
const requiredLast = (one: DescField, other: DescField) => isNeeded(one) - isNeeded(other);

const lastOf = (path: string) => path.slice(path.lastIndexOf('.') + 1);

/** What puts a value into a field of a request, which may be in a message of it: `saved_reply.id`. */
function putter(input: DescMessage, path: string): (values: Record<string, unknown>, value: unknown) => void {
  const [first = '', ...rest] = path.split('.');
  const { localName, message } = fieldOf(input, first);
  if (rest.length === 0 || !message) return (values, value) => Object.assign(values, { [localName]: value });
  const put = putter(message, rest.join('.'));
  return (values, value) => {
    const inner = (values[localName] ?? {}) as Record<string, unknown>;
    put(inner, value);
    values[localName] = inner;
  };
}

/** The method and the path as the router has them, and the names of the fields in the path. */
function readPattern(method: DescMethod, { pattern }: HttpRule) {
  if (pattern.case === undefined || pattern.case === 'custom') throw new Error(`${method.name} has no path`);
  const template: string = pattern.value;
  const inPath = [...template.matchAll(/\{([\w.]+)\}/g)].map(([, name]) => name as string);
  const url = template.replace(/\{(?:\w+\.)*(\w+)\}/g, ':$1');
  const verb = pattern.case.toUpperCase() as HTTPMethods;
  return { line: `${verb} ${url}` as `${HTTPMethods} /${string}`, inPath };
}

/** What stands for the caller in the request: the account, and the key where the method reads by its policy, or acts for it. */
function callerReader({ input }: DescMethod, inPath: readonly string[]) {
  const has = (name: string) => !inPath.includes(name) && input.fields.some((field) => field.name === name);
  if (!has('account_id')) return () => ({});
  if (has('api_key')) return (request: FastifyRequest) => readerOf(request);
  if (has('admitted_key')) return (request: FastifyRequest) => ofKeyAtDoor(request);
  return (request: FastifyRequest) => ({ accountId: accountOf(request) });
}

interface Need {
  admittedFor?: DescMethod;
  session?: SessionNeed;
}

/** Who may ask: keys, by the method's own rules, people alone, or everybody. */
function needOf(method: DescMethod, inPath: readonly string[]): Need {
  const { anyKey, keyScope, platformKey, role, signedIn, operator, anybody } = getOption(method, access);
  const isConsoles = getOption(method, operation).tag === 'Console';
  if (!isConsoles && (anyKey || keyScope || platformKey)) return { admittedFor: method };
  if (anybody) return { session: 'open' };
  if (role !== Role.UNSPECIFIED) return { session: inPath.includes('account_id') ? 'session' : 'account' };
  if (signedIn || operator) return { session: 'session' };
  throw new Error(`${method.name} is open to nobody over HTTP`);
}

function describedOf(method: DescMethod) {
  const { summary, description } = describeMethod(method);
  return { summary, ...(description !== undefined && { description }) };
}

function fieldOf(message: DescMessage, name: string): DescField {
  const field = message.fields.find((one) => one.name === name);
  if (!field) throw new Error(`${message.typeName} has no ${name}`);
  return field;
}

/** The field that a path leads to. */
function fieldAt(message: DescMessage, path: string): DescField {
  const [first = '', ...rest] = path.split('.');
  const field = fieldOf(message, first);
  return rest.length > 0 && field.message ? fieldAt(field.message, rest.join('.')) : field;
}

const localOf = (fields: readonly DescField[], values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(fields.map(({ name, localName }) => [localName, values[name]]));

/** The body that a rule asks for: all that is left of the request, or one field of it. */
function bodyIn(
  method: DescMethod,
  { body }: HttpRule,
  rest: readonly DescField[],
  inPath: readonly string[],
): Body | undefined {
  if (body === '') return undefined;
  const title = titleOfRequest(method.input);
  if (body === '*')
    return bodyOf(rest, {
      title,
      description: describe(method.input),
      example: schemaOf(method.input).example,
    });
  const field = fieldOf(method.input, body);
  if (!field.message) throw new Error(`${field.name} is no message`);
  const fields = field.message.fields.filter(({ name }) => !inPath.includes(`${body}.${name}`));
  const { schema, read } = bodyOf(fields, { title, description: describe(field.message) });
  return { schema, read: (given) => ({ [field.localName]: read(given) }) };
}

/** The answer that a rule asks for: the response, one field of it, or that it is done. */
function answerOf(
  { output }: DescMethod,
  { responseBody }: HttpRule,
  resourceOf: ReturnType<typeof createResources>,
): Resource {
  if (output.fields.length === 0) return { Shape: DoneAnswer, render: () => done };
  if (responseBody === '') return resourceOf(output);
  const field = output.fields.find(({ name }) => name === responseBody);
  if (!field?.message) throw new Error(`${output.typeName} has no ${responseBody}`);
  const { Shape, render } = resourceOf(field.message);
  const { localName } = field;
  return { Shape, render: (message) => render((message as unknown as Record<string, never>)[localName]) };
}
