// `npm run generate`: writes the types of what the interface takes and answers, for the console and for the client that our
// tests use, from the documents that a gateway serves. With
// a folder's name it writes there instead, so that `npm run check` can compare.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { mergeDocuments } from './support/described/merged.ts';
import { startDescribed } from './support/described/start_described.ts';

const folder = process.argv[2] ?? join(import.meta.dirname, '..', 'gateway', 'console', 'api', 'gen');
const { described, stop } = await startDescribed();
const document = JSON.stringify(mergeDocuments(described));
const types = astToString(await openapiTypescript(document, { alphabetize: true }));
mkdirSync(folder, { recursive: true });
writeFileSync(
  join(folder, 'rest.ts'),
  `// Generated from the OpenAPI documents by npm run generate.\n${types}`,
);
await stop();
