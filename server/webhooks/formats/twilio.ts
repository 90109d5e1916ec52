// Requests as Twilio makes them: one event in each, as a form, signed with X-Twilio-Signature. What an endpoint answers to a
// received text may be TwiML: its messages are sent.
import { createHash, createHmac } from 'node:crypto';
import {
  accountSid,
  messageSid,
  twilioStatus,
  twilioVersion,
} from '../../../runtime/interfaces/twilio_words.ts';
import type { Refusal } from '../../errors.ts';
import type { ChangedText } from '../../store/messages/read_messages.ts';
import { requestId, type WebhookEvent } from '../event.ts';
import { type Endpoint, type Followed, type Format, isOfTypes, type WebhookRequest } from './format.ts';
import { readTwiml, type TwimlMessage } from './twiml.ts';

/** As much of an answer is read, in bytes, as Twilio has it. */
const answerBytes = 64 * 1024;
/** Most texts that one answer sends. */
const mostReplies = 10;

/** A text that an endpoint's answer asks for. */
interface ReplyText {
  /** The received text that it answers. */
  answeredId: bigint;
  address: string;
  body: string;
  clientRef: string;
  sender: string | null;
  statusCallback: string | null;
}

/** Sends a text for an account, as any other is sent. Returns why it is not accepted; null for one that is. */
export type Reply = (accountId: bigint, text: ReplyText) => Promise<Refusal | null>;

/** Base64 of the HMAC-SHA1, under the token, of the address and of all parameters in order of their names. */
function sign(token: string, url: string, params: Readonly<Record<string, string>>): string {
  const signed = Object.keys(params)
    .sort()
    .reduce((text, name) => `${text}${name}${params[name]}`, url);
  return createHmac('sha1', token).update(signed).digest('base64');
}

/** Our side of a received text: a number of the account, or a phone, by which an answer leaves again; null for neither. */
const cameTo = ({ ownNumber, deviceId }: ChangedText): string | null =>
  ownNumber ?? (deviceId ? `device:${deviceId}` : null);

function textParams(text: ChangedText, withBody: boolean, nowMs: number): Record<string, string> {
  const sid = messageSid(text);
  const named = {
    ...{ MessageSid: sid, SmsSid: sid, AccountSid: accountSid(text.accountId), ApiVersion: twilioVersion },
  };
  if (text.direction === 'in')
    return {
      ...{ ...named, SmsMessageSid: sid, SmsStatus: 'received' },
      ...{ From: text.addressNorm, To: cameTo(text) ?? '' },
      ...(withBody && { Body: text.body }),
      ...{ NumSegments: String(text.segments), NumMedia: '0' },
    };
  const { status, errorCode } = twilioStatus(text, nowMs);
  return {
    ...{ ...named, MessageStatus: status, SmsStatus: status, To: text.addressNorm },
    ...(text.sender !== null && { From: text.sender }),
    ...(errorCode !== null && { ErrorCode: String(errorCode) }),
  };
}

const paramsOf = ({ accountId, withBody }: Endpoint, { type, about }: WebhookEvent, nowMs: number) =>
  about.text === undefined
    ? { AccountSid: accountSid(accountId), ApiVersion: twilioVersion, EventType: type }
    : textParams(about.text, withBody, nowMs);

/** The address of the text's own, where it has one. */
const callbackOf = ({ about }: WebhookEvent): string | null => about.text?.statusCallback ?? null;

/** The address without a default port and without what follows #, as the endpoint sees it. */
function plainUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search}`;
}

function requestOf(endpoint: Endpoint, event: WebhookEvent, nowMs: number): WebhookRequest {
  const { accountId, name, secret } = endpoint;
  const callback = callbackOf(event);
  const url = plainUrl(callback ?? endpoint.url);
  const params = paramsOf(endpoint, event, nowMs);
  return {
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'x-twilio-signature': sign(secret, url, params),
      'i-twilio-idempotency-token': requestId(accountId, name, [event]),
    },
    body: new URLSearchParams(params).toString(),
    isCallback: callback !== null,
    ...(event.type === 'text.received' && { answerBytes }),
  };
}

/** The name of an answer: the same however often the text is brought to the endpoint, and whatever it then says. */
function replyRef({ name }: Endpoint, { accountId, id, identity }: ChangedText, position: number): string {
  const hash = createHash('sha256').update(JSON.stringify([name, identity ?? `${accountId}/${id}`]));
  return `twiml:${hash.digest('hex').slice(0, 32)}.${position}`;
}

/** The address of a reply's own, which may be written as one beside the endpoint's; as it is where it cannot be read. */
const resolved = (callback: string, { url }: Endpoint) =>
  URL.canParse(callback, url) ? new URL(callback, url).href : callback;

const createFollow =
  (reply: Reply) =>
  async (endpoint: Endpoint, { about: { text } }: WebhookEvent, words: string | null): Promise<Followed> => {
    if (words === null) return { note: 'the answer is longer than 64 KiB: it was not read', isDone: true };
    if (text === undefined || words.trim() === '') return { note: null, isDone: true };
    const twiml = readTwiml(words);
    if (twiml === null) return { note: 'the answer is no TwiML: nothing was sent', isDone: true };
    const notes = twiml.ignored.map((what) => `${what} is not served and was ignored`);
    if (twiml.messages.length > mostReplies)
      notes.push(`only the first ${mostReplies} of ${twiml.messages.length} messages were sent`);
    const send = (message: TwimlMessage, index: number) =>
      reply(text.accountId, {
        answeredId: text.id,
        address: message.to ?? text.addressNorm,
        body: message.body,
        clientRef: replyRef(endpoint, text, index + 1),
        sender: message.from ?? cameTo(text),
        statusCallback: message.statusCallback === null ? null : resolved(message.statusCallback, endpoint),
      });
    for (const [index, message] of twiml.messages.slice(0, mostReplies).entries()) {
      const refusal = await send(message, index);
      if (refusal?.code === 'unavailable')
        return { note: 'the answer’s messages could not be sent now', isDone: false };
      if (refusal !== null)
        notes.push(`message ${index + 1} was refused: ${refusal.code}: ${refusal.message}`);
    }
    return { note: notes.length > 0 ? notes.join('; ').slice(0, 500) : null, isDone: true };
  };

/** Makes the format. A text's own address is posted to by one webhook of the account, however many it has. */
export const createTwilioFormat = (reply: Reply): Format => ({
  mostEvents: 1,
  isAsked: (endpoint, event) =>
    callbackOf(event) === null ? isOfTypes(endpoint, event) : endpoint.isFirstOfFormat,
  requestOf: (endpoint, events, nowMs) => requestOf(endpoint, events[0] as WebhookEvent, nowMs),
  follow: createFollow(reply),
});
