// All judges.
import { judgeAccounts } from './accounts.ts';
import type { Breach, Evidence } from './evidence.ts';
import { judgeFeeds, judgeThreads } from './feeds.ts';
import { judgeHealth } from './health.ts';
import { judgeReceived } from './received.ts';
import { judgeSends } from './sends.ts';
import { judgeBatches } from './stories/batches.ts';
import { judgeCancels } from './stories/cancels.ts';
import { judgeConsumers } from './stories/consumers.ts';
import { judgeLater } from './stories/later.ts';
import { judgePlayed } from './stories/played.ts';
import { judgeStops } from './stories/stops.ts';
import { judgeWebhooks } from './stories/webhooks.ts';
import { judgeSubmits } from './submits.ts';

const judges = [
  judgeSends,
  judgeSubmits,
  judgeReceived,
  judgeAccounts,
  judgeFeeds,
  judgeThreads,
  judgeHealth,
  judgeStops,
  judgeWebhooks,
  judgeConsumers,
  judgeCancels,
  judgeLater,
  judgeBatches,
  judgePlayed,
];

/** Returns every guarantee that the evidence shows as broken. */
export const judge = (evidence: Evidence): Breach[] => judges.flatMap((each) => each(evidence));
