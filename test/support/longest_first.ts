// The order in which test files are begun: a tier after the other without a pause between them, and within a tier the
// longest first, by the durations that earlier runs have left, or else by the size of the file. So no long file is begun when
// everything else is done: the tiers that wait longest come first.
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { type Tier, tiers } from '../tiers.ts';

const rankOf = ({ project }: TestSpecification) => tiers.indexOf(project.name as Tier);

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byLength = await super.sort(files);
    return byLength.sort((a, b) => rankOf(a) - rankOf(b));
  }
}
