// The style of the pages under /docs, in the console's colours: what is around each page, and what most pages hold.
import { firstTexts } from './first_text.ts';
import { referenceStyle } from './reference/reference_style.ts';

const light = `
  --console-line: #e9ecef; --console-soft: #f5f7f7; --console-ground: #ffffff; --console-ink: #17211f;
  --console-quiet: #55625f; --console-own: #dff3ee; --console-own-ink: #0b3f38; --console-bad: #b3261e;
  --console-good: #0b6e63; --console-warn: #8a5300;`;

const dark = `
  --console-line: #2b3534; --console-soft: #161d1d; --console-ground: #101616; --console-ink: #e6eceb;
  --console-quiet: #a3b0ad; --console-own: #10443d; --console-own-ink: #dff3ee; --console-bad: #ff9d94;
  --console-good: #5fd3bf; --console-warn: #f0b866;`;

/** Dark by the reader's choice, or by the system as long as no script has read that choice. */
const ground = `
:root { color-scheme: light; --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; --bar: 3.5rem;
  scroll-padding-top: calc(var(--bar) + 1rem);${light}
}
:root.dark-mode { color-scheme: dark;${dark}
}
.in-dark, .dark-mode .in-light { display: none; }
.dark-mode .in-dark { display: block; }
@media (prefers-color-scheme: dark) {
  :root:not(.light-mode) { color-scheme: dark;${dark}
  }
  :root:not(.light-mode) .in-light { display: none; }
  :root:not(.light-mode) .in-dark { display: block; }
}
[hidden] { display: none !important; }
body { margin: 0; display: grid; grid-template: auto 1fr / 15rem minmax(0, 1fr) 14rem; min-height: 100dvh;
  background: var(--console-ground); color: var(--console-ink); overflow-wrap: break-word;
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif; }
:focus-visible { outline: 2px solid var(--console-good); outline-offset: 2px; }
button, input, select, textarea { font: inherit; color: inherit; }
button, summary, label { cursor: pointer; }
.skip { position: absolute; left: -999rem; top: 0.5rem; z-index: 400; padding: 0.5rem 1rem; border-radius: 6px;
  background: var(--console-ink); color: var(--console-ground); }
.skip:focus { left: 0.5rem; }
`;

