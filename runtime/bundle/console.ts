// Makes the console's files for browsers from the sources in gateway/console/: scripts in parts that are loaded when
// they are needed, one style sheet, and the page that names them. Each file's name holds a hash of its content.
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { bundleFolder } from './freshness.js';

/** The folder of the console's files, from the project's. */
export const consoleFolder = join(bundleFolder, 'console');

/** The page's source, from the project's folder. It is read here and not by the bundler. */
export const consolePage = 'gateway/console/index.html';

/** A file of the console as it is written: its path in the console's folder, and its bytes. */
interface ConsoleFile {
  path: string;
  contents: Uint8Array;
}

/** The files that were made: the page last, after everything that it names. */
interface BuiltConsole {
  files: ConsoleFile[];
  /** The scripts that a browser loads to show what a module of the project shows, by that module's path. */
  loadedFor(...sources: string[]): string[];
}

const compressedForms = [
  ['.br', promisify(brotliCompress), { params: { [zlib.BROTLI_PARAM_QUALITY]: 10 } }],
  ['.gz', promisify(gzip), { level: 9 }],
] as const;

/** A file together with what is sent of it to browsers that take it compressed. */
async function withCompressed(file: ConsoleFile): Promise<ConsoleFile[]> {
  const compressed = compressedForms.map(async ([ending, compress, options]) => {
    const contents = await compress(file.contents, options as object);
    return { path: file.path + ending, contents };
  });
  return [...(await Promise.all(compressed)), file];
}

/** Builds the console of the project at `root`; writes nothing. Throws what the bundler throws. */
export async function buildConsole(root: string, plugins: Plugin[] = []): Promise<BuiltConsole> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: {
      console: 'gateway/console/main.tsx',
      scheme: 'gateway/console/scheme.ts',
      style: 'gateway/console/style/style.css',
      icon: 'gateway/console/icon.svg',
    },
    outdir: 'console',
    entryNames: 'assets/[name]-[hash]',
    chunkNames: 'assets/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2022', 'chrome109', 'firefox115', 'safari16.4'],
    jsx: 'automatic',
    loader: { '.svg': 'copy' },
    define: { 'process.env.NODE_ENV': '"production"' },
    minify: true,
    legalComments: 'none',
    logLevel: 'silent',
    metafile: true,
    write: false,
    plugins,
  });
  const folder = join(root, 'console');
  const assets = outputFiles.map(({ path, contents }) => {
    return { path: relative(folder, path).replaceAll(sep, '/'), contents };
  });
  const outputs = Object.entries(metafile.outputs);
  const outputOf = (source: string) => {
    const found = outputs.find(([path, { entryPoint }]) => entryPoint === source && !path.endsWith('.map'));
    if (!found) throw new Error(`no part of the console is made of ${source}`);
    return found[0];
  };
  const loaded = (output: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(output)) return seen;
    seen.add(output);
    for (const { path, kind } of metafile.outputs[output]?.imports ?? [])
      if (kind === 'import-statement') loaded(path, seen);
    return seen;
  };
  const loadedFor = (...sources: string[]) => {
    const all = sources.flatMap((source) => [...loaded(outputOf(source))]);
    return [...new Set(all)].map((path) => path.replace(/^console\//, ''));
  };
  const icon = assets.find(({ path }) => path.endsWith('.svg'))?.path ?? '';
  const [entry = '', ...parts] = loadedFor('gateway/console/main.tsx');
  const [style = ''] = loadedFor('gateway/console/style/style.css');
  const [scheme = ''] = loadedFor('gateway/console/scheme.ts');
  const preloads = parts.map((path) => `<link rel="modulepreload" href="/${path}">`).join('\n');
  const page = readFileSync(join(root, consolePage), 'utf8')
    .replace('{{preloads}}', preloads)
    .replace('{{entry}}', `/${entry}`)
    .replace('{{style}}', `/${style}`)
    .replace('{{scheme}}', `/${scheme}`)
    .replace('{{icon}}', `/${icon}`);
  const files = (await Promise.all(assets.map(withCompressed))).flat();
  return { files: [...files, { path: 'index.html', contents: Buffer.from(page) }], loadedFor };
}
