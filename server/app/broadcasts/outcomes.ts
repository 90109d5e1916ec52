// Counts what became of a broadcast's texts, for those who look at it each second. All of them are counted once, and from
// then on the rows around those that changed: a look at 100,000 rows costs what one at a few hundred costs.
import type { BlockOutcome, Outcome } from '../../store/broadcasts/outcomes.ts';
import type { AppContext } from '../context.ts';

/** How long a count of all holds, in milliseconds: texts that were removed are missing from then on. */
const wholeForMs = 300_000;
/** Most broadcasts whose blocks are kept; each has 400 at most. */
const mostKept = 100;
const beyond = 2n ** 63n - 1n;

type Options = Pick<
  AppContext<'findChangedRecipientBlocks' | 'countRecipientBlocks' | 'keepBroadcastOutcome'>,
  'store' | 'clock'
>;

interface Kept {
  seq: bigint;
  wholeAtMs: number;
  blocks: Map<number, BlockOutcome>;
}

function sumOf(blocks: Iterable<BlockOutcome>): Outcome & { texts: number } {
  const sum = { deliveredCount: 0, failedCount: 0, cancelledCount: 0, repliedCount: 0, texts: 0 };
  for (const block of blocks)
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += block[name];
  return sum;
}

/** Makes the count of a broadcast, which keeps its numbers with it. A count that is already under way is shared. */
export function createCountOutcome({ store, clock }: Options) {
  const kept = new Map<string, Kept>();

  /** Brings up to date what is kept of a broadcast; undefined where all has to be counted. */
  const renew = async (accountId: bigint, id: bigint, before: Kept): Promise<Kept | undefined> => {
    if (before.wholeAtMs < clock.nowMs() - wholeForMs) return undefined;
    const changed = await store.findChangedRecipientBlocks(accountId, id, before.seq);
    if (!changed || changed.isEnough) return undefined;
    const open = [...before.blocks.values()].filter(({ isOpen }) => isOpen).map(({ block }) => block);
    const asked = [...new Set([...changed.blocks, ...open])];
    const counted = asked.length > 0 ? await store.countRecipientBlocks(accountId, id, asked) : [];
    const blocks = new Map([...before.blocks, ...counted.map((row) => [row.block, row] as const)]);
    return { ...before, seq: changed.newestSeq, blocks };
  };

  // The place in the feed is read before: what changes meanwhile is counted again.
  const countAll = async (accountId: bigint, id: bigint): Promise<Kept> => {
    const wholeAtMs = clock.nowMs();
    const place = await store.findChangedRecipientBlocks(accountId, id, beyond);
    const counted = await store.countRecipientBlocks(accountId, id, null);
    return {
      ...{ seq: place?.newestSeq ?? 0n, wholeAtMs },
      blocks: new Map(counted.map((row) => [row.block, row])),
    };
  };

  const count = async (accountId: bigint, id: bigint, name: string): Promise<Outcome> => {
    const before = kept.get(name);
    const now = (before && (await renew(accountId, id, before))) ?? (await countAll(accountId, id));
    kept.delete(name);
    kept.set(name, now);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    const { texts, ...numbers } = sumOf(now.blocks.values());
    return (await store.keepBroadcastOutcome(accountId, id, { ...numbers, texts })) ?? numbers;
  };

  const underWay = new Map<string, Promise<Outcome>>();
  return (accountId: bigint, id: bigint): Promise<Outcome> => {
    const name = `${accountId}/${id}`;
    const begun = underWay.get(name) ?? count(accountId, id, name).finally(() => underWay.delete(name));
    underWay.set(name, begun);
    return begun;
  };
}
