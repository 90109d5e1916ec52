// The order in which test files are begun: a tier after the other without a pause between them, and within a tier the
// longest first: those that wait for minutes by name, the others by the durations that earlier runs have left, or else by the size of
// the file. So no long file is begun when everything else is done.
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { type Tier, tiers } from '../tiers.ts';

const longest = [
  'test/faults/cluster_rounds.test.ts',
  'test/faults/carrier.test.ts',
  'test/console/phone_pairing.test.ts',
];

const rankOf = ({ project }: TestSpecification) => tiers.indexOf(project.name as Tier);

/** 0 for the longest; the same for all that are not named. */
function orderOf({ moduleId, project }: TestSpecification): number {
  const at = longest.indexOf(relative(project.config.root, moduleId));
  return at < 0 ? longest.length : at;
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byLength = await super.sort(files);
    return byLength.sort((a, b) => rankOf(a) - rankOf(b) || orderOf(a) - orderOf(b));
  }
}
