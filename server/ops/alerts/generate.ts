// Writes the rules as Prometheus reads them; a part of `npm run generate`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rulesFile } from './rules_file.ts';

writeFileSync(join(import.meta.dirname, 'textrelay.rules.yaml'), rulesFile());
