// Rules about files together: which file imports which, what nobody imports, and how many stand in a folder.
import { posix } from 'node:path';
import {
  exportsOf,
  filesImportedBy,
  isGenerated,
  isTest,
  namesImportedBy,
  partOf,
  type SourceFile,
} from './source_file.ts';

/** Texts of files by their paths. */
export type Project = Readonly<Record<string, string>>;

/** A rule that no file breaks alone. */
export interface ProjectRule {
  title: string;
  /** What is wrong with the files, a line each. */
  faultsOf(files: readonly SourceFile[]): string[];
  breaks: readonly Project[];
  keeps: readonly Project[];
}

/** One circle among files that all import one of the others. */
function findCircle(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const way: string[] = [];
  let [path] = imports.keys();
  while (path !== undefined && !way.includes(path)) {
    way.push(path);
    path = imports.get(path)?.find((target) => imports.has(target));
  }
  return way.slice(way.indexOf(path as string));
}

/** Read by programs that are no file of the project: drizzle-kit makes the migrations of it, or it is what a package offers. */
const isReadElsewhere = (path: string) =>
  /^server\/store\/(.*\/)?schema[a-z_]*\.ts$|^gateway\/clients\/typescript\/src\/textrelay\.ts$/.test(path);

/** As many files as somebody can look over who searches a folder for a thing. */
const mostFilesInFolder = 25;

/** Folders of files of one kind, each found by its name: guides, and the console's words and parts. */
export const listedAsLarge: ReadonlySet<string> = new Set([
  'gateway/console/ui',
  'gateway/console/words/de',
  'gateway/console/words/en',
  'gateway/docs/guides',
]);

/** The product's folders that have more files than somebody looks over, with how many. */
export function largeFoldersOf(files: readonly SourceFile[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of files.filter((file) => partOf(file.path) && !isGenerated(file.path))) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return new Map([...counts].filter(([, count]) => count > mostFilesInFolder));
}

/** So many empty files in one folder. */
const filesIn = (folder: string, count: number): Project =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/a${index}.ts`, '']));

export const projectRules: readonly ProjectRule[] = [
  {
    title: 'no files import each other in a circle, not for types either',
    faultsOf(files) {
      const product = files.filter(({ path }) => partOf(path) && !isTest(path));
      let left = new Map(product.map((file) => [file.path, filesImportedBy(file)]));
      for (let before = -1; before !== left.size; ) {
        before = left.size;
        left = new Map([...left].filter(([, targets]) => targets.some((target) => left.has(target))));
      }
      return left.size === 0 ? [] : [`a circle: ${findCircle(left).join(', ')}`];
    },
    breaks: [
      { 'server/app/a.ts': "import './b.ts';", 'server/app/b.ts': "import type { A } from './a.ts';" },
      {
        'server/app/a.ts': "import './b.ts';",
        'server/app/b.ts': "let c: import('./c.ts').C;",
        'server/app/c.ts': "export * from './a.ts';",
        'server/app/d.ts': "import './a.ts';",
      },
      { 'gateway/a.ts': "import './a.ts';" },
    ],
    keeps: [
      {
        'server/app/a.ts': "import './b.ts'; import './c.ts';",
        'server/app/b.ts': "import './c.ts';",
        'server/app/c.ts': "import 'a';",
      },
      { 'test/support/a.ts': "import './b.ts';", 'test/support/b.ts': "import type { A } from './a.ts';" },
    ],
  },
  {
    title: 'what is exported is imported by another file',
    faultsOf(files) {
      const used = new Set(files.flatMap((file) => namesImportedBy(file)));
      return files
        .filter(({ path }) => partOf(path) && !isTest(path) && !isGenerated(path) && !isReadElsewhere(path))
        .filter(({ path }) => !used.has(`${path}#*`))
        .flatMap((file) =>
          exportsOf(file)
            .filter((name) => !used.has(`${file.path}#${name}`))
            .map((name) => `${file.path} exports ${name}, which nobody imports`),
        );
    },
    breaks: [
      { 'server/a.ts': 'export interface Options {} export const open = (options: Options) => options;' },
      { 'server/a.ts': 'export function x() {} x();', 'server/b.ts': "import { y } from './a.ts';" },
      { 'server/a.ts': 'class X {} export { X as Y };', 'server/b.ts': "import { X } from './a.ts';" },
      { 'server/a.ts': 'export const [x, { y: z }] = list;', 'server/b.ts': "import { x } from './a.ts';" },
      { 'server/a.ts': 'export default 1;', 'server/b.ts': "import { x } from './a.ts';" },
    ],
    keeps: [
      {
        'server/a.ts': 'export interface Options {} export const x = 1, y = 2; interface Own {}',
        'server/b.ts': "import { type Options, x as z } from './a.ts';",
        'server/b.test.ts': "import { y } from './a.ts';",
      },
      { 'server/a.ts': 'export const x = 1;', 'server/b.ts': "const { x } = await import('./a.ts');" },
      { 'server/a.ts': 'export const x = 1;', 'server/b.ts': "import * as a from './a.ts';" },
      { 'server/a.ts': 'export type X = 1;', 'server/b.ts': "let x: import('./a.ts').X;" },
      { 'server/a.ts': 'export default 1;', 'server/b.ts': "import a from './a.ts';" },
      { 'test/support/a.ts': 'export const x = 1;' },
      { 'server/store/schema_carriers.ts': 'export const carrierNumber = table();' },
      { 'gateway/clients/typescript/src/textrelay.ts': 'export class Textrelay {}' },
    ],
  },
  {
    title: 'a folder of the product has at most 25 files, those of tests among them',
    faultsOf: (files) =>
      [...largeFoldersOf(files)]
        .filter(([folder]) => !listedAsLarge.has(folder))
        .map(([folder, count]) => `${folder} has ${count} files`),
    breaks: [
      filesIn('server/domain', 26),
      filesIn('runtime', 26),
      { ...filesIn('gateway/edge', 25), 'gateway/edge/a.test.ts': '' },
    ],
    keeps: [
      filesIn('server/domain', 25),
      { ...filesIn('server/domain', 25), ...filesIn('server/domain/keys', 25) },
      filesIn('gateway/docs/guides', 26),
      filesIn('server/store/migrations', 26),
      { ...filesIn('server/store', 25), 'server/store/a.sql': '' },
      filesIn('test/support', 26),
    ],
  },
];
