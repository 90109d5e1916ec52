// The frame of every page under /docs: the same head, the mark, the list of guides and the way to the console.
import { Html, html } from '../pages/page.ts';

/** The guides by name, in the order in which they are listed. A guide's file and path have its name. */
export const guideNames = [
  'going-live',
  'console',
  'devices',
  'phones',
  'carriers',
  'opt-outs',
  'sending-later',
  'sendings',
  'configuration',
  'operating',
  'versions',
  'webhooks',
  'twilio',
  'smsgate',
  'grpc',
  'speed',
  'decisions',
  'glossary',
  'contributing',
  'dependencies',
] as const;

/** Where the files that every page needs are served. */
export interface SiteFiles {
  style: string;
  /** The script that chooses the colours before anything is painted. */
  scheme: string;
  icon: string;
}

interface SitePage {
  /** The page's name: in the window's title, after the service's name. */
  title: string;
  /** The path that it is served under. */
  path: string;
  /** Further style sheets and scripts, by their paths. */
  styles?: readonly string[];
  scripts?: readonly string[];
  content: Html;
}

const namesOfOthers: Readonly<Record<string, string>> = { grpc: 'gRPC', smsgate: 'SMSGate' };

/** A guide's title in the list of guides. */
export const titleOf = (name: string) =>
  namesOfOthers[name] ?? name.slice(0, 1).toUpperCase() + name.slice(1).replaceAll('-', ' ');

const lines = (items: readonly Html[]) => new Html(items.map(({ text }) => text).join('\n'));

/** The list of guides. `current` is the path of the page that is being read. */
function renderNavigation(current: string): Html {
  const entries = [
    ['/docs', 'API reference'],
    ...guideNames.map((name) => [`/docs/${name}`, titleOf(name)]),
  ] as [path: string, title: string][];
  const items = entries.map(([path, title]) =>
    path === current
      ? html`<li><a href="${path}" aria-current="page">${title}</a></li>`
      : html`<li><a href="${path}">${title}</a></li>`,
  );
  return html`<nav aria-label="Documentation">
<ul>
${lines(items)}
</ul>
</nav>`;
}

/** A whole page. What of it is text is escaped, all but the content. */
export function renderSitePage(
  { title, path, styles = [], scripts = [], content }: SitePage,
  { style, scheme, icon }: SiteFiles,
): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Textrelay: ${title}</title>
<link rel="icon" type="image/svg+xml" href="${icon}">
${lines([...styles, style].map((file) => html`<link rel="stylesheet" href="${file}">`))}
<script src="${scheme}"></script>
</head>
<body>
<a class="skip" href="#page">Skip to the page</a>
<header class="site">
<a class="brand" href="/docs"><img src="${icon}" alt="" width="26" height="26">Textrelay</a>
<a class="to-console" href="/">To the console</a>
${renderNavigation(path)}
</header>
${content}
${lines(scripts.map((file) => html`<script src="${file}"></script>`))}
</body>
</html>
`.text;
}
