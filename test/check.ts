// `npm run check`: everything that can be said about the tree without running it. Each check is one function that
// throws what is wrong; this file only runs them, two at a time, and prints them in order. Changes nothing.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listSqlFiles } from './sql/render_sql.ts';

/** Each tool's deadline in milliseconds, and the most it may print. */
const deadlineMs = 180_000;
const maxOutputBytes = 16 * 1024 * 1024;
const checksAtATime = 2;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const consoleFolder = join(root, 'gateway', 'console');
const typescriptClient = join(root, 'gateway', 'clients', 'typescript');
const docsScripts = join(root, 'gateway', 'docs', 'browser');
const bin = join(root, 'node_modules', '.bin');
const environment = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
  NO_COLOR: '1',
  // A check sends no statistics.
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

/** A check does not apply here; the message says why. */
class Skipped extends Error {}

/** What a check found wrong. */
class Fault extends Error {}

/** Runs a program in the project's folder. Returns what it printed; throws Fault with it when it fails. */
function run(program: string, ...words: string[]): Promise<string> {
  const options = { cwd: root, env: environment, timeout: deadlineMs, maxBuffer: maxOutputBytes };
  return new Promise((resolve, reject) => {
    const child = execFile(program, words, options, (error, out, err) => {
      const printed = [out, err].filter((text) => text.trim() !== '').join('\n');
      if (!error) return resolve(printed);
      const why = error.killed ? `no end within ${deadlineMs / 1000} s` : `ended with ${error.code}`;
      return reject(new Fault(`${basename(program)} ${words[0] ?? ''}: ${why}\n${printed}`));
    });
    // Nothing here may wait for a person: drizzle-kit asks when a column seems to be renamed.
    child.stdin?.end();
  });
}

const tool = (name: string, ...words: string[]) => run(join(bin, name), ...words);

/** Runs `work` with a folder of its own that is gone afterwards. */
async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'check-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function filesOf(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => relative(folder, join(entry.parentPath, entry.name))).sort();
}

/** Whether two files are both missing, or hold the same. */
function isSame(one: string, other: string): boolean {
  const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null);
  return read(one) === read(other);
}

/** Names every file that is only in one of two folders, or differs between them. */
function differences(before: string, after: string): string[] {
  const names = [...new Set([...filesOf(before), ...filesOf(after)])].sort();
  return names.filter((name) => !isSame(join(before, name), join(after, name)));
}

async function checkGeneratedCode(): Promise<void> {
  await withFolder(async (folder) => {
    await tool('buf', 'generate', '--template', 'proto/buf.gen.yaml', '--output', folder);
    const stale = differences(join(root, 'proto', 'gen'), join(folder, 'proto', 'gen'));
    if (stale.length > 0)
      throw new Fault(`proto/gen is not what the protos say; npm run generate\n${stale.join('\n')}`);
  });
}

/** The documents are what a gateway serves, so that nothing else can be linted by mistake. */
async function checkDescription(): Promise<void> {
  const { startDescribed } = await import('./support/described/start_described.ts');
  const { described, stop } = await startDescribed();
  await stop();
  await withFolder(async (folder) => {
    const documents = { 'openapi.json': described.document, 'console.json': described.consoleDocument };
    for (const [name, document] of Object.entries(documents)) {
      const file = join(folder, name);
      writeFileSync(file, JSON.stringify(document));
      const said = await tool('redocly', 'lint', file, '--extends', 'recommended', '--format', 'stylish');
      if (/warning/i.test(said)) throw new Fault(said);
    }
  });
}

/** Runs a generator for a folder of its own. Throws Fault where the tree differs, also in `others`, which may be gone. */
async function checkWritten(script: string, source: string, others: readonly string[] = []): Promise<void> {
  await withFolder(async (folder) => {
    await run(process.execPath, join('test', script), folder);
    const files = new Set([...filesOf(folder), ...others]);
    const stale = [...files].filter((path) => !isSame(join(root, path), join(folder, path)));
    if (stale.length > 0)
      throw new Fault(`what is written is not what ${source} say; npm run generate\n${stale.join('\n')}`);
  });
}

async function checkConfigurationGuide(): Promise<void> {
  const { guidePath, withTables } = await import('./configuration_table.ts');
  const guide = readFileSync(guidePath, 'utf8');
  if (guide !== withTables(guide))
    throw new Fault(`${relative(root, guidePath)} is not what the validators say; npm run generate`);
}

async function checkMigrations(): Promise<void> {
  const schema = './server/store/schema/*.ts';
  const migrations = join(root, 'server', 'store', 'migrations');
  if (!existsSync(migrations)) throw new Fault('server/store/migrations is missing; npm run generate');
  const { olderSnapshots } = await import('./generate_migrations.ts');
  const older = olderSnapshots(join(migrations, 'meta'));
  if (older.length > 0)
    throw new Fault(`only the newest snapshot is kept; npm run generate\n${older.join('\n')}`);
  await withFolder(async (folder) => {
    cpSync(migrations, folder, { recursive: true });
    // drizzle-kit takes no absolute folder, and ends with 0 also when it fails: its own words decide.
    const out = relative(root, folder);
    await tool('drizzle-kit', 'check', '--dialect', 'postgresql', '--out', out);
    const said = await tool(
      'drizzle-kit',
      'generate',
      '--dialect',
      'postgresql',
      '--schema',
      schema,
      '--out',
      out,
    );
    const stale = differences(migrations, folder);
    if (stale.length > 0) throw new Fault(`the schema has no migration yet; npm run generate\n${said}`);
    if (!said.includes('No schema changes')) throw new Fault(said);
  });
}

