// `npm run build-image`: builds textrelay:VERSION, which has no database, and textrelay:VERSION-standalone, which has.
import { fileURLToPath } from 'node:url';
import { readVersion } from '../../../runtime/version.ts';
import { buildImage } from './build_image.ts';
import { readBuildConfig } from './config_build.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
for (const hasDatabase of [false, true]) {
  const name = `textrelay:${readVersion()}${hasDatabase ? '-standalone' : ''}`;
  await buildImage({ root, name, hasDatabase, environment: readBuildConfig() });
  process.stdout.write(`${name}\n`);
}
