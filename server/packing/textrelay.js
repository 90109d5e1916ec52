#!/usr/bin/env node
// `textrelay core` and the like: starts a part of the service, or runs a command of it, from the package that it is installed
// with. Plain JavaScript that an old Node can read, too, because it looks for the Node that came with the package.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const oldestMajor = 24;
const self = fileURLToPath(import.meta.url);
const home = dirname(self);

/**
 * What may be typed first: the program, the options that Node gets for it, and what it does. The options are those of the
 * scripts in the project's package.json.
 * @type {Record<string, { program: string, options: string[], about: string }>}
 */
const parts = {
  start: {
    program: 'server/standalone.js',
    options: ['--no-opt', '--no-maglev'],
    about: 'everything on this machine, with a PostgreSQL of its own',
  },
  core: { program: 'server/main.js', options: [], about: 'a core, on the database of DATABASE_URL' },
  gateway: {
    program: 'gateway/main.js',
    options: ['--max-semi-space-size=16', '--max-old-space-size=1536'],
    about: 'a gateway in front of the cores of TEXTRELAY_CORE_ADDRESS',
  },
  agent: {
    program: 'device-agent/main.js',
    options: ['--no-opt', '--no-maglev'],
    about: 'a device agent (run), or a hub of phones (phones)',
  },
  admin: { program: 'server/admin.js', options: [], about: "the operator's commands" },
  health: { program: 'server/health.js', options: [], about: 'whether the parts that run here are ready' },
};

const [, , name = '', ...words] = process.argv;
const part = Object.hasOwn(parts, name) ? parts[name] : undefined;

function describe() {
  const lines = Object.keys(parts).map((key) => `  ${key.padEnd(9)}${parts[key]?.about}`);
  return `Usage: textrelay <part> ...\n\n${lines.join('\n')}\n\ntextrelay --version says the version.\n`;
}

/** The Node that npm put beside the package; undefined where it was left out. */
function findNode() {
  try {
    const { resolve } = module.createRequire(import.meta.url);
    return join(dirname(resolve(`node-linux-${process.arch}/package.json`)), 'bin', 'node');
  } catch {
    return undefined;
  }
}

/**
 * Runs the same command by another Node, and ends as that ends.
 * @param {string} node
 * @param {string[]} options
 */
function passOn(node, options) {
  // By its channel the other one learns when this one is gone.
  const child = spawn(node, [...options, self, name, ...words], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`Node ${oldestMajor} cannot be started: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code) => process.exit(code === null ? 1 : code));
}

/** @param {string} program */
async function load(program) {
  // Processes that are started from here inherit it. Where it cannot be written, a start takes longer.
  process.env.NODE_COMPILE_CACHE ??= join(home, '.bundle', 'cache');
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  const file = join(home, '.bundle', program);
  process.argv = [process.execPath, file, ...words];
  await import(pathToFileURL(file).href);
}

/** @param {{ program: string, options: string[] }} started */
async function start({ program, options }) {
  if (Number.parseInt(process.versions.node, 10) < oldestMajor) {
    const node = findNode();
    if (node !== undefined) return passOn(node, options);
    process.stderr.write(
      `Textrelay needs Node ${oldestMajor}; this is Node ${process.versions.node}, and the one of the package was left out\n`,
    );
    process.exitCode = 1;
    return;
  }
  // Some options count only from the first moment on: the process becomes one that has them, under the same id.
  if (options.some((option) => !process.execArgv.includes(option)) && process.execve)
    process.execve(process.execPath, [process.execPath, ...options, self, name, ...words], process.env);
  await load(program);
}

if (part) await start(part);
else if (name === '--version')
  process.stdout.write(`${JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).version}\n`);
else if (name === '' || name === '--help') process.stdout.write(describe());
else {
  process.stderr.write(`no part "${name}"\n\n${describe()}`);
  process.exitCode = 2;
}
