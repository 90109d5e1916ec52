// A text that a person approves or rejects, as the console shows it.
import { type Static, Type } from 'typebox';
import { type Approval, ApprovalDecision } from '../../../proto/gen/textrelay/v1/approval_service_pb.ts';
import { flag, instant, integer, nullable, nullableOneOf, oneOf, text } from '../../schemas/kinds.ts';
import { madeOf, missing } from '../../schemas/resource.ts';

const decisions: Readonly<Record<number, 'approved' | 'rejected' | 'expired' | 'withdrawn'>> = {
  [ApprovalDecision.APPROVED]: 'approved',
  [ApprovalDecision.REJECTED]: 'rejected',
  [ApprovalDecision.EXPIRED]: 'expired',
  [ApprovalDecision.WITHDRAWN]: 'withdrawn',
};

const { field, resource } = madeOf<Approval>();

const fields = {
  message_id: integer(1, 'The text’s id.'),
  address_norm: text('The recipient.'),
  body: text('The text.'),
  key_id: integer(1, 'The key that asked.'),
  key_label: text('Its label; empty for a key that is gone.'),
  created_at: instant('When the text was accepted.'),
  expires_at: instant('Nobody can approve it from then on.'),
  send_at: nullable(instant('The instant that it was sent for; null for at once.')),
  decision: field(
    nullableOneOf(
      Object.values(decisions),
      'What became of it; null while it waits. withdrawn ended otherwise: it was cancelled, or its recipient opted out.',
    ),
    ({ decision }) => (decision === ApprovalDecision.UNSPECIFIED ? null : (decisions[decision] ?? missing())),
  ),
  decided_at: nullable(instant('When; null while it waits.')),
  user_id: nullable(integer(1, 'The person who decided; null for a link, and where nobody did.')),
  by_link: flag('It was decided by a link.'),
};

export const { Shape: ApprovalShape, render: renderApproval } = resource(
  'Approval',
  'A text that waits, or waited, for a person.',
  fields,
);

export const { Shape: LinkedApprovalShape, render: renderLinkedApproval } = resource(
  'LinkedApproval',
  'A text that a link decides.',
  { ...fields, account_name: text('The account that sends it.') },
);

const asked = { approve: ApprovalDecision.APPROVED, reject: ApprovalDecision.REJECTED } as const;

/** What a person says. */
export const DecisionField = oneOf(
  Object.keys(asked) as (keyof typeof asked)[],
  'approve lets the text leave, reject ends it.',
);

export const readDecision = (decision: Static<typeof DecisionField>): ApprovalDecision => asked[decision];

export const DecisionBody = Type.Object({ decision: DecisionField }, { title: 'DecideText' });
