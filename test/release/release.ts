// Makes a release of a checkout: a commit and its tags, to be pushed by hand.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareVersions, Refused, versionsIn, withRelease } from './changelog.ts';

interface Release {
  /** The checkout. */
  folder: string;
  version: string;
  /** The date of the release, as YYYY-MM-DD. */
  today: string;
  /** Runs what `npm run check` runs; throws when something is wrong. */
  check(): void;
}

/** The files of a release, and nothing else: what its commit changes. */
const changelogFile = 'CHANGELOG.md';
const packageFiles = ['package.json', 'package-lock.json'];

/** A package's description or lockfile with another version. */
function withVersion(text: string, version: string): string {
  const described = JSON.parse(text);
  described.version = version;
  // The lockfile says the version of its own package twice.
  const own = described.packages?.[''];
  if (own) own.version = version;
  return `${JSON.stringify(described, null, 2)}\n`;
}

/** Returns the command that publishes the release. Throws Refused, before anything is changed, when it may not be made. */
export function makeRelease({ folder, version, today, check }: Release): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim();
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  // Go finds a version of a module that is in a folder by a tag with the folder's name.
  const tags = [`v${version}`, `gateway/clients/go/v${version}`];

  const changelog = read(changelogFile);
  const { version: named } = JSON.parse(read('package.json'));
  for (const released of versionsIn(changelog))
    if (compareVersions(version, released) <= 0)
      throw new Refused(`${version} is not greater than ${released}, which CHANGELOG.md has`);
  // The first release has the version that the package was begun with.
  if (compareVersions(version, named) < 0)
    throw new Refused(`${version} is not greater than ${named}, which package.json has`);
  for (const tag of tags)
    if (git('tag', '--list', tag) !== '') throw new Refused(`there is a tag ${tag} already`);
  const released = withRelease(changelog, version, today);
  if (git('status', '--porcelain') !== '')
    throw new Refused('the tree has changes that are not committed: commit or stash them');
  const branch = git('branch', '--show-current');
  if (branch === '') throw new Refused('no branch is checked out: the release would belong to none');
  check();

  writeFileSync(join(folder, changelogFile), released);
  for (const file of packageFiles) writeFileSync(join(folder, file), withVersion(read(file), version));
  git('commit', '--quiet', '--message', `Version ${version}`, '--', changelogFile, ...packageFiles);
  for (const tag of tags) git('tag', '--annotate', '--message', `Version ${version}`, tag);
  return `git push --atomic origin ${branch} ${tags.join(' ')}`;
}
