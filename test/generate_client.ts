// `npm run generate`: writes the types of what the interface takes and answers, for the console and the client that our tests
// use, and for the client libraries, from the documents that a gateway serves. With a folder's name it writes there instead,
// by the same paths, so that `npm run check` can compare.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { goTypes } from './client_types/go.ts';
import { pythonTypes } from './client_types/python.ts';
import { consoleTypes, typescriptTypes } from './client_types/typescript.ts';
import { generatedTypes } from './client_types/written_files.ts';
import { startDescribed } from './support/described/start_described.ts';

const root = process.argv[2] ?? join(import.meta.dirname, '..');
const { described, stop } = await startDescribed();
const texts: Readonly<Record<keyof typeof generatedTypes, string>> = {
  console: consoleTypes(described),
  typescript: typescriptTypes(described),
  python: pythonTypes(described),
  go: goTypes(described),
};
for (const [name, path] of Object.entries(generatedTypes)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), texts[name as keyof typeof generatedTypes]);
}
await stop();
