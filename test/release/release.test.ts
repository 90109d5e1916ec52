// A release in a repository of its own: what it changes, and that a refused one changes nothing.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeRelease } from './release.ts';

const changelog = `# Changelog

## [Unreleased]

### Added

- Texts in colour.

## [0.9.0] - 2026-01-31

### Fixed

- Texts are no longer grey.
`;
const version = '0.9.0';
const description = { name: 'a', version, private: true };
const lock = {
  name: 'a',
  version,
  lockfileVersion: 3,
  packages: { '': { name: 'a', version }, 'node_modules/b': { version, os: ['linux'] } },
};
const lines = (content: object) => `${JSON.stringify(content, null, 2)}\n`;

let folder = '';
let remote = '';
const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim();
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
const commit = () => git('commit', '--quiet', '--all', '--message', 'x');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'));
  remote = mkdtempSync(join(tmpdir(), 'release-remote-'));
  execFileSync('git', ['init', '--quiet', '--bare', remote]);
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.com');
  git('config', 'commit.gpgSign', 'false');
  git('config', 'tag.gpgSign', 'false');
  git('remote', 'add', 'origin', remote);
  write('CHANGELOG.md', changelog);
  write('package.json', lines(description));
  write('package-lock.json', lines(lock));
  git('add', '.');
  commit();
});

afterEach(() => {
  for (const made of [folder, remote]) rmSync(made, { recursive: true, force: true });
});

const release = (asked: string, check = () => {}) =>
  makeRelease({ folder, version: asked, today: '2026-03-14', check });

test('a release is one commit with a tag: the changelog has the version and its date, and so have package and lockfile', () => {
  expect(release('0.10.0')).toBe('git push --atomic origin main v0.10.0 gateway/clients/go/v0.10.0');

  expect(read('CHANGELOG.md')).toBe(
    changelog.replace('## [Unreleased]\n', '## [Unreleased]\n\n## [0.10.0] - 2026-03-14\n'),
  );
  expect(read('package.json')).toBe(lines({ ...description, version: '0.10.0' }));
  const packages = { ...lock.packages, '': { name: 'a', version: '0.10.0' } };
  expect(read('package-lock.json')).toBe(lines({ ...lock, version: '0.10.0', packages }));
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '--format=%s', 'HEAD~1..v0.10.0')).toBe('Version 0.10.0');
  for (const tag of ['v0.10.0', 'gateway/clients/go/v0.10.0']) {
    expect(git('cat-file', '-t', tag)).toBe('tag');
    expect(git('rev-parse', `${tag}^{commit}`)).toBe(git('rev-parse', 'HEAD'));
  }
});

test('the first release may have the version that the package was begun with', () => {
  write('CHANGELOG.md', changelog.split('## [0.9.0]')[0] ?? '');
  commit();
  release('0.9.0');
  expect(git('tag')).toBe('gateway/clients/go/v0.9.0\nv0.9.0');
});

test('nothing is pushed', () => {
  release('1.0.0');
  expect(execFileSync('git', ['for-each-ref'], { cwd: remote, encoding: 'utf8' })).toBe('');
});

describe('a release is refused, and nothing is changed,', () => {
  const state = () => [git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain'), git('diff')];

  test.each<[when: string, asked: string, arrange: () => unknown, why: string]>([
    ['when the version is released', '0.9.0', () => {}, 'is not greater than 0.9.0'],
    ['when a later one is released', '0.8.10', () => {}, 'is not greater than 0.9.0'],
    ['when no version is given', '', () => {}, 'is no version'],
    ['when the version is a pre-release', '1.0.0-rc.1', () => {}, 'is no version'],
    ['when the version is a tag', 'v1.0.0', () => {}, 'is no version'],
    ['when it is tagged', '1.0.0', () => git('tag', 'v1.0.0'), 'there is a tag v1.0.0'],
    ['when a file is changed', '1.0.0', () => write('package.json', '{"version":"0.9.0"}'), 'not committed'],
    ['when a file is new', '1.0.0', () => write('new.ts', ''), 'not committed'],
    ['when no branch is checked out', '1.0.0', () => git('checkout', '--quiet', '--detach'), 'no branch'],
    [
      'when nothing is unreleased',
      '1.0.0',
      () => {
        write('CHANGELOG.md', changelog.replace('- Texts in colour.', ''));
        commit();
      },
      'lists nothing',
    ],
    [
      'when the changelog has no place for it',
      '1.0.0',
      () => {
        write('CHANGELOG.md', changelog.replace('## [Unreleased]', '## Unreleased'));
        commit();
      },
      'has no line "## [Unreleased]"',
    ],
  ])('%s', (_, asked, arrange, why) => {
    arrange();
    const before = state();
    expect(() => release(asked)).toThrow(why);
    expect(state()).toEqual(before);
  });

  test('when a check fails', () => {
    const before = state();
    const fail = () => {
      throw new Error('a check fails');
    };
    expect(() => release('1.0.0', fail)).toThrow('a check fails');
    expect(state()).toEqual(before);
  });
});
