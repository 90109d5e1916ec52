// The Python client's types: a TypedDict for each shape. Python 3.9 says by a class below which fields may be left out.
import type { Interface } from '../support/described/interface.ts';
import { firstLine, header, nameOf, type Schema, shapesOf } from './shapes.ts';

const plain: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
};

/** Fields that a class cannot name. */
const reserved = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from global if import in is lambda ' +
    'nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

const needsQuotes = (field: string) => reserved.has(field) || !/^[A-Za-z_]\w*$/.test(field);

function typeOf(schema: Schema): string {
  const type = withoutNull(schema);
  return schema.nullable || schema.enum?.includes(null) ? `Optional[${type}]` : type;
}

function withoutNull({ $ref, type, items, additionalProperties, properties, enum: values }: Schema): string {
  if ($ref) return nameOf($ref);
  if (values) return literal(values.filter((value) => value !== null));
  if (type === 'array') return `List[${typeOf(items ?? {})}]`;
  if (properties) throw new Error('a shape within a shape has no name');
  if (type === 'object')
    return `Dict[str, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'Any'}]`;
  return plain[type ?? ''] ?? 'Any';
}

const literal = (values: readonly string[]) =>
  `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`;

const doc = (schema: Schema) => `"""${firstLine(schema).replaceAll('\\', '\\\\')}"""`;

function shape(name: string, schema: Schema): string {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties);
  const words = fields.filter(([field]) => needsQuotes(field));
  const must = fields.filter(([field]) => required.includes(field) && !needsQuotes(field));
  const may = fields.filter(([field]) => !required.includes(field) && !needsQuotes(field));
  const lines = (own: typeof fields) =>
    own.flatMap(([field, of]) => [
      '',
      `    ${field}: ${typeOf(of)}`,
      ...(firstLine(of) === '' ? [] : [`    ${doc(of)}`]),
    ]);
  let base = 'TypedDict';
  const blocks: string[] = [];
  if (words.length > 0) {
    const total = words.every(([field]) => required.includes(field)) ? '' : ', total=False';
    const dict = words.map(([field, of]) => `"${field}": ${typeOf(of)}`).join(', ');
    blocks.push(`_${name}Words = TypedDict("_${name}Words", {${dict}}${total})`);
    base = `_${name}Words`;
  }
  if (must.length > 0 && may.length > 0) {
    blocks.push([`class _${name}Required(${base}):`, ...lines(must).slice(1)].join('\n'));
    base = `_${name}Required`;
  }
  const isPartial = may.length > 0;
  const own = lines(isPartial ? may : must);
  blocks.push(
    [
      `class ${name}(${base}${isPartial ? ', total=False' : ''}):`,
      ...(firstLine(schema) === '' ? own.slice(1) : [`    ${doc(schema)}`, ...own]),
      ...(firstLine(schema) === '' && own.length === 0 ? ['    pass'] : []),
    ].join('\n'),
  );
  return blocks.join('\n\n\n');
}

export function pythonTypes(described: Pick<Interface, 'document'>): string {
  const shapes = shapesOf(described);
  const codes = new Map(shapes).get('Error')?.properties?.code?.enum ?? [];
  return [
    `"""The shapes of the interface. ${header}"""`,
    'from __future__ import annotations\n\nfrom typing import Any, Dict, List, Literal, Optional, TypedDict',
    `\nErrorCode = ${literal([...codes.filter((code) => code !== null), 'unknown'])}`,
    ...shapes.map(([name, schema]) => `\n\n${shape(name, schema)}`),
    '',
  ].join('\n');
}
