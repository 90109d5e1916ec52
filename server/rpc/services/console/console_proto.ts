// The console's first page, in protobuf.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { GetOverviewResponseSchema } from '../../../../proto/gen/textrelay/v1/console_service_pb.ts';
import type { Overview } from '../../../app/console/overview.ts';
import { toRecord } from '../operator/admin_proto.ts';
import { toUsage } from '../to_proto.ts';

export const toOverview = (overview: Overview): MessageInitShape<typeof GetOverviewResponseSchema> => ({
  account: toRecord(overview.account),
  usage: toUsage(overview.usage),
  days: overview.month.days.map(({ day, ...counts }) => ({
    day,
    sent: BigInt(counts.sent),
    delivered: BigInt(counts.delivered),
    failed: BigInt(counts.failed),
    received: BigInt(counts.received),
  })),
  daysComplete: overview.month.isComplete,
  devices: overview.devices,
  carriers: overview.carriers.map(({ name, up, detail }) => ({ name, up, detail })),
  numbers: overview.numbers,
  simulated: overview.isSimulated,
  note: overview.note,
});
