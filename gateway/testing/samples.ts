// Messages of the contract as a core would fill them in.
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import {
  Direction,
  Encoding,
  type Message,
  MessageSchema,
  MessageStatus,
  Route,
} from '../../proto/gen/textrelay/v1/message_pb.ts';
import { type Usage, UsagePeriod, UsageReason, UsageSchema } from '../../proto/gen/textrelay/v1/usage_pb.ts';

const createdAt = timestampFromMs(Date.UTC(2026, 10, 21, 8, 30, 15, 7));

export function sampleMessage(fields: MessageInitShape<typeof MessageSchema> = {}): Message {
  return create(MessageSchema, {
    id: 1n,
    seq: 1n,
    direction: Direction.OUT,
    address: '(555) 123-4567',
    addressNorm: '+15551234567',
    body: 'hello',
    status: MessageStatus.QUEUED,
    route: Route.DEVICE,
    createdAt,
    segments: 1,
    encoding: Encoding.GSM7,
    ...fields,
  });
}

export function sampleUsage(fields: MessageInitShape<typeof UsageSchema> = {}): Usage {
  return create(UsageSchema, {
    plan: 'starter',
    subscriptionStatus: 'active',
    canSend: true,
    reason: UsageReason.OK,
    textsUsed: 3n,
    textsCap: 500n,
    textsRemaining: 497n,
    unlimited: false,
    period: UsagePeriod.CALENDAR_MONTH_UTC,
    resetsAt: timestampFromMs(Date.UTC(2026, 11, 1)),
    ...fields,
  });
}