/** The bar, the search and the two lists. */
const frame = `
header.site { grid-column: 1 / -1; position: sticky; top: 0; z-index: 20; box-sizing: border-box; height: var(--bar);
  padding: 0 1rem; display: flex; align-items: center; gap: 0.75rem; background: var(--console-ground);
  border-bottom: 1px solid var(--console-line); }
header.site a { color: inherit; text-decoration: none; }
header.site .brand { display: flex; align-items: center; gap: 0.6rem; width: 13.5rem; white-space: nowrap;
  font-weight: 700; font-size: 1.05rem; letter-spacing: -0.02em; }
.to-menu, .to-contents, header.site .to-console { padding: 0.35rem 0.7rem; border: 1px solid var(--console-line);
  border-radius: 8px; background: var(--console-ground); font-size: 0.92rem; }
header.site .to-console { margin-left: auto; }
.to-menu, .to-contents { display: none; }
:is(.to-menu, .to-contents, header.site .to-console):hover { border-color: var(--console-quiet); }
.search { position: relative; flex: 0 1 26rem; min-width: 0; }
.search input { box-sizing: border-box; width: 100%; padding: 0.4rem 2.2rem 0.4rem 0.75rem; border-radius: 8px;
  border: 1px solid var(--console-line); background: var(--console-soft); font-size: 0.92rem; }
.search input::placeholder { color: var(--console-quiet); opacity: 1; }
.search kbd { position: absolute; right: 0.6rem; top: 0.5rem; padding: 0 0.4rem; border-radius: 4px; pointer-events: none;
  border: 1px solid var(--console-line); color: var(--console-quiet); font: 0.75rem/1.5 var(--mono); }
.search:focus-within kbd { display: none; }
.found { position: absolute; top: calc(100% + 0.5rem); left: 0; width: min(36rem, 100vw - 1.5rem); max-height: 70dvh;
  box-sizing: border-box; overflow-y: auto; padding: 0.5rem; border: 1px solid var(--console-line); border-radius: 10px;
  background: var(--console-ground); box-shadow: 0 8px 30px rgb(0 0 0 / 18%); }
.found p { margin: 0; padding: 0.25rem 0.6rem; color: var(--console-quiet); font-size: 0.85rem; }
.found ul { margin: 0; padding: 0; list-style: none; }
.found a { display: block; padding: 0.5rem 0.6rem; border-radius: 7px; }
.found a:is(:hover, :focus) { background: color-mix(in srgb, var(--console-good) 12%, transparent); }
.found b { font-weight: 600; }
.found small { display: block; color: var(--console-quiet); font-size: 0.85rem; line-height: 1.4; }
mark { background: color-mix(in srgb, var(--console-good) 26%, transparent); color: var(--console-ink); border-radius: 2px; }
nav.menu, nav.contents { position: sticky; inset: var(--bar) auto auto; display: block; box-sizing: border-box; width: auto; margin: 0;
  height: calc(100dvh - var(--bar)); padding: 1.25rem 0.75rem; overflow-y: auto; border: 0;
  background: var(--console-ground); color: inherit; font-size: 0.92rem; }
nav.menu { border-right: 1px solid var(--console-line); background: var(--console-soft); }
:is(nav.menu, nav.contents) p { margin: 0 0 0.25rem; padding: 0 0.6rem; color: var(--console-quiet); font-size: 0.8rem;
  font-weight: 600; }
:is(nav.menu, nav.contents) ul { margin: 0 0 1.1rem; padding: 0; list-style: none; }
:is(nav.menu, nav.contents) a { display: block; padding: 0.25rem 0.6rem; border-radius: 7px; color: inherit;
  text-decoration: none; }
nav.contents a { color: var(--console-quiet); padding: 0.18rem 0.6rem; font-size: 0.85rem; line-height: 1.4;
  overflow-wrap: anywhere; }
nav.contents .depth-3 a { padding-left: 1.4rem; }
:is(nav.menu, nav.contents) a:hover { background: color-mix(in srgb, var(--console-ink) 6%, transparent);
  color: var(--console-ink); }
nav.menu a[aria-current] { font-weight: 600; background: color-mix(in srgb, var(--console-good) 14%, transparent); }
.neighbours { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 3rem; }
main .neighbours a { flex: 1 1 12rem; padding: 0.75rem 1rem; border: 1px solid var(--console-line); border-radius: 10px;
  color: inherit; font-weight: 600; text-decoration: none; }
.neighbours a:hover { border-color: var(--console-quiet); }
.neighbours .next { text-align: right; }
.neighbours span { display: block; color: var(--console-quiet); font-size: 0.8rem; font-weight: 400; }
`;

