// An account, as a key and as a person in it see it, and the tiers that it may be on (SPEC: Account, tiers).
import { AccountSchema, TierSchema } from '../../../proto/gen/textrelay/v1/account_pb.ts';
import type { MemberAccount } from '../../../proto/gen/textrelay/v1/user_pb.ts';
import { resource } from '../../interface/resources.ts';
import { integer, nullable, text } from '../../schemas/kinds.ts';
import { madeOf } from '../../schemas/resource.ts';
import { renderRole, roleField } from '../users/member.ts';

export const { Shape: AccountShape, render: renderAccount } = resource(AccountSchema);
export const { Shape: TierShape, render: renderTier } = resource(TierSchema);

const ofMember = madeOf<MemberAccount>();

export const { Shape: MemberAccountShape, render: renderMemberAccount } = ofMember.resource(
  'MemberAccount',
  'An account, as a person in it sees it.',
  {
    id: integer(1, 'What to send as X-SVC-Account.'),
    name: text('Its name.'),
    country: text('ISO 3166-1, two letters.'),
    role: ofMember.field(roleField, ({ role }) => renderRole(role)),
    sandbox_of: nullable(integer(1, 'The account whose sandbox it is; null for one that is none.')),
  },
);
