// A request at the door, in the domain's terms.
import { type AdmissionRequest, Operation } from '../../../proto/gen/textrelay/v1/access_service_pb.ts';
import type * as access from '../../app/access/admit.ts';

const operations: Record<Operation, access.Operation | null> = {
  [Operation.UNSPECIFIED]: null,
  [Operation.SEND_MESSAGE]: 'send_message',
  [Operation.READ_MESSAGES]: 'read_messages',
  [Operation.READ_ACCOUNT]: 'read_account',
  [Operation.READ_USAGE]: 'read_usage',
  [Operation.CHANGE_PLAN]: 'change_plan',
  [Operation.LIST_ACCOUNTS]: 'list_accounts',
  [Operation.ARRANGE_MESSAGES]: 'arrange_messages',
  [Operation.ARRANGE_DELIVERY]: 'arrange_delivery',
};

/** Reads the request of a key. */
export function readAdmission({
  apiKey,
  operation,
  targetAccount,
}: AdmissionRequest): access.AdmissionRequest {
  const known = operations[operation];
  return { apiKey, operation: known === undefined ? 'unknown' : known, targetAccount };
}
