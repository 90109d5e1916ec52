// A message as programs send it, and the texts that it stands for: one for each recipient.
import { create } from '@bufbuild/protobuf';
import { type Timestamp, timestampMs } from '@bufbuild/protobuf/wkt';
import { type Static, Type } from 'typebox';
import { type OutboundText, OutboundTextSchema } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { longestId, mostRecipients, refOf } from '../../runtime/interfaces/smsgate_words.ts';
import { invalidRequest } from '../errors/errors.ts';
import { maxBodyLength } from '../schemas/bodies.ts';
import { maxInstantLength, readInstant } from '../schemas/instants.ts';
import { parseId } from '../schemas/integers.ts';
import { flag, nullable, text } from '../schemas/kinds.ts';
import { requireAddress, requireText } from '../schemas/text_rules.ts';

/** How many seconds a text waits for a device before it ends. */
const lifetimeSeconds = 24 * 3_600;
/** From this priority on their phones keep no limits and no delays. */
const urgentFrom = 100;

const optional = <T extends Parameters<typeof nullable>[0]>(schema: T) => Type.Optional(nullable(schema));
const instant = (description: string) => optional(Type.String({ maxLength: maxInstantLength, description }));

export const MessageBody = Type.Object(
  {
    id: optional(text('The message’s id; made here when left out.')),
    deviceId: optional(text('The device that it leaves by.')),
    message: optional(text('The text, as older programs give it.')),
    textMessage: optional(Type.Object({ text: text('The text.') })),
    dataMessage: Type.Optional(Type.Unknown({ description: 'Not served.' })),
    phoneNumbers: Type.Array(Type.String(), { description: 'The recipients.' }),
    simNumber: optional(Type.Integer({ description: 'The SIM that it leaves by, 1 to 3.' })),
    withDeliveryReport: optional(flag('Receipts are asked for either way.')),
    isEncrypted: optional(flag('Not served when true.')),
    ttl: optional(Type.Integer({ description: 'Seconds until it expires.' })),
    validUntil: instant('When it expires.'),
    scheduleAt: instant('It does not leave before.'),
    priority: optional(Type.Integer({ description: '-128 to 127.' })),
  },
  { title: 'SmsgateMessage', description: 'A message to send.' },
);

type Body = Static<typeof MessageBody>;

/** The device of an account that a message is to leave by, and its SIM; undefined for none. */
export interface Leaving {
  deviceId: bigint | undefined;
  simNumber: number | undefined;
}

/** A message as it is understood. */
export interface ReadMessage {
  /** Null where the program gave none. */
  id: string | null;
  body: string;
  phoneNumbers: readonly string[];
  leaving: Leaving;
  sendAt: Timestamp | undefined;
  isUrgent: boolean;
}

function readContent({ message, textMessage, dataMessage }: Body): string {
  if (dataMessage != null) throw invalidRequest('dataMessage is not served: only texts are sent');
  if (textMessage != null && message)
    throw invalidRequest('only one of textMessage and message may be given');
  const content = textMessage?.text ?? message ?? '';
  if (content === '') throw invalidRequest('textMessage is required, with a text');
  if ([...content].length > maxBodyLength)
    throw invalidRequest(`the text must have at most ${maxBodyLength} characters`);
  return requireText(content, 'the text');
}

function readNumbers({ phoneNumbers }: Body): readonly string[] {
  if (phoneNumbers.length < 1 || phoneNumbers.length > mostRecipients)
    throw invalidRequest(`phoneNumbers must have 1 to ${mostRecipients} numbers`);
  if (new Set(phoneNumbers).size < phoneNumbers.length)
    throw invalidRequest('phoneNumbers must not have a number twice');
  return phoneNumbers.map(requireAddress);
}

function readLeaving({ deviceId, simNumber }: Body): Leaving {
  if (simNumber != null && (simNumber < 1 || simNumber > 3))
    throw invalidRequest('simNumber must be from 1 to 3');
  const device = deviceId ? parseId(deviceId) : undefined;
  if (deviceId && device === undefined) throw invalidRequest('deviceId must be the id of one of the devices');
  return { deviceId: device, simNumber: simNumber ?? undefined };
}

/** Refuses an end that would come before the text's own. */
function checkEnd({ ttl, validUntil }: Body, sendAt: Timestamp | undefined, nowMs: number): void {
  if (ttl != null && validUntil != null) throw invalidRequest('only one of ttl and validUntil may be given');
  if (ttl != null && ttl < 5) throw invalidRequest('ttl must be at least 5 seconds');
  const end = validUntil == null ? undefined : timestampMs(readInstant(validUntil, 'validUntil'));
  const endMs = ttl == null ? end : nowMs + ttl * 1_000;
  if (endMs === undefined) return;
  const leavesMs = sendAt === undefined ? nowMs : timestampMs(sendAt);
  if (endMs < leavesMs + lifetimeSeconds * 1_000)
    throw invalidRequest(
      'a text waits up to 24 hours for a phone, which cannot be shortened: give a ttl of at least 86400, or none',
    );
}

/** Reads a message. Throws INVALID_REQUEST for what is wrong, and for what is not served. */
export function readMessage(body: Body, nowMs: number): ReadMessage {
  const { id, priority, isEncrypted, scheduleAt } = body;
  if (isEncrypted) throw invalidRequest('isEncrypted is not served: the service must read what it sends');
  if (id && [...id].length > longestId) throw invalidRequest(`id must have at most ${longestId} characters`);
  if (priority != null && (priority < -128 || priority > 127))
    throw invalidRequest('priority must be from -128 to 127');
  const sendAt = scheduleAt == null ? undefined : readInstant(scheduleAt, 'scheduleAt');
  if (sendAt && timestampMs(sendAt) <= nowMs) throw invalidRequest('scheduleAt must be in the future');
  checkEnd(body, sendAt, nowMs);
  return {
    id: id ? requireText(id, 'id') : null,
    body: readContent(body),
    phoneNumbers: readNumbers(body),
    leaving: readLeaving(body),
    sendAt,
    isUrgent: (priority ?? 0) >= urgentFrom,
  };
}

/** The texts of a message. */
export const textsOf = (
  message: ReadMessage,
  {
    id,
    of,
    from,
  }: { id: string; of: Partial<Pick<OutboundText, 'accountId' | 'admittedKey'>>; from: string | undefined },
): OutboundText[] =>
  message.phoneNumbers.map((address, index) => {
    const sent = create(OutboundTextSchema, { ...of, address, body: message.body });
    sent.clientRef = refOf(id, index + 1);
    if (message.sendAt) sent.sendAt = message.sendAt;
    if (message.isUrgent) sent.urgent = true;
    if (from !== undefined) sent.from = from;
    return sent;
  });
