// `npm run pack-server`: puts textrelay-server-<version>.tgz into the folder it is called from.
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packServer } from './pack_server.ts';

const file = await packServer(fileURLToPath(new URL('../../', import.meta.url)), process.cwd());
process.stdout.write(`${basename(file)}\n`);
