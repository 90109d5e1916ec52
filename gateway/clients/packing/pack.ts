// `npm run pack-clients`: puts the packages of the client libraries into the folder it is called from.
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packNpm } from './pack_npm.ts';
import { packPython } from './pack_python.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { wheel, sdist } = await packPython(root, process.cwd());
const files = [
  await packNpm(root, process.cwd()),
  await packNpm(root, process.cwd(), 'mcp'),
  ...[wheel, sdist],
];
process.stdout.write(`${files.map((file) => basename(file)).join('\n')}\n`);
