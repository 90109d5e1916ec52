// An account, as a key sees it, and the tiers that it may be on (SPEC: Account, tiers).
import { AccountSchema, TierSchema } from '../../../proto/gen/textrelay/v1/account_pb.ts';
import { resource } from '../../interface/resources.ts';

export const { Shape: AccountShape, render: renderAccount } = resource(AccountSchema);
export const { Shape: TierShape, render: renderTier } = resource(TierSchema);
