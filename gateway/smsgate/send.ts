// Sends a message: as many texts as it has recipients. Several are judged before one is sent, so that a message with a recipient
// who cannot get it is refused whole; and each has a client_ref made of the message's id, so that a repeat sends nothing twice.
import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DeviceService } from '../../proto/gen/textrelay/v1/device_service_pb.ts';
import type { Message, OutboundText } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { type AcceptedText, MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { readRef } from '../../runtime/interfaces/smsgate_words.ts';
import { accountOf, ofKeyAtDoor, type Reader, readerOf } from '../edge/app.ts';
import { publicError } from '../errors/error_codes.ts';
import { invalidRequest, Refusal, refusalFrom, unavailable } from '../errors/errors.ts';
import { toRefusal } from '../http/error_answer.ts';
import type { Services } from '../interface/route.ts';
import { admitNow } from '../keys/admit_now.ts';
import { admitTexts } from '../routes/messages/batch.ts';
import { sendAtDoor } from '../routes/messages/door_sends.ts';
import { missing } from '../schemas/resource.ts';
import { idTaken } from './door.ts';
import { type Leaving, type ReadMessage, textsOf } from './message_body.ts';
import { readSeries } from './series.ts';

const { method } = MessageService;

/** A message that is to be sent, under its id. */
interface Asked {
  request: FastifyRequest;
  reply: FastifyReply;
  message: ReadMessage;
  id: string;
}

/** The texts of a message that the account has. */
export async function findTexts(reader: Reader, id: string, services: Pick<Services, 'ask'>) {
  return (await readSeries(reader, [id], services)).get(id) ?? [];
}

/** The phone and SIM that the texts must leave by; undefined for any, null where only the account's phones say which it is. */
function namedSender({ deviceId, simNumber }: Leaving): string | undefined | null {
  if (deviceId === undefined) return simNumber === undefined ? undefined : null;
  return simNumber === undefined ? `device:${deviceId}` : `device:${deviceId}/${simNumber}`;
}

/** The same for an account. A SIM alone is that of the only phone. */
async function senderOf(leaving: Leaving, accountId: bigint, { ask }: Services): Promise<string | undefined> {
  const named = namedSender(leaving);
  if (named !== null) return named;
  const { devices } = await ask(DeviceService.method.listDevices, { accountId, limit: 500 });
  const [only, ...others] = devices.filter(({ unpairedAt }) => unpairedAt === undefined);
  if (!only || others.length > 0) throw invalidRequest('deviceId is required with simNumber');
  return `device:${only.id}/${leaving.simNumber}`;
}

/** Whether texts that there are belong to the message that is asked for. */
const isSame = ({ body, phoneNumbers }: ReadMessage, texts: readonly Message[]) =>
  texts.every((text) => {
    const position = readRef(text.clientRef)?.position ?? 0;
    return text.body === body && text.address === phoneNumbers[position - 1];
  });

const withMessage = ({ code, status, retryAfterSeconds }: Refusal, message: string) =>
  new Refusal(code, message, { status, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });

/** Throws the refusal of a message whose texts would not all be accepted, with the recipient whom it is about. */
async function judge(texts: OutboundText[], { ask }: Services): Promise<void> {
  const { previews } = await ask(method.previewMessages, { texts });
  if (previews.length !== texts.length) throw unavailable();
  const seen = new Set<string>();
  for (const [index, { error, addressNorm }] of previews.entries()) {
    if (error) {
      const refusal = refusalFrom(error);
      throw withMessage(refusal, `phoneNumbers[${index}]: ${refusal.message}`);
    }
    if (seen.has(addressNorm)) throw invalidRequest('phoneNumbers must not have a number twice');
    seen.add(addressNorm);
  }
}

/** Sends one text; what was refused is returned. */
async function sendText(text: OutboundText, { core, log, onSend }: Services) {
  try {
    const { outcome } = await core.send(text);
    if (outcome.case !== 'accepted')
      throw outcome.case === 'error' ? refusalFrom(outcome.value) : unavailable();
    onSend(outcome.value.replayed ? 'replayed' : 'accepted');
    return outcome.value;
  } catch (error) {
    const refusal = toRefusal(error, log);
    onSend(publicError(refusal.code).code);
    return refusal;
  }
}

const messagesOf = (accepted: readonly AcceptedText[]): Message[] =>
  accepted.map(({ message }) => message ?? missing());

/** The texts that are there of a message. Throws where its id stands for another one. */
async function findOwn(message: ReadMessage, reader: Reader, id: string, services: Services) {
  const texts = await findTexts(reader, id, services);
  if (!isSame(message, texts)) throw idTaken();
  return texts;
}

/**
 * Sends the text of a message to one recipient: it is judged together with its key, by one call. Of a message that the account has, its
 * first text is there.
 */
async function sendAlone(
  { request, reply, message, id }: Asked,
  from: string | undefined,
  services: Services,
): Promise<Message[]> {
  const [text] = textsOf(message, { id, of: {}, from });
  const accepted = await sendAtDoor(text as OutboundText, request, services, reply);
  if (!accepted.replayed) return messagesOf([accepted]);
  const reader = { accountId: accountOf(request), apiKey: request.presentedKey ?? '' };
  const texts = await findOwn(message, reader, id, services);
  if (texts.length === 0 && accepted.differs) throw idTaken();
  return texts.length === 0 ? messagesOf([accepted]) : texts;
}

/**
 * Sends the first text, and then the others: it is the oldest of them, and while it is not accepted the account has none of the
 * message.
 */
async function sendInOrder([first, ...others]: readonly OutboundText[], services: Services) {
  const result = await sendText(first as OutboundText, services);
  if (result instanceof Refusal) return [result];
  if (result.differs) throw idTaken();
  return [result, ...(await Promise.all(others.map((text) => sendText(text, services))))];
}

/** Sends the texts of a message of an admitted request. */
async function sendSeveral({ request, message, id }: Asked, services: Services): Promise<Message[]> {
  const before = message.id === null ? [] : await findOwn(message, readerOf(request), id, services);
  if (before.length === message.phoneNumbers.length) return before;

  const from = await senderOf(message.leaving, accountOf(request), services);
  const texts = textsOf(message, { id, of: ofKeyAtDoor(request), from });
  const { admitted, refusal } = await admitTexts(request.presentedKey ?? '', texts.length, services);
  if (admitted < texts.length) throw refusal ?? unavailable();
  // A single text is judged by its send.
  if (texts.length > 1) await judge(texts, services);
  const results = await sendInOrder(texts, services);
  const accepted = results.flatMap((result) => (result instanceof Refusal ? [] : [result]));
  const refused = results.find((result) => result instanceof Refusal);
  if (refused && texts.length > 1)
    throw withMessage(
      refused,
      `${accepted.length} of ${texts.length} texts were accepted, repeat it with the id ${JSON.stringify(id)} for the ` +
        `others: ${refused.message}`,
    );
  if (refused) throw refused;
  if (accepted.some(({ differs }) => differs)) throw idTaken();
  return messagesOf(accepted);
}

/** Sends a message, or finds the one that its id stands for. The request at the door is admitted here. */
export async function sendMessage(
  request: FastifyRequest,
  reply: FastifyReply,
  message: ReadMessage,
  services: Services,
): Promise<{ id: string; texts: Message[] }> {
  const id = message.id ?? randomUUID();
  const asked = { request, reply, message, id };
  const from = namedSender(message.leaving);
  if (message.phoneNumbers.length === 1 && from !== null)
    return { id, texts: await sendAlone(asked, from, services) };
  await admitNow(request, services, reply);
  return { id, texts: await sendSeveral(asked, services) };
}
