// Examples of what schemas describe. A shape says with `like` what its types alone do not; the rest is made of them.
import type { Static, TSchema } from 'typebox';

/** Where a schema has its example. No document shows it there: documents have examples of whole bodies and answers. */
const mark = Symbol('example');

/** The same schema with an example: of an object, those of its fields that no rule makes well. */
export const like = <S extends TSchema>(schema: S, example: Partial<Static<S>>): S => ({
  ...schema,
  [mark]: example,
});

type Fields = Readonly<Record<string, unknown>>;

/** As much of a schema as an example is made of. */
interface Described {
  [mark]?: unknown;
  title?: string;
  nullable?: boolean;
  default?: unknown;
  enum?: readonly unknown[];
  type?: string;
  format?: string;
  minimum?: number;
  items?: Described;
  properties?: Readonly<Record<string, Described>>;
  required?: readonly string[];
}

const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-11-21T08:31:02.480Z',
  uri: 'https://shop.example/texts',
};

/**
 * An example of a schema: always the same. `known` has what fields of their names are elsewhere. What may be left out is
 * there only where something is known of it. Throws for a text of which nothing says an example.
 */
export const exampleOf = <S extends TSchema>(schema: S, known: Fields = {}): Static<S> =>
  make(schema as Described, 'the schema', known) as Static<S>;

function make(schema: Described, name: string, known: Fields = {}): unknown {
  const { [mark]: own, title = name, type, items, properties, required = [], format = '' } = schema;
  if (schema.nullable && own === undefined) return null;
  if (properties) return makeFields({ properties, required, own: (own ?? {}) as Fields, known, title });
  const simple = own ?? schema.default ?? schema.enum?.[0] ?? formats[format];
  if (simple !== undefined) return simple;
  if (type === 'array' && items) return [make(items, name)];
  if (type === 'boolean') return false;
  if (type === 'integer') return schema.minimum ?? 0;
  throw new MissingExample(name);
}

/** Its name says of what, because the log of a gateway that writes its document has names of errors and no messages. */
class MissingExample extends Error {
  constructor(field: string) {
    super(`${field} has no example: like() gives it one`);
    this.name = `MissingExample of ${field}`;
  }
}

interface Made {
  properties: Readonly<Record<string, Described>>;
  required: readonly string[];
  own: Fields;
  known: Fields;
  title: string;
}

function makeFields({ properties, required, own, known, title }: Made): Fields {
  const made: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const isNeeded = required.includes(name);
    if (name in own) made[name] = own[name];
    else if (mark in schema) made[name] = make(schema, `${title}.${name}`);
    // A field that says nothing is left out where it can be.
    else if (isNeeded ? name in known : known[name]) made[name] = known[name];
    else if (isNeeded) made[name] = make(schema, `${title}.${name}`);
  }
  return made;
}
