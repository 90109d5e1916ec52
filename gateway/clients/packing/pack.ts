// `npm run pack-clients`: puts the packages of the client libraries into the folder it is called from.
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packNpm } from './pack_npm.ts';

const file = await packNpm(fileURLToPath(new URL('../../../', import.meta.url)), process.cwd());
process.stdout.write(`${basename(file)}\n`);