/** Text, code, tables and pictures. */
const page = `
main { grid-column: 2; box-sizing: border-box; width: 100%; min-width: 0; max-width: 56rem; margin: 0 auto;
  padding: 1.75rem 2rem 4rem; outline: none; }
main :is(h1, h2, h3, h4) { font-weight: 650; letter-spacing: -0.01em; text-wrap: balance; }
main h1 { margin: 0 0 1rem; font-size: 1.6rem; line-height: 1.25; }
main h2 { margin: 2.5rem 0 0.75rem; font-size: 1.25rem; }
main h3 { margin: 1.75rem 0 0.5rem; font-size: 1.05rem; }
main h4 { margin: 1.25rem 0 0.4rem; font-size: 0.92rem; }
main a { color: var(--console-good); }
main .anchor { color: inherit; text-decoration: none; }
main .anchor:is(:hover, :focus)::after { content: " #" / ""; color: var(--console-quiet); font-weight: 400; }
main .lead { font-size: 1.08rem; color: var(--console-quiet); }
main :is(code, pre) { font: 0.86rem/1.55 var(--mono); }
main code { overflow-wrap: anywhere; padding: 0.1em 0.3em; border-radius: 4px; background: var(--console-soft); }
main .code { position: relative; }
main pre { margin: 0.75rem 0; padding: 0.75rem 1rem; overflow-x: auto; border: 1px solid var(--console-line);
  border-radius: 10px; background: var(--console-soft); }
main pre code { overflow-wrap: normal; padding: 0; background: none; }
.copy { position: absolute; top: 0.5rem; right: 0.5rem; padding: 0.1rem 0.6rem; border: 1px solid var(--console-line);
  border-radius: 6px; background: var(--console-ground); color: var(--console-quiet); font-size: 0.8rem; }
.copy:hover { color: var(--console-ink); border-color: var(--console-quiet); }
main img { width: 100%; height: auto; aspect-ratio: 1100 / 720; border: 1px solid var(--console-line);
  border-radius: 10px; box-sizing: border-box; }
main .wide { margin: 0.75rem 0; overflow-x: auto; border: 1px solid var(--console-line); border-radius: 10px; }
main table { border-collapse: collapse; width: 100%; font-size: 0.92rem; }
main td:first-child code { white-space: nowrap; }
main :is(th, td) { padding: 0.55rem 0.9rem; border-bottom: 1px solid var(--console-line); text-align: left;
  vertical-align: top; }
main thead th { background: var(--console-soft); color: var(--console-quiet); font-size: 0.8rem; font-weight: 550; }
main tbody tr:last-child :is(th, td) { border-bottom: 0; }
.groups { columns: 15rem; column-gap: 2rem; }
.groups section { break-inside: avoid; padding-bottom: 0.75rem; }
.groups h3 { margin-top: 0; }
.groups ul { margin: 0; padding: 0; list-style: none; }
.groups li { margin: 0 0 0.6rem; line-height: 1.4; }
.groups small { display: block; color: var(--console-quiet); font-size: 0.88rem; }
fieldset.languages { display: flex; gap: 0.25rem; margin: 1rem 0; padding: 0; border: 0;
  border-bottom: 1px solid var(--console-line); }
.languages legend { position: absolute; left: -999rem; }
.languages input { position: absolute; opacity: 0; }
.languages label { padding: 0.4rem 0.9rem; border-bottom: 2px solid transparent; color: var(--console-quiet); }
.languages label:has(:checked) { border-color: var(--console-good); color: var(--console-ink); font-weight: 600; }
.languages label:has(:focus-visible) { outline: 2px solid var(--console-good); }
`;

const narrow = `
@media (max-width: 76rem) {
  body { grid-template-columns: 14rem minmax(0, 1fr); }
  .to-contents { display: block; margin: 0 0 1rem auto; }
  nav.contents:not(:popover-open) { display: none; }
  nav.contents { position: fixed; inset: calc(var(--bar) + 0.5rem) 0.5rem auto auto; width: min(20rem, 100vw - 1rem);
    height: auto; max-height: calc(100dvh - var(--bar) - 1rem); border: 1px solid var(--console-line); border-radius: 10px; }
}
@media (max-width: 56rem) {
  body { display: block; }
  .to-menu { display: block; }
  header.site { padding: 0 0.75rem; gap: 0.5rem; }
  header.site .brand { width: auto; }
  .search kbd { display: none; }
  .search input { padding-right: 0.5rem; }
  nav.menu:not(:popover-open) { display: none; }
  nav.menu { position: fixed; inset: var(--bar) auto 0 0; height: auto; width: min(20rem, 100vw - 3rem);
    box-shadow: 0 8px 30px rgb(0 0 0 / 18%); }
  main { padding: 1rem 1rem 3rem; }
}
@media (max-width: 40rem) {
  header.site .brand { font-size: 0; gap: 0; }
  .found { position: fixed; top: calc(var(--bar) + 0.25rem); left: 0.75rem; }
  main :is(th, td) { min-width: 5rem; padding: 0.45rem 0.7rem; }
}
@media print {
  header.site, nav.menu, nav.contents, .neighbours, .copy, .to-contents { display: none !important; }
  body { display: block; }
}
`;

/** The program in the language that is chosen. */
const languages = firstTexts
  .map(
    ({ name }) => `
main:has(.languages input[value="${name}"]:checked) .program:not(.in-${name}) { display: none; }`,
  )
  .join('');

export const siteStyle = ground + frame + page + languages + referenceStyle + narrow;
