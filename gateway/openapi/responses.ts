// The answers of one endpoint: its success, and each refusal with the codes that come with its status.
import { STATUS_CODES } from 'node:http';
import type { RouteOptions } from 'fastify';
import type { TSchema } from 'typebox';
import { describeError } from '../errors/error_body.ts';
import { type Code, guideOf, statusOf } from '../errors/error_codes.ts';
import { isOpenToPlatforms, takesAnyScope } from '../http/route_table.ts';
import type { Limits } from '../limits.ts';
import { describeSchema } from './components.ts';
import { meaningOf, successExamples } from './examples.ts';
import { type HeaderName, headerReferences } from './headers.ts';
import type { Components, Example, Header, Reference, Response } from './types.ts';

export type DescribedLimits = Pick<Limits, 'bodyBytes'>;

/** The texts of the statuses that are HTTP's own, whose code is invalid_request. */
const httpRefusals = ({ bodyBytes }: DescribedLimits): Readonly<Record<number, string>> => ({
  408: 'the request took too long to arrive',
  413: `the request body must have at most ${bodyBytes} bytes`,
  415: 'the request body must be JSON, with Content-Type: application/json',
  431: 'the request line and headers are too large',
});

const always: readonly HeaderName[] = ['X-Request-Id', 'X-Content-Type-Options', 'Cache-Control'];
/** Statuses of requests whose names were not read. */
const isBeforeReading: ReadonlySet<number> = new Set([408, 413, 415, 431]);
const allowance: readonly HeaderName[] = ['RateLimit-Policy', 'RateLimit'];

/** The refusals of the console's door, by the need of a route. */
const consoleRefusals = {
  free: ['forbidden', 'unavailable'],
  open: ['forbidden', 'rate_limited', 'unavailable'],
  session: ['not_signed_in', 'forbidden', 'rate_limited', 'unavailable'],
  account: ['not_signed_in', 'forbidden', 'not_found', 'rate_limited', 'unavailable'],
} as const;

/** The refusals of a route: statuses with their codes, in order. */
export function refusalsOf({ config, method }: RouteOptions): Map<number, Code[]> {
  const found = new Map<number, Code[]>();
  const add = (status: number, code: Code) => {
    const codes = found.get(status) ?? [];
    if (!codes.includes(code)) found.set(status, [...codes, code]);
  };
  for (const status of [400, 408, 431]) add(status, 'invalid_request');
  // A body is read, and must be JSON, also where nothing is taken from it.
  if (method !== 'GET') for (const status of [413, 415]) add(status, 'invalid_request');
  if (config?.admittedFor !== undefined) {
    for (const code of ['invalid_api_key', 'not_found', 'rate_limited', 'unavailable'] as const)
      add(statusOf(code), code);
    if (!isOpenToPlatforms(config.admittedFor)) add(403, 'platform_key_scope');
    add(403, 'key_ended');
    if (!takesAnyScope(config.admittedFor)) add(403, 'key_scope');
  }
  if (config?.session !== undefined)
    for (const code of consoleRefusals[config.session]) add(statusOf(code), code);
  for (const code of config?.refusals ?? []) add(statusOf(code), code);
  return new Map([...found].sort(([a], [b]) => a - b));
}

interface Refused {
  status: number;
  codes: readonly Code[];
  isProtected: boolean;
  /** The schema of the errors. */
  shape: string;
  /** HTTP's own reason. */
  says: string | undefined;
}

function errorResponse({ status, codes, isProtected, shape, says }: Refused): Response {
  const required: HeaderName[] = [...always];
  if (status === 429 || status === 503 || codes.includes('consumer_busy')) required.push('Retry-After');
  if (status === 401) required.push('WWW-Authenticate');
  const isBeforeTheDoor = [401, 408, 431].includes(status) || !isProtected;
  // A request that is refused before its key was judged has no allowance to show.
  const isUnsure = [400, 429, 503].includes(status);
  const maybe: HeaderName[] = isUnsure && !isBeforeTheDoor ? [...allowance] : [];
  if (!isBeforeReading.has(status)) maybe.push('Ignored-Fields');
  if (!isUnsure && !isBeforeTheDoor) required.push(...allowance);
  const guides = codes.flatMap((code) => guideOf(code) ?? []);
  const examples = guides.map(({ code, means, example }): [string, Example] => {
    return [code, { summary: means, value: describeError(says ?? example, code, status) }];
  });
  const meanings = guides.map(({ code, means }) => `\`${code}\`: ${means}`);
  return {
    description: says === undefined ? meanings.join('\n\n') : `\`invalid_request\`: ${says}.`,
    headers: headerReferences(required, maybe),
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: `#/components/schemas/${shape}` },
            { type: 'object', properties: { code: { type: 'string', enum: [...codes] } } },
          ],
        },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** The schema of a route's success. Throws when it has none. */
export function answerOf({ config, schema }: RouteOptions): TSchema {
  const answer = (schema?.response as Record<number, TSchema> | undefined)?.[200];
  if (!answer) throw new Error(`${config?.id} has no answer`);
  return answer;
}

function successResponse(route: RouteOptions, schemas: Components['schemas']): Response {
  const { config } = route;
  const { id = '', admittedFor, tag, answerHeaders = {}, cacheable } = config ?? {};
  const mediaType = config?.mediaType ?? 'application/json';
  const answer = answerOf(route);
  const own = Object.entries(answerHeaders).map(([name, description]): [string, Header] => [
    name,
    { description, schema: { type: 'string', enum: ['true'] } },
  ]);
  const required = [...always, ...(admittedFor === undefined ? [] : allowance)];
  if (cacheable) required.push('ETag');
  return {
    description: meaningOf(answer),
    headers: { ...headerReferences(required, ['Ignored-Fields']), ...Object.fromEntries(own) },
    content: {
      [mediaType]: {
        schema: describeSchema(answer, schemas),
        // The console's pages are the only ones who ask.
        ...(tag !== 'Console' && { examples: successExamples(id, answer) }),
      },
    },
  };
}

/** The responses of a route. Those that many share are put into `components`. */
export function describeResponses(
  route: RouteOptions,
  components: Components,
  limits: DescribedLimits,
): Record<string, Response | Reference> {
  const responses: Record<string, Response | Reference> = {
    200: successResponse(route, components.schemas),
  };
  if (route.config?.cacheable) {
    const headers = headerReferences([...always, 'ETag'], ['Ignored-Fields']);
    responses[304] = { description: 'It is still what If-None-Match names.', headers };
  }
  const isProtected = route.config?.admittedFor !== undefined;
  const isOfConsole = route.config?.tag === 'Console';
  const shape = isOfConsole ? 'ConsoleError' : 'Error';
  for (const [status, codes] of refusalsOf(route)) {
    const says = httpRefusals({ bodyBytes: route.config?.bodyBytes ?? limits.bodyBytes })[status];
    const response = errorResponse({ status, codes, isProtected, shape, says });
    const name = `${STATUS_CODES[status]?.replace(/\W/g, '')}${isOfConsole ? '-Console' : isProtected ? '' : '-Open'}`;
    const shared = components.responses[name];
    if (shared && JSON.stringify(shared) !== JSON.stringify(response)) {
      responses[status] = response;
      continue;
    }
    components.responses[name] = response;
    responses[status] = { $ref: `#/components/responses/${name}` };
  }
  return responses;
}
