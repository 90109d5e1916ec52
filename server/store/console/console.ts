// All that the console asks of the store, in one place.
import type { GatewayRoute } from '../../domain/gateway_route.ts';
import type { Database } from '../database/database.ts';
import { prepareDayCounts } from './day_counts.ts';
import { prepareFindInstant } from './find_instant.ts';
import { prepareKeptAddresses } from './kept_addresses.ts';
import { prepareTextLog } from './text_log.ts';
import { prepareUnreadThreads } from './threads.ts';
import { prepareWays } from './ways.ts';

/** Prepares it. */
export const prepareConsole = (database: Database, gateway: GatewayRoute) => ({
  ...prepareDayCounts(database),
  ...prepareFindInstant(database),
  ...prepareKeptAddresses(database),
  ...prepareTextLog(database),
  ...prepareUnreadThreads(database),
  ...prepareWays(database, gateway),
});
