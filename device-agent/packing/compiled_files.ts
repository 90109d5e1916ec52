// The agent as plain JavaScript: the files that its entry needs and nothing else, with types stripped and imports named
// by what they become. Node strips types by itself, but not of installed packages.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

/** What was compiled. */
export interface CompiledFiles {
  /** Contents by path, relative to the package's root; the folders are the checkout's. */
  files: ReadonlyMap<string, string>;
  /** Names of the packages that the files import, sorted. */
  packages: readonly string[];
}

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
};

/** Compiles `entry` and all that it imports, directly or not. Paths are relative to `root`, with slashes. */
export function compileFrom(root: string, entry: string): CompiledFiles {
  const files = new Map<string, string>();
  const packages = new Set<string>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const target = path.replace(/\.ts$/, '.js');
    if (files.has(target)) continue;
    const { outputText } = ts.transpileModule(readFileSync(join(root, path), 'utf8'), {
      fileName: path,
      compilerOptions,
    });
    files.set(target, outputText);
    // Asked of what came out, so that imports of types alone bring nothing in.
    for (const { fileName } of ts.preProcessFile(outputText, true, true).importedFiles) {
      if (fileName.startsWith('.')) {
        waiting.push(posix.join(posix.dirname(path), fileName).replace(/\.js$/, '.ts'));
      } else if (!fileName.startsWith('node:')) packages.add(packageOf(fileName));
    }
  }
  return { files, packages: [...packages].sort() };
}

/** The package behind an import, such as @bufbuild/protobuf behind @bufbuild/protobuf/wkt. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
