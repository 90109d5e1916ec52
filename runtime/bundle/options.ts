// How every bundle is made: the project's own and the packed agent's.
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { posix, relative, sep } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';

/**
 * Lets each source find what lies beside it: `import.meta.url` stays the source's address wherever the bundle lies,
 * while `import.meta.filename` and `import.meta.dirname` are the bundle's.
 */
const ownAddresses = (root: string, toRoot: string): Plugin => ({
  name: 'own addresses',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const place = posix.join(toRoot, relative(root, path).replaceAll(sep, '/'));
      const address = `new URL(${JSON.stringify(place)}, import.meta.url).href`;
      return { contents: text.replaceAll('import.meta.url', address), loader: 'ts' };
    }),
});

/**
 * Loads Node's own modules by `require`: an `import` reads everything that a module offers, and with node:http that
 * includes a second HTTP client, which takes 8 MB in each process.
 */
const requiredBuiltins: Plugin = {
  name: 'required builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path, kind }) =>
      kind === 'import-statement' && isBuiltin(path) ? { path, namespace: 'builtin' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};

/** The programs that are bundled, each by its entry file. */
export const programs = [
  'server/main.ts',
  'server/standalone.ts',
  'server/admin.ts',
  'server/health.ts',
  'gateway/main.ts',
  'device-agent/main.ts',
];

/** Packages that stay outside: one is native, the other loads only for what is not used here. Both are loaded late. */
export const outsidePackages = ['serialport', '@grpc/proto-loader'];

/** Options for bundles of the project at `root`. `toRoot` leads there from the folder of each bundle. */
export function bundleOptions(root: string, toRoot: string) {
  return {
    absWorkingDir: root,
    outbase: root,
    bundle: true,
    // Modules that are loaded late lie apart, so that a start does not read them.
    splitting: true,
    platform: 'node',
    format: 'esm',
    // Old enough for every Node that the packed agent runs on.
    target: 'node22',
    external: outsidePackages,
    define: { 'import.meta.main': 'false' },
    // Packages that are no modules yet ask for Node's own by a name that modules do not have.
    banner: {
      js: "import { createRequire as createRequireOfBundle } from 'node:module';\nconst require = createRequireOfBundle(import.meta.url);",
    },
    // Sources stay in memory while they run. Names stay whole, so that a trace says where it was.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'silent',
    metafile: true,
    plugins: [ownAddresses(root, toRoot), requiredBuiltins],
  } as const satisfies BuildOptions;
}
