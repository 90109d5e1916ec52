// GET /docs and below: the interface and the guides, for people. No part of the interface itself, so none of it is in the
// index. Its files are read when the first reader comes, because most gateways never have one.
import { type Docs, readDocs } from '../docs/page.ts';
import type { App } from '../edge/app.ts';
import { notFound } from '../edge/errors.ts';
import { sendKept } from '../edge/kept_answer.ts';
import { documentPath } from './description.ts';

/** The renderer styles elements from its script, which needs no inline styles to be allowed. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
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

export const docsPath = '/docs';

export function addDocsRoutes(app: App): void {
  let reading: Promise<Docs> | undefined;
  const read = (): Promise<Docs> => {
    reading ??= readDocs(documentPath).catch((error) => {
      // Read again for the next reader: what was in the way may be gone.
      reading = undefined;
      throw error;
    });
    return reading;
  };

  app.get(docsPath, async (request, reply) => {
    const { html } = await read();
    return sendKept(request, reply.headers(headers), html);
  });

  app.get<{ Params: { name: string } }>('/docs/:name', async (request, reply) => {
    const { files } = await read();
    const file = files.get(`/docs/${request.params.name}`);
    if (!file) throw notFound('path');
    return sendKept(request, reply.headers(headers), file);
  });
}
