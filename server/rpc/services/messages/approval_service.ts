// ApprovalService: texts that a person approves or rejects.
import type { ConnectRouter, HandlerContext } from '@connectrpc/connect';
import {
  ApprovalDecision,
  ApprovalService,
  ApprovalState,
  ApprovalVerdict,
} from '../../../../proto/gen/textrelay/v1/approval_service_pb.ts';
import { callerOf } from '../../../access/caller.ts';
import type { ApprovalLinks } from '../../../app/outbound/approval_links.ts';
import type { Approvals, UsersDecision } from '../../../app/outbound/approvals.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import type { Decision } from '../../../domain/messages/approval.ts';
import { invalidRequest } from '../../../errors.ts';
import type { ApprovalRow } from '../../../store/outbound/approvals.ts';

const decisions: Record<Decision, ApprovalDecision> = {
  approved: ApprovalDecision.APPROVED,
  rejected: ApprovalDecision.REJECTED,
  expired: ApprovalDecision.EXPIRED,
  withdrawn: ApprovalDecision.WITHDRAWN,
};

const toApproval = (row: ApprovalRow) => ({
  messageId: row.messageId,
  addressNorm: row.addressNorm,
  body: row.body,
  keyId: row.keyId,
  keyLabel: row.keyLabel ?? '',
  createdAt: toTimestamp(row.createdAtMs),
  expiresAt: toTimestamp(row.expiresAtMs),
  sendAt: toTimestamp(row.sendAtMs),
  decidedAt: toTimestamp(row.decidedAtMs),
  byLink: row.byLink,
  ...(row.decision !== null && { decision: decisions[row.decision] }),
  ...(row.userId !== null && { userId: row.userId }),
});

function readVerdict(verdict: ApprovalVerdict): UsersDecision {
  if (verdict === ApprovalVerdict.APPROVE) return 'approved';
  if (verdict === ApprovalVerdict.REJECT) return 'rejected';
  throw invalidRequest('decision must be one of approve, reject');
}

const userIdOf = (context: HandlerContext): bigint | null => {
  const caller = callerOf(context);
  return caller.kind === 'user' ? caller.userId : null;
};

/** Serves ApprovalService. */
export function routeApprovals(
  router: ConnectRouter,
  { decisions: approvals, links }: { decisions: Approvals; links: ApprovalLinks },
): void {
  router.service(ApprovalService, {
    async listApprovals({ accountId, state, askedBy: keyId, ...page }) {
      const asked = { ...page, keyId, decided: state === ApprovalState.DECIDED };
      const { rows, nextCursor } = await approvals.list(accountId, asked);
      return { approvals: rows.map(toApproval), nextCursor };
    },

    async decideApproval({ accountId, id, decision }, context) {
      const said = readVerdict(decision);
      const row = await approvals.decide({
        ...{ accountId, id, decision: said },
        ...{ userId: userIdOf(context), tokenHash: null },
      });
      return { approval: toApproval(row) };
    },

    async createApprovalLink({ accountId, id }) {
      const { link, expiresAtMs } = await links.make(accountId, id);
      return { link, expiresAt: toTimestamp(expiresAtMs) };
    },

    async getApprovalLink({ token }) {
      const row = await links.read(token);
      return { approval: { ...toApproval(row), accountName: row.accountName } };
    },

    async decideByLink({ token, decision }) {
      const row = await links.decide(token, readVerdict(decision));
      return { approval: { ...toApproval(row), accountName: row.accountName } };
    },
  });
}
