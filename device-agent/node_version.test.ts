// The first thing that the installed command does: it looks at Node.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { describeOldNode, oldestNode } from './node_version.ts';

const launch = fileURLToPath(new URL('./launch.ts', import.meta.url));

test.each(['22.16.0', '22.16.1', '22.20.0', '23.0.0', '24.21.0', '100.0.0'])('Node %s will do', (version) => {
  expect(describeOldNode(version)).toBeUndefined();
});

test.each(['22.15.9', '22.5.1', '20.20.2', '9.99.99', '22.15.0-nightly2025'])(
  'Node %s is too old, and the error says so',
  (version) => {
    expect(describeOldNode(version)).toBe(
      `textrelay-agent needs Node ${oldestNode} or newer, and this is ${version}; its journal needs node:sqlite`,
    );
  },
);

test('an old Node is refused with that one line before anything else is loaded', () => {
  const pretend = "Object.defineProperty(process.versions, 'node', { value: '20.20.2' });";
  const words = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, launch, 'status'];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toBe(`${describeOldNode('20.20.2')}\n`);
});
