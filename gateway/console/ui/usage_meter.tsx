// How much of the month's texts is used: amber from 80 %, red at the cap.
import { Progress } from '@mantine/core';
import type { Usage } from '../api/types.ts';
import { parts as say } from '../words/en/parts.ts';

/** Percent of the month's texts that are used; 0 without a cap. */
export const shareOf = ({ texts_used, texts_cap }: Usage): number =>
  texts_cap ? Math.min(100, (texts_used / texts_cap) * 100) : 0;

const colorOf = (share: number) => {
  if (share >= 100) return 'red.8';
  return share >= 80 ? 'orange.8' : 'relay';
};

/** Nothing where there is no cap. */
export function UsageMeter({ usage }: { usage: Usage }) {
  if (usage.texts_cap === null) return null;
  const share = shareOf(usage);
  return (
    <Progress.Root>
      <Progress.Section
        value={share}
        color={colorOf(share)}
        aria-label={say.usedOfMonth(Math.round(share))}
      />
    </Progress.Root>
  );
}
