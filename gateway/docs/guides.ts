// The guides: Markdown files beside this one, which read as well in the repository, as HTML pages of the gateway.
import { readFile } from 'node:fs/promises';
import { Marked, type Tokens } from 'marked';
import { type KeptAnswer, keepAnswer } from '../edge/kept_answer.ts';
import { Html, html } from '../pages/page.ts';

/** The guides by name, in the order in which they are listed. A guide's file and path have its name. */
export const guideNames = [
  'going-live',
  'devices',
  'carriers',
  'configuration',
  'operating',
  'grpc',
  'speed',
  'decisions',
  'glossary',
  'contributing',
  'dependencies',
] as const;

/** The list of guides at the top of every page. `current` is the path of the page that is being read. */
export function renderNavigation(current: string): Html {
  const entries = [
    ['/docs', 'API reference'],
    ...guideNames.map((name) => [`/docs/${name}`, titleOf(name)]),
  ] as [path: string, title: string][];
  const items = entries.map(([path, title]) =>
    path === current
      ? html`<a href="${path}" aria-current="page">${title}</a>`
      : html`<a href="${path}">${title}</a>`,
  );
  return html`<nav class="guides" aria-label="Documentation">
${new Html(items.map(({ text }) => text).join('\n'))}
</nav>`;
}

const titleOf = (name: string) =>
  name === 'grpc' ? 'gRPC' : name.slice(0, 1).toUpperCase() + name.slice(1).replaceAll('-', ' ');

/** A heading's anchor, as code hosts make it from the same Markdown. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** Where a link leads from a served page; undefined for files of the repository, which are not served. */
function servedLink(href: string): string | undefined {
  const [, name, anchor = ''] = /^([a-z-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (name !== undefined) return `/docs/${name}${anchor}`;
  return /^(?:https?:\/\/|\/|#)/.test(href) ? href : undefined;
}

const markdown = new Marked({
  gfm: true,
  renderer: {
    heading({ depth, text, tokens }: Tokens.Heading) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }: Tokens.Link) {
      const content = this.parser.parseInline(tokens);
      const target = servedLink(href);
      return target === undefined ? content : html`<a href="${target}">${new Html(content)}</a>`.text;
    },
    // Marks for generators, and nothing else: the guides hold no HTML.
    html: () => '',
  },
});

/** A Markdown table is wrapped, so that a wide one scrolls by itself instead of the page. */
const wrapTables = (text: string) =>
  text.replaceAll('<table>', '<div class="wide"><table>').replaceAll('</table>', '</table></div>');

/** One guide as a whole page. `stylePath` is where its style sheet is served. */
export function renderGuide(name: string, text: string, stylePath: string): string {
  const content = new Html(wrapTables(markdown.parse(text, { async: false })));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Textrelay: ${titleOf(name)}</title>
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
${renderNavigation(`/docs/${name}`)}
<main class="guide">
${content}</main>
</body>
</html>
`.text;
}

/** Reads and renders all guides, by path. Throws what reading throws. */
export async function readGuides(stylePath: string): Promise<Map<string, KeptAnswer>> {
  const pages = guideNames.map(async (name): Promise<[string, KeptAnswer]> => {
    const text = await readFile(new URL(`./guides/${name}.md`, import.meta.url), 'utf8');
    return [`/docs/${name}`, keepAnswer(renderGuide(name, text, stylePath), 'text/html; charset=utf-8')];
  });
  return new Map(await Promise.all(pages));
}
