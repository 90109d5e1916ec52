// The pages that show the service to people: the front page, the reference and the guides, served from here with nothing
// from any other host. Which file is which version is in its name, so that files are kept for ever and pages are asked for
// anew.
import { readdir, readFile } from 'node:fs/promises';
import { type KeptAnswer, keepAnswer, nameBytes } from '../edge/answers/kept_answer.ts';
import type { Document } from '../openapi/types.ts';
import { entries, referencePath } from './contents.ts';
import { renderFrontPage } from './front_page.ts';
import { renderGuide } from './guides.ts';
import { missingPage } from './missing_page.ts';
import { renderReference } from './reference/reference_page.ts';
import { makeSearchIndex } from './search_index.ts';
import { renderSitePage, type SiteFiles, type SitePage } from './site_page.ts';
import { siteStyle } from './site_style.ts';

/** The pages and files under /docs. */
export interface Docs {
  /** All of them, by path. */
  files: Map<string, KeptAnswer>;
  /** The page for an unknown address. */
  missing: KeptAnswer;
}

const forEver = 'public, max-age=31536000, immutable';
const pageType = 'text/html; charset=utf-8';

const readOwn = async (path: string) => readFile(new URL(path, import.meta.url));

const contentTypes: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

/** Adds a file under a name that says what is in it; returns its path. */
type Add = (name: string, content: Buffer | string) => string;

async function addPictures(add: Add): Promise<Map<string, string>> {
  const pictures = new Map<string, string>();
  for (const name of (await readdir(new URL('pictures/', import.meta.url))).sort())
    pictures.set(name, add(name, await readOwn(`pictures/${name}`)));
  return pictures;
}

/** Reads the guides and renders them, the reference and the front page. Throws what reading throws. */
export async function readDocs(document: Document, documentPath: string): Promise<Docs> {
  const files = new Map<string, KeptAnswer>();
  const add: Add = (name, content) => {
    const [stem, ending] = name.split('.') as [string, string];
    const bytes = Buffer.from(content);
    const path = `/docs/${stem}.${nameBytes(bytes).slice(0, 12)}.${ending}`;
    files.set(path, keepAnswer(bytes, contentTypes[ending] as string, forEver));
    return path;
  };
  const pictures = await addPictures(add);
  const tryScript = add('reference.js', await readOwn('browser/reference.js'));
  const pages = await Promise.all(
    entries.map(async (entry): Promise<SitePage> => {
      if (entry.guide !== undefined)
        return renderGuide(entry, String(await readOwn(`guides/${entry.guide}.md`)), pictures);
      if (entry.path !== referencePath) return renderFrontPage();
      return { ...renderReference(document, documentPath), scripts: [tryScript] };
    }),
  );
  const site: SiteFiles = {
    style: add('site.css', siteStyle),
    scheme: add('scheme.js', await readOwn('browser/scheme.js')),
    site: add('site.js', await readOwn('browser/site.js')),
    // The console's own, so that both have the same mark.
    icon: add('icon.svg', await readOwn('../console/icon.svg')),
    index: add('search.json', makeSearchIndex(pages)),
  };
  for (const page of pages) files.set(page.path, keepAnswer(renderSitePage(page, site), pageType));
  return { files, missing: keepAnswer(renderSitePage(missingPage, site), pageType) };
}
