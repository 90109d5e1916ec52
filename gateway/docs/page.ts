// The pages that show the service to people: the interface in Swagger UI, and the guides, served from here with nothing
// from any other host. Which file is which version is in its name, so that files are kept for ever and pages are asked for
// anew.
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type KeptAnswer, keepAnswer, nameBytes } from '../edge/kept_answer.ts';
import { html } from '../pages/page.ts';
import { readGuides } from './guides.ts';
import { referenceStyle } from './reference_style.ts';
import { schemeScript } from './scheme.ts';
import { renderSitePage, type SiteFiles } from './site_page.ts';
import { siteStyle } from './site_style.ts';

/** The pages and files under /docs. */
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

const readPart = async (name: string) =>
  readFile(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`)));
const readOwn = async (path: string) => readFile(new URL(path, import.meta.url));

const contentTypes: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

/** Reads the renderer's files, names them by what is in them, and renders the guides. Throws what reading throws. */
export async function readDocs(documentUrl: string): Promise<Docs> {
  const files = new Map<string, KeptAnswer>();
  const add = (name: string, content: Buffer | string): string => {
    const [stem, ending] = name.split('.') as [string, string];
    const bytes = Buffer.from(content);
    const path = `/docs/${stem}.${nameBytes(bytes).slice(0, 12)}.${ending}`;
    files.set(path, keepAnswer(bytes, contentTypes[ending] as string, forEver));
    return path;
  };
  const site: SiteFiles = {
    style: add('site.css', siteStyle),
    scheme: add('scheme.js', schemeScript),
    // The console's own, so that both have the same mark.
    icon: add('icon.svg', await readOwn('../console/icon.svg')),
  };
  const pictures = new Map<string, string>();
  for (const name of (await readdir(new URL('pictures/', import.meta.url))).sort())
    pictures.set(name, add(name, await readOwn(`pictures/${name}`)));
  const page = renderSitePage(
    {
      title: 'the interface',
      path: '/docs',
      styles: [add('swagger-ui.css', await readPart('swagger-ui.css')), add('reference.css', referenceStyle)],
      scripts: [
        add('swagger-ui-bundle.js', await readPart('swagger-ui-bundle.js')),
        add('initializer.js', initializer(documentUrl)),
      ],
      content: html`<main id="page">
<div id="docs"></div>
<noscript>This page needs JavaScript. The same is in <a href="/llms.txt">plain text</a> and in the
<a href="${documentUrl}">OpenAPI document</a>.</noscript>
</main>`,
    },
    site,
  );
  for (const [path, guide] of await readGuides({ ...site, pictures })) files.set(path, guide);
  return { html: keepAnswer(page, 'text/html; charset=utf-8'), files };
}
