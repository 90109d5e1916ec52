// The pages that show the service to people: the interface in Swagger UI, and the guides, served from here with nothing
// from any other host. Which file is which version is in its name, so that files are kept for ever and pages are asked for
// anew.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type KeptAnswer, keepAnswer, nameBytes } from '../edge/kept_answer.ts';
import { readGuides, renderNavigation } from './guides.ts';
import { referenceStyle, siteStyle } from './site_style.ts';

/** What is served under /docs. */
export interface Docs {
  /** The reference itself. */
  html: KeptAnswer;
  /** The guides and the files that the pages need, by path. */
  files: Map<string, KeptAnswer>;
}

const forEver = 'public, max-age=31536000, immutable';

/** `validatorUrl: null` because the renderer would send the document's address to its maker's host. */
const initializer = (documentUrl: string) => `window.addEventListener('load', () => {
  SwaggerUIBundle({
    url: ${JSON.stringify(documentUrl)},
    dom_id: '#docs',
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    persistAuthorization: false,
    queryConfigEnabled: false,
    requestSnippetsEnabled: false,
    supportedSubmitMethods: ['get', 'post'],
    validatorUrl: null,
    presets: [SwaggerUIBundle.presets.apis],
    layout: 'BaseLayout',
  });
});
`;

const read = async (name: string) => readFile(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`)));

/** Reads the renderer's files, names them by what is in them, and renders the guides. Throws what reading throws. */
export async function readDocs(documentUrl: string): Promise<Docs> {
  const files = new Map<string, KeptAnswer>();
  const add = (name: string, content: Buffer, contentType: string): string => {
    const [stem, ending] = name.split('.') as [string, string];
    const path = `/docs/${stem}.${nameBytes(content).slice(0, 12)}.${ending}`;
    files.set(path, keepAnswer(content, contentType, forEver));
    return path;
  };
  const style = add('swagger-ui.css', await read('swagger-ui.css'), 'text/css; charset=utf-8');
  const siteStylePath = add('site.css', Buffer.from(siteStyle), 'text/css; charset=utf-8');
  const ownStyle = add('reference.css', Buffer.from(referenceStyle), 'text/css; charset=utf-8');
  const icon = add('favicon.png', await read('favicon-32x32.png'), 'image/png');
  const scripts = [
    add('swagger-ui-bundle.js', await read('swagger-ui-bundle.js'), 'text/javascript; charset=utf-8'),
    add('initializer.js', Buffer.from(initializer(documentUrl)), 'text/javascript; charset=utf-8'),
  ];
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Textrelay: the interface</title>
<link rel="icon" type="image/png" href="${icon}">
${[style, siteStylePath, ownStyle].map((path) => `<link rel="stylesheet" href="${path}">`).join('\n')}
</head>
<body>
${renderNavigation('/docs').text}
<div id="docs"></div>
<noscript>This page needs JavaScript. The same is told in <a href="/llms.txt">plain text</a> and in the
<a href="${documentUrl}">OpenAPI document</a>.</noscript>
${scripts.map((path) => `<script src="${path}"></script>`).join('\n')}
</body>
</html>
`;
  for (const [path, guide] of await readGuides(siteStylePath)) files.set(path, guide);
  return { html: keepAnswer(html, 'text/html; charset=utf-8'), files };
}
