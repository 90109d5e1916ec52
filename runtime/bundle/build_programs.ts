// Bundles the programs of the project: each into a file, and what they load late into parts that they share. Writes nothing.
import { join, relative, sep } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { bundleFolder } from './freshness.js';
import { bundleOptions, programs } from './options.ts';

/** A file as it is to be written: its path from the folder of the bundles, and its bytes. */
interface BundledFile {
  path: string;
  contents: Uint8Array;
}

interface BuiltPrograms {
  /** The parts first, and then the programs that load them. */
  files: BundledFile[];
  /** The sources that they were made from, as paths from the project's folder. */
  sources: readonly string[];
}

/** Bundles the programs of the project at `root`, with maps of their sources if asked. Throws what the bundler throws. */
export async function buildPrograms(
  root: string,
  plugins: readonly Plugin[],
  hasMaps: boolean,
): Promise<BuiltPrograms> {
  const options = bundleOptions(root, '../..');
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: programs,
    outdir: bundleFolder,
    chunkNames: 'parts/[name]-[hash]',
    ...(hasMaps && { sourcemap: 'linked' as const, sourcesContent: false }),
    write: false,
    plugins: [...plugins, ...options.plugins],
  });
  const folder = join(root, bundleFolder);
  const files = outputFiles.map(({ path, contents }) => {
    return { path: relative(folder, path).replaceAll(sep, '/'), contents };
  });
  const isPart = ({ path }: BundledFile) => path.startsWith('parts/');
  return {
    files: files.toSorted((a, b) => Number(isPart(b)) - Number(isPart(a))),
    sources: Object.keys(metafile.inputs),
  };
}
