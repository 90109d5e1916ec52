// The style of the API reference, beside that of every page.

/** A colour for each method; white on it has a contrast of 4.5 to 1 and more. */
const methodColours = {
  get: '#0b6e63',
  post: '#1d5f8a',
  put: '#8a5300',
  patch: '#6b4a9e',
  delete: '#b3261e',
};

const methods = Object.entries(methodColours)
  .map(([method, colour]) => `.method.${method} { background: ${colour}; }\n`)
  .join('');

export const referenceStyle = `
.reference .endpoint { padding: 0.25rem 0 1rem; border-bottom: 1px solid var(--console-line); }
.endpoint h3 { display: flex; margin-bottom: 0.25rem; }
.endpoint h3 code { padding: 0; background: none; font-size: 0.95rem; font-weight: 600; }
.method { display: inline-block; min-width: 3.4rem; margin-right: 0.4rem; padding: 0.1rem 0.4rem; border-radius: 6px;
  color: #fff; font-size: 0.75rem; text-align: center; }
${methods}.endpoint .summary { margin: 0 0 0.4rem; font-weight: 550; }
.endpoint .door { color: var(--console-quiet); font-size: 0.92rem; }
.fields th[scope="row"] { font-weight: 400; }
.fields th[scope="row"] code { padding: 0; background: none; white-space: nowrap; }
.fields small { display: block; color: var(--console-quiet); font-size: 0.8rem; }
.fields td { min-width: 7rem; }
.fields td:last-child { min-width: 14rem; }
.fields p { margin: 0; }
.fields .values { color: var(--console-quiet); }
.reference details { margin: 0.5rem 0; }
.reference summary { width: fit-content; padding: 0.2rem 0; color: var(--console-good); font-size: 0.92rem; }
.keys, .try form { padding: 1rem; border: 1px solid var(--console-line); border-radius: 10px;
  background: var(--console-soft); }
.keys { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: 0.5rem 1rem; }
.keys p { grid-column: 1 / -1; margin: 0; font-size: 0.92rem; }
.keys label { font-size: 0.85rem; }
:is(.keys, .try) :is(input, select, textarea) { box-sizing: border-box; width: 100%; min-width: 0; padding: 0.4rem 0.6rem;
  border: 1px solid var(--console-line); border-radius: 8px; background: var(--console-ground);
  font: 0.86rem/1.7 var(--mono); }
.try form { display: grid; grid-template-columns: minmax(4rem, auto) minmax(0, 1fr); gap: 0.5rem 1rem; align-items: start; }
.try label { padding-top: 0.35rem; font-size: 0.85rem; }
.try label code { padding: 0; background: none; }
.try :is(.buttons, .outcome) { grid-column: 1 / -1; min-width: 0; }
.try button { margin-right: 0.5rem; padding: 0.35rem 1rem; border: 1px solid var(--console-line); border-radius: 8px;
  background: var(--console-ground); }
.try button[type="submit"] { border-color: transparent; background: #0b6e63; color: #fff; }
.outcome p { margin: 0; font-size: 0.92rem; }
.outcome .bad { color: var(--console-bad); }
.outcome pre { max-height: 24rem; overflow: auto; background: var(--console-ground); }
@media (max-width: 40rem) {
  .fields thead { position: absolute; left: -999rem; }
  .fields :is(tbody, tr, th, td) { display: block; }
  .fields tr { padding: 0.5rem 0.75rem; border-bottom: 1px solid var(--console-line); }
  .fields tr:last-child { border-bottom: 0; }
  .fields tr :is(th, td) { min-width: 0; padding: 0.1rem 0; border: 0; }
  .fields tr :is(th, td) > small { display: inline; margin-left: 0.4rem; }
}
@media (max-width: 40rem) { .try form { grid-template-columns: minmax(0, 1fr); } .try label { padding: 0; } }
`;