/** Migrations after the first one let cores of the version before go on. The start gives each a transaction and its timeouts. */
async function checkMigrationRules(): Promise<void> {
  const folder = join(root, 'server', 'store', 'migrations');
  // They rename what the first version will have under a new name: no version is older than that.
  const renames = [
    '0018_broadcasts.sql',
    '0019_saved_replies.sql',
    '0020_stats.sql',
    '0021_audit_events.sql',
    '0022_approvals.sql',
    '0023_incoming_webhooks.sql',
    '0024_users.sql',
    '0025_subscriptions.sql',
    '0026_unpaired.sql',
    '0027_cursors.sql',
    '0028_broadcast_recipients.sql',
  ];
  const later = readdirSync(folder).filter(
    (name) => name.endsWith('.sql') && !name.startsWith('0000_') && !renames.includes(name),
  );
  if (!existsSync(join(root, 'node_modules', '@squawk-cli', `${process.platform}-${process.arch}`)))
    throw new Skipped('the linter has no program for this machine');
  const notOurs = [
    'prefer-bigint-over-int',
    'prefer-robust-stmts',
    'require-lock-timeout',
    'require-statement-timeout',
  ];
  await tool(
    'squawk',
    '--assume-in-transaction',
    '--pg-version=15.0',
    `--exclude=${notOurs.join(',')}`,
    '--reporter=gcc',
    ...later.map((name) => join(folder, name)),
  );
}

/** An address in the lockfile ties every install to one machine; a package without a version breaks `npm ci`. */
async function checkLockfile(): Promise<void> {
  const lock: { packages?: Record<string, { version?: string; resolved?: string; link?: boolean }> } =
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const packages = Object.entries(lock.packages ?? {}).filter(([path]) => path !== '');
  if (packages.length === 0) throw new Fault('package-lock.json lists no packages');
  const faults = packages.flatMap(([path, { version, resolved, link }]) => {
    if (resolved !== undefined && /^https?:/.test(resolved)) return [`${path} records a download address`];
    return version === undefined && !link ? [`${path} has no version`] : [];
  });
  if (faults.length > 0) throw new Fault(faults.join('\n'));
}

/** npm warns of packages that are too new for the Node it runs on; what counts is the Node that the project brings. */
async function checkEngines(): Promise<void> {
  const npm = process.env.npm_execpath;
  if (npm === undefined) throw new Skipped('not run by npm');
  await run(process.execPath, npm, 'ci', '--dry-run', '--offline', '--engine-strict', '--ignore-scripts');
}

const typesOf = (folder: string) => () => tool('tsc', '--noEmit', '--pretty', 'false', '--project', folder);

const checks: readonly (readonly [name: string, check: () => Promise<unknown>])[] = [
  ['format and lint', () => tool('biome', 'ci', '--colors=off', '--max-diagnostics=50')],
  ['types', typesOf(root)],
  ['types: console', typesOf(consoleFolder)],
  ['types: scripts of the docs', typesOf(docsScripts)],
  ['types: TypeScript client', typesOf(typescriptClient)],
  ['contract: lint', () => tool('buf', 'lint')],
  ['contract: generated code', checkGeneratedCode],
  ['interface description: lint', checkDescription],
  ['interface description: clients', () => checkWritten('generate_client.ts', 'the routes')],
  ['configuration guide', checkConfigurationGuide],
  ['database: statements', () => checkWritten('generate_sql.ts', 'the statements', listSqlFiles(root))],
  ['database: migrations', checkMigrations],
  ['database: older cores go on', checkMigrationRules],
  ['lockfile', checkLockfile],
  ['engines of packages', checkEngines],
];

interface Outcome {
  state: 'ok' | 'skipped' | 'FAILED';
  seconds: string;
  /** Why it was skipped, or what is wrong. */
  words: string;
}

async function judge(check: () => Promise<unknown>): Promise<Outcome> {
  const startedMs = performance.now();
  const end = (state: Outcome['state'], words = ''): Outcome => {
    return { state, words, seconds: ((performance.now() - startedMs) / 1000).toFixed(1) };
  };
  try {
    await check();
    return end('ok');
  } catch (error) {
    if (error instanceof Skipped) return end('skipped', error.message);
    if (error instanceof Fault) return end('FAILED', error.message);
    return end('FAILED', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

function print(name: string, { state, seconds, words }: Outcome): void {
  const reason = state === 'skipped' ? ` (${words})` : '';
  console.log(`${state.padEnd(8)}${name.padEnd(30)}${seconds.padStart(5)} s${reason}`);
  if (state === 'FAILED') console.log(words.trim().replace(/^/gm, '    '));
}

/** Starts the checks in order, a few at a time, and prints each when its turn has come. */
async function runAll(): Promise<Outcome[]> {
  const outcomes: Promise<Outcome>[] = [];
  for (const [index, [, check]] of checks.entries()) {
    const before = outcomes.slice(0, Math.max(0, index - checksAtATime + 1));
    outcomes.push(Promise.all(before).then(() => judge(check)));
  }
  for (const [index, outcome] of outcomes.entries()) print(checks[index]?.[0] ?? '', await outcome);
  return Promise.all(outcomes);
}

const outcomes = await runAll();
const count = (state: Outcome['state']) => outcomes.filter((outcome) => outcome.state === state).length;
const failed = count('FAILED');
console.log(`${checks.length} checks: ${count('ok')} ok, ${count('skipped')} skipped, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
