// The order in which test files are begun: a tier after the other without a pause between them, and within a tier the
// longest first: those of a minute and more by name, the others as far as an earlier run has left its times. So no long file is
// begun when everything else is done.
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { type Tier, tiers } from '../tiers.ts';

const longest = [
  'test/faults/cluster_rounds.test.ts',
  'test/console/docs.test.ts',
  'test/console/pages.test.ts',
  'test/faults/carrier.test.ts',
  'test/phones/stories.test.ts',
  'test/phones/long_stories.test.ts',
  'test/contract/fuzzer.test.ts',
  'test/console/phone_pairing.test.ts',
  'test/console/bulk.test.ts',
  'test/console/dialogs.test.ts',
  'test/faults/core_killed.test.ts',
];

const rankOf = ({ project }: TestSpecification) => tiers.indexOf(project.name as Tier);

/** 0 for the longest; the same for all that are not named. */
function placeOf({ moduleId, project }: TestSpecification): number {
  const place = longest.indexOf(relative(project.config.root, moduleId));
  return place < 0 ? longest.length : place;
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byLength = await super.sort(files);
    return byLength.sort((a, b) => rankOf(a) - rankOf(b) || placeOf(a) - placeOf(b));
  }
}
