// All judges.
import { judgeAccounts } from './accounts.ts';
import type { Breach, Evidence } from './evidence.ts';
import { judgeFeeds, judgeThreads } from './feeds.ts';
import { judgeHealth } from './health.ts';
import { judgeReceived } from './received.ts';
import { judgeSends } from './sends.ts';
import { judgeSubmits } from './submits.ts';

/** Returns every guarantee that the evidence shows as broken. */
export const judge = (evidence: Evidence): Breach[] =>
  [judgeSends, judgeSubmits, judgeReceived, judgeAccounts, judgeFeeds, judgeThreads, judgeHealth].flatMap(
    (each) => each(evidence),
  );
