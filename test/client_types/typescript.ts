// The types of TypeScript programs: the shapes, and for the console what each call takes and answers.
import type { Document, MediaType, Operation, Parameter, Response } from '../../gateway/openapi/types.ts';
import { englishMark } from '../../gateway/schemas/kinds.ts';
import type { Interface } from '../support/described/interface.ts';
import { mergeDocuments } from '../support/described/merged.ts';
import { firstLine, header, nameOf, type Schema, shapesOf } from './shapes.ts';

/** How a sentence in English is typed. */
interface Dialect {
  english: string;
  hasComments: boolean;
}

const isName = (name: string) => /^[A-Za-z_$][\w$]*$/.test(name);
const keyOf = (name: string) => (isName(name) ? name : JSON.stringify(name));

const literals = (values: readonly (string | null)[]) =>
  values.map((value) => (value === null ? 'null' : `'${value}'`)).join(' | ');

function typeOf(schema: Schema, dialect: Dialect): string {
  const type = withoutNull(schema, dialect);
  return schema.nullable && !schema.enum?.includes(null) ? `${type} | null` : type;
}

function withoutNull(schema: Schema, dialect: Dialect): string {
  const { $ref, type, items, additionalProperties, properties, enum: values } = schema;
  if ($ref) return nameOf($ref);
  if (values) return literals(values);
  if (englishMark in schema) return dialect.english;
  if (type === 'array') {
    const item = typeOf(items ?? {}, dialect);
    return item.includes(' ') ? `(${item})[]` : `${item}[]`;
  }
  if (properties) return `{ ${fieldsOf(schema, { ...dialect, hasComments: false }).join(' ')} }`;
  if (type === 'object')
    return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties, dialect) : 'unknown'}>`;
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'string' || type === 'boolean' ? type : 'unknown';
}

const comment = (indent: string, schema: Schema, { hasComments }: Dialect): string[] =>
  hasComments && firstLine(schema) !== '' ? [`${indent}/** ${firstLine(schema)} */`] : [];

const fieldsOf = (schema: Schema, dialect: Dialect): string[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...comment('  ', field, dialect),
    `${keyOf(name)}${schema.required?.includes(name) ? '' : '?'}: ${typeOf(field, dialect)};`,
  ]);

function shape(name: string, schema: Schema, dialect: Dialect): string[] {
  const fields = fieldsOf(schema, dialect).map((line) => `  ${line.trimStart()}`);
  const [begin, end] = schema.nullable
    ? [`export type ${name} = {`, '} | null;']
    : [`export interface ${name} {`, '}'];
  return [...comment('', schema, dialect), begin, ...fields, end, ''];
}

const allShapes = (shapes: readonly [string, Schema][], dialect: Dialect): string[] => [
  ...shapes.flatMap(([name, schema]) => shape(name, schema, dialect)),
  '/** All shapes by their names. */',
  'export interface Schemas {',
  ...shapes.map(([name]) => `  ${name}: ${name};`),
  '}',
  '',
];

/** The types of the client library. */
export const typescriptTypes = (described: Pick<Interface, 'document'>): string =>
  [`// ${header}`, '', ...allShapes(shapesOf(described), { english: 'string', hasComments: true })].join(
    '\n',
  );

const dialect: Dialect = { english: 'English', hasComments: false };

const jsonOf = (content: Record<string, MediaType> | undefined): string | undefined => {
  const schema = content?.['application/json']?.schema;
  return schema === undefined ? undefined : typeOf(schema as Schema, dialect);
};

function call(method: string, path: string, operation: Operation): string {
  const queries = (operation.parameters ?? []).filter(
    (parameter): parameter is Parameter => 'in' in parameter && parameter.in === 'query',
  );
  const parts = {
    query: queries.length > 0 ? literals(queries.map(({ name }) => name)) : undefined,
    body: jsonOf(operation.requestBody?.content),
    answer: jsonOf((operation.responses['200'] as Response | undefined)?.content),
  };
  const said = Object.entries(parts).filter(([, type]) => type !== undefined);
  const name = `${method.toUpperCase()} ${path.replace('/api/v1', '')}`;
  return `  '${name}': { ${said.map(([key, type]) => `${key}: ${type}`).join('; ')} };`;
}

const callsOf = ({ paths }: Document): string[] =>
  Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => call(method, path, operation)),
    );

/** The types of the console. Sentences in English are of a type of their own, so that no page shows one as it is by mistake. */
export function consoleTypes(described: Interface): string {
  const merged = mergeDocuments(described);
  return [
    `// ${header}`,
    "import type { English } from '../../words/english.ts';",
    '',
    ...allShapes(shapesOf({ document: merged }), dialect),
    '/** What each call takes and answers, by its method and its path below /api/v1. */',
    'export interface Calls {',
    ...callsOf(merged),
    '}',
    '',
  ].join('\n');
}
