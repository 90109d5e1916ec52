// GET /: a person who opens the address in a browser gets the console, and a program learns where to go on. It is not
// part of the interface itself.
import { referencePath } from '../../docs/contents.ts';
import type { App } from '../../edge/app.ts';
import { wantsPage } from '../../edge/requests/accepts.ts';
import { notFound } from '../../errors/errors.ts';
import { html, sendPage } from '../../html/page.ts';
import type { Services } from '../../interface/route.ts';
import { documentPath, guidePath, indexPath } from '../description.ts';
import { sendConsole } from './console.ts';
import { docsPath } from './docs.ts';

/** Kept by browsers, which ask for an icon with every page. */
const iconCaching = 'public, max-age=86400';

export function addHomeRoutes(app: App, { consoleFiles }: Pick<Services, 'consoleFiles'>): void {
  app.route({
    method: 'GET',
    url: '/',
    handler: async ({ headers, raw }, reply) => {
      // The router takes the asterisk of OPTIONS for a root.
      if (!raw.url?.includes('/')) throw notFound('path');
      reply.header('vary', 'accept');
      if (!wantsPage(headers.accept))
        return {
          name: 'Textrelay',
          index: indexPath,
          openapi: documentPath,
          guide: guidePath,
          docs: docsPath,
        };
      const sent = await sendConsole(reply, consoleFiles);
      if (sent) return sent;
      return sendPage(
        reply,
        200,
        'Textrelay',
        html`<p>A text-messaging service for programs: they send and read texts through its interface.</p>
<p>The console for people was not built: the log of the start says why.</p>
<p><a href="${docsPath}">The docs: a first text, guides</a>, and <a href="${referencePath}">the interface, to read and try</a></p>
<p><a href="${guidePath}">A guide for agents</a>, <a href="${documentPath}">the OpenAPI document</a></p>`,
      );
    },
  });

  app.route({
    method: 'GET',
    url: '/favicon.ico',
    // There is none; a browser that gets a 404 does not ask again for a while.
    handler: async (_request, reply) => reply.header('cache-control', iconCaching).code(204).send(),
  });
}
