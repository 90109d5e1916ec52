// What the search of the pages under /docs looks in: each page, cut at its headings. Browsers load it when somebody
// searches.
import type { SitePage } from './site_page.ts';

/** A part of a page: where it is, the names of the page and of the part, and its words. */
interface Part {
  path: string;
  page: string;
  part: string;
  words: string;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The words of HTML of our own making, as a reader sees them. What is the same everywhere has none. */
const wordsOf = (content: string) =>
  content
    .replace(/<(form|summary|thead|h4)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#?\w+);/g, (_all, name: string) => entities[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();

function partsOf({ path, title, content }: SitePage): Part[] {
  // Every second piece is the id of the heading that the piece after it begins with.
  const [opening = '', ...pieces] = content.text.split(/<h[23] id="([^"]*)">/);
  const whole = { path, page: title, part: title, words: wordsOf(opening.replace(/<h1\b.*?<\/h1>/s, '')) };
  const parts = pieces.flatMap((id, index): Part[] => {
    if (index % 2 === 1) return [];
    const [heading = '', text = ''] = (pieces[index + 1] ?? '').split(/<\/h[23]>/, 2);
    return [{ path: `${path}#${id}`, page: title, part: wordsOf(heading), words: wordsOf(text) }];
  });
  return [whole, ...parts];
}

export const makeSearchIndex = (pages: readonly SitePage[]): string => JSON.stringify(pages.flatMap(partsOf));
