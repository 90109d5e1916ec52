// One route as an operation of the document.
import type { RouteOptions } from 'fastify';
import type { TSchema } from 'typebox';
import { extensions } from '../edge/app.ts';
import { isOpenToPlatforms } from '../http/route_table.ts';
import { neededMark } from '../schemas/parameters.ts';
import { describeSchema } from './components.ts';
import { bodyExamples } from './examples.ts';
import { answerOf, type DescribedLimits, describeResponses } from './responses.ts';
import type { Components, Operation, Parameter, Reference } from './types.ts';

/** Describes a route; what it shares with others is put into `components`. */
export function describeOperation(
  route: RouteOptions,
  components: Components,
  limits: DescribedLimits,
): Operation {
  const { id, summary, tag, description, admittedFor, session } = route.config ?? {};
  if (!id || !summary || !tag) throw new Error(`${route.url} has no id, summary or tag`);
  const described: Operation = {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(extensions.has(tag) && { 'x-extension': true }),
    ...(route.exposeHeadRoute === false && { 'x-no-head': true }),
    security: [],
    parameters: describeParameters(route, components),
    responses: describeResponses(route, components, limits),
  };
  if (admittedFor !== undefined) {
    described.security.push({ accountKey: [] });
    if (isOpenToPlatforms(admittedFor)) described.security.push({ platformKey: [] });
  }
  if (session === 'session' || session === 'account') described.security.push({ session: [] });
  const body = route.schema?.body as TSchema | undefined;
  if (body) {
    const schema = describeSchema(body, components.schemas);
    described.requestBody = {
      description:
        'A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields.',
      required: true,
      content: {
        'application/json': {
          schema,
          ...(tag !== 'Console' && { examples: bodyExamples(id, body, answerOf(route)) }),
        },
      },
    };
  }
  return described;
}

interface DescribedParameter {
  description?: string;
  [neededMark]?: true;
}

function describeParameters(
  { config, url }: RouteOptions,
  { schemas }: Components,
): (Parameter | Reference)[] {
  const { admittedFor, session, parameters = {}, cacheable } = config ?? {};
  const describe = (place: Parameter['in'], described: Record<string, TSchema> = {}) =>
    Object.entries(described).map(([name, schema]): Parameter => {
      const { description = '', [neededMark]: isNeeded, ...rest } = schema as TSchema & DescribedParameter;
      const isRequired = place === 'path' || isNeeded === true;
      return {
        name,
        in: place,
        required: isRequired,
        description,
        schema: describeSchema(rest as TSchema, schemas),
      };
    });
  const named = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  const missing = named.filter((name) => !parameters.path?.[name]);
  if (missing.length > 0) throw new Error(`${url} does not describe ${missing.join(', ')}`);
  const headers: Reference[] = [];
  if (admittedFor !== undefined) {
    const name = isOpenToPlatforms(admittedFor) ? 'TargetAccount' : 'OwnAccount';
    headers.push({ $ref: `#/components/parameters/${name}` });
  }
  if (session === 'account') headers.push({ $ref: '#/components/parameters/SessionAccount' });
  if (cacheable) headers.push({ $ref: '#/components/parameters/IfNoneMatch' });
  return [...describe('path', parameters.path), ...describe('query', parameters.query), ...headers];
}
