// The page that a person finds in a browser at an unknown address. Programs get the documented error.
import type { FastifyReply } from 'fastify';
import { html, sendPage } from './page.ts';

/** Sends the page, with status 404. */
export const sendMissingPage = (reply: FastifyReply): FastifyReply =>
  sendPage(
    reply,
    404,
    'There is no page here',
    html`<p>The address may be misspelt, or the page may have another name now.</p>
<p><a href="/">The console</a>, or <a href="/docs">the docs</a></p>`,
  );
