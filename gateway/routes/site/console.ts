// The console for people: its page under every path of its own, and its files. It is not part of the interface itself,
// so none of it is in the index. It asks the interface for what it shows, like any other client.
import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { ConsoleFiles } from '../../console_files.ts';
import type { App } from '../../edge/app.ts';
import { encodingFor, wantsPage } from '../../edge/requests/accepts.ts';
import { notFound } from '../../errors/errors.ts';
import type { Services } from '../../interface/route.ts';

/** The paths that the console shows its pages under, besides the root. */
const consolePaths = [
  '/sign-in',
  '/sign-up',
  '/invitation',
  '/confirm-email',
  '/after-payment',
  '/approve-text',
  '/forgot-password',
  '/new-password',
  '/me',
  '/accounts',
  '/accounts/*',
  '/operator/*',
];

const forEver = 'public, max-age=31536000, immutable';

/** Style elements need the nonce, which the page's own scripts read from it; scripts come from files alone. */
const policyOf = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');

/** Sends the console's page; undefined when it was not built. */
export async function sendConsole(
  reply: FastifyReply,
  files: ConsoleFiles,
): Promise<FastifyReply | undefined> {
  const page = await files.page();
  if (page === null) return undefined;
  const nonce = randomBytes(16).toString('base64url');
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept',
      'content-security-policy': policyOf(nonce),
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
    .send(page.replace('{{nonce}}', nonce));
}

export function addConsoleRoutes(app: App, { consoleFiles: files }: Pick<Services, 'consoleFiles'>): void {
  for (const url of consolePaths)
    app.get(url, async ({ headers }, reply) => {
      const sent = wantsPage(headers.accept) ? await sendConsole(reply, files) : undefined;
      if (!sent) throw notFound('path');
      return sent;
    });

  app.get<{ Params: { name: string } }>('/assets/:name', async ({ headers, params }, reply) => {
    const asset = await files.asset(params.name);
    if (!asset) throw notFound('path');
    const encoding = encodingFor(headers['accept-encoding']);
    if (encoding) reply.header('content-encoding', encoding);
    return reply
      .headers({ 'content-type': asset.contentType, 'cache-control': forEver, vary: 'accept-encoding' })
      .send(asset[encoding ?? 'plain']);
  });
}
