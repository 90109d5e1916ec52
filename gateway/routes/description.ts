// The interface describes itself (SPEC: GET /api/v1, /llms.txt): an index, a guide for agents, and two OpenAPI
// documents, one of what keys can call and one of what the console asks for. Each is made from the routes when it is first asked
// for: all routes have been added by then, and a gateway that nobody asks starts sooner.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type KeptAnswer, keepAnswer, sendKept } from '../edge/answers/kept_answer.ts';
import type { App } from '../edge/app.ts';
import { writeGuide } from '../guide/guide.ts';
import { route, type Services } from '../interface/route.ts';
import {
  consoleDocumentPath,
  describeConsole,
  describeInterface,
  interfaceVersion,
} from '../openapi/document.ts';
import { EndpointShape } from '../schemas/description.ts';
import { text } from '../schemas/kinds.ts';

export const indexPath = '/api/v1';
export const documentPath = '/api/v1/openapi.json';
export const guidePath = '/llms.txt';

/** It is not read here: a document is served as it was written. */
const DocumentAnswer = Type.Unsafe<unknown>({
  type: 'object',
  required: ['openapi', 'info', 'paths', 'components'],
  properties: {
    openapi: { type: 'string', enum: ['3.0.3'] },
    info: { type: 'object', additionalProperties: true },
    paths: { type: 'object', additionalProperties: true },
    components: { type: 'object', additionalProperties: true },
  },
  additionalProperties: true,
  description: 'An OpenAPI 3.0.3 document.',
});

const getIndex = route(`GET ${indexPath}`, {
  id: 'getIndex',
  tag: 'Description',
  summary: 'This index.',
  answer: Type.Object(
    {
      name: text('The service’s name.'),
      version: text('The version of this interface.'),
      openapi: text('Where the OpenAPI document is.'),
      guide: text('Where the guide for agents is.'),
      endpoints: Type.Array(EndpointShape),
    },
    { title: 'Index', description: 'What is served.' },
  ),
  handler: async (_request, { table }) => ({
    name: 'Textrelay',
    version: interfaceVersion,
    openapi: documentPath,
    guide: guidePath,
    endpoints: table.endpoints(),
  }),
});

const writeDocument = (document: object) =>
  keepAnswer(JSON.stringify(document), 'application/json; charset=utf-8');

/** Answers what is written once, at the first request. */
function sendOf(write: (services: Services) => KeptAnswer) {
  let kept: KeptAnswer | undefined;
  return (request: FastifyRequest, services: Services, reply: FastifyReply) => {
    kept ??= write(services);
    return sendKept(request, reply, kept);
  };
}

/** Adds the routes of the description. */
export function addDescriptionRoutes(app: App, services: Services): void {
  const routes = [
    getIndex,
    route(`GET ${documentPath}`, {
      id: 'getDocument',
      tag: 'Description',
      summary: 'The OpenAPI document.',
      cacheable: true,
      answer: DocumentAnswer,
      handler: sendOf(({ table, limits }) => writeDocument(describeInterface(table.routes, limits))),
    }),
    route(`GET ${consoleDocumentPath}`, {
      id: 'consoleGetDocument',
      tag: 'Console',
      summary: 'The OpenAPI document of the console’s endpoints.',
      cacheable: true,
      answer: DocumentAnswer,
      handler: sendOf(({ table, limits }) => writeDocument(describeConsole(table.routes, limits))),
    }),
    route(`GET ${guidePath}`, {
      id: 'getGuide',
      tag: 'Description',
      summary: 'A guide for agents, as plain text.',
      cacheable: true,
      mediaType: 'text/plain',
      answer: Type.Unsafe<unknown>({ type: 'string', description: 'The guide, in Markdown.' }),
      handler: sendOf(({ table, limits }) =>
        keepAnswer(writeGuide(table.endpoints(), limits), 'text/plain; charset=utf-8'),
      ),
    }),
  ];
  for (const add of routes) add(app, services);
}
