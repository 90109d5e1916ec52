// How many numbers an account has, for the console's first page.
import type { Database } from '../database/database.ts';
import { int4, int8, text } from '../database/kinds.ts';
import { statement } from '../database/statement.ts';

const countNumbers = statement({
  takes: { accountId: int8 },
  gives: { carrier: text, numbers: int4('count(*)::int4') },
  text: ({ accountId, row }) =>
    `select ${row} from carrier_number where account_id = ${accountId} group by carrier`,
});

/** Prepares the read. */
export function prepareNumberCounts({ reads }: Pick<Database, 'reads'>) {
  return {
    /** How many numbers an account has on each carrier on which it has any. */
    async countNumbers(accountId: bigint): Promise<Map<string, number>> {
      const rows = await countNumbers.run(reads, { accountId });
      return new Map(rows.map(({ carrier, numbers }) => [carrier, numbers]));
    },
  };
}
