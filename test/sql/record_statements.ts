// Collects every statement of the store with its text and with what in the source made it, by loading the store with a
// `statement` that reports what it makes. The product knows nothing of it.
import { readdirSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A line of the source that led to a statement. */
export interface SourceLine {
  /** From the project's folder. */
  file: string;
  /** From 1. */
  line: number;
}

/** A statement as it runs. */
export interface RecordedStatement {
  text: string;
  /** The lines that called each other, from that of the module to the one that called `statement`. */
  lines: SourceLine[];
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const store = join(root, 'server', 'store');
const maker = 'server/store/postgres/statement.ts';

const recorded: { text: string; stack: string }[] = [];

const reporting = `
export function statement(...args) {
  const made = makeStatement(...args);
  globalThis.reportStatement(made.text, new Error().stack);
  return made;
}
`;

const linesOf = (stack: string): SourceLine[] =>
  [...stack.matchAll(/file:\/\/[^\s)]*?\/(server\/store\/[^\s):]+):(\d+):\d+/g)]
    .map(([, file = '', line]) => ({ file, line: Number(line) }))
    .filter(({ file }) => file !== maker)
    .reverse();

/** Loads all of the store. To be called once in a process, before anything of the store is loaded. */
export async function recordStatements(): Promise<RecordedStatement[]> {
  Error.stackTraceLimit = 50;
  Object.assign(globalThis, {
    reportStatement: (text: string, stack: string) => recorded.push({ text, stack }),
  });
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(maker)) return loaded;
      const source = String(loaded.source).replace('export function statement<', 'function makeStatement<');
      return { ...loaded, source: source + reporting };
    },
  });
  const files = readdirSync(store, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('testing/'))
    .map((file) => relative(root, join(store, file)))
    .sort();
  for (const file of files) await import(pathToFileURL(join(root, file)).href);
  hooks.deregister();
  return recorded.map(({ text, stack }) => ({ text, lines: linesOf(stack) }));
}
