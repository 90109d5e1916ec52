// All that the console asks of the store, in one place.
import type { Database } from '../database/database.ts';
import { prepareAccountPlatforms } from './account_platforms.ts';
import { prepareDayCounts } from './day_counts.ts';
import { prepareFindAccounts } from './find_accounts.ts';
import { prepareHealth } from './health.ts';
import { prepareKeptAddresses } from './kept_addresses.ts';
import { prepareWays } from './ways.ts';

/** Prepares it. */
export const prepareConsole = (database: Database) => ({
  ...prepareAccountPlatforms(database),
  ...prepareDayCounts(database),
  ...prepareFindAccounts(database),
  ...prepareHealth(database),
  ...prepareKeptAddresses(database),
  ...prepareWays(database),
});
