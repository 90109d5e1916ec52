// `npm run generate`: writes the tables of the configuration guide.
import { readFileSync, writeFileSync } from 'node:fs';
import { guidePath, withTables } from './configuration_table.ts';

writeFileSync(guidePath, withTables(readFileSync(guidePath, 'utf8')));
