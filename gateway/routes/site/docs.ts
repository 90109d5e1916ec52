// GET /docs and below: the front page, the reference and the guides, for people. They are not part of the interface
// itself, so none of them is in the index. Their files are read for the first reader, because most gateways never have
// one.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { frontPath } from '../../docs/contents.ts';
import { type Docs, readDocs } from '../../docs/docs.ts';
import { sendBytes, sendKept } from '../../edge/answers/kept_answer.ts';
import type { App } from '../../edge/app.ts';
import { wantsPage } from '../../edge/requests/accepts.ts';
import { notFound } from '../../errors/errors.ts';
import type { Services } from '../../interface/route.ts';
import { describeInterface } from '../../openapi/document.ts';
import { documentPath } from '../description.ts';

/** Scripts and styles only come from files of this host, and requests from the reference only go to this host. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const headers = {
  'content-security-policy': policy,
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

export const docsPath = frontPath;

export function addDocsRoutes(app: App, { table, limits }: Pick<Services, 'table' | 'limits'>): void {
  let reading: Promise<Docs> | undefined;
  const read = (): Promise<Docs> => {
    reading ??= readDocs(describeInterface(table.routes, limits), documentPath).catch((error) => {
      // They are read again for the next reader: the error may have passed.
      reading = undefined;
      throw error;
    });
    return reading;
  };

  const send = async (path: string, request: FastifyRequest, reply: FastifyReply) => {
    const { files, missing } = await read();
    const file = files.get(path);
    if (file) return sendKept(request, reply.headers(headers), file);
    if (!wantsPage(request.headers.accept)) throw notFound('path');
    return sendBytes(request, reply.code(404).headers(headers), missing);
  };

  app.get(docsPath, (request, reply) => send(docsPath, request, reply));
  app.get<{ Params: { name: string } }>('/docs/:name', (request, reply) =>
    send(`${docsPath}/${request.params.name}`, request, reply),
  );
}
