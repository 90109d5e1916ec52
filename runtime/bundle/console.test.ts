// What a browser loads of the console, and what the console is made of.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { buildConsole } from './console.ts';
import { bundleOptions } from './options.ts';

const root = join(import.meta.dirname, '..', '..');

/** What sign-in and overview may take together, in bytes as they are sent: to most browsers, and to those without brotli. */
const mostBytes = [
  ['.br', 250 * 1024],
  ['.gz', 260 * 1024],
] as const;

test('the first load, with sign-in and overview, stays within 250 KB compressed', async () => {
  const { files, loadedFor } = await buildConsole(root);
  const first = loadedFor(
    'gateway/console/main.tsx',
    'gateway/console/scheme.ts',
    'gateway/console/style/style.css',
    'gateway/console/pages/overview/overview.tsx',
  );
  const sizeOf = (path: string) => files.find((file) => file.path === path)?.contents.length ?? Number.NaN;
  for (const [ending, most] of mostBytes) {
    const sizes = first.map((path) => [sizeOf(path + ending), path + ending] as const);
    const all = sizes.reduce((sum, [size]) => sum + size, 0);
    console.log(`${sizes.map((size) => size.join(' ')).join('\n')}\n${all} bytes in all`);
    expect(all).toBeLessThan(most);
  }
});

test('the console is made of no package that only developers install', async () => {
  const used = new Set<string>();
  await buildConsole(root, [
    {
      name: 'used packages',
      setup: ({ onLoad }) =>
        onLoad({ filter: /\/node_modules\// }, ({ path }) => {
          used.add(/^.*\/(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? path);
          return undefined;
        }),
    },
  ]);
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  expect(used.size).toBeGreaterThan(5);
  for (const home of used) expect([home, lock[home]?.dev]).toEqual([home, undefined]);
});

test('the gateway’s own bundle holds nothing of the console', async () => {
  const { metafile } = await build({
    ...bundleOptions(root, '../..'),
    entryPoints: ['gateway/main.ts'],
    outdir: 'out',
    write: false,
  });
  const inputs = Object.keys(metafile.inputs);
  expect(inputs).toContain('gateway/routes/site/console.ts');
  const isOfConsole = (path: string) =>
    /^gateway\/console\/|node_modules\/(react|@mantine|@tanstack)/.test(path);
  expect(inputs.filter(isOfConsole)).toEqual([]);
});
