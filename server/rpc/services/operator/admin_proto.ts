// Accounts as the operator sees them, in protobuf.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { AccountRecordSchema } from '../../../../proto/gen/textrelay/v1/admin_service_pb.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import type { AccountRow } from '../../../store/accounts/accounts.ts';
import { toAccount } from '../to_proto.ts';

export const toRecord = (
  account: Parameters<typeof toAccount>[0] &
    Pick<AccountRow, 'country' | 'exempt' | 'createdAtMs' | 'suspendedAtMs' | 'suspensionReason'>,
): MessageInitShape<typeof AccountRecordSchema> => ({
  account: toAccount(account),
  country: account.country,
  exempt: account.exempt,
  createdAt: toTimestamp(account.createdAtMs),
  ...(account.suspendedAtMs !== null && { suspendedAt: toTimestamp(account.suspendedAtMs) }),
  suspensionReason: account.suspensionReason,
});
