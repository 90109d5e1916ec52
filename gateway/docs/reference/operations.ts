// One endpoint of the reference: what it takes, what it answers, what it refuses.
import { STATUS_CODES } from 'node:http';
import { type Html, html } from '../../html/page.ts';
import type { Document, MediaType, Operation, Parameter, Response } from '../../openapi/types.ts';
import { renderCode, renderMarkdown } from '../guides.ts';
import { lines } from '../site_page.ts';
import { type NamedSchemas, renderFields, renderRows, schemaOf } from './schemas.ts';
import { keysOf, renderTryIt } from './try_it.ts';

/** An endpoint in its place. */
interface Endpoint {
  method: string;
  path: string;
  operation: Operation;
}

export const endpointsOf = ({ paths }: Document): Endpoint[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      path,
      operation,
      method: method.toUpperCase(),
    })),
  );

/** What examples put into a path. */
const samples: Readonly<Record<string, string>> = {
  id: '17',
  name: 'orders',
  address: '+15005550006',
};

/** The value, or what a reference leads to. */
function resolve<T extends object>(value: T | { $ref: string }, all: Record<string, T>): T {
  if (!('$ref' in value)) return value;
  return all[value.$ref.slice(value.$ref.lastIndexOf('/') + 1)] as T;
}

const doors = {
  '': 'No key is needed.',
  accountKey: 'Takes an account key.',
  'accountKey platformKey': 'Takes an account key or a platform key.',
} as const;

const firstExample = (media: MediaType | undefined) => Object.values(media?.examples ?? {})[0]?.value;

const printed = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

const singleQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The request as a shell has it. */
function curlOf({ method, path, operation }: Endpoint, body: unknown): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => samples[name] ?? name);
  const isUsual = method === (body === undefined ? 'GET' : 'POST');
  const parts = [`curl -s${isUsual ? '' : ` -X ${method}`} "$BASE${filled}"`];
  if (operation.security.length > 0) parts.push('-H "Authorization: Bearer $KEY"');
  if (body !== undefined)
    parts.push('-H "Content-Type: application/json"', `-d ${singleQuoted(JSON.stringify(body))}`);
  return parts.join(' \\\n  ');
}

/** The codes of each status, with what each means. */
function renderRefusals({ responses }: Operation, shared: Record<string, Response>): Html {
  const rows = Object.entries(responses).flatMap(([status, found]) => {
    if (Number(status) < 400) return [];
    const examples = resolve(found, shared).content?.['application/json']?.examples ?? {};
    return Object.entries(examples).map(([code, { summary, value }]) => {
      const { error } = value as { error: string };
      // Statuses that are HTTP's own share one code; their example says what is wrong.
      const isOfHttp = [408, 413, 415, 431].includes(Number(status));
      return html`<tr><td>${status}</td><td><code>${code}</code></td><td>${isOfHttp ? error : summary}</td></tr>`;
    });
  });
  return html`<details>
<summary>Refusals</summary>
<div class="wide" tabindex="0"><table>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${lines(rows)}
</tbody>
</table></div>
</details>`;
}

function renderAnswer(answer: Response, schemas: NamedSchemas): Html {
  const [[mediaType, media] = []] = Object.entries(answer.content ?? {});
  const fields = media ? renderFields(schemaOf(media.schema), 'answer', schemas) : '';
  const type =
    mediaType === undefined || mediaType === 'application/json' ? '' : html` (<code>${mediaType}</code>)`;
  return html`<h4>Answer</h4>
<p>${STATUS_CODES[200] ?? ''}${type}: ${answer.description}</p>
${fields}`;
}

const rowOf = ({ name, in: place, required, description, schema }: Parameter) => {
  const note = place === 'header' ? 'header' : required ? 'in the path' : undefined;
  return { name, description, note, schema: schemaOf(schema) };
};

export function renderEndpoint(endpoint: Endpoint, document: Document, schemas: NamedSchemas): Html {
  const { method, path, operation } = endpoint;
  const { components } = document;
  const id = operation.operationId;
  const parameters = (operation.parameters ?? []).map((each) => resolve(each, components.parameters));
  const media = operation.requestBody?.content['application/json'];
  const body = firstExample(media);
  const success = resolve(operation.responses[200] as Response, components.responses);
  const [answer] = Object.values(success.content ?? {});
  const door = doors[keysOf(operation).join(' ') as keyof typeof doors];
  return html`<section class="endpoint" aria-labelledby="${id}">
<h3 id="${id}"><a class="anchor" href="#${id}"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></a></h3>
<p class="summary">${operation.summary}</p>
${operation.description === undefined ? '' : renderMarkdown(operation.description)}
<p class="door">${door}</p>
${parameters.length > 0 ? html`<h4>Parameters</h4>${renderRows('Name', parameters.map(rowOf), schemas)}` : ''}
${media ? html`<h4>Body</h4>${renderFields(schemaOf(media.schema), 'body', schemas)}` : ''}
${renderAnswer(success, schemas)}
<details>
<summary>Example</summary>
${renderCode(`${curlOf(endpoint, body)}\n`)}
${renderCode(`${printed(firstExample(answer)).trimEnd()}\n`)}
</details>
${renderRefusals(operation, components.responses)}
${renderTryIt({ method, path, operation, parameters, body: body === undefined ? undefined : printed(body) })}
</section>`;
}
