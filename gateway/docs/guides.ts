// The guides: Markdown files beside this one, which read as well in the repository, as HTML pages of the gateway.
import { Marked, type Tokens } from 'marked';
import { Html, html } from '../html/page.ts';
import type { Entry } from './contents.ts';
import type { Anchor, SitePage } from './site_page.ts';

/** Where each picture is served, by its file's name. */
type Pictures = ReadonlyMap<string, string>;

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

/**
 * A picture in the colours of the page: Markdown names the light one, and a dark one that lies beside it is shown in its
 * place. The one that is not shown is not loaded. A picture that is not served is its description.
 */
function renderPicture(href: string, description: string, pictures: Pictures): Html {
  const name = href.slice(href.lastIndexOf('/') + 1);
  const shown = [
    ['light', name],
    ...(name.includes('-light.') ? [['dark', name.replace('-light.', '-dark.')]] : []),
  ];
  const images = shown.flatMap(([scheme = '', file = '']) => {
    const path = pictures.get(file);
    if (path === undefined) return [];
    return html`<img class="in-${scheme}" src="${path}" alt="${description}" loading="lazy">`.text;
  });
  return images.length > 0 ? new Html(images.join('')) : html`${description}`;
}

/** A heading that can be linked to. */
export const renderHeading = (depth: number, id: string, content: Html): Html =>
  html`<h${String(depth)} id="${id}"><a class="anchor" href="#${id}">${content}</a></h${String(depth)}>`;

/** Code that scripts let a reader copy; it scrolls by itself, also by the keyboard. */
export const renderCode = (code: string): Html =>
  html`<div class="code"><pre tabindex="0"><code>${code}</code></pre></div>`;

/** Lets a table that may be wider than a phone scroll by itself instead of the page, also by the keyboard. */
const makeScrollable = (text: string) =>
  text
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');

/** Markdown as HTML. The headings are added to `anchors`; one that comes again gets a number. */
export function renderMarkdown(
  text: string,
  { pictures = new Map(), anchors = [] }: { pictures?: Pictures; anchors?: Anchor[] } = {},
): Html {
  const ids = new Set<string>();
  const freeId = (wanted: string) => {
    let id = wanted;
    for (let again = 1; ids.has(id); again += 1) id = `${wanted}-${again}`;
    ids.add(id);
    return id;
  };
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ depth, text: words, tokens }: Tokens.Heading) {
        const id = freeId(anchorOf(words));
        if (depth > 1) anchors.push({ id, depth, title: words.replaceAll(/[`*]/g, '') });
        const content = new Html(this.parser.parseInline(tokens));
        return depth > 1
          ? `${renderHeading(depth, id, content).text}\n`
          : html`<h1 id="${id}">${content}</h1>\n`.text;
      },
      code: ({ text: code }: Tokens.Code) => `${renderCode(`${code}\n`).text}\n`,
      link({ href, tokens }: Tokens.Link) {
        const content = this.parser.parseInline(tokens);
        const target = servedLink(href);
        return target === undefined ? content : html`<a href="${target}">${new Html(content)}</a>`.text;
      },
      image: ({ href, text: description }: Tokens.Image) => renderPicture(href, description, pictures).text,
      // Marks for generators, and nothing else: the guides hold no HTML.
      html: () => '',
    },
  });
  return new Html(makeScrollable(marked.parse(text, { async: false })));
}

/** One guide as a page. */
export function renderGuide({ path, title, about }: Entry, text: string, pictures: Pictures): SitePage {
  const anchors: Anchor[] = [];
  const content = renderMarkdown(text, { pictures, anchors });
  return { title, path, about, anchors, content };
}
