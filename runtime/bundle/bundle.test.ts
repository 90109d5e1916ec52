// Programs that start from bundles, in a small project of their own; and what is in the bundles of this one.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundleOptions, outsidePackages, programs } from './options.ts';

const checkout = join(import.meta.dirname, '..', '..');

/** As small as a console can be. */
const consoleSources = {
  'main.tsx': "import { word } from './word.ts'; document.title = word;",
  'word.ts': "export const word: string = 'hello';",
  'scheme.ts': 'document.title = "";',
  'style/style.css': 'body { margin: 0; }',
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'index.html': '<link href="{{style}}"><script src="{{entry}}"></script>{{nonce}}',
};

let root: string;
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const say = (word: string) => write('server/says/word.ts', `export const word: string = '${word}';`);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bundle-'));
  for (const path of ['runtime/bundle', 'runtime/clock.ts'])
    cpSync(join(checkout, path), join(root, path), { recursive: true });
  symlinkSync(join(checkout, 'node_modules'), join(root, 'node_modules'));
  write('package.json', '{"type":"module"}');
  write('server/says/beside.txt', 'beside it');
  for (const [path, text] of Object.entries(consoleSources)) write(join('gateway/console', path), text);
  say('hello');
  for (const path of programs)
    write(
      path,
      `import { readFileSync } from 'node:fs';
      import { word } from '../server/says/word.ts';
      import { beside } from '../server/says/beside.ts';
      console.log(word, readFileSync(beside, 'utf8'), process.argv.slice(2).join(), import.meta.filename);`,
    );
  write('server/says/beside.ts', "export const beside = new URL('./beside.txt', import.meta.url);");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function launch(...options: string[]) {
  const words = [...options, 'runtime/bundle/launch.js', 'server/admin.ts', 'one', 'two'];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
  return { status, out: stdout.trim(), err: stderr };
}

const announced = 'Bundling the programs, because a source has changed ...\n';
const bundle = () => join(root, '.bundle', 'server', 'admin.js');

test('the first start makes the bundle, the next one uses it, and files beside a source are found', () => {
  const said = { status: 0, out: `hello beside it one,two ${bundle()}` };
  expect(launch()).toEqual({ ...said, err: announced });
  expect(launch()).toEqual({ ...said, err: '' });
});

test('a stale bundle is made anew when any source has changed, but not for new times alone', () => {
  launch();
  const future = new Date(2100, 0);
  utimesSync(join(root, 'server', 'says', 'word.ts'), future, future);
  expect(launch().err).toBe('');
  say('hullo');
  utimesSync(join(root, 'server', 'says', 'word.ts'), 0, 0);
  expect(launch()).toMatchObject({ out: expect.stringMatching(/^hullo /), err: announced });
  rmSync(join(root, '.bundle', 'inputs.json'));
  expect(launch().err).toBe(announced);
});

test('the console is made anew, too, when a source of it has changed', () => {
  launch();
  for (const path of ['main.tsx', 'word.ts', 'style/style.css', 'icon.svg', 'index.html'] as const) {
    expect([path, launch().err]).toEqual([path, '']);
    write(join('gateway/console', path), `${consoleSources[path]}\n`);
    expect([path, launch().err]).toEqual([path, announced]);
  }
  const page = readFileSync(join(root, '.bundle', 'console', 'index.html'), 'utf8');
  const [, style = '', entry = ''] = /href="\/(.+?)".*src="\/(.+?)"/.exec(page) ?? [];
  expect(readFileSync(join(root, '.bundle', 'console', style), 'utf8')).toContain('margin:0');
  const script = readFileSync(join(root, '.bundle', 'console', entry));
  expect(brotliDecompressSync(readFileSync(join(root, '.bundle', 'console', `${entry}.br`)))).toEqual(script);
  expect(gunzipSync(readFileSync(join(root, '.bundle', 'console', `${entry}.gz`)))).toEqual(script);
});

test('where no bundle can be made, it says so in one line and starts from the sources', () => {
  write('.bundle', 'no folder');
  const { status, out, err } = launch();
  expect([status, out]).toEqual([0, `hello beside it one,two ${join(root, 'server', 'admin.ts')}`]);
  expect(err.split('\n')).toEqual([
    announced.trim(),
    expect.stringMatching(
      /^the programs could not be bundled: .+; starting from the sources, which takes more time and memory$/,
    ),
    '',
  ]);
});

test('on an old Node one sentence says what is wrong', () => {
  const pretend = "Object.defineProperty(process.versions, 'node', { value: '20.20.2' });";
  expect(launch('--import', `data:text/javascript,${encodeURIComponent(pretend)}`)).toEqual({
    status: 1,
    out: '',
    err: 'Textrelay needs Node 24, which "npm ci" puts beside it and "npm start" uses; this is Node 20.20.2\n',
  });
});

test('bundles need no package that only developers install, and import none but those that stay outside', async () => {
  const { metafile } = await build({
    ...bundleOptions(checkout, '../..'),
    entryPoints: programs,
    outdir: join(root, 'out'),
    write: false,
  });
  const lock = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8')).packages;
  const packageOf = (path: string) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
  const included = new Set(Object.keys(metafile.inputs).flatMap((path) => packageOf(path) ?? []));
  expect(included.size).toBeGreaterThan(20);
  for (const home of [...included, ...outsidePackages.map((name) => `node_modules/${name}`)])
    expect([home, lock[home]?.dev]).toEqual([home, undefined]);
  const sources = Object.keys(metafile.inputs).filter((path) => !packageOf(path));
  expect(sources.filter((path) => /^test\/|\.test\.ts$|\/testing\//.test(path))).toEqual([]);
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const outside = imports.filter(({ external, kind }) => external && kind === 'import-statement');
  expect(outside).toEqual([]);
});
