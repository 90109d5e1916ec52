// Links that decide one text without a session, once. Their tokens are kept only as hashes; a newer link takes the place of an older one.
import { createSecret, hashSecret, isWellFormedSecret } from '../../domain/keys/api_key.ts';
import { approvalPrefix } from '../../domain/messages/approval.ts';
import { notFound } from '../../errors.ts';
import type { ApprovalRow } from '../../store/outbound/approvals.ts';
import type { AppContext } from '../context.ts';
import { decisionOver, linkGone } from './approval_refusals.ts';
import type { Approvals, UsersDecision } from './approvals.ts';

type Context = AppContext<'findApproval' | 'findApprovalByToken' | 'setApprovalToken'>;

export type ApprovalLinks = ReturnType<typeof createApprovalLinks>;

export function createApprovalLinks({
  store,
  clock,
  publicUrl,
  decide,
}: Pick<Context, 'store' | 'clock'> & { publicUrl: string; decide: Approvals['decide'] }) {
  const find = async (token: string): Promise<ApprovalRow & { tokenHash: string }> => {
    const tokenHash = hashSecret(token);
    const isForm = isWellFormedSecret(approvalPrefix, token);
    const found = isForm ? await store.findApprovalByToken(tokenHash) : undefined;
    if (!found) throw linkGone();
    return { ...found, tokenHash };
  };

  const isOpen = ({ decidedAtMs, isWaiting, expiresAtMs }: ApprovalRow) =>
    decidedAtMs === null && isWaiting && expiresAtMs > clock.nowMs();

  return {
    /** Makes a link in place of an older one. Throws `not_found` and `approval_not_pending`. */
    async make(accountId: bigint, id: bigint): Promise<{ link: string; expiresAtMs: number }> {
      const token = createSecret(approvalPrefix);
      const made = await store.setApprovalToken(accountId, id, hashSecret(token), clock.nowMs());
      if (made)
        return {
          link: `${publicUrl.replace(/\/$/, '')}/approve-text#token=${token}`,
          expiresAtMs: made.expiresAtMs,
        };
      const found = await store.findApproval(accountId, id);
      throw found ? decisionOver(found) : notFound('approval');
    },

    /**
     * The text that a link decides. Throws `link_expired`, and `approval_not_pending` if there is nothing to decide any
     * more.
     */
    async read(token: string): Promise<ApprovalRow> {
      const found = await find(token);
      if (!isOpen(found)) throw decisionOver(found);
      return found;
    },

    /** Throws what a person's decision throws, and `link_expired`. */
    async decide(token: string, decision: UsersDecision): Promise<ApprovalRow> {
      const { accountId, messageId: id, tokenHash } = await find(token);
      return decide({ accountId, id, decision, userId: null, tokenHash });
    },
  };
}
