// The frame of every page under /docs: the same head, the mark, the search, the list of pages, the page's own contents and
// the way to the console. It needs no scripts, but for what scripts alone can do: search, copy and try.
import { Html, html } from '../html/page.ts';
import { entries, frontPath, groups } from './contents.ts';

/** Where the files that every page needs are served. */
export interface SiteFiles {
  style: string;
  /** The script that chooses the colours before anything is painted. */
  scheme: string;
  /** The script that searches and copies. */
  site: string;
  icon: string;
  /** The index of the search. */
  index: string;
}

/** A heading that a page can be entered at. */
export interface Anchor {
  id: string;
  /** As text. */
  title: string;
  /** 2 for a chapter, 3 for a part of one. */
  depth: number;
}

export interface SitePage {
  /** The page's name: in the window's title, before the service's name. */
  title: string;
  /** The path that it is served under. */
  path: string;
  /** Further scripts, by their paths. */
  scripts?: readonly string[];
  /** What is said of the page where it is linked to. */
  about?: string;
  anchors?: readonly Anchor[];
  content: Html;
}

export const lines = (items: readonly Html[]) => new Html(items.map(({ text }) => text).join('\n'));

function renderGroups(current: string): Html {
  const parts = groups.map(({ title, entries: list }) => {
    const items = list.map((entry) =>
      entry.path === current
        ? html`<li><a href="${entry.path}" aria-current="page">${entry.title}</a></li>`
        : html`<li><a href="${entry.path}">${entry.title}</a></li>`,
    );
    return html`<p>${title}</p>
<ul>
${lines(items)}
</ul>`;
  });
  return lines(parts);
}

/** The list of what is on the page; nothing for a page of one piece. */
function renderAnchors(anchors: readonly Anchor[]): Html {
  if (anchors.length < 2) return new Html('');
  const items = anchors.map(
    ({ id, title, depth }) => html`<li class="depth-${String(depth)}"><a href="#${id}">${title}</a></li>`,
  );
  return html`<nav class="contents" id="contents" aria-label="On this page" popover>
<p>On this page</p>
<ul>
${lines(items)}
</ul>
</nav>`;
}

/** The pages before and after this one, in the order of the contents. */
function renderNeighbours(path: string): Html {
  const place = entries.findIndex((entry) => entry.path === path);
  if (place < 0) return new Html('');
  const [before, after] = [entries[place - 1], entries[place + 1]];
  const previous = before && html`<a href="${before.path}"><span>Before</span> ${before.title}</a>`;
  const next = after && html`<a class="next" href="${after.path}"><span>Next</span> ${after.title}</a>`;
  return html`<nav class="neighbours" aria-label="Before and next">${previous ?? ''}${next ?? ''}</nav>`;
}

/** Shown by its script, because it does nothing without. */
const renderSearch = (index: string) => html`<search class="search" hidden>
<input type="search" id="search" aria-label="Search the docs" placeholder="Search" autocomplete="off"
 spellcheck="false" aria-keyshortcuts="/" aria-controls="found" data-index="${index}">
<kbd aria-hidden="true">/</kbd>
<div id="found" class="found" hidden>
<p role="status"></p>
<ul></ul>
</div>
</search>`;

/** A whole page. What of it is text is escaped, all but the content. */
export function renderSitePage(
  { title, path, scripts = [], about, anchors = [], content }: SitePage,
  { style, scheme, site, icon, index }: SiteFiles,
): string {
  const contents = renderAnchors(anchors);
  const description = about === undefined ? '' : html`<meta name="description" content="${about}">\n`;
  const toContents =
    contents.text === ''
      ? ''
      : html`<button class="to-contents" type="button" popovertarget="contents">On this page</button>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${description}<title>${title} · Textrelay</title>
<link rel="icon" type="image/svg+xml" href="${icon}">
<link rel="stylesheet" href="${style}">
<script src="${scheme}"></script>
<script src="${site}" defer></script>
${lines(scripts.map((file) => html`<script src="${file}" defer></script>`))}
</head>
<body>
<a class="skip" href="#page">Skip to the page</a>
<header class="site">
<button class="to-menu" type="button" popovertarget="menu">Menu</button>
<a class="brand" href="${frontPath}"><img src="${icon}" alt="" width="26" height="26">Textrelay</a>
${renderSearch(index)}
<a class="to-console" href="/">Console</a>
</header>
<nav class="menu" id="menu" aria-label="Documentation" popover>
${renderGroups(path)}
</nav>
<main id="page" tabindex="-1">
${toContents}
${content}
${renderNeighbours(path)}
</main>
${contents}
</body>
</html>
`.text;
}
