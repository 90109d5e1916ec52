// `npm run generate`: writes the types of what the interface takes and answers, for the console and the client that our tests
// use, and for the client libraries, from the documents that a gateway serves. With a folder's name it writes there instead,
// by the same paths, so that `npm run check` can compare.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import openapiTypescript, { astToString, type OpenAPITSOptions, tsNullable } from 'openapi-typescript';
import ts from 'typescript';
import { englishMark } from '../gateway/schemas/kinds.ts';
import { goTypes } from './client_types/go.ts';
import { pythonTypes } from './client_types/python.ts';
import { typescriptTypes } from './client_types/typescript.ts';
import { generatedTypes } from './client_types/written_files.ts';
import { mergeDocuments } from './support/described/merged.ts';
import { startDescribed } from './support/described/start_described.ts';

const root = process.argv[2] ?? join(import.meta.dirname, '..');
const { described, stop } = await startDescribed();
const merged = JSON.stringify(mergeDocuments(described));
/** Sentences in English are of a type of their own, so that no page of the console shows one as it is by mistake. */
const transform: OpenAPITSOptions['transform'] = (schema) => {
  if (!(englishMark in schema)) return undefined;
  const english = ts.factory.createTypeReferenceNode('English');
  return 'nullable' in schema && schema.nullable ? tsNullable([english]) : english;
};
const inject = "import type { English } from '../../words/english.ts';\n";
const types = astToString(await openapiTypescript(merged, { alphabetize: true, transform, inject }));
const texts: Readonly<Record<keyof typeof generatedTypes, string>> = {
  console: `// Generated from the OpenAPI documents by npm run generate.\n${types}`,
  typescript: await typescriptTypes(described),
  python: pythonTypes(described),
  go: goTypes(described),
};
for (const [name, path] of Object.entries(generatedTypes)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), texts[name as keyof typeof generatedTypes]);
}
await stop();
