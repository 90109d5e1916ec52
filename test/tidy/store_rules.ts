// How statements are written: nothing that PostgreSQL counts is counted by hand.
import { posix } from 'node:path';
import { find, isNode, isTest, type Node, type Rule } from './source_file.ts';

/** The statements; what makes them counts for all. */
const isOfStore = (path: string) =>
  path.startsWith('server/store/') && !isTest(path) && posix.basename(path) !== 'statement.ts';

/** What a cast or a condition stands around: `row` in `row?.[1] as string`. */
const withoutChain = (node: unknown): unknown =>
  isNode(node) && node.type === 'ChainExpression' ? node.expression : node;

const isNumber = (node: unknown) => isNode(node) && node.type === 'Literal' && typeof node.value === 'number';

/** `anything[1]`. */
const isCounted = (node: unknown): boolean => {
  const inner = withoutChain(node);
  return (
    isNode(inner) && inner.type === 'MemberExpression' && inner.computed === true && isNumber(inner.property)
  );
};

const textOf = ({ type, value }: Node): string => {
  if (type === 'Literal' && typeof value === 'string') return value;
  if (type !== 'TemplateElement') return '';
  const { raw } = value as { raw: string };
  return raw;
};

export const storeRules: readonly Rule[] = [
  {
    title: 'parameters of a statement have names: no number of one stands in a text',
    faultsOf: (file) =>
      isOfStore(file.path) ? find(file, 'numbers a parameter', (node) => /\$\d/.test(textOf(node))) : [],
    breaks: [
      ['server/store/a.ts', "const text = 'select $1';"],
      ['server/store/messages/a.ts', `const text = \`select \${row} where id = $2::int8\`;`],
    ],
    keeps: [
      ['server/store/a.ts', `const text = \`select \${id}\`; const named = \`$\${1 + n}::int8\`; // not $1`],
      ['server/store/a.ts', "const quoted = text.replace(/x/g, '\\\\$&');"],
      ['server/store/a.test.ts', "pool.run('select $1', [1]);"],
      ['server/a.ts', "const price = '$1';"],
    ],
  },
  {
    title: 'columns of a row have names: none is taken by its place and cast',
    faultsOf(file) {
      if (!isOfStore(file.path)) return [];
      const casts = (node: Node) =>
        node.type === 'TSAsExpression' &&
        isCounted(node.expression) &&
        isNode(node.typeAnnotation) &&
        !/^TS(TypeReference|IndexedAccessType)$/.test(node.typeAnnotation.type);
      const isRow = (node: Node) => {
        const { object } = node;
        return isCounted(node) && isNode(object) && (object.name === 'row' || isCounted(object));
      };
      return [...find(file, 'casts a column', casts), ...find(file, 'counts a column', isRow)];
    },
    breaks: [
      ['server/store/a.ts', 'const id = row[1] as bigint;'],
      ['server/store/a.ts', 'const id = first[1] as string | null;'],
      ['server/store/a.ts', 'const id = rows[0]?.[0] as bigint;'],
      ['server/store/a.ts', 'if (row[2] === null) skip();'],
    ],
    keeps: [
      ['server/store/a.ts', 'const id = row.id; const first = rows[0] as Row; const value = row[index];'],
      ['server/store/statement.ts', 'const isFirst = row[0] === nonce;'],
      ['server/store/a.test.ts', 'const id = rows[0]?.[0] as bigint;'],
      ['server/a.ts', 'const id = row[1] as bigint;'],
    ],
  },
];
