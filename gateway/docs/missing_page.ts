// The page that a person finds at an unknown address under /docs.
import { html } from '../html/page.ts';
import { frontPath, referencePath } from './contents.ts';
import type { SitePage } from './site_page.ts';

export const missingPage: SitePage = {
  title: 'There is no page here',
  path: '',
  content: html`<h1>There is no page here</h1>
<p>The address may be misspelt, or the page may have another name now. All pages are in the menu, and
the search finds what is in them.</p>
<p><a href="${frontPath}">Your first text</a>, or <a href="${referencePath}">the API reference</a></p>`,
};
