// The form that asks an endpoint from the page, for scripts to show and to send. It holds no key: keys are typed once, at
// the top of the page, and stay there.

import { Html, html } from '../../html/page.ts';
import type { Operation, Parameter } from '../../openapi/types.ts';
import { lines } from '../site_page.ts';
import { schemaOf } from './schemas.ts';

/** The keys that an endpoint takes, those of accounts first. */
const keyTitles = { accountKey: 'Account key', platformKey: 'Platform key' } as const;
type KeyKind = keyof typeof keyTitles;

export const keysOf = ({ security }: Operation): KeyKind[] =>
  (Object.keys(keyTitles) as KeyKind[]).filter((kind) => security.some((each) => kind in each));

/** Where keys are typed. Nothing sends this form; what is typed is read when an endpoint is tried. */
export const renderKeys = () => html`<form class="keys" id="keys" aria-label="Keys" hidden autocomplete="off">
<p><strong>Try it.</strong> Each endpoint has a form that asks this service, and does what it says: a text that you send
is sent. Keys stay on this page until you leave it.</p>
${lines(
  Object.entries(keyTitles).map(
    ([kind, title]) => html`<label>${title}<input type="password" name="${kind}" autocomplete="off"
 spellcheck="false" placeholder="${kind === 'accountKey' ? 'svc_live_' : 'svc_platform_'}..."></label>`,
  ),
)}
</form>`;

function renderInput(operation: string, { name, in: place, required, schema }: Parameter): Html {
  const { type, enum: values } = schemaOf(schema);
  const id = `${operation}-${name}`;
  const attributes = html`id="${id}" name="${name}" data-in="${place}"${required ? new Html(' required') : ''}`;
  const kind = type === 'integer' ? html` inputmode="numeric"` : '';
  const input =
    values === undefined
      ? html`<input type="text" ${attributes}${kind} autocomplete="off" spellcheck="false">`
      : html`<select ${attributes}><option></option>${lines(
          values.map((value) => html`<option>${String(value)}</option>`),
        )}</select>`;
  return html`<label for="${id}"><code>${name}</code></label>${input}`;
}

interface Tried {
  method: string;
  path: string;
  operation: Operation;
  parameters: readonly Parameter[];
  /** The body to begin with. */
  body: string | undefined;
}

export function renderTryIt({ method, path, operation, parameters, body }: Tried): Html {
  const id = operation.operationId;
  const keys = keysOf(operation);
  const choice =
    keys.length > 1
      ? html`<label for="${id}-key">Key</label><select id="${id}-key" name="key">${lines(
          keys.map((kind) => html`<option value="${kind}">${keyTitles[kind]}</option>`),
        )}</select>`
      : '';
  // An account key needs to name no account.
  const asked = parameters.filter(({ in: place }) => place !== 'header' || keys.length > 1);
  const inputs = lines(asked.map((parameter) => renderInput(id, parameter)));
  const text =
    body === undefined
      ? ''
      : html`<label for="${id}-body">Body</label><textarea id="${id}-body" name="body" spellcheck="false"
 rows="${String(Math.min(14, body.split('\n').length + 1))}">${body}</textarea>`;
  return html`<details class="try" hidden>
<summary>Try it</summary>
<form data-method="${method}" data-path="${path}"${keys[0] ? html` data-key="${keys[0]}"` : ''} aria-label="Try ${id}">
${choice}${inputs}${text}
<div class="buttons"><button type="submit">Send</button><button type="button" name="stop" hidden>Stop</button></div>
<div class="outcome" role="status"></div>
</form>
</details>`;
}
