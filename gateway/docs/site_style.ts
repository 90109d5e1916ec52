// The style of the pages under /docs, in the console's colours: what is around each page, and the guides.

const light = `
  --console-line: #e9ecef; --console-soft: #f5f7f7; --console-ground: #ffffff; --console-ink: #17211f;
  --console-quiet: #55625f; --console-own: #dff3ee; --console-own-ink: #0b3f38; --console-bad: #b3261e;
  --console-good: #0b6e63; --console-warn: #8a5300;`;

const dark = `
  --console-line: #2b3534; --console-soft: #161d1d; --console-ground: #101616; --console-ink: #e6eceb;
  --console-quiet: #a3b0ad; --console-own: #10443d; --console-own-ink: #dff3ee; --console-bad: #ff9d94;
  --console-good: #5fd3bf; --console-warn: #f0b866;`;

/** Dark by the reader's choice, or by the system as long as no script has read that choice. */
export const siteStyle = `
:root { color-scheme: light; --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;${light}
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
body { margin: 0; display: grid; grid-template-columns: 15rem minmax(0, 1fr); min-height: 100dvh;
  background: var(--console-ground); color: var(--console-ink); overflow-wrap: break-word;
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif; }
:focus-visible { outline: 2px solid var(--console-good); outline-offset: 2px; }
.skip { position: absolute; left: -999rem; top: 0.5rem; z-index: 400; padding: 0.5rem 1rem; border-radius: 6px;
  background: var(--console-ink); color: var(--console-ground); }
.skip:focus { left: 0.5rem; }
header.site { position: sticky; top: 0; height: 100dvh; box-sizing: border-box; padding: 1rem 0.75rem;
  display: flex; flex-direction: column; gap: 0.75rem; overflow-y: auto;
  background: var(--console-soft); border-right: 1px solid var(--console-line); }
header.site a { color: var(--console-ink); text-decoration: none; }
header.site .brand { display: flex; align-items: center; gap: 0.6rem; padding: 0 0.5rem; white-space: nowrap;
  font-weight: 700; font-size: 1.05rem; letter-spacing: -0.02em; }
header.site .to-console { padding: 0.45rem 0.6rem; border: 1px solid var(--console-line); border-radius: 8px;
  background: var(--console-ground); font-size: 0.92rem; }
header.site .to-console::before { content: "\\2190\\00a0\\00a0"; color: var(--console-quiet); }
header.site .to-console:hover { border-color: var(--console-quiet); }
header.site ul { display: flex; flex-direction: column; gap: 1px; margin: 0; padding: 0; list-style: none; }
header.site li a { display: block; padding: 0.3rem 0.6rem; border-radius: 7px; font-size: 0.92rem; }
header.site li a:hover { background: color-mix(in srgb, var(--console-ink) 6%, transparent); }
header.site li a[aria-current] { font-weight: 600;
  background: color-mix(in srgb, var(--console-good) 14%, transparent); }
main { min-width: 0; }
main.guide { box-sizing: border-box; width: 100%; max-width: 56rem; margin: 0 auto; padding: 1.5rem 1.5rem 4rem; }
main.guide :is(h1, h2, h3) { font-weight: 650; letter-spacing: -0.01em; text-wrap: balance; }
main.guide h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
main.guide h2 { margin: 2.25rem 0 0.75rem; font-size: 1.2rem; }
main.guide h3 { margin: 1.5rem 0 0.5rem; font-size: 1.02rem; }
main.guide a { color: var(--console-good); }
main.guide code, main.guide pre { font: 0.86rem/1.5 var(--mono); }
main.guide code { overflow-wrap: anywhere; padding: 0.1em 0.3em; border-radius: 4px; background: var(--console-soft); }
main.guide pre { padding: 0.75rem 1rem; overflow-x: auto; border: 1px solid var(--console-line); border-radius: 8px;
  background: var(--console-soft); }
main.guide pre code { overflow-wrap: normal; padding: 0; }
main.guide img { width: 100%; height: auto; aspect-ratio: 1100 / 720; border: 1px solid var(--console-line);
  border-radius: 10px; box-sizing: border-box; }
main.guide .wide { overflow-x: auto; border: 1px solid var(--console-line); border-radius: 10px; }
main.guide table { border-collapse: collapse; width: 100%; font-size: 0.92rem; }
main.guide td:first-child code { white-space: nowrap; }
main.guide :is(th, td) { padding: 0.55rem 0.9rem; border-bottom: 1px solid var(--console-line); text-align: left;
  vertical-align: top; }
main.guide th { background: var(--console-soft); color: var(--console-quiet); font-size: 0.8rem; font-weight: 550; }
main.guide tbody tr:last-child td { border-bottom: 0; }
@media (max-width: 62rem) {
  body { display: block; }
  header.site { position: static; height: auto; flex-flow: row wrap; align-items: center; padding: 0.6rem 0.75rem;
    border-right: 0; border-bottom: 1px solid var(--console-line); }
  header.site .to-console { margin-left: auto; padding: 0.3rem 0.6rem; }
  header.site nav { width: 100%; }
  header.site ul { flex-flow: row wrap; gap: 0.1rem; }
  main.guide { padding: 1rem 1rem 3rem; }
}
@media (max-width: 40rem) { main.guide :is(th, td) { min-width: 5rem; padding: 0.45rem 0.7rem; } }
@media print { header.site { display: none; } body { display: block; } }
`;
