// What may be used where: imports between the parts, and the few files that know the environment and the time.
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import {
  filesImportedBy,
  find,
  isMember,
  isNamed,
  isNode,
  isTest,
  type Node,
  packagesImportedBy,
  partOf,
  type Rule,
} from './source_file.ts';

const root = join(import.meta.dirname, '..', '..');

/** Pure rules of texts that browsers apply as well, so that they are written once. */
const textRules = 'server/domain/messages/text.ts';

const isEmpty = (list: unknown) => Array.isArray(list) && list.length === 0;

export const placeRules: readonly Rule[] = [
  {
    title:
      'gateway, device-agent and server share nothing but runtime and proto/gen, runtime needs none of them',
    faultsOf(file) {
      const part = partOf(file.path);
      if (part === undefined) return [];
      const ground = part === 'runtime/' ? [part] : [part, 'runtime/', 'proto/gen/'];
      const allowed = isTest(file.path) ? [...ground, 'test/'] : ground;
      const isAllowed = (target: string) =>
        (file.path.startsWith('gateway/console/') && target === textRules) ||
        (allowed.some((start) => target.startsWith(start)) && (isTest(file.path) || !isTest(target)));
      return filesImportedBy(file)
        .filter((target) => !isAllowed(target))
        .map((target) => `imports ${target}`);
    },
    breaks: [
      ['gateway/a.ts', "import { x } from '../server/x.ts';"],
      ['server/rpc/a.ts', "import type { X } from '../../device-agent/x.ts';"],
      ['device-agent/a.ts', "const x = await import('../gateway/x.ts');"],
      ['server/a.ts', "let x: import('../gateway/x.ts').X;"],
      ['server/a.ts', "export * from '../gateway/x.ts';"],
      ['server/a.ts', "import '../test/support/core.ts';"],
      ['server/a.ts', "import './testing/fake.ts';"],
      ['server/a.ts', "import '../runtime/testing/until.ts';"],
      ['gateway/a.test.ts', "import '../server/x.ts';"],
      ['gateway/a.ts', "import '../server/domain/messages/text.ts';"],
      ['gateway/console/a.tsx', "import '../../server/domain/numbers/address.ts';"],
      ['runtime/a.ts', "import '../server/x.ts';"],
      ['runtime/a.ts', "import '../proto/gen/a_pb.ts';"],
    ],
    keeps: [
      [
        'gateway/a.ts',
        "import '../proto/gen/a_pb.ts'; const text = `import '../server/x.ts'`; // from '../server/x.ts'",
      ],
      ['server/a.test.ts', "import '../test/support/core.ts'; import './testing/fake.ts';"],
      ['server/a.ts', "import '../runtime/clock.ts';"],
      ['gateway/console/a.tsx', "import '../../server/domain/messages/text.ts';"],
      ['test/flow/a.test.ts', "import '../../server/x.ts'; import '../../gateway/x.ts';"],
    ],
  },
  {
    title: 'the domain imports nothing but the domain, runtime’s rules of texts and phone-number knowledge',
    faultsOf(file) {
      if (!file.path.startsWith('server/domain/') || isTest(file.path)) return [];
      const isOwn = (target: string) =>
        target.startsWith('server/domain/') || /^runtime\/texts\/\w+\.ts$/.test(target);
      const files = filesImportedBy(file).filter((target) => !isOwn(target));
      // Hashes, random numbers and checksums are arithmetic; Node only happens to be where they live.
      const isPure = (name: string) => /^(libphonenumber-js(\/.*)?|node:crypto|node:zlib)$/.test(name);
      return [...files, ...packagesImportedBy(file).filter((name) => !isPure(name))].map(
        (name) => `imports ${name}`,
      );
    },
    breaks: [
      ['server/domain/a.ts', "import '../store/a.ts';"],
      ['server/domain/a.ts', "import '../../runtime/clock.ts';"],
      ['server/domain/a.ts', "import type { X } from '../../proto/gen/a_pb.ts';"],
      ['server/domain/a.ts', "import { readFileSync } from 'node:fs';"],
    ],
    keeps: [
      ['server/domain/a.ts', "import './b.ts'; import 'libphonenumber-js/max';"],
      ['server/domain/a.ts', "import { gsm7Basic } from '../../runtime/texts/gsm7.ts';"],
      ['server/domain/a.test.ts', "import { test } from 'vitest';"],
      ['server/app/a.ts', "import '../store/a.ts';"],
    ],
  },
  {
    title: 'drizzle and the driver are used only in server/store and server/embedded',
    faultsOf(file) {
      if (
        /^server\/(store|embedded)\//.test(file.path) ||
        isTest(file.path) ||
        file.path === 'drizzle.config.ts'
      )
        return [];
      const isDatabase = (name: string) => /^(postgres|pg|drizzle-orm|drizzle-kit)(\/|$)/.test(name);
      return packagesImportedBy(file)
        .filter(isDatabase)
        .map((name) => `imports ${name}`);
    },
    breaks: [
      ['server/app/a.ts', "import postgres from 'postgres';"],
      ['gateway/a.ts', "import { sql } from 'drizzle-orm/sql';"],
    ],
    keeps: [
      ['server/store/a.ts', "import postgres from 'postgres';"],
      ['server/app/a.ts', "import x from 'postgres-like';"],
    ],
  },
  {
    title: 'the library of agents’ tools is loaded with the first request to them, and not at start',
    faultsOf(file) {
      if (!file.path.startsWith('gateway/') || isTest(file.path)) return [];
      return find(file, 'loads the library', ({ type, source, importKind }) => {
        const isTaken = type === 'ImportDeclaration' && importKind !== 'type';
        return isTaken && isNode(source) && String(source.value).startsWith('@modelcontextprotocol/');
      });
    },
    breaks: [['gateway/mcp/a.ts', "import { McpServer } from '@modelcontextprotocol/server';"]],
    keeps: [
      ['gateway/mcp/a.ts', "import type { CallToolResult } from '@modelcontextprotocol/server';"],
      ['gateway/mcp/a.ts', "const { McpServer } = await import('@modelcontextprotocol/server');"],
      ['gateway/mcp/a.test.ts', "import { McpServer } from '@modelcontextprotocol/server';"],
    ],
  },
  {
    title: 'the environment is read only in config files',
    faultsOf(file) {
      if (/(^|\/)config[a-z0-9_]*\.ts$|^[a-z]+\.config\.ts$/.test(file.path) || isTest(file.path)) return [];
      const imported = packagesImportedBy(file).filter((name) => /^(node:)?process$/.test(name));
      const reads = (node: Node) =>
        isMember(node, 'process', 'env') ||
        (node.type === 'VariableDeclarator' && isNamed(node.init, 'process'));
      return [...imported.map((name) => `imports ${name}`), ...find(file, 'reads process.env', reads)];
    },
    breaks: [
      ['server/a.ts', 'const x = process.env.X;'],
      ['server/a.ts', "const x = process['env'];"],
      ['server/a.ts', 'const { env } = process;'],
      ['server/a.ts', "import { env } from 'node:process';"],
    ],
    keeps: [
      ['server/config.ts', 'const x = process.env.X;'],
      ['vitest.config.ts', 'const x = process.env.CI;'],
      ['server/a.ts', "const x = config.env; process.exitCode = 1; const text = 'process.env';"],
      ['test/a.ts', 'const x = process.env.X;'],
    ],
  },
  {
    title: 'time is read and timers are set only in clock.ts',
    faultsOf(file) {
      if (posix.basename(file.path) === 'clock.ts' || isTest(file.path)) return [];
      const timers = ['setTimeout', 'setInterval'];
      const imported = packagesImportedBy(file).filter((name) => /^(node:)?timers(\/|$)/.test(name));
      const tellsTime = (node: Node) =>
        isMember(node, 'Date', 'now') ||
        isMember(node, 'performance', 'now') ||
        isMember(node, 'process', 'hrtime') ||
        isMember(node, 'globalThis', ...timers) ||
        (node.type === 'CallExpression' && isNamed(node.callee, 'Date', ...timers)) ||
        (node.type === 'NewExpression' && isNamed(node.callee, 'Date') && isEmpty(node.arguments));
      return [
        ...imported.map((name) => `imports ${name}`),
        ...find(file, 'reads time or sets a timer', tellsTime),
      ];
    },
    breaks: [
      ['server/a.ts', 'const t = Date.now();'],
      ['gateway/console/a.tsx', 'const t = <p>{Date.now()}</p>;'],
      ['server/a.ts', 'const clock = { nowMs: Date.now };'],
      ['server/a.ts', 'const t = new Date();'],
      ['server/a.ts', 'const t = new Date;'],
      ['server/a.ts', 'setTimeout(() => {}, 1);'],
      ['server/a.ts', 'globalThis.setInterval(() => {}, 1);'],
      ['server/a.ts', 'const t = performance.now();'],
      ['server/a.ts', "import { setTimeout as sleep } from 'node:timers/promises';"],
    ],
    keeps: [
      ['server/clock.ts', 'const t = Date.now(); setTimeout(() => {}, 1);'],
      ['server/a.ts', 'const t = new Date(clock.nowMs()); clock.setTimeout(() => {}, 1); // not Date.now()'],
      ['server/a.ts', 'interface Clock { setTimeout(fn: () => void, delayMs: number): void }'],
      ['server/a.test.ts', 'const t = Date.now();'],
    ],
  },
  {
    title:
      'a program that waits is held alive by process.ts, command.ts or hold_alive.ts, because no timer does it',
    faultsOf(file) {
      const isProgram = partOf(file.path) !== undefined && file.path.endsWith('.ts') && !isTest(file.path);
      // What only builds, and what runs elsewhere, has no such timers.
      if (!isProgram || /(^gateway\/(clients|console|docs)|\/packing|^runtime\/bundle)\//.test(file.path))
        return [];
      if (
        filesImportedBy(file).some((path) =>
          /^runtime\/process\/(process|command|hold_alive)\.ts$/.test(path),
        )
      )
        return [];
      const functions = file.nodes.filter(({ type }) => /Function/.test(type));
      const isInside =
        ({ start, end }: Node) =>
        (outer: Node) =>
          Number(outer.start) <= Number(start) && Number(end) <= Number(outer.end);
      return find(
        file,
        'waits at its top and may end meanwhile',
        (node) =>
          node.type === 'AwaitExpression' &&
          (node.argument as Node).type !== 'ImportExpression' &&
          !functions.some(isInside(node)),
      );
    },
    breaks: [
      ['server/a.ts', 'await run();'],
      ['device-agent/a.ts', 'try { process.exitCode = await run(); } catch {}'],
    ],
    keeps: [
      ['server/a.ts', "import { runCommand } from '../runtime/process/command.ts'; await runCommand(run);"],
      ['server/a.ts', 'async function run() { await pause(); } const walk = async () => { await run(); };'],
      ['server/a.test.ts', 'await run();'],
      ['server/packing/pack.ts', 'await run();'],
      ['device-agent/launch.ts', "await import('./main.ts');"],
    ],
  },
  {
    title: 'only the entry files read what was typed',
    faultsOf(file) {
      if (
        /^(server|gateway|device-agent)\/(main|standalone|admin|health)\.ts$/.test(file.path) ||
        isTest(file.path)
      )
        return [];
      return find(file, 'reads process.argv', (node) => isMember(node, 'process', 'argv'));
    },
    breaks: [['server/cli/run.ts', 'const words = process.argv.slice(2);']],
    keeps: [['server/admin.ts', 'const words = process.argv.slice(2);']],
  },
  {
    title: 'every relative import names a file that exists, with its ending',
    faultsOf: (file) =>
      filesImportedBy(file)
        .filter((target) => !/\.(tsx?|js|json)$/.test(target) || !existsSync(join(root, target)))
        .map((target) => `imports ${target}, which is not there`),
    breaks: [
      ['test/a.ts', "import './no_such_folder.ts';"],
      ['test/a.ts', "import './tidy.test';"],
    ],
    keeps: [['test/a.ts', "import './tidy.test.ts'; import '../package.json';"]],
  },
];
