// When keys were last used: the newest stamp of their rate windows, which admission writes anyway.
import type { Database } from '../database/database.ts';
import { count, int8, int8Array } from '../database/kinds.ts';
import { statement } from '../database/statement.ts';

const list = statement({
  takes: { accountId: int8, ids: int8Array },
  gives: { id: int8('k.id'), lastUsedAtMs: count.orNull('w.stamps[cardinality(w.stamps)]') },
  text: ({ accountId, ids, row }) => `
select ${row} from api_key k left join rate_window w on w.key_hash = k.hash
where k.account_id = ${accountId} and k.id = any (${ids})`,
});

/** Prepares the read. */
export function prepareKeyUse({ reads }: Pick<Database, 'reads'>) {
  return {
    /** When each of some of an account's keys was last admitted, in milliseconds; null for never. */
    listKeyUse: async (accountId: bigint, ids: readonly bigint[]): Promise<Map<bigint, number | null>> => {
      const rows = await list.run(reads, { accountId, ids });
      return new Map(rows.map(({ id, lastUsedAtMs }) => [id, lastUsedAtMs]));
    },
  };
}
