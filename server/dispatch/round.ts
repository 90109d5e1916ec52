// What one round found for an account, and what follows from what the claim answered. Touches nothing but lanes.
import type { ClaimVerdict } from '../store/claim_texts.ts';
import type { Placement } from './placing.ts';
import type { Search } from './search.ts';
import type { SimPlacing } from './sim_lane.ts';

/** What a search found, and where it is to go. */
export interface Found {
  search: Search;
  placements: Placement<SimPlacing>[];
  /** The oldest text that one of the lanes could have been given and was not. */
  firstLeft: bigint | undefined;
  /** The newest text that was looked at. */
  last: bigint;
  looked: number;
}

/** What may follow for an account. */
export interface Outlook {
  /** There may be more for its lanes, and asking at once leads further. */
  goOn: boolean;
  /** Nothing was had, because another replica was faster: asking at once may lead further. */
  tryAgain: boolean;
}

/** Tells the lanes what they learned: how far was searched, whose budget is used up, which text is too long for whom. */
export function concludeRound(
  { search, placements, firstLeft, last, looked }: Found,
  verdicts: readonly ClaimVerdict[],
  nowMs: number,
): Outlook {
  let claimed = 0;
  let lost = 0;
  let refused = 0;
  let reached = firstLeft === undefined ? last : firstLeft - 1n;
  for (const [index, { text, lane }] of placements.entries()) {
    const kind = verdicts[index]?.kind ?? 'lost';
    if (kind === 'claimed') {
      claimed++;
      continue;
    }
    if (kind === 'lost') lost++;
    else refused++;
    if (kind === 'over') lane.lane.rest(nowMs);
    // A text that is too long is passed over, and everything after it to its recipient; others are still to be had.
    if (kind === 'too_long') lane.lane.refuses(text.parts, nowMs);
    else if (text.id <= reached) reached = text.id - 1n;
  }
  for (const lane of search.lanes) lane.searched(reached, looked - claimed, placements.length > 0);
  const mayHaveMore = looked === search.most || firstLeft !== undefined || lost > 0 || refused > 0;
  return {
    goOn: mayHaveMore && (claimed > 0 || refused > 0 || reached > search.afterId),
    tryAgain: claimed === 0 && lost > 0,
  };
}
