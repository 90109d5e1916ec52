// ConfirmationService: texts that a person confirms or rejects.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter, HandlerContext } from '@connectrpc/connect';
import {
  ConfirmationDecision,
  type ConfirmationSchema,
  ConfirmationService,
} from '../../../../proto/gen/textrelay/v1/confirmation_service_pb.ts';
import { callerOf } from '../../../access/caller.ts';
import type { ConfirmationLinks } from '../../../app/outbound/confirmation_links.ts';
import type { Confirmations, PersonsDecision } from '../../../app/outbound/confirmations.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import type { Decision } from '../../../domain/messages/confirmation.ts';
import { invalidRequest } from '../../../errors.ts';
import type { ConfirmationRow } from '../../../store/outbound/confirmations.ts';

const decisions: Record<Decision, ConfirmationDecision> = {
  confirmed: ConfirmationDecision.CONFIRMED,
  rejected: ConfirmationDecision.REJECTED,
  expired: ConfirmationDecision.EXPIRED,
  withdrawn: ConfirmationDecision.WITHDRAWN,
};

const toConfirmation = (
  row: ConfirmationRow,
  accountName = '',
): MessageInitShape<typeof ConfirmationSchema> => ({
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
  ...(row.personId !== null && { personId: row.personId }),
});

function readDecision(decision: ConfirmationDecision): PersonsDecision {
  if (decision === ConfirmationDecision.CONFIRMED) return 'confirmed';
  if (decision === ConfirmationDecision.REJECTED) return 'rejected';
  throw invalidRequest('decision must be one of CONFIRMED, REJECTED');
}

const personIdOf = (context: HandlerContext): bigint | null => {
  const caller = callerOf(context);
  return caller.kind === 'person' ? caller.personId : null;
};

/** Serves ConfirmationService. */
export function routeConfirmations(
  router: ConnectRouter,
  { decisions: confirmations, links }: { decisions: Confirmations; links: ConfirmationLinks },
): void {
  router.service(ConfirmationService, {
    async listConfirmations({ accountId, ...asked }) {
      const { rows, nextCursor } = await confirmations.list(accountId, asked);
      return { confirmations: rows.map((row) => toConfirmation(row)), nextCursor };
    },

    async decideConfirmation({ accountId, messageId, decision }, context) {
      const said = readDecision(decision);
      const row = await confirmations.decide({
        ...{ accountId, id: messageId, decision: said },
        ...{ personId: personIdOf(context), tokenHash: null },
      });
      return { confirmation: toConfirmation(row) };
    },

    async createConfirmationLink({ accountId, messageId }) {
      const { link, expiresAtMs } = await links.make(accountId, messageId);
      return { link, expiresAt: toTimestamp(expiresAtMs) };
    },

    async getConfirmationLink({ token }) {
      const row = await links.read(token);
      return { confirmation: toConfirmation(row, row.accountName) };
    },

    async decideByLink({ token, decision }) {
      const row = await links.decide(token, readDecision(decision));
      return { confirmation: toConfirmation(row, row.accountName) };
    },
  });
}
