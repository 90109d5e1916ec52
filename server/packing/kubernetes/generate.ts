// Writes the manifests as the YAML that is applied; a part of `npm run generate`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestFiles } from './manifest_files.ts';

for (const [name, text] of Object.entries(manifestFiles))
  writeFileSync(join(import.meta.dirname, name), text);
