// How long a function may be.
import { isNode, type Node, type Rule, type SourceFile } from './source_file.ts';

const mostLines = 80;

/** Functions that may be longer, as `path name`, each with its reason. */
const mayBeLong = new Map<string, string>([
  [
    'test/console_pages/doors.ts doorsOf',
    'a table of the console’s endpoints, in which some paths name the account',
  ],
  [
    'test/contract/doors/grpc_door.ts openGrpcDoors',
    'one short method for each call, which share the clients',
  ],
  [
    'test/contract/doors/grpc_door.ts doorFor',
    'one short method for each call, which share how a key is judged',
  ],
  [
    'test/flow/logs.test.ts test: bodies, numbers, keys, tokens and codes are in no log line, no message and no metric',
    'one story: whatever was planted on the way is looked for once, at its end',
  ],
]);

/** The functions of the list. */
export const listedAsLong: ReadonlySet<string> = new Set(mayBeLong.keys());

const textOf = ({ text }: SourceFile, { start, end }: Node) => text.slice(Number(start), Number(end));

const isFunction = (node: unknown): node is Node =>
  isNode(node) && /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);

/** The functions that stand in a node, each with the name that the node gives it. One that a call takes goes by what is called. */
function namesGivenBy(file: SourceFile, node: Node): [Node, string][] {
  const named = (value: unknown, name: unknown): [Node, string][] =>
    isFunction(value) && isNode(name) ? [[value, textOf(file, name)]] : [];
  const taken = (call: Node): [Node, string][] => {
    const [first, ...others] = call.arguments as Node[];
    // A test goes by its title.
    const title = first?.type === 'Literal' ? `: ${first.value}` : '';
    const [callee = ''] = textOf(file, call.callee as Node).split('(');
    return [first, ...others].filter(isFunction).map((value) => [value, `${callee}${title}`]);
  };
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      return named(node, node.id);
    case 'VariableDeclarator':
      return named(node.init, node.id);
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return named(node.value, node.key);
    case 'CallExpression':
      return taken(node);
    default:
      return [];
  }
}

/** Each function with more than 80 lines, and how many it has. A `describe` is no function but a heading of its tests. */
export function longFunctionsOf(file: SourceFile): { name: string; lines: number }[] {
  const names = new Map(file.nodes.flatMap((node) => namesGivenBy(file, node)));
  return file.nodes
    .filter(isFunction)
    .map((node) => ({
      name: names.get(node) ?? 'without a name',
      lines: textOf(file, node).split('\n').length,
    }))
    .filter(({ name, lines }) => lines > mostLines && !/^describe\b/.test(name));
}

const long = (lines: number) => '\n'.repeat(lines - 1);

export const functionRules: readonly Rule[] = [
  {
    title: 'no function has more than 80 lines',
    faultsOf(file) {
      return longFunctionsOf(file)
        .filter(({ name }) => !listedAsLong.has(`${file.path} ${name}`))
        .map(({ name, lines }) => `has ${lines} lines in ${name}`);
    },
    breaks: [
      ['server/a.ts', `function a() {${long(81)}}`],
      ['server/a.ts', `export default function () {${long(81)}}`],
      ['server/a.ts', `const a = async () => {${long(81)}};`],
      ['server/a.ts', `const a = { b() {${long(81)}} };`],
      ['server/a.ts', `class A { readonly #b = () => {${long(81)}}; }`],
      ['server/a.ts', `class A { b() {${long(81)}} }`],
      ['server/a.ts', `const makeA = () => ({\n${'  a: () => 1,\n'.repeat(80)}});`],
      ['server/a.ts', `app.get('/a', () => {${long(81)}});`],
      ['gateway/console/a.tsx', `export function A() {${long(40)}return <p>${long(42)}</p>; }`],
      ['test/a.test.ts', `test('a', () => {${long(81)}});`],
      ['test/a.test.ts', `describe('a', () => { test('b', () => {${long(81)}}); });`],
    ],
    keeps: [
      ['server/a.ts', `function a() {${long(80)}}`],
      ['server/a.ts', `function a() {${long(80)}}\nclass B {${long(81)}}\nconst c = [${long(81)}];`],
      ['test/a.test.ts', `describe.each([1])('a', () => {${long(81)}});`],
      ['README.md', `function a() {${long(81)}}`],
    ],
  },
];
