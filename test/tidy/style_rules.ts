// How files are named, how long they may be, and what must not be left in them.
import { posix } from 'node:path';
import { find, isMember, isNode, isTypeScript, type Node, type Rule } from './source_file.ts';

/** Files that may be longer, each with its reason. */
const mayBeLong = new Map<string, string>([]);

/** So that this file does not hold the words it looks for. */
const open = ['TO', 'DO'].join('');
const registry = ['registry', 'npmjs', 'org'].join('.');

export const styleRules: readonly Rule[] = [
  {
    title: 'no file has more than 300 lines',
    faultsOf({ path, text }) {
      const lines = text.split('\n').length - 1;
      return /\.(tsx?|css)$/.test(path) && lines > 300 && !mayBeLong.has(path) ? [`has ${lines} lines`] : [];
    },
    breaks: ['server/a.ts', 'gateway/console/a.tsx', 'gateway/console/a.css'].map((path) => [
      path,
      '\n'.repeat(301),
    ]),
    keeps: [['server/a.ts', '\n'.repeat(300)]],
  },
  {
    title: 'files and folders are snake_case and named for what they hold',
    faultsOf({ path }) {
      if (!isTypeScript(path)) return [];
      const names = path.replace(/(\.test|\.config)?\.tsx?$/, '').split('/');
      return names.flatMap((name, depth) => {
        if (name === 'device-agent' && depth === 0) return [];
        if (!/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name)) return [`"${name}" is not snake_case`];
        // ModemManager is the name of the program that its driver talks to.
        const said = name.replace(/^modem_manager/, '');
        const isVague = /(^|_)(utils?|helpers?|common|managers?|misc)($|_)/.test(said);
        return isVague ? [`"${name}" says nothing of what it holds`] : [];
      });
    },
    breaks: [
      'server/utils.ts',
      'server/helpers/a.ts',
      'server/job_manager.ts',
      'server/jobQueue.ts',
      'gateway/job-queue.ts',
      'gateway/console/SignIn.tsx',
    ].map((path) => [path, '']),
    keeps: ['server/utility_bill.ts', 'device-agent/a.test.ts', 'vitest.config.ts'].map((path) => [path, '']),
  },
  {
    title: 'there is no barrel file',
    faultsOf(file) {
      const body = file.nodes[0]?.body;
      const isReexport = (node: unknown) =>
        isNode(node) && node.type.startsWith('Export') && isNode(node.source);
      const isBarrel = Array.isArray(body) && body.length > 0 && body.every(isReexport);
      return isBarrel || posix.basename(file.path) === 'index.ts' ? ['is a barrel'] : [];
    },
    breaks: [
      ['server/index.ts', 'const x = 1;'],
      ['server/a.ts', "export * from './b.ts'; export { c } from './c.ts';"],
    ],
    keeps: [['server/a.ts', "export { c } from './c.ts'; export const d = 1;"]],
  },
  {
    title: 'no test is skipped, alone or promised, and nothing is left open',
    faultsOf(file) {
      const isHeld = (node: Node) =>
        ['test', 'it', 'describe', 'suite'].some((name) => isMember(node, name, 'skip', 'only', 'todo'));
      const words = new RegExp(`\\b(${open}|FIX${'ME'}|X${'XX'}|HA${'CK'})\\b`, 'g');
      const left = isTypeScript(file.path) ? (file.text.match(words) ?? []) : [];
      return [...find(file, 'holds a test back', isHeld), ...left.map((word) => `has a ${word}`)];
    },
    breaks: [
      ['test/a.test.ts', "test.skip('x', () => {});"],
      ['test/a.test.ts', "describe.only('x', () => {});"],
      ['test/a.test.ts', "it.todo('x');"],
      ['server/a.ts', `// ${open}: later`],
    ],
    keeps: [['test/a.test.ts', "test('test.skip is refused', () => { list.skip(1); });"]],
  },
  {
    title: 'no package registry is named',
    faultsOf({ text }) {
      const hosts = /\b(registry\.[a-z0-9-]+\.[a-z]{2,}|npmjs\.(org|com)|yarnpkg\.com|npmmirror\.com)\b/g;
      return (text.match(hosts) ?? []).map((host) => `names ${host}`);
    },
    breaks: [
      ['package-lock.json', `"resolved": "https://${registry}/x"`],
      ['README.md', `https://www.${registry.slice(9)}/package/x`],
    ],
    keeps: [
      ['README.md', 'the device registry. Then registry.find(x)'],
      ['server/a.ts', 'registry.devices();'],
    ],
  },
];
