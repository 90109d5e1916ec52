// PreviewMessages: what would become of texts if they were sent.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { OutboundText } from '../../../../proto/gen/textrelay/v1/message_pb.ts';
import type {
  MessagePreviewSchema,
  PreviewMessagesRequest,
  PreviewMessagesResponseSchema,
} from '../../../../proto/gen/textrelay/v1/message_service_pb.ts';
import type { Log } from '../../../../runtime/log.ts';
import { mapInTurns } from '../../../app/in_turns.ts';
import type { Preview, PreviewTexts } from '../../../app/outbound/preview.ts';
import { policyKeyOf } from '../../../app/outbound/send.ts';
import { checkBatch } from '../../../app/pages.ts';
import { toErrorDetail } from '../../../connect/failures.ts';
import { encodings, toTimestamp } from '../../../connect/proto_values.ts';
import { invalidRequest } from '../../../errors.ts';
import { toUsage } from '../accounts/account_proto.ts';
import { readText, routes, toMessage } from './message_proto.ts';

const maxBatch = 500;

const readTextOf = (accountId: bigint) => (text: OutboundText) => {
  if (text.admission) throw invalidRequest('account_id is required: a preview admits no key');
  if (accountId !== 0n && text.accountId !== 0n)
    throw invalidRequest('account_id must be given once for all texts, or for each text');
  const { admittedKey } = text;
  const policyKey = admittedKey === undefined ? null : policyKeyOf(admittedKey);
  return { ...readText(text), accountId: accountId || text.accountId, policyKey };
};

/** The method that judges texts and sends none. */
export function createPreviewMessages(preview: PreviewTexts, log: Log) {
  const toPreview = (of: Preview): MessageInitShape<typeof MessagePreviewSchema> => ({
    error: of.refusal && toErrorDetail(of.refusal, log),
    replayed: of.replayed,
    differs: of.differs,
    original: of.original && toMessage(of.original),
    ...(of.form && { ...of.form, encoding: encodings[of.form.encoding] }),
    units: of.refusal || of.replayed ? 0 : 1,
    route: of.route ? routes[of.route] : undefined,
    device: of.device
      ? { id: of.device.deviceId, name: of.device.deviceName, online: of.device.isOnline }
      : undefined,
    carrier: of.carrier ?? undefined,
    leavesAt: toTimestamp(of.leavesAtMs),
    usage: of.usage && toUsage(of.usage),
  });

  return async ({
    texts,
    accountId,
  }: PreviewMessagesRequest): Promise<MessageInitShape<typeof PreviewMessagesResponseSchema>> => {
    checkBatch('texts', texts.length, maxBatch);
    const read = await mapInTurns(texts, readTextOf(accountId));
    return { previews: await mapInTurns(await preview(read), toPreview) };
  };
}
