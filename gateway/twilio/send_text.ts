// Twilio's create of a message, as the send of a text. What would make another text of it, and is not served, is refused.
import { create } from '@bufbuild/protobuf';
import { type Static, Type } from 'typebox';
import { type OutboundText, OutboundTextSchema } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { maxBodyLength } from '../schemas/bodies.ts';
import { readInstant } from '../schemas/instants.ts';
import { requireAddress, requireText } from '../schemas/text_rules.ts';
import { notServed, TwilioFault } from './faults.ts';

const field = Type.Optional(Type.String());
const several = Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())]));

/** Parameters that are taken and change nothing here: Twilio's advice on routes, prices and statistics. */
const unheeded = {
  ...{ ApplicationSid: field, Attempt: field, ForceDelivery: field, MaxPrice: field, ProvideFeedback: field },
  ...{ RiskCheck: field, SmartEncoded: field, Tags: field, TrafficType: field },
};

export const CreateMessageBody = Type.Object({
  ...{ To: field, From: field, MessagingServiceSid: field, Body: field, StatusCallback: field },
  ...{ ScheduleType: field, SendAt: field, ValidityPeriod: field, ContentRetention: field },
  ...{ AddressRetention: field, ShortenUrls: field, SendAsMms: field, ContentSid: field },
  ...{ ContentVariables: field, MediaUrl: several, PersistentAction: several },
  ...unheeded,
});

type Asked = Static<typeof CreateMessageBody>;

/** Whether a program asks for something that it would miss. An empty field asks for nothing. */
const asksFor = {
  ApplicationSid: true,
  ContentSid: true,
  ContentVariables: true,
  MediaUrl: true,
  PersistentAction: true,
  ValidityPeriod: true,
  AddressRetention: (value: string) => value !== 'retain',
  ContentRetention: (value: string) => value !== 'retain',
  SendAsMms: (value: string) => value.toLowerCase() !== 'false',
  ShortenUrls: (value: string) => value.toLowerCase() !== 'false',
} as const;

function refuseUnserved(asked: Asked): void {
  for (const [name, isMissed] of Object.entries(asksFor)) {
    const value = asked[name as keyof typeof asksFor];
    const said = [value ?? []].flat().join('');
    if (said !== '' && (isMissed === true || isMissed(said))) throw notServed(name);
  }
}

/** The instant before which it does not leave; undefined for at once. */
function readSendAt({ ScheduleType: type, SendAt: at }: Asked) {
  if (!type && !at) return undefined;
  if (type !== 'fixed' || !at)
    throw new TwilioFault(
      20001,
      'ScheduleType must be fixed where SendAt is given, and SendAt is required with it',
    );
  return readInstant(at, 'SendAt');
}

/** The text that a program asks to send. `token` names it for ever: another request with it sends nothing. Throws a Refusal. */
export function readTwilioText(asked: Asked, token: string | undefined): OutboundText {
  refuseUnserved(asked);
  const { To, From, MessagingServiceSid, Body, StatusCallback } = asked;
  if (!To) throw new TwilioFault(21604, 'To is required');
  if (!Body) throw new TwilioFault(21602, 'Body is required');
  if ([...Body].length > maxBodyLength)
    throw new TwilioFault(21617, `Body must have at most ${maxBodyLength} characters`);
  if (MessagingServiceSid && !/^MG[0-9A-Za-z]{32}$/.test(MessagingServiceSid))
    throw new TwilioFault(20001, 'MessagingServiceSid must be MG and 32 digits');
  const sendAt = readSendAt(asked);
  return create(OutboundTextSchema, {
    address: requireAddress(To),
    body: requireText(Body, 'Body'),
    ...(From && { from: requireText(From, 'From') }),
    ...(StatusCallback && { statusCallback: requireText(StatusCallback, 'StatusCallback') }),
    ...(sendAt && { sendAt }),
    ...(token !== undefined && { clientRef: requireText(token, 'I-Twilio-Idempotency-Token') }),
  });
}
