// `npm run pack-agent`: puts textrelay-agent-<version>.tgz into the folder it is called from.
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packAgent } from './pack_agent.ts';

const file = await packAgent(fileURLToPath(new URL('../../', import.meta.url)), process.cwd());
process.stdout.write(`${basename(file)}\n`);
