// The frame of the few pages that people see: no script, no outside host, one style sheet that is named by its hash.
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** Text that is HTML already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template whose values are escaped, unless they are HTML already. */
export function html(parts: TemplateStringsArray, ...values: (string | Html)[]): Html {
  const escaped = values.map((value) =>
    value instanceof Html ? value.text : value.replace(/[&<>"']/g, (char) => entities[char] as string),
  );
  return new Html(parts.map((part, index) => part + (escaped[index] ?? '')).join(''));
}

const style = `
:root { color-scheme: light dark; font: 1.05rem/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; min-height: 100vh; place-items: center; background: Canvas; color: CanvasText; }
main { box-sizing: border-box; width: min(28rem, 100% - 2rem); margin: 2rem 1rem; padding: 2rem;
  border: 1px solid GrayText; border-radius: 0.75rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.4rem; }
.notice { margin: 0 0 1.5rem; padding: 0.5rem 0.75rem; border-radius: 0.4rem; background: #ffe08a; color: #332600; }
.fault { padding: 0.5rem 0.75rem; border-radius: 0.4rem; background: #ffd9d9; color: #5c0000; }
.price { font-size: 1.25rem; font-weight: 600; }
form { display: grid; gap: 0.6rem; margin-top: 1.5rem; }
button { padding: 0.7rem 1rem; border: 1px solid GrayText; border-radius: 0.4rem; background: ButtonFace;
  color: ButtonText; font: inherit; cursor: pointer; }
button.main { border-color: transparent; background: #1f5fd6; color: #fff; font-weight: 600; }
button:focus-visible { outline: 3px solid CanvasText; outline-offset: 2px; }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  // Not no-referrer: a browser would then name its own form's origin "null", and without HTTPS it says nothing else.
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** Sends a whole page. */
export function sendPage(reply: FastifyReply, status: number, title: string, content: Html): FastifyReply {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
  return reply.code(status).headers(headers).send(page.text);
}
