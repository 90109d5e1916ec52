// Schemas of the document as tables for people. A schema with a name is shown once, among the objects, and linked to.

import { Html, html } from '../../html/page.ts';
import type { Json } from '../../openapi/types.ts';
import { renderMarkdown } from '../guides.ts';
import { lines } from '../site_page.ts';

type JsonObject = { [name: string]: Json };

/** As much of a schema as is shown. */
interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  description?: string;
  enum?: (string | number | null)[];
  nullable?: boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  default?: Json;
  required?: string[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

export const schemaOf = (json: Json | undefined): Schema => (json ?? {}) as JsonObject as Schema;

/** The schemas of the document, and the names of those that were linked to. */
export class NamedSchemas {
  readonly #all: Record<string, Json>;
  readonly linked = new Set<string>();

  constructor(all: Record<string, Json>) {
    this.#all = all;
  }

  get(name: string): Schema {
    return schemaOf(this.#all[name]);
  }

  /** The schema itself, where another one only names it. */
  resolve(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : this.get(nameOf(schema.$ref));
  }
}

const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);

/** An integer that has no other bound than what JSON's numbers hold exactly. */
const boundless = new Set([Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER]);

const codes = (values: readonly unknown[]) =>
  new Html(values.map((value) => html`<code>${String(value)}</code>`.text).join(', '));

function typeOf(schema: Schema, schemas: NamedSchemas): Html {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    schemas.linked.add(name);
    return html`<a href="#${name}">${name}</a>`;
  }
  if (schema.type === 'array') return html`list of ${typeOf(schema.items ?? {}, schemas)}`;
  const plain = schema.format === 'date-time' ? 'instant' : (schema.type ?? 'anything');
  return html`${plain}${schema.nullable ? ' or null' : ''}`;
}

const between = (least: number | undefined, most: number | undefined, unit: string) => {
  const isBound = (value: number | undefined) => value !== undefined && !boundless.has(value);
  if (isBound(least) && isBound(most)) return [`${least} to ${most}${unit}`];
  if (isBound(most)) return [`at most ${most}${unit}`];
  return isBound(least) && least !== 0 ? [`at least ${least}${unit}`] : [];
};

/** What a value has to keep to besides its type. */
function boundsOf(schema: Schema): Html {
  const bounds = [
    ...between(schema.minimum, schema.maximum, ''),
    ...between(schema.minLength, schema.maxLength, ' characters'),
    ...between(schema.minItems, schema.maxItems, ' items'),
    ...(schema.default === undefined ? [] : [`${String(schema.default)} when left out`]),
  ];
  const said = bounds.length > 0 ? html` <small>${bounds.join('; ')}</small>` : '';
  const values = (schema.enum ?? schema.items?.enum ?? []).filter((value) => value !== null);
  return html`${said}${values.length > 0 ? html`<div class="values">${codes(values)}</div>` : ''}`;
}

/** Markdown of one paragraph. */
const said = (text: string | undefined) => (text === undefined ? '' : renderMarkdown(text));

interface Row {
  name: string;
  schema: Schema;
  description: string | undefined;
  /** Beside the name. */
  note?: string | undefined;
}

export const renderRows = (heading: string, rows: readonly Row[], schemas: NamedSchemas) =>
  html`<div class="wide" tabindex="0"><table class="fields">
<thead><tr><th scope="col">${heading}</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${lines(
  rows.map(
    ({ name, schema, description, note }) =>
      html`<tr><th scope="row"><code>${name}</code>${
        note ? html`<small>${note}</small>` : ''
      }</th><td>${typeOf(schema, schemas)}${boundsOf(schema)}</td><td>${said(description)}</td></tr>`,
  ),
)}
</tbody>
</table></div>`;

/** The fields of an object. In a body those are marked that it must have, in an answer those that it may lack. */
export function renderFields(schema: Schema, place: 'body' | 'answer', schemas: NamedSchemas): Html {
  const { properties = {}, required = [] } = schemas.resolve(schema);
  const rows = Object.entries(properties).map(([name, field]): Row => {
    const isRequired = required.includes(name);
    const note = place === 'body' ? isRequired && 'required' : !isRequired && 'not always there';
    return { name, schema: field, description: field.description, note: note || undefined };
  });
  return rows.length === 0 ? new Html('') : renderRows('Field', rows, schemas);
}

/** Every object that was linked to, and those that they link to in turn, by name. */
export function renderObjects(schemas: NamedSchemas): { names: string[]; content: Map<string, Html> } {
  const content = new Map<string, Html>();
  for (const name of schemas.linked) {
    const schema = schemas.get(name);
    content.set(name, html`${said(schema.description)}${renderFields(schema, 'answer', schemas)}`);
  }
  return { names: [...content.keys()].sort(), content };
}
