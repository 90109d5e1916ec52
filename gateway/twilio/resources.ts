// Texts and accounts as Twilio shows them, made of what the public interface says of them.
import { timestampMs } from '@bufbuild/protobuf/wkt';
import type { Account } from '../../proto/gen/textrelay/v1/account_pb.ts';
import type { Message } from '../../proto/gen/textrelay/v1/message_pb.ts';
import {
  accountSid,
  messageSid,
  twilioStatus,
  twilioVersion,
} from '../../runtime/interfaces/twilio_words.ts';
import { renderMessage } from '../resources/messages/message.ts';

/** RFC 2822, as Twilio writes it. */
const dateOf = (atMs: number): string => new Date(atMs).toUTCString().replace('GMT', '+0000');
const msOf = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));

export const pathOfAccount = (accountId: bigint): string =>
  `/${twilioVersion}/Accounts/${accountSid(accountId)}`;

/** Our side of a text: its number, or the phone that it came to or leaves by; null while it is not known. */
export const ownSide = ({ from, ownNumber, deviceId }: Message): string | null =>
  ownNumber ?? from ?? (deviceId === undefined ? null : `device:${deviceId}`);

export function renderText(message: Message, accountId: bigint, nowMs: number) {
  const text = renderMessage(message);
  const sid = messageSid({ accountId, id: message.id });
  const uri = `${pathOfAccount(accountId)}/Messages/${sid}.json`;
  const [createdAtMs, sendAtMs, sentAtMs, deliveredAtMs] = [
    text.created_at,
    text.send_at,
    text.sent_at,
    text.delivered_at,
  ].map(msOf) as [number, number | null, number | null, number | null];
  const isInbound = text.direction === 'in';
  const { status, errorCode } = twilioStatus({ ...text, sendAtMs, sentAtMs }, nowMs);
  const sentMs = isInbound ? createdAtMs : sentAtMs;
  return {
    account_sid: accountSid(accountId),
    api_version: twilioVersion,
    body: text.body,
    date_created: dateOf(createdAtMs),
    date_sent: sentMs === null ? null : dateOf(sentMs),
    date_updated: dateOf(Math.max(createdAtMs, sentAtMs ?? 0, deliveredAtMs ?? 0)),
    direction: isInbound ? 'inbound' : 'outbound-api',
    error_code: errorCode,
    error_message: errorCode === null ? null : text.error,
    from: isInbound ? text.address_norm : ownSide(message),
    messaging_service_sid: null,
    num_media: '0',
    num_segments: String(text.segments),
    price: null,
    price_unit: null,
    sid,
    status,
    subresource_uris: {},
    to: isInbound ? ownSide(message) : text.address_norm,
    uri,
  };
}

export function renderTwilioAccount({ id, name, createdAt, suspendedAt }: Account) {
  const uri = pathOfAccount(id);
  const created = createdAt ? dateOf(timestampMs(createdAt)) : null;
  return {
    auth_token: null,
    date_created: created,
    date_updated: created,
    friendly_name: name,
    owner_account_sid: accountSid(id),
    sid: accountSid(id),
    status: suspendedAt ? 'suspended' : 'active',
    subresource_uris: { messages: `${uri}/Messages.json` },
    type: 'Full',
    uri: `${uri}.json`,
  };
}
