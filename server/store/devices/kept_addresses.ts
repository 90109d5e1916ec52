// The recipients whose texts stay on a device. There is no index of them: it would be written with each text. A page looks
// at so many conversations and no more.
import type { Database } from '../postgres/database.ts';
import { bool, count, int2, int4, int8, text } from '../postgres/kinds.ts';
import { group, type RowOf, statement } from '../postgres/statement.ts';

/** Conversations that a page looks at, at most. */
const mostLookedAt = 10_000;

/** A recipient that stays on a device, and on which of its SIMs. */
export type KeptAddress = RowOf<typeof keptAddress>;
const keptAddress = { address: text, addressNorm: text, sim: int2.orNull };

const list = statement({
  takes: { accountId: int8, deviceId: int8, after: text, looks: count, most: int4 },
  gives: { kept: group(keptAddress), isKept: bool, isEnough: bool },
  text: ({ accountId, deviceId, after, looks, most, row }) => `
select ${row} from (
  select address, address_norm, sim, coalesce(device_id = ${deviceId}, false) as is_kept,
    row_number() over (order by address_norm) = ${looks} as is_enough
  from thread where account_id = ${accountId} and address_norm > ${after} order by address_norm limit ${looks}
) t where is_kept or is_enough order by address_norm limit ${most}`,
});

/** Prepares the read. `looks` is for tests. */
export function prepareKeptAddresses({ reads }: Pick<Database, 'reads'>, looks = mostLookedAt) {
  return {
    /** Up to `limit` of them after the address `after`, in order of address; `nextAfter` is null on the last page. */
    async listKeptAddresses(
      accountId: bigint,
      deviceId: bigint,
      after: string,
      limit: number,
    ): Promise<{ addresses: KeptAddress[]; nextAfter: string | null }> {
      const rows = await list.run(reads, { accountId, deviceId, after, looks, most: limit + 1 });
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const isMore = rows.length > limit || last?.isEnough === true;
      return {
        addresses: page.filter(({ isKept }) => isKept).map(({ kept }) => kept),
        nextAfter: isMore && last ? last.kept.addressNorm : null,
      };
    },
  };
}
