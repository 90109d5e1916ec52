// A text that a person confirms or rejects, as the console shows it.
import { type Static, Type } from 'typebox';
import {
  type Confirmation,
  ConfirmationDecision,
} from '../../../../proto/gen/textrelay/v1/confirmation_service_pb.ts';
import { flag, instant, integer, nullable, nullableOneOf, oneOf, text } from '../../kinds.ts';
import { madeOf, missing } from '../../resource.ts';

const decisions: Readonly<Record<number, 'confirmed' | 'rejected' | 'expired' | 'withdrawn'>> = {
  [ConfirmationDecision.CONFIRMED]: 'confirmed',
  [ConfirmationDecision.REJECTED]: 'rejected',
  [ConfirmationDecision.EXPIRED]: 'expired',
  [ConfirmationDecision.WITHDRAWN]: 'withdrawn',
};

const { field, resource } = madeOf<Confirmation>();

const fields = {
  message_id: integer(1, 'The text’s id.'),
  address_norm: text('The recipient.'),
  body: text('The text.'),
  key_id: integer(1, 'The key that asked.'),
  key_label: text('Its label; empty for a key that is gone.'),
  created_at: instant('When the text was accepted.'),
  expires_at: instant('Nobody can confirm it from then on.'),
  send_at: nullable(instant('The instant that it was sent for; null for at once.')),
  decision: field(
    nullableOneOf(
      Object.values(decisions),
      'What became of it; null while it waits. withdrawn ended otherwise: it was cancelled, or its recipient opted out.',
    ),
    ({ decision }) =>
      decision === ConfirmationDecision.UNSPECIFIED ? null : (decisions[decision] ?? missing()),
  ),
  decided_at: nullable(instant('When; null while it waits.')),
  person_id: nullable(integer(1, 'The person who decided; null for a link, and where nobody did.')),
  by_link: flag('It was decided by a link.'),
};

export const { Shape: ConfirmationShape, render: renderConfirmation } = resource(
  'Confirmation',
  'A text that waits, or waited, for a person.',
  fields,
);

export const { Shape: LinkedConfirmationShape, render: renderLinkedConfirmation } = resource(
  'LinkedConfirmation',
  'A text that a link decides.',
  { ...fields, account_name: text('The account that sends it.') },
);

const asked = { confirm: ConfirmationDecision.CONFIRMED, reject: ConfirmationDecision.REJECTED } as const;

/** What a person says. */
export const DecisionField = oneOf(
  Object.keys(asked) as (keyof typeof asked)[],
  'confirm lets the text leave, reject ends it.',
);

export const readDecision = (decision: Static<typeof DecisionField>): ConfirmationDecision => asked[decision];

export const DecisionBody = Type.Object({ decision: DecisionField }, { title: 'DecideText' });
