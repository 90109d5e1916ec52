// The agent as plain JavaScript in a few files, with the packages that it needs in them: it starts faster and holds less
// than from hundreds of files, and installing it fetches nothing.
import { isBuiltin } from 'node:module';
import { join, relative, sep } from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from '../../runtime/bundle/options.ts';

/** The bundled files. */
export interface BundledFiles {
  /** Contents by path, relative to the package's root. */
  files: ReadonlyMap<string, string>;
  /** The checkout's files that they were made of, and those of packages, relative to the checkout. */
  sources: readonly string[];
  /** Names of the packages that the files import, sorted. */
  imported: readonly string[];
  /** Names of the packages that are in the files, sorted. */
  included: readonly string[];
}

const folder = 'device-agent';

/** Bundles the agent of the checkout at `root`: its command, and what that loads when it has looked at Node. */
export async function bundleAgent(root: string): Promise<BundledFiles> {
  const outdir = join(root, '.packed');
  const { outputFiles, metafile } = await build({
    ...bundleOptions(root, '..'),
    entryPoints: [`${folder}/launch.ts`, `${folder}/main.ts`],
    outdir,
    chunkNames: `${folder}/[name]-[hash]`,
    write: false,
  });
  const outputs = Object.values(metafile.outputs);
  const inputs = outputs.flatMap((output) => Object.keys(output.inputs));
  // Node's own modules have a place of their own.
  const sources = inputs.filter((path) => !path.startsWith('builtin:'));
  // Packages do without a module that they merely `require` in case it is there.
  const imports = outputs.flatMap((output) => output.imports.filter(({ kind }) => kind !== 'require-call'));
  const outside = imports.filter(({ external, path }) => external && !isBuiltin(path));
  return {
    files: new Map(outputFiles.map(({ path, text }) => [relative(outdir, path).replaceAll(sep, '/'), text])),
    sources,
    imported: packagesOf(outside.map(({ path }) => path)),
    included: packagesOf(sources.flatMap((path) => path.split('node_modules/').slice(1))),
  };
}

/** The packages behind paths, such as @bufbuild/protobuf behind @bufbuild/protobuf/wkt. */
function packagesOf(paths: readonly string[]): string[] {
  const names = paths.map((path) =>
    path
      .split('/')
      .slice(0, path.startsWith('@') ? 2 : 1)
      .join('/'),
  );
  return [...new Set(names)].sort();
}
