// The interface describes itself (SPEC: GET /api/v1, /llms.txt): an index, an OpenAPI document and a guide for agents,
// all made from the routes when the last of them is there.
import type { App } from '../edge/app.ts';
import { type KeptAnswer, keepAnswer, sendKept } from '../edge/kept_answer.ts';
import type { RouteTable } from '../edge/route_table.ts';
import { writeGuide } from '../guide/guide.ts';
import type { Limits } from '../limits.ts';
import { describeInterface, interfaceVersion } from '../openapi/document.ts';
import { DiscoveryAnswer, DocumentAnswer, GuideAnswer } from '../schemas/answers.ts';

export interface DescriptionRoutesOptions {
  table: RouteTable;
  limits: Pick<Limits, 'bodyBytes'>;
}

export const indexPath = '/api/v1';
export const documentPath = '/api/v1/openapi.json';
export const guidePath = '/llms.txt';

export function addDescriptionRoutes(app: App, { table, limits }: DescriptionRoutesOptions): void {
  const kept: { document?: KeptAnswer; guide?: KeptAnswer } = {};
  app.addHook('onReady', (done) => {
    const document = describeInterface(table.routes, limits);
    kept.document = keepAnswer(JSON.stringify(document), 'application/json; charset=utf-8');
    kept.guide = keepAnswer(writeGuide(table.endpoints(), limits), 'text/plain; charset=utf-8');
    done();
  });

  app.route({
    method: 'GET',
    url: indexPath,
    config: { id: 'getIndex', tag: 'Description', summary: 'This index.' },
    schema: { response: { 200: DiscoveryAnswer } },
    handler: async () => ({
      name: 'Textrelay',
      version: interfaceVersion,
      openapi: documentPath,
      guide: guidePath,
      endpoints: table.endpoints(),
    }),
  });

  app.route({
    method: 'GET',
    url: documentPath,
    config: { id: 'getDocument', tag: 'Description', summary: 'The OpenAPI document.', cacheable: true },
    schema: { response: { 200: DocumentAnswer } },
    handler: (request, reply) => sendKept(request, reply, kept.document as KeptAnswer),
  });

  app.route({
    method: 'GET',
    url: guidePath,
    config: {
      id: 'getGuide',
      tag: 'Description',
      summary: 'A guide for agents, as plain text.',
      cacheable: true,
      mediaType: 'text/plain',
    },
    schema: { response: { 200: GuideAnswer } },
    handler: (request, reply) => sendKept(request, reply, kept.guide as KeptAnswer),
  });
}
