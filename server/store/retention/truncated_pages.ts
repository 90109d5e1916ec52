// Whether a last page has an end because older texts were deleted. Asked for last pages alone, and answered from one row for an
// account of which nothing was ever deleted.
import type { Database } from '../postgres/database.ts';
import { int8, text } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';

// The id of a text is at most its seq.
const endOfLog = statement({
  takes: { accountId: int8, least: int8 },
  text: ({ accountId, least }) => `
select 1 from retention r where r.account_id = ${accountId} and r.deleted_seq > 0 and r.deleted_seq >= ${least}`,
});

// A conversation counts all the texts that it ever had.
const endOfThread = statement({
  takes: { accountId: int8, addressNorm: text },
  text: ({ accountId, addressNorm }) => `
select 1 from retention r join thread t on t.account_id = r.account_id and t.address_norm = ${addressNorm}
where r.account_id = ${accountId} and r.deleted_seq > 0 and t.message_count > (
  select count(*) from message m where m.account_id = ${accountId} and m.address_norm = ${addressNorm}
)`,
});

type Reads = Database['reads'];

/** Whether texts were deleted that may have been among those with ids from `least` on; false for an unknown account. */
export const logEndsEarly = (reads: Reads, accountId: bigint, least: bigint): Promise<boolean> =>
  endOfLog.any(reads, { accountId, least });

/** Whether texts of a conversation were deleted; false for an unknown account. */
export const threadEndsEarly = (reads: Reads, accountId: bigint, addressNorm: string): Promise<boolean> =>
  endOfThread.any(reads, { accountId, addressNorm });
