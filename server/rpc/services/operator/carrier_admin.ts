// AdminService's part about carriers and their numbers.

import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ServiceImpl } from '@connectrpc/connect';
import type {
  AdminService,
  CarrierNumberSchema,
  CarrierSchema,
} from '../../../../proto/gen/textrelay/v1/admin_service_pb.ts';
import type { CarrierAdmin, CarrierState } from '../../../app/operator/carrier_admin.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import { invalidRequest } from '../../../errors.ts';
import type { NumberRef, NumberRow } from '../../../store/carriers/numbers.ts';
import { readPage } from '../page.ts';

type CarrierMethods = Pick<
  ServiceImpl<typeof AdminService>,
  'listCarriers' | 'assignNumber' | 'listNumbers' | 'releaseNumber'
>;

export const toCarrier = ({
  sharedSender,
  capacity,
  ...carrier
}: CarrierState): MessageInitShape<typeof CarrierSchema> => ({
  ...carrier,
  sharedSender: sharedSender ?? '',
  room: capacity,
});

export const toNumber = ({
  assignedAtMs,
  ...number
}: NumberRow): MessageInitShape<typeof CarrierNumberSchema> => ({
  ...number,
  assignedAt: toTimestamp(assignedAtMs),
});

export const toCursor = ({ carrier, number }: NumberRef): string => `${carrier}/${number}`;

/** The number that a cursor stands for; null for none. Throws `invalid_request`. */
export function fromCursor(cursor: string | undefined): NumberRef | null {
  if (cursor === undefined) return null;
  const [, carrier, number] = /^([a-z0-9-]{1,32})\/([^/\0]{1,32})$/.exec(cursor) ?? [];
  if (carrier === undefined || number === undefined)
    throw invalidRequest('cursor must be the next_cursor of an earlier page');
  return { carrier, number };
}

/** The methods, to be served with the rest of AdminService. */
export function carrierMethods(admin: CarrierAdmin): CarrierMethods {
  return {
    listCarriers: () => ({ carriers: admin.listCarriers().map(toCarrier) }),

    async assignNumber({ accountId, carrier, number }) {
      return { number: toNumber(await admin.assignNumber(accountId, carrier, number)) };
    },

    async listNumbers({ accountId, limit, cursor }) {
      const after = fromCursor(cursor);
      const { rows, last } = await readPage(limit, (most) =>
        admin.listNumbers(accountId ?? null, after, most),
      );
      return { numbers: rows.map(toNumber), ...(last && { nextCursor: toCursor(last) }) };
    },

    async releaseNumber({ carrier, number }) {
      return { number: toNumber(await admin.releaseNumber(carrier, number)) };
    },
  };
}
