// The five tiers of the tests, reported by what each test file imports: nobody keeps a list. What a test imports itself is
// looked at, and what its test support imports; the product's own files are not followed. A unit test that opens
// something through the product is found when it runs, by test/support/unit_guard.ts.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseAst } from 'vitest/node';

const root = join(import.meta.dirname, '..');

/** In the order in which their files are begun: what waits longest comes first. */
export const tiers = ['faults', 'judges', 'integration', 'simulation', 'unit'] as const;
export type Tier = (typeof tiers)[number];

/** Whoever imports it needs programs that are not ours. */
const foreignPrograms = 'test/support/programs.ts';

/** What is played there has one time, and the order that its seed draws. */
const simulation = 'test/simulation/';

/** With one of these a test can leave its process. */
const waysOut = new Set([
  ...['child_process', 'cluster', 'dgram', 'http', 'http2', 'https', 'net', 'tls', 'worker_threads'].map(
    (name) => `node:${name}`,
  ),
  ...[
    '@connectrpc/connect-node',
    '@grpc/grpc-js',
    '@grpc/proto-loader',
    'esbuild',
    'postgres',
    'serialport',
    'ws',
  ],
  ...['server/core.ts', 'gateway/gateway.ts', 'runtime/bundle/console.ts', 'server/embedded/embedded.ts'],
]);

const isSupport = (path: string) => /^test\/|(^|\/)testing\//.test(path);

const importsOfFile = new Map<string, readonly string[]>();

/** What a file imports at run time: packages by name, files by their path in the project. */
function importsOf(path: string): readonly string[] {
  const known = importsOfFile.get(path);
  if (known) return known;
  const file = join(root, path);
  const { body } = parseAst(existsSync(file) ? readFileSync(file, 'utf8') : '', { lang: 'ts' }, path);
  const imports = body.flatMap((statement) => {
    const source = 'source' in statement ? statement.source : null;
    const isForTypes =
      (statement.type === 'ImportDeclaration' && statement.importKind === 'type') ||
      (statement.type.startsWith('Export') && 'exportKind' in statement && statement.exportKind === 'type');
    if (source === null || isForTypes) return [];
    return [source.value.startsWith('.') ? posix.join(posix.dirname(path), source.value) : source.value];
  });
  importsOfFile.set(path, imports);
  return imports;
}

/** What a test file and its test support import, each once. */
function reachOf(testFile: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [testFile];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const name of importsOf(path)) {
      if (reached.has(name)) continue;
      reached.add(name);
      if (isSupport(name) && name.endsWith('.ts')) open.push(name);
    }
  }
  return reached;
}

/** The tier of a test file, named by its path in the project. */
export function tierOf(testFile: string): Tier {
  if (testFile.startsWith('test/faults/')) return 'faults';
  const reached = reachOf(testFile);
  if (reached.has(foreignPrograms)) return 'judges';
  if (![...reached].some((name) => waysOut.has(name))) return 'unit';
  return [...reached].some((name) => name.startsWith(simulation)) ? 'simulation' : 'integration';
}

/** Every test file of the project with its tier, in the order of their paths. */
export function listTests(): { path: string; tier: Tier }[] {
  const paths = globSync('{runtime,server,gateway,device-agent,test}/**/*.test.ts', { cwd: root });
  return paths.sort().map((path) => ({ path, tier: tierOf(path) }));
}
