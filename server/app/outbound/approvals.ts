// Texts that wait for a person. The right to decide is judged before; the statement makes sure that one decision wins.
import { every } from '../../../runtime/every.ts';
import { quotaMonth } from '../../domain/plans/month.ts';
import { notFound } from '../../errors.ts';
import type { ApprovalRow, Decided } from '../../store/outbound/approvals.ts';
import { takeTurns } from '../batches/turns.ts';
import type { AppContext } from '../context.ts';
import { fromNewest } from '../messages/feed.ts';
import { cutPage, entriesOf } from '../pages.ts';
import { decisionOver, decisionRefusals, linkGone } from './approval_refusals.ts';

const periodMs = 5_000;
/** Most texts that one run ends. */
const batch = 500;

type Context = AppContext<
  | 'decideApprovals'
  | 'findApproval'
  | 'listDecidedApprovals'
  | 'listExpiredApprovals'
  | 'listPendingApprovals'
>;

/** What a person says about a text. */
export type UsersDecision = Exclude<Decided['decision'], 'expired'>;

export type Approvals = ReturnType<typeof createApprovals>;

export function createApprovals({
  store,
  clock,
  tiers,
  publish,
}: Pick<Context, 'store' | 'clock' | 'tiers' | 'publish'>) {
  const plans = tiers.map(({ plan }) => plan);
  const caps = tiers.map(({ textsCap }) => textsCap);
  const run = async (decided: readonly Decided[], atLock: 'wait' | 'skip') => {
    const nowMs = clock.nowMs();
    const context = { nowMs, month: quotaMonth(nowMs).firstDay, plans, caps };
    const rows = await store.decideApprovals(decided, context, atLock);
    publish(
      rows.flatMap(({ seq }, index) => {
        const { accountId, decision } = decided[index] as Decided;
        return seq === null ? [] : { accountId, seq, queued: decision === 'approved' };
      }),
    );
    return rows;
  };

  /** Throws `not_found`, `approval_not_pending` where another decision won, and what keeps the account from sending now. */
  const decide = async (one: Decided): Promise<ApprovalRow> => {
    const [row] = await run([one], 'wait');
    const verdict = row?.verdict ?? 'unknown';
    const refusal = decisionRefusals[verdict];
    if (refusal) throw refusal();
    const found = await store.findApproval(one.accountId, one.id);
    if (verdict === 'unknown' || !found) throw one.tokenHash === null ? notFound('approval') : linkGone();
    if (verdict === 'done') return found;
    throw decisionOver(found);
  };

  return {
    /** A page: those that wait, oldest first, or those that were decided, newest first. */
    async list(
      accountId: bigint,
      asked: { decided: boolean; keyId?: bigint; limit: number; cursor?: bigint },
    ) {
      const { decided, keyId = null, limit, cursor } = asked;
      const most = entriesOf(limit);
      const found = decided
        ? await store.listDecidedApprovals(accountId, keyId, cursor ?? fromNewest, most + 1)
        : await store.listPendingApprovals(accountId, keyId, cursor ?? 0n, most + 1);
      const { rows, last } = cutPage(found, most);
      return { rows, nextCursor: last?.messageId };
    },

    decide,

    /** Ends those that nobody approved in time; returns how many. */
    expire: () =>
      takeTurns(async (without) => {
        const found = await store.listExpiredApprovals(clock.nowMs(), batch, without);
        const asked = found.map((one) => ({
          ...one,
          ...{ decision: 'expired' as const, userId: null, tokenHash: null },
        }));
        const rows = asked.length > 0 ? await run(asked, 'skip') : [];
        const moved = new Map(found.map(({ accountId }) => [accountId, 0]));
        for (const [index, { verdict }] of rows.entries()) {
          const { accountId } = asked[index] as Decided;
          if (verdict !== 'locked') moved.set(accountId, (moved.get(accountId) ?? 0) + 1);
        }
        return { isFull: found.length >= batch, moved };
      }),
  };
}

/** Starts ending what nobody approved in time, every 5 seconds; the answers to people do not depend on it. */
export const startExpiry = ({ expire }: Approvals, { clock, log }: Pick<Context, 'clock' | 'log'>) =>
  every({
    clock,
    periodMs,
    work: async () => void (await expire()),
    onError: (error) =>
      log.warn({ error: (error as Error).message }, 'approvals could not be ended; the next round does it'),
  });
