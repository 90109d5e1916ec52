// What the console's pages show, in protobuf.
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import {
  type CheckedTextSchema,
  type GetOverviewResponseSchema,
  type GetTextResponseSchema,
  type LoggedTextSchema,
  type TextFilter,
  TextFilterSchema,
} from '../../../../proto/gen/textrelay/v1/console_service_pb.ts';
import type { Log } from '../../../../runtime/log.ts';
import type { CheckedText } from '../../../app/console/check_texts.ts';
import type { Overview } from '../../../app/console/overview.ts';
import type { TextsWanted } from '../../../app/console/texts.ts';
import { toErrorDetail } from '../../../connect/failures.ts';
import { encodings, fromTimestamp, toTimestamp } from '../../../connect/proto_values.ts';
import { Refusal } from '../../../errors.ts';
import type { LoggedText, TextDetail } from '../../../store/console/text_log.ts';
import { toMessage } from '../message_proto.ts';
import { toRecord } from '../operator/admin_proto.ts';
import { toUsage } from '../to_proto.ts';

/** A filter; one that is left out leaves all. */
export function readFilter(filter: TextFilter | undefined): TextsWanted {
  const { direction, status, route, address, from, to } = filter ?? create(TextFilterSchema);
  return {
    direction,
    status,
    route,
    address,
    fromMs: from && fromTimestamp(from),
    toMs: to && fromTimestamp(to),
  };
}

export const toLogged = ({
  deviceId,
  sim,
  carrier,
  charged,
  ...message
}: LoggedText): MessageInitShape<typeof LoggedTextSchema> => ({
  message: toMessage(message),
  ...(deviceId !== null && { deviceId }),
  ...(sim !== null && { sim }),
  ...(carrier !== null && { carrier }),
  charged,
});

export const toDetail = ({
  text,
  deadlineAtMs,
  attempt,
  partsDelivered,
}: TextDetail): MessageInitShape<typeof GetTextResponseSchema> => ({
  text: toLogged(text),
  ...(deadlineAtMs !== null && { deadlineAt: toTimestamp(deadlineAtMs) }),
  attempt,
  ...(partsDelivered !== null && { partsDelivered }),
});

export const toChecked = (text: CheckedText, log: Log): MessageInitShape<typeof CheckedTextSchema> =>
  text instanceof Refusal
    ? { error: toErrorDetail(text, log) }
    : {
        ...text,
        encoding: encodings[text.encoding],
        ...(text.leavesAtMs !== null && { leavesAt: toTimestamp(text.leavesAtMs) }),
      };

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
