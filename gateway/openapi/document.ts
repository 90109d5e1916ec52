// The machine-readable description of the interface: OpenAPI 3.0.3, made from the routes themselves when the gateway
// starts. Nothing is described here that the routes, their schemas or the error table do not say.
import type { RouteOptions } from 'fastify';
import type { Tag } from '../edge/app.ts';
import { publicGuide } from '../errors/error_codes.ts';
import { rateLimit, rateWindowSeconds } from '../errors/rate_limit.ts';
import { pathOf } from '../http/route_table.ts';
import { ConsoleErrorShape, ErrorShape } from '../schemas/description.ts';
import { targetAccount } from '../schemas/parameters.ts';
import { cookieName } from '../session/cookie.ts';
import { describeSchema } from './components.ts';
import { headerComponents } from './headers.ts';
import { describeOperation } from './operation.ts';
import type { DescribedLimits } from './responses.ts';
import type { Components, Document, Parameter } from './types.ts';

/** Where the document of the console's endpoints is. */
export const consoleDocumentPath = '/api/v1/console/openapi.json';

/** The version of the public interface (SPEC: Versioning). */
export const interfaceVersion = '1.2.0';

const tags: Readonly<Record<Tag, string>> = {
  Messages: 'Sending texts, and reading what became of them and what came back.',
  Threads: 'Conversations by address.',
  Account: 'Who the key acts for, and what it may still use.',
  Plans: 'What is on offer, and changing to it.',
  'Beyond sending':
    'Texts that still wait, quiet hours, many at once, each text’s own way, and how many there were.',
  Broadcasts:
    'Many texts by one template, which the service sends by itself: paused, cancelled and counted as one.',
  Consumers: 'Named places in the feed that the service keeps: read, acknowledge, read on.',
  Webhooks:
    'The feed brought to you: signed requests to an address of yours, in order, repeated until they are taken.',
  'Incoming webhooks': 'What other programs say, turned into texts by a template.',
  'Opt-outs': 'Recipients who want no texts of the account, and what they wrote to say so.',
  Contacts:
    'The people behind the account’s numbers, their groups, and a search over all that the account has.',
  Description: 'This interface, described. No key is needed.',
  Console:
    'The endpoints of the console’s pages, with the session of a signed-in person: at most 600 requests a minute. They ' +
    'may change with the pages.',
};

const about = () => `Sends and receives text messages.

Protected endpoints take \`Authorization: Bearer <key>\`. A key may make ${rateLimit} requests in any ${rateWindowSeconds} \
seconds; refused ones do not count. Every error is \`{"error", "code"}\`: programs act on \`code\`, and the schema Error \
says what each means. Fields may be added to answers: ignore those that you do not know.

What the pages of the console ask for, with the session of a signed-in person, is in [a document of its own](${consoleDocumentPath}).`;

const aboutConsole = 'The endpoints that the pages of the console ask for.';

/** Described with the schema of errors, so that the operations come first. */
const aboutErrors = () => `Every answer that is no success.

| code | status | meaning |
|---|---|---|
${publicGuide.map(({ code, status, means }) => `| \`${code}\` | ${status} | ${means} |`).join('\n')}

HEAD is answered as GET is, without the body, and with 405 where reading takes a lease. Besides what each endpoint lists: an unknown path is 404 \`not_found\`; a \
known path with another method is 405 \`invalid_request\`, with \`Allow\`; and what is no HTTP request is answered with \
\`invalid_request\` as far as it can be answered. A misspelt field or \
parameter is 400 \`invalid_request\` and names the one that is meant: it is one of the operation's but for case, \`-\`, \
\`_\`, spaces or two letters (one letter of a name of three or four, none of a shorter one), or it is one's in another \
part of the request. Any other that the operation does not know is ignored and named in the header Ignored-Fields.`;

function header(name: string, schema: object, description: string): Parameter {
  return { name, in: 'header', required: false, description, schema: JSON.parse(JSON.stringify(schema)) };
}

function targetHeader(
  { description, ...schema }: object & { description?: string },
  required = false,
): Parameter {
  return { ...header('X-SVC-Account', schema, description ?? ''), required };
}

const ifNoneMatch = header('If-None-Match', { type: 'string' }, 'The ETag of an earlier answer.');

function publicComponents(): Components {
  const key = (description: string) => ({ type: 'http', scheme: 'bearer', description });
  const components: Components = {
    schemas: {},
    responses: {},
    parameters: {
      TargetAccount: targetHeader(targetAccount.named),
      OwnAccount: targetHeader(targetAccount.own),
      IfNoneMatch: ifNoneMatch,
    },
    headers: headerComponents(true),
    securitySchemes: {
      accountKey: key(
        'An account’s key: svc_live_ and 36 letters and digits. It acts for its account alone.',
      ),
      platformKey: key(
        'A platform’s key: svc_platform_ and 36 letters and digits. It acts for linked accounts.',
      ),
    },
  };
  describeSchema({ ...ErrorShape, description: aboutErrors() }, components.schemas);
  return components;
}

function consoleComponents(): Components {
  const components: Components = {
    schemas: {},
    responses: {},
    parameters: { SessionAccount: targetHeader(targetAccount.switched, true), IfNoneMatch: ifNoneMatch },
    headers: headerComponents(false),
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: cookieName,
        description: `A signed-in person’s session; over HTTPS the cookie is called __Host-${cookieName}.`,
      },
    },
  };
  describeSchema(ConsoleErrorShape, components.schemas);
  return components;
}

interface Described {
  title: string;
  description: string;
  components: Components;
  /** Whether a route of this chapter is described. */
  holds: (tag: Tag | undefined) => boolean;
}

function describe(
  routes: readonly RouteOptions[],
  limits: DescribedLimits,
  { title, description, components, holds }: Described,
): Document {
  const paths: Document['paths'] = {};
  for (const route of routes.filter(
    ({ config }) => config?.summary !== undefined && !config.foreign && holds(config.tag),
  )) {
    const path = pathOf(route.url);
    paths[path] ??= {};
    paths[path][String(route.method).toLowerCase()] = describeOperation(route, components, limits);
  }
  return {
    openapi: '3.0.3',
    info: {
      title,
      version: interfaceVersion,
      description,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: '/', description: 'The address that this document came from.' }],
    tags: Object.entries(tags)
      .filter(([name]) => holds(name as Tag))
      .map(([name, text]) => ({ name, description: text })),
    paths,
    components,
  };
}

/** Describes what keys can call. Throws when a route lacks what a description needs. */
export const describeInterface = (routes: readonly RouteOptions[], limits: DescribedLimits): Document =>
  describe(routes, limits, {
    title: 'Textrelay',
    description: about(),
    components: publicComponents(),
    holds: (tag) => tag !== 'Console',
  });

/** Describes what the pages of the console ask for, as `describeInterface`. */
export const describeConsole = (routes: readonly RouteOptions[], limits: DescribedLimits): Document =>
  describe(routes, limits, {
    title: 'Textrelay: the console',
    description: aboutConsole,
    components: consoleComponents(),
    holds: (tag) => tag === 'Console',
  });
