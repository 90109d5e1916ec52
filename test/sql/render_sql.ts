// The statements of each file of the store as one file of SQL beside it. A statement that exists in several forms is written once, as its
// longest form, and each other form as the lines in which it differs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { diffArrays } from 'diff';
import type { RecordedStatement, SourceLine } from './record_statements.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A declaration of a module: its name, and the comment above it. */
interface Declaration {
  file: string;
  name: string;
  comment: readonly string[];
}

interface Form {
  name: string;
  lines: readonly string[];
}

const sources = new Map<string, readonly string[]>();
function sourceOf(file: string): readonly string[] {
  const known = sources.get(file) ?? readFileSync(join(root, file), 'utf8').split('\n');
  sources.set(file, known);
  return known;
}

const words = (comment: string) =>
  comment
    .trim()
    .replace(/^\/\*\*|^\/\/|^\*\/|^\*/, '')
    .replace(/\*\/$/, '')
    .trim();

/** The declaration of a module in which a line stands. */
function declarationAt({ file, line }: SourceLine): Declaration {
  const source = sourceOf(file);
  const declared = /^(?:export )?(?:const|let|function) (\w+)/;
  let at = line - 1;
  while (at > 0 && !declared.test(source[at] ?? '')) at--;
  const comment: string[] = [];
  for (let above = at - 1; /^(\/\/|\/\*\*| \*)/.test(source[above] ?? ''); above--)
    comment.unshift(words(source[above] ?? ''));
  const name = declared.exec(source[at] ?? '')?.[1] ?? 'statement';
  return { file, name, comment: comment.filter((each) => each !== '') };
}

/** The names of the fields for which the lines that led to a statement make it, from the outermost. */
function fieldsOf(lines: readonly SourceLine[]): string[] {
  const names = lines.flatMap(({ file, line }) => {
    const name = /^\s+(\w+): /.exec(sourceOf(file)[line - 1] ?? '')?.[1];
    return name === undefined || name === 'statement' ? [] : [name];
  });
  return [...new Set(names)];
}

/** The lines of a text without the indentation that all of them have. */
function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const written = lines.filter((line) => line !== '');
  const indents = written.slice(1).map((line) => line.length - line.trimStart().length);
  const least = Math.min(...indents, Number.POSITIVE_INFINITY);
  return written.map((line, at) =>
    at === 0 ? line.trimStart() : line.slice(Number.isFinite(least) ? least : 0),
  );
}

/** The lines that a form has instead of those of another, with their numbers there. */
function differences(from: Form, to: Form): string[] {
  let line = 1;
  return diffArrays([...from.lines], [...to.lines]).flatMap(({ added, removed, value }) => {
    const at = line;
    if (!added) line += value.length;
    if (!added && !removed) return [];
    return value.map((each, index) =>
      added ? `--      + ${each}` : `-- ${String(at + index).padStart(4)} - ${each}`,
    );
  });
}

const isLocking = ({ file }: SourceLine) => file === 'server/store/postgres/locking.ts';

/** The forms of the statements of one declaration. Of the two that a locking statement has, the first one waits. */
function formsOf(statements: readonly RecordedStatement[]): Form[] {
  const times = new Map<string, number>();
  const forms = statements.map(({ text, lines }): Form => {
    const field = fieldsOf(lines).join('.');
    const time = (times.get(field) ?? 0) + 1;
    times.set(field, time);
    const isSkipping = lines.some(isLocking) && time % 2 === 0;
    return { name: isSkipping ? `${field} leaving locked rows out`.trim() : field, lines: linesOf(text) };
  });
  return forms.filter(
    ({ lines }, at) => forms.findIndex((other) => other.lines.join() === lines.join()) === at,
  );
}

/** The form as the lines in which it differs from the one that is most like it, or whole where that is no longer. */
function asDifference(form: Form, written: readonly Form[], titleOf: (form: Form) => string): string[] {
  const all = written.map((other) => ({ other, lines: differences(other, form) }));
  const nearest = all.reduce((least, each) => (each.lines.length < least.lines.length ? each : least));
  if (nearest.lines.length >= form.lines.length) return [`-- ${titleOf(form)}`, ...form.lines];
  return [`-- ${titleOf(form)}, which differs from ${titleOf(nearest.other)}`, ...nearest.lines];
}

function render({ name, comment }: Declaration, statements: readonly RecordedStatement[]): string {
  const forms = formsOf(statements).sort((one, other) => other.lines.length - one.lines.length);
  const titleOf = (form: Form) => (form.name === '' ? name : `${name}: ${form.name}`);
  const texts = forms.map((form, at) =>
    at === 0
      ? [`-- ${titleOf(form)}`, ...comment.map((line) => `-- ${line}`), ...form.lines]
      : asDifference(form, forms.slice(0, at), titleOf),
  );
  return texts.map((lines) => lines.join('\n')).join('\n\n');
}

/** The first line of the file of SQL beside a file of the store. */
const headOf = (file: string) =>
  `-- The statements of ${basename(file)} as they run. npm run generate writes this file.`;

const sqlOf = (file: string) => file.replace(/\.ts$/, '.sql');

/** The files of SQL that were written before, by their paths from the folder `root`. */
export function listSqlFiles(root: string): string[] {
  const store = join(root, 'server', 'store');
  if (!existsSync(store)) return [];
  const isWritten = (path: string) =>
    readFileSync(join(root, path), 'utf8').startsWith(headOf(path.replace(/\.sql$/, '.ts')));
  return readdirSync(store, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .map((name) => join('server', 'store', name))
    .filter(isWritten);
}

/** The files of SQL, by their paths from the project's folder. */
export function renderSql(statements: readonly RecordedStatement[]): Map<string, string> {
  const files = new Map<string, Map<string, RecordedStatement[]>>();
  for (const statement of statements) {
    const [outermost] = statement.lines;
    if (outermost === undefined)
      throw new Error(`a statement comes from outside the store: ${statement.text}`);
    const { file, name } = declarationAt(outermost);
    const declared = files.get(file) ?? new Map<string, RecordedStatement[]>();
    files.set(file, declared.set(name, [...(declared.get(name) ?? []), statement]));
  }
  const contents = [...files].map(([file, declared]): [string, string] => {
    const texts = [...declared.values()].map((made) =>
      render(declarationAt(made[0]?.lines[0] as SourceLine), made),
    );
    return [sqlOf(file), `${[headOf(file), ...texts].join('\n\n')}\n`];
  });
  return new Map(contents);
}
