// ApprovalService: texts that a person approves or rejects.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter, HandlerContext } from '@connectrpc/connect';
import {
  ApprovalDecision,
  type ApprovalSchema,
  ApprovalService,
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

const toApproval = (row: ApprovalRow, accountName = ''): MessageInitShape<typeof ApprovalSchema> => ({
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
  accountName,
  ...(row.decision !== null && { decision: decisions[row.decision] }),
  ...(row.userId !== null && { userId: row.userId }),
});

function readDecision(decision: ApprovalDecision): UsersDecision {
  if (decision === ApprovalDecision.APPROVED) return 'approved';
  if (decision === ApprovalDecision.REJECTED) return 'rejected';
  throw invalidRequest('decision must be one of APPROVED, REJECTED');
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
    async listApprovals({ accountId, ...asked }) {
      const { rows, nextCursor } = await approvals.list(accountId, asked);
      return { approvals: rows.map((row) => toApproval(row)), nextCursor };
    },

    async decideApproval({ accountId, messageId, decision }, context) {
      const said = readDecision(decision);
      const row = await approvals.decide({
        ...{ accountId, id: messageId, decision: said },
        ...{ userId: userIdOf(context), tokenHash: null },
      });
      return { approval: toApproval(row) };
    },

    async createApprovalLink({ accountId, messageId }) {
      const { link, expiresAtMs } = await links.make(accountId, messageId);
      return { link, expiresAt: toTimestamp(expiresAtMs) };
    },

    async getApprovalLink({ token }) {
      const row = await links.read(token);
      return { approval: toApproval(row, row.accountName) };
    },

    async decideByLink({ token, decision }) {
      const row = await links.decide(token, readDecision(decision));
      return { approval: toApproval(row, row.accountName) };
    },
  });
}
