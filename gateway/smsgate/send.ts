// Sends a message: as many texts as it has recipients. Several are judged before one is sent, so that a message with a recipient
// who cannot get it is refused whole; and each has a client_ref made of the message's id, so that a repeat sends nothing twice.
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { DeviceService } from '../../proto/gen/textrelay/v1/device_service_pb.ts';
import type { OutboundText } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { mostRecipients, readRef, refOf } from '../../runtime/interfaces/smsgate_words.ts';
import { accountOf, ofKeyAtDoor, type Reader, readerOf } from '../edge/app.ts';
import { toRefusal } from '../edge/errors/error_answer.ts';
import { invalidRequest, publicError, Refusal, refusalFrom, unavailable } from '../edge/errors/errors.ts';
import { admitTexts } from '../routes/messages/batch.ts';
import type { Services } from '../routes/route.ts';
import { idTaken } from './door.ts';
import { type Leaving, type ReadMessage, textsOf } from './message_body.ts';
import type { TextOfMessage } from './message_state.ts';

const { method } = MessageService;

/** The texts of a message that the account has. */
export async function findTexts(reader: Reader, id: string, { ask }: Pick<Services, 'ask'>) {
  const clientRefs = Array.from({ length: mostRecipients }, (_, index) => refOf(id, index + 1));
  return (await ask(method.listMessagesByRef, { ...reader, clientRefs })).messages;
}

/** The phone and SIM that the texts must leave by. A SIM alone is that of the only phone. */
async function senderOf(
  { deviceId, simNumber }: Leaving,
  accountId: bigint,
  { ask }: Services,
): Promise<string | undefined> {
  if (deviceId !== undefined)
    return simNumber === undefined ? `device:${deviceId}` : `device:${deviceId}/${simNumber}`;
  if (simNumber === undefined) return undefined;
  const { devices } = await ask(DeviceService.method.listDevices, { accountId, limit: 500 });
  const [only, ...others] = devices.filter(({ revokedAt }) => revokedAt === undefined);
  if (!only || others.length > 0) throw invalidRequest('deviceId is required with simNumber');
  return `device:${only.id}/${simNumber}`;
}

/** Whether texts that there are belong to the message that is asked for. */
const isSame = ({ body, phoneNumbers }: ReadMessage, texts: readonly TextOfMessage[]) =>
  texts.every(({ message }) => {
    const position = readRef(message?.clientRef)?.position ?? 0;
    return message?.body === body && message.address === phoneNumbers[position - 1];
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

/** Sends a message, or finds the one that its id stands for. */
export async function sendMessage(
  request: FastifyRequest,
  message: ReadMessage,
  services: Services,
): Promise<{ id: string; texts: TextOfMessage[] }> {
  const accountId = accountOf(request);
  const id = message.id ?? randomUUID();
  const before = message.id === null ? [] : await findTexts(readerOf(request), id, services);
  if (!isSame(message, before)) throw idTaken();
  if (before.length === message.phoneNumbers.length) return { id, texts: before };

  const from = await senderOf(message.leaving, accountId, services);
  const texts = textsOf(message, { id, of: ofKeyAtDoor(request), from });
  const { admitted, refusal } = await admitTexts(request.presentedKey ?? '', texts.length, services);
  if (admitted < texts.length) throw refusal ?? unavailable();
  // A single text is judged by its sending.
  if (texts.length > 1) await judge(texts, services);
  const results = await Promise.all(texts.map((text) => sendText(text, services)));
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
  return { id, texts: accepted.map(({ message: sent }) => ({ message: sent })) };
}
