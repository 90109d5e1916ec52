// The guides: Markdown files beside this one, which read as well in the repository, as HTML pages of the gateway.
import { readFile } from 'node:fs/promises';
import { Marked, type Tokens } from 'marked';
import { type KeptAnswer, keepAnswer } from '../edge/kept_answer.ts';
import { Html, html } from '../pages/page.ts';
import { guideNames, renderSitePage, type SiteFiles, titleOf } from './site_page.ts';

/** The files that the guides need besides their text. */
interface GuideFiles extends SiteFiles {
  /** Where each picture is served, by its file's name. */
  pictures: ReadonlyMap<string, string>;
}

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
function renderPicture(href: string, description: string, pictures: GuideFiles['pictures']): Html {
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

const markdownWith = (pictures: GuideFiles['pictures']) =>
  new Marked({
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
      image: ({ href, text }: Tokens.Image) => renderPicture(href, text, pictures).text,
      // Marks for generators, and nothing else: the guides hold no HTML.
      html: () => '',
    },
  });

/** Lets parts that may be wider than a phone scroll by themselves instead of the page, also by the keyboard. */
const makeScrollable = (text: string) =>
  text
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">');

/** One guide as a whole page. */
export function renderGuide(name: string, text: string, files: GuideFiles): string {
  const content = makeScrollable(markdownWith(files.pictures).parse(text, { async: false }));
  return renderSitePage(
    {
      title: titleOf(name),
      path: `/docs/${name}`,
      content: html`<main class="guide" id="page">
${new Html(content)}</main>`,
    },
    files,
  );
}

/** Reads and renders all guides, by path. Throws what reading throws. */
export async function readGuides(files: GuideFiles): Promise<Map<string, KeptAnswer>> {
  const pages = guideNames.map(async (name): Promise<[string, KeptAnswer]> => {
    const text = await readFile(new URL(`./guides/${name}.md`, import.meta.url), 'utf8');
    return [`/docs/${name}`, keepAnswer(renderGuide(name, text, files), 'text/html; charset=utf-8')];
  });
  return new Map(await Promise.all(pages));
}
