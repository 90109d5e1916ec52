// The Go client's types: a struct for each shape, and constants for what a field may say. Each field stands alone, so that
// gofmt has nothing to align.
import type { Interface } from '../support/described/interface.ts';
import { firstLine, nameOf, type Schema, shapesOf } from './shapes.ts';

const plain: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'int64',
  number: 'float64',
  boolean: 'bool',
};

const initials = /^(id|url|api|sms|sim)$/;

/** `client_ref` as ClientRef. */
const goName = (name: string) =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) =>
      initials.test(word) ? word.toUpperCase() : word.slice(0, 1).toUpperCase() + word.slice(1),
    )
    .join('');

interface Place {
  /** The name of a type of the field's own. */
  own: string;
  /** Whether the field may be left out. */
  isOptional: boolean;
}

function typeOf(schema: Schema, { own, isOptional }: Place, enums: Map<string, string[]>): string {
  const { $ref, type, items, additionalProperties, properties, enum: values } = schema;
  const star = isOptional || schema.nullable || values?.includes(null) ? '*' : '';
  const within = { own, isOptional: false };
  if ($ref) return star + nameOf($ref);
  if (values) {
    enums.set(
      own,
      values.filter((value) => value !== null),
    );
    return star + own;
  }
  if (type === 'array') return `[]${typeOf(items ?? {}, within, enums)}`;
  if (properties) throw new Error('a shape within a shape has no name');
  if (type === 'object')
    return `map[string]${typeof additionalProperties === 'object' ? typeOf(additionalProperties, within, enums) : 'any'}`;
  const known = plain[type ?? ''];
  return known ? star + known : 'any';
}

function shape(name: string, schema: Schema, enums: Map<string, string[]>): string {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).map(([field, of]) => {
    const isOptional = !required.includes(field);
    const type = typeOf(of, { own: `${name}${goName(field)}`, isOptional }, enums);
    const tag = `json:"${field}${isOptional ? ',omitempty' : ''}"`;
    const says = firstLine(of);
    return `${says && `\t// ${says}\n`}\t${goName(field)} ${type} \`${tag}\`\n`;
  });
  const words = firstLine(schema);
  return `// ${name}${words && `: ${words}`}\ntype ${name} struct {\n${fields.join('\n')}}\n`;
}

export function goTypes(described: Pick<Interface, 'document'>): string {
  const enums = new Map<string, string[]>();
  const shapes = shapesOf(described).map(([name, schema]) => shape(name, schema, enums));
  const words = [...enums].map(([name, values]) => {
    const constants = values.map((value) => `const ${name}${goName(value)} ${name} = "${value}"\n`);
    return [
      `// ${name} is one of the words that the field of this name may have; others may be added.`,
      `type ${name} string\n`,
      ...constants,
    ].join('\n');
  });
  return [
    '// Code generated from the OpenAPI document by npm run generate. DO NOT EDIT.\n\npackage textrelay\n',
    ...shapes,
    ...words,
  ].join('\n');
}
