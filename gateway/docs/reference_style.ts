// The style of the API reference, over the renderer's own: the console's colours and type, and a page that fits a phone.

/** Selectors begin with the root three times, so that they count more than the renderer's own for dark colours. */
const our = ':root:root:root .swagger-ui';

/** The renderer's dark colours go by the class that the scheme's script sets; these are for both schemes. */
const palette = `
.swagger-ui, .swagger-ui * { font-family: inherit !important; }
.swagger-ui :is(code, code *, pre, pre *, textarea, .opblock-summary-path, .opblock-summary-path *, .prop-type,
  .prop-format, .parameter__type, .model, .response-col_status) { font-family: var(--mono) !important; }
:root.dark-mode, ${our} { background: var(--console-ground); color: var(--console-ink); }
${our} :is(.opblock-summary-path, .opblock-summary-description, .opblock-tag, .opblock-tag small, .tab li, .tab li button,
  .info .title, .info p, .info li, .parameter__name, .response-col_status, .model-title, table thead tr :is(td, th), h4,
  h5, label, .headers td, .examples-select__section-label) { color: var(--console-ink); }
${our} :is(.info .link .url, .info a, .opblock-description a, .renderedMarkdown a) { color: var(--console-good); }
${our} .renderedMarkdown code { padding: 0.1em 0.3em; border-radius: 4px; background: var(--console-soft);
  color: var(--console-ink); font-weight: 400; }
${our} .info .title small, ${our} .info .title small.version-stamp { background: var(--console-soft);
  border: 1px solid var(--console-line); }
${our} .info .title small pre { color: var(--console-quiet); font-weight: 550; }
${our} .scheme-container { background: none; box-shadow: none; }
${our} .opblock-tag { border-bottom: 0; font-size: 1.05rem; font-weight: 650; }
${our} .opblock { border: 1px solid var(--console-line); border-radius: 10px; background: var(--console-ground);
  box-shadow: none; margin: 0 0 0.5rem; }
${our} .opblock .opblock-summary { border-color: var(--console-line); }
${our} .opblock .opblock-section-header { background: var(--console-soft); box-shadow: none; }
${our} .opblock .opblock-summary-method { min-width: 4.5rem; border-radius: 6px; text-shadow: none; color: #fff !important;
  font-size: 0.8rem; }
${our} .opblock .opblock-summary-path { font-weight: 550; font-size: 0.92rem; }
${our} .btn { border-radius: 8px; box-shadow: none; }
${our} .btn.authorize { border-color: var(--console-good); color: var(--console-good); background: none; }
${our} .btn.authorize svg { fill: currentColor !important; }
${our} .dialog-ux .modal-ux { border: 1px solid var(--console-line); border-radius: 14px; background: var(--console-ground); }
${our} :is(.parameter__in, .parameter__type, .header-example, .prop-format) { color: var(--console-quiet); }
${our} .btn.cancel { border-color: var(--console-bad); color: var(--console-bad); }
${our} .btn.execute { border-color: #0b6e63; background: #0b6e63; color: #fff; }
`;

/** A colour for each method; white on it has a contrast of 4.5 to 1 and more. */
const methodColours = {
  get: '#0b6e63',
  post: '#1d5f8a',
  put: '#8a5300',
  patch: '#6b4a9e',
  delete: '#b3261e',
};

const methods = Object.entries(methodColours)
  .map(
    ([method, colour]) => `
${our} .opblock.opblock-${method} .opblock-summary-method { background: ${colour}; }
${our} .opblock.opblock-${method} .tab-header .tab-item.active h4 span::after { background: ${colour}; }`,
  )
  .join('');

/**
 * The reference begins with its operations instead of a page of introduction: the renderer's own style keeps paths on one
 * line and its margins wide. Its choice of servers is left out, because there is one.
 */
export const referenceStyle = `${palette}${methods}
.swagger-ui .info { margin: 1rem 0; }
.swagger-ui .info .title { font-size: 1.5rem; font-weight: 650; letter-spacing: -0.01em; }
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
