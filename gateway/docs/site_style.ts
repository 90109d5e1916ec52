// The style of the pages under /docs: the guides, the list of guides, and what the reference looks like between them.

export const siteStyle = `
:root { color-scheme: light dark; }
body { margin: 0; }
nav.guides { display: flex; flex-wrap: wrap; gap: 0.15rem 1rem; padding: 0.5rem 1rem; background: #1c2733;
  font: 0.9rem/1.6 system-ui, sans-serif; }
nav.guides a { color: #cfe0f5; text-decoration: none; }
nav.guides a:hover, nav.guides a:focus-visible { text-decoration: underline; }
nav.guides a[aria-current] { color: #fff; font-weight: 600; }
main.guide { box-sizing: border-box; max-width: 52rem; margin: 0 auto; padding: 0.5rem 1rem 4rem;
  font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: break-word; }
main.guide h1 { font-size: 1.6rem; line-height: 1.2; }
main.guide h2 { margin-top: 2rem; font-size: 1.2rem; }
main.guide h3 { font-size: 1.05rem; }
main.guide code, main.guide pre { font: 0.86rem/1.5 ui-monospace, monospace; }
main.guide code { overflow-wrap: anywhere; }
main.guide pre { padding: 0.75rem 1rem; overflow-x: auto; border: 1px solid #8884; border-radius: 0.4rem; }
main.guide pre code { overflow-wrap: normal; }
main.guide .wide { overflow-x: auto; }
main.guide table { border-collapse: collapse; }
main.guide td:first-child code { white-space: nowrap; }
main.guide th, main.guide td { padding: 0.35rem 0.6rem; border: 1px solid #8884; text-align: left;
  vertical-align: top; }
@media (max-width: 40rem) { main.guide th, main.guide td { min-width: 5rem; } }
`;

/**
 * The reference begins with its operations instead of a page of introduction, and fits a phone: the renderer's own
 * style keeps paths on one line and its margins wide. Its choice of servers is left out, because there is one; it knows no dark colours.
 */
export const referenceStyle = `
:root { color-scheme: light; }
.swagger-ui .info { margin: 1rem 0; }
.swagger-ui .info .title { font-size: 1.6rem; }
.swagger-ui .info .description p { margin: 0 0 0.4rem; }
.swagger-ui .info__license, .swagger-ui .schemes-server-container > div:first-child { display: none; }
.swagger-ui .scheme-container { margin: 0; padding: 0.5rem 0; }
.swagger-ui .opblock-tag { margin: 0; }
@media (max-width: 40rem) {
  .swagger-ui .wrapper, .swagger-ui .auth-wrapper { padding: 0 0.5rem; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-path { max-width: 100%; overflow-wrap: anywhere; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui table, .swagger-ui .parameters-col_description { overflow-wrap: anywhere; }
  .swagger-ui .dialog-ux .modal-ux { min-width: 0; width: calc(100% - 1rem); }
}
`;
