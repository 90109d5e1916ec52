// The console's words stand in its catalogue, gateway/console/words, and nowhere else, so that each language has them all.
import { isNode, type Node, type Rule, type SourceFile } from './source_file.ts';

const isOfConsole = (path: string) =>
  /^gateway\/console\/.*\.tsx?$/.test(path) && !/\/(gen|words)\/|\.test\.ts$/.test(path);

/** The name of the service is the same in every language. */
const allowed = new Set(['Textrelay']);

const saysSomething = (text: string) => /\p{L}{2}/u.test(text) && !allowed.has(text.trim());

/** What people read of an element or a field. */
const shownNames = new Set([
  ...['label', 'title', 'aria-label', 'placeholder', 'alt', 'description', 'lead', 'caption'],
  ...['action', 'keep', 'said', 'button', 'words', 'text'],
]);

/** The text of a literal or of a template; null for any other node. */
function literalOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'JSXExpressionContainer') return literalOf(node.expression);
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral') return null;
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(' ');
}

const nameOf = (node: unknown): string =>
  isNode(node) ? String((node as { name?: unknown; value?: unknown }).name ?? node.value) : '';

/** Words that begin as a sentence does, as no name for programs does. */
const isSentence = (text: string) => /^\s?[A-Z“][^/=]*[\p{L},.] [a-z]{2}/u.test(text);

function wordsIn(node: Node): string | null {
  if (node.type === 'JSXText') return saysSomething(String(node.value)) ? String(node.value).trim() : null;
  if (node.type === 'JSXAttribute' || node.type === 'Property') {
    const text = shownNames.has(nameOf(node.type === 'Property' ? node.key : node.name))
      ? literalOf(node.value)
      : null;
    return text !== null && saysSomething(text) && !/^https?:|^[A-Z_]+=/.test(text) ? text : null;
  }
  const text = literalOf(node);
  return text !== null && isSentence(text) ? text : null;
}

/** The names that a file gives to the words that it imports. */
const importedWords = ({ nodes }: SourceFile): Set<string> =>
  new Set(
    nodes
      .filter(
        ({ type, source }) => type === 'ImportDeclaration' && /words\/en\//.test(literalOf(source) ?? ''),
      )
      .flatMap(({ specifiers }) =>
        (specifiers as { local: { name: string } }[]).map(({ local }) => local.name),
      ),
  );

/** Words that are read when the file is loaded, which is before a language is chosen. */
function readEarly(value: unknown, names: ReadonlySet<string>): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => readEarly(item, names));
  if (!isNode(value) || /Function|^TS/.test(value.type)) return [];
  if (value.type === 'MemberExpression' && names.has(nameOf(value.object)))
    return [`${nameOf(value.object)}.${nameOf(value.property)}`];
  return Object.values(value).flatMap((part) => readEarly(part, names));
}

export const consoleWordRules: readonly Rule[] = [
  {
    title: 'words of the console stand in its catalogue',
    faultsOf({ path, nodes }) {
      if (!isOfConsole(path)) return [];
      return [...new Set(nodes.flatMap((node) => wordsIn(node) ?? []))].map((text) => `says "${text}"`);
    },
    breaks: [
      ['gateway/console/a.tsx', 'const A = () => <p>Send later</p>;'],
      ['gateway/console/a.tsx', 'const A = () => <B label="Send" />;'],
      ['gateway/console/a.tsx', 'const A = () => <B aria-label={`Send it`} />;'],
      ['gateway/console/a.tsx', "const A = () => <B title={'Send'} />;"],
      ['gateway/console/a.ts', "const a = { label: 'Name' };"],
      ['gateway/console/a.ts', "const a = () => 'The file has no rows.';"],
      ['gateway/console/a.ts', 'const a = () => `The file has no rows.`;'],
    ],
    keeps: [
      ['gateway/console/a.tsx', 'const A = () => <p className="quiet number">{say.later}</p>;'],
      ['gateway/console/a.tsx', 'const A = () => <B label={say.send} type="text" />;'],
      ['gateway/console/a.tsx', 'const A = () => <p> · </p>;'],
      ['gateway/console/a.ts', "const a = () => ask('GET /messages');"],
      ['gateway/console/words/en/a.ts', "const a = { label: 'Name' };"],
      ['gateway/docs/a.tsx', 'const A = () => <p>Send later</p>;'],
    ],
  },
  {
    title: 'words of the console are read when they are shown',
    faultsOf(file) {
      if (!isOfConsole(file.path)) return [];
      const [program] = file.nodes;
      return readEarly(program, importedWords(file)).map(
        (found) => `reads ${found} before a language is chosen`,
      );
    },
    breaks: [
      [
        'gateway/console/a.ts',
        "import { often } from './words/en/often.ts';\nconst fields = { name: often.name };",
      ],
      [
        'gateway/console/a.ts',
        "import { texts as say } from './words/en/texts.ts';\nexport const title = say.title;",
      ],
    ],
    keeps: [
      [
        'gateway/console/a.ts',
        "import { often } from './words/en/often.ts';\nconst fields = () => ({ name: often.name });",
      ],
      ['gateway/console/a.ts', "import { often } from './often.ts';\nconst fields = { name: often.name };"],
    ],
  },
];
