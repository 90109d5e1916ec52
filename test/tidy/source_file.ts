// What the tidy rules see of a file: its path, its text and its syntax tree. Judges nothing.
import { posix } from 'node:path';
import { parseAst } from 'vitest/node';

/** A node of the syntax tree (ESTree, with TypeScript's own nodes). */
export type Node = { readonly type: string } & Record<string, unknown>;

/** One file of the project, or a snippet that stands for one. */
export interface SourceFile {
  /** From the project's folder, with slashes. */
  path: string;
  text: string;
  /** Every node; none for a file that is not TypeScript. */
  nodes: readonly Node[];
}

export interface Rule {
  title: string;
  /** What is wrong with a file, a line each. */
  faultsOf(file: SourceFile): string[];
  breaks: readonly (readonly [path: string, text: string])[];
  keeps: readonly (readonly [path: string, text: string])[];
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

function collectNodes(value: unknown, into: Node[]): Node[] {
  if (Array.isArray(value)) for (const item of value) collectNodes(item, into);
  else if (isNode(value)) {
    into.push(value);
    for (const part of Object.values(value)) collectNodes(part, into);
  }
  return into;
}

export function parse(path: string, text: string): SourceFile {
  const [, lang] = /\.(tsx?)$/.exec(path) ?? [];
  const nodes =
    lang === undefined ? [] : collectNodes(parseAst(text, { lang: lang as 'ts' | 'tsx' }, path), []);
  return { path, text, nodes };
}

export const isNamed = (node: unknown, ...names: string[]) =>
  isNode(node) && node.type === 'Identifier' && names.includes(String(node.name));

/** `object.property` or `object['property']`. */
export function isMember(node: unknown, object: string, ...properties: string[]): boolean {
  if (!isNode(node) || node.type !== 'MemberExpression' || !isNamed(node.object, object)) return false;
  if (!node.computed) return isNamed(node.property, ...properties);
  return isNode(node.property) && properties.includes(String(node.property.value));
}

/** What a file imports, also for types only and at run time. */
export function importsOf(file: SourceFile): string[] {
  return file.nodes.flatMap(({ type, source }) => {
    const isImport = /^(Import|ExportNamed|ExportAll)Declaration$|^ImportExpression$|^TSImportType$/.test(
      type,
    );
    return isImport && isNode(source) ? [String(source.value)] : [];
  });
}

/** The imported files, from the project's folder. */
export const filesImportedBy = (file: SourceFile) =>
  importsOf(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => posix.join(posix.dirname(file.path), name));

/** What a file imports of others, as `path#name`; `path#*` where it takes all. */
export const namesImportedBy = (file: SourceFile): string[] =>
  file.nodes.flatMap(({ type, source, specifiers }) => {
    if (!isNode(source) || typeof source.value !== 'string') return [];
    const path = posix.join(posix.dirname(file.path), source.value);
    if (!/^(Import|ExportNamed)Declaration$/.test(type)) return `${path}#*`;
    const names = (specifiers as Node[]).map((specifier) => {
      if (specifier.type === 'ImportDefaultSpecifier') return 'default';
      return specifier.type === 'ImportNamespaceSpecifier'
        ? '*'
        : nameOf(specifier.imported ?? specifier.local);
    });
    return names.map((name) => `${path}#${name}`);
  });

const nameOf = (node: unknown): string => String((node as Node).name ?? (node as Node).value);

/** The names that a declaration or a pattern binds. */
function namesBoundBy(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(namesBoundBy);
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'Identifier':
      return [nameOf(node)];
    case 'VariableDeclaration':
      return (node.declarations as Node[]).flatMap(({ id }) => namesBoundBy(id));
    case 'ObjectPattern':
      return namesBoundBy(node.properties);
    case 'ArrayPattern':
      return namesBoundBy(node.elements);
    case 'Property':
      return namesBoundBy(node.value);
    case 'RestElement':
      return namesBoundBy(node.argument);
    case 'AssignmentPattern':
      return namesBoundBy(node.left);
    default:
      return namesBoundBy(node.id);
  }
}

/** The names that a file exports; what `export *` passes on is not named. */
export const exportsOf = (file: SourceFile): string[] =>
  file.nodes.flatMap(({ type, declaration, specifiers }) => {
    if (type === 'ExportDefaultDeclaration') return 'default';
    if (type !== 'ExportNamedDeclaration') return [];
    return [...namesBoundBy(declaration), ...(specifiers as Node[]).map(({ exported }) => nameOf(exported))];
  });

export const packagesImportedBy = (file: SourceFile) =>
  importsOf(file).filter((name) => !name.startsWith('.'));

/** Whether a file is TypeScript, with elements of pages in it or without. */
export const isTypeScript = (path: string) => /\.tsx?$/.test(path);

/** Tests, and what only tests use. */
export const isTest = (path: string) => /^test\/|\.test\.ts$|(^|\/)testing\//.test(path);
export const isGenerated = (path: string) =>
  [
    'proto/gen/',
    'server/store/migrations/',
    'gateway/console/api/gen/',
    'gateway/clients/typescript/src/gen/',
  ].some((start) => path.startsWith(start)) || /^server\/store\/.*\.sql$/.test(path);
export const partOf = (path: string) => /^(runtime|server|gateway|device-agent)\//.exec(path)?.[0];

/** The nodes that a predicate finds, as faults. */
export const find = (file: SourceFile, says: string, isFault: (node: Node) => boolean) =>
  file.nodes.filter(isFault).map(() => says);
