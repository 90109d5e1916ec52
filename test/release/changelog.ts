// CHANGELOG.md as a release reads and writes it: the form of Keep a Changelog, with plain versions.

/** A release is refused; the message says why and what to do. Nothing was changed. */
export class Refused extends Error {}

const heading = /^## \[(?<version>[^\]]+)\](?: - \d{4}-\d{2}-\d{2})?$/gm;
const unreleased = '## [Unreleased]\n';

/** The three numbers of a version. Throws Refused for anything else; there are no pre-releases. */
function numbersOf(version: string): number[] {
  const [, ...numbers] = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/.exec(version) ?? [];
  if (numbers.length === 0) throw new Refused(`"${version}" is no version: give three numbers, as in 1.2.3`);
  return numbers.map(Number);
}

/** Positive when `a` is the later version, 0 when they are one, otherwise negative. */
export function compareVersions(a: string, b: string): number {
  const others = numbersOf(b);
  const differences = numbersOf(a).map((number, place) => number - (others[place] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** The versions that a changelog has, in its order. */
export const versionsIn = (changelog: string): string[] =>
  [...changelog.matchAll(heading)]
    .map(({ groups }) => groups?.version ?? '')
    .filter((version) => version !== 'Unreleased');

/** The changelog once what is unreleased is the version's. `today` is YYYY-MM-DD. Throws Refused when there is nothing. */
export function withRelease(changelog: string, version: string, today: string): string {
  const [before = '', after] = changelog.split(unreleased);
  if (after === undefined) throw new Refused(`CHANGELOG.md has no line "${unreleased.trim()}"`);
  const [section = ''] = after.split(/^## /m);
  if (!/^- /m.test(section)) throw new Refused('CHANGELOG.md lists nothing that is unreleased');
  return `${before}${unreleased}\n## [${version}] - ${today}\n${after}`;
}
