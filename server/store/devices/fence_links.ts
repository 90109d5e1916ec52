// Makes sure that no claim of an unknown outcome takes anything any more. A claim's answer may be lost while the claim
// itself still waits somewhere on its way, and commits later: a look at what it took is worth something only behind a
// fence. Each link counts its doubts, and the newest count stands in its SIMs' rows; a claim takes a SIM's row only as
// it stands, and only under a fence that is not older.

import type { Pool } from '../postgres/driver.ts';
import { bool, int8 } from '../postgres/kinds.ts';
import { list, statement } from '../postgres/statement.ts';
import type { DeviceRef } from './devices.ts';

/** One link's fence. */
export interface LinkFence extends DeviceRef {
  /** Greater than that of every claim that is to be void; see `fenceOf`. */
  fence: bigint;
}

/** Doubts of one link that fit below the epoch of the next. */
const doubtBits = 20n;

/** The fence of a link after so many doubts: greater than every one of the device's earlier links. */
export const fenceOf = (linkEpoch: bigint, doubts: number): bigint =>
  (linkEpoch << doubtBits) + BigInt(doubts);

// Rows that somebody has are left out: a claim that is past the fence's place still has them, and may commit. Only a
// device of which all SIMs were fenced is safe. Written late or twice a fence changes nothing, because it only grows.
const fence = statement({
  takes: { fences: list({ accountId: int8, deviceId: int8, fence: int8 }) },
  gives: {
    isSafe: bool(`(select count(*) from sim s where s.account_id = a.account_id and s.device_id = a.device_id)
      = (select count(*) from fenced f where f.account_id = a.account_id and f.device_id = a.device_id)`),
  },
  expects: 'fences',
  text: ({ fences, row }) => `
with asked as (
  select * from ${fences.as('t', 'ord')}
), free as materialized (
  select s.account_id, s.device_id, s.slot, a.fence
  from asked a join sim s on s.account_id = a.account_id and s.device_id = a.device_id
  order by s.account_id, s.device_id, s.slot for update of s skip locked
), fenced as (
  update sim s set fence = greatest(s.fence, f.fence) from free f
  where s.account_id = f.account_id and s.device_id = f.device_id and s.slot = f.slot
  returning s.account_id, s.device_id
)
select ${row} from asked a order by a.ord`,
});

/**
 * Fences links, each device at most once in the list. Returns for each whether its claims under an older fence are over
 * for good: what they took, if anything, can be read from now on, and nothing is added to it. False: ask again.
 */
export async function fenceLinks(pool: Pool, fences: readonly LinkFence[]): Promise<boolean[]> {
  return (await fence.run(pool, { fences })).map(({ isSafe }) => isSafe);
}
